const REPLACEMENT = '\uFFFD'
/** Control characters that text does not need, among them NUL, which databases refuse. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu

/**
 * Makes text of a script safe to store and show: at most `maxLength` characters and an ellipsis, no lone surrogates, no
 * control characters except tab and line ends. What is removed is replaced by U+FFFD, so that it stays visible.
 */
export function cleanText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed()
  return whole.search(CONTROL) < 0 ? whole : whole.replaceAll(CONTROL, REPLACEMENT)
}

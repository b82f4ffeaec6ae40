const REPLACEMENT = '\uFFFD'
/** Control characters that text does not need, including NUL, which databases refuse. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu

/**
 * Makes text of a script safe to store and display: at most `maxLength` characters and an ellipsis, no lone surrogates,
 * no control characters except tab and line breaks. Removed characters become U+FFFD, so that they stay visible.
 */
export function cleanText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed()
  return whole.search(CONTROL) < 0 ? whole : whole.replaceAll(CONTROL, REPLACEMENT)
}

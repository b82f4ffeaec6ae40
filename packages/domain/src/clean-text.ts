const REPLACEMENT = '\uFFFD'
/** Control characters that no line of text needs, NUL among them, which databases do not take. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu

/**
 * The one form in which text of a script leaves it: at most `maxLength` characters and an ellipsis, no half characters,
 * no control characters but tab and line ends. What is taken away is replaced by U+FFFD, so that it is seen.
 */
export function cleanText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed()
  return whole.search(CONTROL) < 0 ? whole : whole.replaceAll(CONTROL, REPLACEMENT)
}

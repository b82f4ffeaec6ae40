/** Subjects are words joined by dots; in a pattern `*` is any one word and `>` at the end one or more words. */
const WORD = /^[^\s.*>]+$/

/** Throws on what cannot be published to. */
export function checkSubject(subject: string): void {
  if (!subject.split('.').every((word) => WORD.test(word))) throw new TypeError(`Bad subject: ${subject}`)
}

/** Throws on what cannot be subscribed to. */
export function checkPattern(pattern: string): void {
  const words = pattern.split('.')
  const fine = words.every((word, at) => word === '*' || (word === '>' && at === words.length - 1) || WORD.test(word))
  if (!fine) throw new TypeError(`Bad subject pattern: ${pattern}`)
}

export function matches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.')
  const words = subject.split('.')
  for (let at = 0; at < wanted.length; at++) {
    if (wanted[at] === '>') return words.length > at
    if (at >= words.length || (wanted[at] !== '*' && wanted[at] !== words[at])) return false
  }
  return wanted.length === words.length
}

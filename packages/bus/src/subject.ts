/** Subjects are words joined by dots; in a pattern `*` is any one word and `>` at the end one or more words. */
const WORD = /^[^\s.*>]+$/

/** Throws for a subject that cannot be published to. */
export function checkSubject(subject: string): void {
  if (!subject.split('.').every((word) => WORD.test(word))) throw new TypeError(`Bad subject: ${subject}`)
}

/** Throws for a pattern that cannot be subscribed to. */
export function checkPattern(pattern: string): void {
  const words = pattern.split('.')
  const isValid = words.every((word, i) => word === '*' || (word === '>' && i === words.length - 1) || WORD.test(word))
  if (!isValid) throw new TypeError(`Bad subject pattern: ${pattern}`)
}

export function matches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.')
  const words = subject.split('.')
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i] === '>') return words.length > i
    if (i >= words.length || (wanted[i] !== '*' && wanted[i] !== words[i])) return false
  }
  return wanted.length === words.length
}

/**
 * An id as one word of a subject: `price.${subjectWord('EURUSD.m:ICM')}` matches `price.*`. Without this, an id with a dot
 * would make several words, and subscriptions would silently miss it.
 */
export function subjectWord(id: string): string {
  if (id === '') throw new TypeError('An empty id is no word of a subject')
  return id.replaceAll(/[\s.*>%]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

const MAX_LENGTH = 72

/** The problem with the first line of a commit message; null if there is none. */
export function checkSubject(subject: string): string | null {
  if (/^(Merge|Revert) /.test(subject)) return null
  if (!/^[a-z][a-z0-9/-]*(, [a-z][a-z0-9/-]*)*: \S/.test(subject)) return 'is not of the form "area: imperative"'
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, the limit is ${MAX_LENGTH}`
  return subject.endsWith('.') ? 'ends with a period' : null
}

const LATER = 'ADDED_LATER'

/** An answer of a later version of the venue: each object has one more field, each list of plain values one more. */
export function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) {
    const known = value.map(withUnknown)
    return value.some((one) => typeof one !== 'object' || one === null) ? [...known, LATER] : known
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withUnknown(field)] as const)
  return { ...Object.fromEntries(fields), [LATER]: { [LATER]: [LATER] } }
}

/** The same for a message. Recorded ones, in which numbers are written in a way of their own, stay. */
export function textWithUnknown(text: string): string {
  const value = JSON.parse(text) as unknown
  return JSON.stringify(value) === text ? JSON.stringify(withUnknown(value)) : text
}

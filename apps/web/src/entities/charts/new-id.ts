/** An id for a thing on a chart; unlike `crypto.randomUUID`, it works on plain HTTP too. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

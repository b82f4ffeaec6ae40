const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 7

/** A new key of a request to trade: one that is repeated with the same key trades once. */
export function newTicketKey(): string {
  const bytes = new Uint8Array(64)
  // Bytes beyond the last whole round of letters would make the first ones more likely.
  const limit = 256 - (256 % LETTERS.length)
  let key = ''
  while (key.length < LENGTH) {
    crypto.getRandomValues(bytes)
    for (const byte of bytes) if (byte < limit && key.length < LENGTH) key += LETTERS[byte % LETTERS.length]
  }
  return key
}

const MAX_LENGTH = 1_000_000

/** Throws unless the window length is a whole number from 1 to 1,000,000. */
export function checkLength(name: string, length: number): void {
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH) {
    throw new RangeError(`${name}(${String(length)}): the size must be a whole number from 1 to 1,000,000`)
  }
}

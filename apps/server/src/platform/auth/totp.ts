import { createHmac, timingSafeEqual } from 'node:crypto'

/** What authenticators accept: SHA-1, six digits, half a minute. */
const DIGITS = 6
const STEP_MS = 30_000
/** Steps before and after the current one that count, for clocks that differ. */
const TOLERANCE = 1

export function stepAt(time: number): number {
  return Math.floor(time / STEP_MS)
}

/** The code of a time step (RFC 6238, RFC 4226). */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0xf
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code it is, if that is later than the last one that was used; null otherwise. */
export function matchingStep(secret: Uint8Array, code: string, lastStep: number, now: number): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (let step = stepAt(now) - TOLERANCE; step <= stepAt(now) + TOLERANCE; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (given.length === right.length && timingSafeEqual(given, right) && step > lastStep) found ??= step
  }
  return found
}

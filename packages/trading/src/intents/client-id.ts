import type { Sha256 } from '../sha256.ts'

const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
const HASH_DIGITS = 13
const INSTALLATION_DIGITS = 4

export interface ClientIdParts {
  /** Of this installation: other installations may trade the same account. */
  readonly installation: string
  readonly accountId: string
  readonly intentId: string
  readonly leg: number
}

/**
 * The name under which a venue finds the order: `t`, 4 characters of the installation, 13 of the hash of account, intent
 * and leg, and a letter for the attempt. An intent has one attempt: it is never sent again.
 */
export function clientId(sha256: Sha256, { installation, accountId, intentId, leg }: ClientIdParts): string {
  const hash = sha256(`${accountId} ${intentId} ${leg}`)
  return `t${base32(sha256(installation), INSTALLATION_DIGITS)}${base32(hash, HASH_DIGITS)}a`
}

/** The first 45 bits of the same hash, for venues that only take numbers. */
export function clientNumber(
  sha256: Sha256,
  { accountId, intentId, leg }: Pick<ClientIdParts, 'accountId' | 'intentId' | 'leg'>,
): number {
  const hash = sha256(`${accountId} ${intentId} ${leg}`)
  let number = 0
  for (let i = 0; i < 5; i++) number = number * 256 + (hash[i] ?? 0)
  return number * 32 + ((hash[5] ?? 0) >> 3)
}

function base32(bytes: Uint8Array, digits: number): string {
  let text = ''
  for (let i = 0; i < digits; i++) {
    const bit = i * 5
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    text += DIGITS[(pair >> (11 - (bit & 7))) & 31]
  }
  return text
}

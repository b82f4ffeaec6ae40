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
  return `${installationMark(sha256, installation)}${base32(hash, HASH_DIGITS)}a`
}

/** The order with which the guardian closes a position at the venue itself, whether there is a database or not. */
export interface ClosingIdParts {
  readonly installation: string
  readonly accountId: string
  readonly positionId: string
  /** From 0; an attempt is sent once. */
  readonly attempt: number
}

export const MAX_CLOSING_ATTEMPTS = 26
/** That fit into a number, a power of two. */
const ATTEMPTS = 32

/** The name of such an order, in the form of `clientId`: whoever knows the position recognizes it. */
export function closingClientId(
  sha256: Sha256,
  { installation, accountId, positionId, attempt }: ClosingIdParts,
): string {
  const letter = String.fromCharCode(97 + attempt)
  return `${installationMark(sha256, installation)}${closingMark(sha256, accountId, positionId)}${letter}`
}

/** The same as a number: 40 bits of the hash that names the position, and 5 of the attempt. */
export function closingClientNumber(sha256: Sha256, { accountId, positionId, attempt }: ClosingIdParts): number {
  return closingNumberMark(sha256, accountId, positionId) * ATTEMPTS + attempt
}

/** Whether the guardian has closed this position, or a part of it, with the order that the venue names so. */
export function isClosingOf(
  sha256: Sha256,
  { clientId, clientNumber: number }: { readonly clientId: string | null; readonly clientNumber?: number | undefined },
  accountId: string,
  positionId: string,
): boolean {
  const from = 1 + INSTALLATION_DIGITS
  if (clientId !== null && clientId.slice(from, from + HASH_DIGITS) === closingMark(sha256, accountId, positionId))
    return true
  return number !== undefined && Math.floor(number / ATTEMPTS) === closingNumberMark(sha256, accountId, positionId)
}

/** How the names of all orders of an installation begin. */
export function installationMark(sha256: Sha256, installation: string): string {
  return `t${base32(sha256(installation), INSTALLATION_DIGITS)}`
}

function closingMark(sha256: Sha256, accountId: string, positionId: string): string {
  return base32(sha256(`${accountId} ${positionId} closing`), HASH_DIGITS)
}

/** The first 45 bits of the same hash, for venues that only take numbers. */
export function clientNumber(
  sha256: Sha256,
  { accountId, intentId, leg }: Pick<ClientIdParts, 'accountId' | 'intentId' | 'leg'>,
): number {
  const hash = sha256(`${accountId} ${intentId} ${leg}`)
  return first40(hash) * 32 + ((hash[5] ?? 0) >> 3)
}

function closingNumberMark(sha256: Sha256, accountId: string, positionId: string): number {
  return first40(sha256(`${accountId} ${positionId} closing`))
}

function first40(hash: Uint8Array): number {
  return hash.slice(0, 5).reduce((number, byte) => number * 256 + byte, 0)
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

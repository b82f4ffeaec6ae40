import { VaultError, WRONG_MASTER_KEY } from '@tradeloom/vault'
import { AccountUnusable, KeyRefused, type KeyRights, VenueSilent } from '@tradeloom/venues'
import { DoubleConnection, ModelChanged } from './stored-connections.ts'

const CAN_WITHDRAW = 'This key can withdraw money. Enter one that cannot'
const CANNOT_TRADE = 'This key cannot trade. Allow it to trade at the exchange, or enter another one'

/** Why a key with these rights is not used; null if it is. */
export function problemOfRights({ canWithdraw, canTrade }: KeyRights): string | null {
  if (canWithdraw) return CAN_WITHDRAW
  return canTrade ? null : CANNOT_TRADE
}

/** Errors whose text was written for whoever owns the account. */
const SPEAKING = [KeyRefused, DoubleConnection, ModelChanged, AccountUnusable] as const

/** Something that is needed is missing in an answer; what the network throws has a cause. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof TypeError && error.cause === undefined
}

/** Never quotes what a library says: it may contain an address with a signature. */
export function reasonOf(error: unknown, venue: string): string {
  if (error instanceof VaultError) return error.code === 'wrong-key' ? WRONG_MASTER_KEY : error.message
  if (SPEAKING.some((kind) => error instanceof kind)) return (error as Error).message
  if (isUnreadable(error)) return `${venue} answers in a way that this version does not understand`
  if (error instanceof VenueSilent)
    return `${venue} accepts no requests from this server until ${new Date(error.until).toISOString().slice(11, 19)} UTC`
  return `${venue} does not answer`
}

import { addressKey } from '../http/client-address.ts'
import type { Party } from './fair-queue.ts'

export type { Party }

/** A page asks for several things at one time; one user alone must leave a place for others. */
const OF_USER = { running: 2, waiting: 48 }
const OF_ADDRESS = { running: 3, waiting: 96 }

/** Who takes part in expensive work: a user, and the address where there may be many; a visitor is an address. */
export function partiesOf(userId: string | null, address: string): [Party, ...Party[]] {
  const ofAddress = { key: `address:${addressKey(address)}`, ...OF_ADDRESS }
  return userId === null
    ? [{ key: `visitor:${addressKey(address)}`, ...OF_USER }, ofAddress]
    : [{ key: `user:${userId}`, ...OF_USER }, ofAddress]
}

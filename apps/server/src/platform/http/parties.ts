import { availableParallelism } from 'node:os'
import { addressKey } from './client-address.ts'
import type { Party } from './fair-queue.ts'

export type { Party }

/** A processor stays for everything else, and one place for whoever comes besides those who ask for much. */
const RUNNING = Math.max(2, Math.min(8, availableParallelism() - 1))
const OF_USER = { running: Math.max(1, Math.min(4, RUNNING - 1)), waiting: 48 }
const OF_ADDRESS = { running: RUNNING, waiting: 96 }

/** Charts, tables and grades of years; beyond it the server would have nothing left for the small things. */
export const HEAVY_WORK = { running: RUNNING, waiting: 200 }

/** Who takes part in expensive work: a user, and the address where there may be many; a visitor is an address. */
export function partiesOf(userId: string | null, address: string): [Party, ...Party[]] {
  const ofAddress = { key: `address:${addressKey(address)}`, ...OF_ADDRESS }
  return userId === null
    ? [{ key: `visitor:${addressKey(address)}`, ...OF_USER }, ofAddress]
    : [{ key: `user:${userId}`, ...OF_USER }, ofAddress]
}

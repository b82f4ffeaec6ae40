import { availableParallelism } from 'node:os'
import { addressKey } from './client-address.ts'
import type { Party } from './fair-queue.ts'

export type { Party }

/** Leaves one processor for everything else, and one place for users besides the busiest one. */
const RUNNING = Math.max(2, Math.min(8, availableParallelism() - 1))
const OF_USER = { running: Math.max(1, Math.min(4, RUNNING - 1)), waiting: 48 }
const OF_ADDRESS = { running: RUNNING, waiting: 96 }

/** Limits for charts, tables and data grades, so that small requests stay fast. */
export const HEAVY_WORK = { running: RUNNING, waiting: 200 }

/** Whose shares a request uses: the user's and the address's; a visitor counts as an address. */
export function partiesOf(userId: string | null, address: string): [Party, ...Party[]] {
  const ofAddress = { key: `address:${addressKey(address)}`, ...OF_ADDRESS }
  return userId === null
    ? [{ key: `visitor:${addressKey(address)}`, ...OF_USER }, ofAddress]
    : [{ key: `user:${userId}`, ...OF_USER }, ofAddress]
}

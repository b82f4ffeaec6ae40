import { ADJUST_ENTRY, type LostCoins, newId, type PositionRow, readListings, schema } from '@tradeloom/database'
import { closeMissing, compareCoins, type MissingCoins } from '@tradeloom/trading'
import type { VenueBalance } from '@tradeloom/venues'
import { and, asc, eq } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { BrokerChange } from './brokers-messages.ts'

const { positions } = schema

/** What is missing this long, at both ends of that time, is not on its way. */
const UNEXPLAINED_MS = 30_000

export interface PositionCheckParts extends LeasedAccount {
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

/**
 * Compares what is open with the coins that are there. Coins beyond that are the account's own, and no position; if there
 * are fewer, some have gone without a trade, and positions that nothing is left of are closed as `external`.
 */
export class PositionCheck {
  readonly #parts: PositionCheckParts
  readonly #missingSince = new Map<string, number>()

  constructor(parts: PositionCheckParts) {
    this.#parts = parts
  }

  /** Whether coins were missing at the last look. */
  get isMissing(): boolean {
    return this.#missingSince.size > 0
  }

  /** After all executions were read that may concern what is missing. */
  async compare(balances: readonly VenueBalance[]): Promise<void> {
    const { db, accountId } = this.#parts
    const isOpen = and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'))
    const open = await db.select().from(positions).where(isOpen).orderBy(asc(positions.openTime))
    if (open.length === 0) return this.#missingSince.clear()
    const ids = open.map(({ instrumentId }) => instrumentId)
    const listings = new Map((await readListings(db, ids)).map((one) => [one.id, one]))
    const missing = compareCoins(balances, open, listings)
    for (const coin of this.#missingSince.keys())
      if (missing.every((one) => one.coin !== coin)) this.#missingSince.delete(coin)
    for (const one of missing) if (this.#isUnexplained(one.coin)) await this.#adjust(one)
  }

  #isUnexplained(coin: string): boolean {
    const now = this.#parts.now()
    const since = this.#missingSince.get(coin)
    if (since === undefined) this.#missingSince.set(coin, now)
    return since !== undefined && now - since >= UNEXPLAINED_MS
  }

  async #adjust(coins: MissingCoins<PositionRow>): Promise<void> {
    const { now, onChange } = this.#parts
    const { coin, missing, there } = coins
    const closed = closeMissing(coins, { time: new Date(now()), partId: newId })
    const lost = Object.fromEntries(closed.map(({ position, gone }) => [position.id, gone]))
    const rows = closed.flatMap(({ position, part }) =>
      [position, ...(part === null ? [] : [part])].map((row) => ({ table: 'positions', row }) as const),
    )
    this.#missingSince.delete(coin)
    const note = { coin, missing, there, lost } satisfies LostCoins
    await inLedger(this.#parts, (_, ledger) => ledger.record({ kind: ADJUST_ENTRY, rows, note }))
    for (const change of rows) onChange('position', change.row.id)
  }
}

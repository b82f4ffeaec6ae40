import { ADJUST_ENTRY, type LostCoins, newId, type PositionRow, readListings, schema } from '@tradeloom/database'
import { closeMissing, compareCoins, type MissingCoins } from '@tradeloom/trading'
import type { VenueBalance } from '@tradeloom/venues'
import { and, asc, eq } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { BrokerChange } from './brokers-messages.ts'
import { Unexplained } from './unexplained.ts'

const { positions } = schema

export interface PositionCheckParts extends LeasedAccount {
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

/**
 * Compares what is open with the coins that are there. Coins beyond that are the account's own, and no position; if there
 * are fewer, some have gone without a trade, and positions that nothing is left of are closed as `external`.
 */
export class PositionCheck {
  readonly #parts: PositionCheckParts
  readonly #unexplained: Unexplained

  constructor(parts: PositionCheckParts) {
    this.#parts = parts
    this.#unexplained = new Unexplained(parts.now)
  }

  /** Whether coins were missing at the last look. */
  get isUnexplained(): boolean {
    return this.#unexplained.isAny
  }

  /** After all executions were read that may concern what is missing. */
  async compare(balances: readonly VenueBalance[]): Promise<void> {
    const { db, accountId } = this.#parts
    const isOpen = and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'))
    const open = await db.select().from(positions).where(isOpen).orderBy(asc(positions.openTime))
    const ids = open.map(({ instrumentId }) => instrumentId)
    const listings = new Map((await readListings(db, ids)).map((one) => [one.id, one]))
    const missing = compareCoins(balances, open, listings)
    const due = this.#unexplained.due(missing.map(({ coin }) => coin))
    for (const one of missing) if (due.has(one.coin)) await this.#adjust(one)
  }

  async #adjust(coins: MissingCoins<PositionRow>): Promise<void> {
    const { now, onChange } = this.#parts
    const { coin, missing, there } = coins
    const closed = closeMissing(coins, { time: new Date(now()), partId: newId })
    const lost = Object.fromEntries(closed.map(({ position, gone }) => [position.id, gone]))
    const rows = closed.flatMap(({ position, part }) =>
      [position, ...(part === null ? [] : [part])].map((row) => ({ table: 'positions', row }) as const),
    )
    const note = { coin, missing, there, lost } satisfies LostCoins
    await inLedger(this.#parts, (_, ledger) => ledger.record({ kind: ADJUST_ENTRY, rows, note }))
    for (const change of rows) onChange('position', change.row.id)
  }
}

import {
  ADJUST_ENTRY,
  type LedgerRow,
  type LostCoins,
  newId,
  type PositionRow,
  readListings,
  schema,
} from '@tradeloom/database'
import { tidy } from '@tradeloom/domain'
import { closePosition, isAll } from '@tradeloom/trading'
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
    const coins = Map.groupBy(open, ({ instrumentId }) => listings.get(instrumentId)?.dealt ?? '')
    for (const [coin, held] of coins) {
      const there = balances.find(({ currency }) => currency === coin)?.total ?? 0
      const missing = tidy(held.reduce((sum, { quantity }) => sum + quantity, 0) - there)
      const step = listings.get(held[0]?.instrumentId ?? '')?.lotSize ?? 0
      if (coin === '' || missing < Math.max(step, 1e-9)) this.#missingSince.delete(coin)
      else if (this.#isUnexplained(coin)) await this.#adjust(held, { coin, missing, there, step })
    }
  }

  #isUnexplained(coin: string): boolean {
    const now = this.#parts.now()
    const since = this.#missingSince.get(coin)
    if (since === undefined) this.#missingSince.set(coin, now)
    return since !== undefined && now - since >= UNEXPLAINED_MS
  }

  /** Those of persons first, the oldest first: a script is not told that its position shrinks while another one does not. */
  async #adjust(
    held: readonly PositionRow[],
    { coin, missing, there, step }: { coin: string; missing: number; there: number; step: number },
  ): Promise<void> {
    const { now, onChange } = this.#parts
    let left = missing
    const rows: LedgerRow[] = []
    const lost: Record<string, number> = {}
    for (const position of held.toSorted(
      (one, other) => Number(one.sessionId !== null) - Number(other.sessionId !== null),
    )) {
      if (left <= 0) break
      const gone = Math.min(left, position.quantity)
      left = tidy(left - gone)
      lost[position.id] = gone
      const quantity = tidy(position.quantity - gone)
      const isWhole = isAll(position.quantity, quantity, step)
      // Nobody knows for how much they went, if for anything.
      const closing = {
        quantity: gone,
        isWhole,
        price: null,
        time: new Date(now()),
        fee: 0,
        reason: 'external',
      } as const
      const unpriced = { pipSize: 1, halfSpread: -position.openHalfSpread, slippage: -position.openSlippage, rate: 1 }
      const { position: row, part } = closePosition(position, { ...closing, ...unpriced, partId: newId() })
      rows.push({ table: 'positions', row })
      if (part !== null) rows.push({ table: 'positions', row: part })
    }
    this.#missingSince.delete(coin)
    const note = { coin, missing, there, lost } satisfies LostCoins
    await inLedger(this.#parts, (_, ledger) => ledger.record({ kind: ADJUST_ENTRY, rows, note }))
    for (const change of rows) if (change.table === 'positions') onChange('position', change.row.id)
  }
}

import { tidy } from '@tradeloom/domain'
import { type Closing, closePosition } from '@tradeloom/trading'
import { and, asc, eq } from 'drizzle-orm'
import { readListings } from '../listed-instruments.ts'
import { newId } from '../new-id.ts'
import { schema } from '../schema.ts'
import type { Drizzle } from '../start-database.ts'
import { AccountLedger } from './account-ledger.ts'
import type { FillRow, PositionRow } from './ledger-rows.ts'

const { fills, positions } = schema

/** Splits positions that were closed in parts before parts had rows, by what their fills tell. */
export async function splitPositions(db: Drizzle, now: () => number = Date.now): Promise<void> {
  const unsplit = await db
    .select({ id: positions.id, accountId: positions.accountId })
    .from(positions)
    .where(eq(positions.part, 0))
    .orderBy(asc(positions.id))
  for (const { id, accountId } of unsplit) {
    await db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId, now)
      const [row] = await tx
        .select()
        .from(positions)
        .where(and(eq(positions.id, id), eq(positions.part, 0)))
      if (!ledger || !row) return
      const told = await tx
        .select()
        .from(fills)
        .where(eq(fills.positionId, id))
        .orderBy(asc(fills.time), asc(fills.tradeId))
      const [listing] = await readListings(tx, [row.instrumentId])
      const rows = listing ? partsOf(row, told, listing.pipSize) : []
      // What its fills do not explain stays one row.
      if (rows.length === 0) await tx.update(positions).set({ part: 1 }).where(eq(positions.id, id))
      else await ledger.record({ kind: 'SPLIT', rows: rows.map((one) => ({ table: 'positions', row: one })) })
    })
  }
}

/** The position first, then its closed parts; empty if its fills do not explain it. */
function partsOf(row: PositionRow, told: readonly FillRow[], pipSize: number): PositionRow[] {
  const nothing = { commission: 0, interest: 0, fundingCost: 0, profit: 0, usedMargin: 0, pips: 0 }
  let held: PositionRow = {
    ...row,
    ...nothing,
    quantity: 0,
    part: 1,
    status: 'OPEN',
    closePrice: null,
    closeTime: null,
  }
  const parts: PositionRow[] = []
  const closings = told.filter((fill) => isClosing(row, fill))
  for (const fill of told) {
    if (!isClosing(row, fill)) held = grown(held, fill)
    else {
      const isWhole = row.status === 'CLOSED' && fill === closings.at(-1)
      const closed = closePosition(held, closingOf(held, fill, { isWhole, pipSize }))
      held = closed.position
      if (closed.part) parts.push(closed.part)
    }
  }
  const own: PositionRow = {
    ...row,
    part: held.part,
    quantity: held.quantity,
    openPrice: held.openPrice,
    commission: held.commission,
    profit: held.profit,
    pips: held.pips,
  }
  const sum = own.profit + parts.reduce((all, { profit }) => all + profit, 0)
  const isExplained = isNear(sum, row.profit, row, parts.length + 1) && isNear(own.quantity, row.quantity, row)
  return isExplained ? [own, ...parts] : []
}

function isClosing({ direction }: PositionRow, { side }: FillRow): boolean {
  return (side === 'BUY') !== (direction === 'LONG')
}

function grown(held: PositionRow, { quantity: filled, received, price, fee }: FillRow): PositionRow {
  const added = received ?? filled
  const quantity = tidy(held.quantity + added)
  return {
    ...held,
    quantity,
    openPrice: held.quantity === 0 ? price : (held.openPrice * held.quantity + price * added) / quantity,
    commission: held.commission + fee,
    profit: held.profit - fee,
  }
}

function closingOf(
  held: PositionRow,
  { quantity: filled, price, time, fee, profit, reason }: FillRow,
  { isWhole, pipSize }: Pick<Closing, 'isWhole' | 'pipSize'>,
): Closing {
  const quantity = Math.min(filled, held.quantity)
  const gross = (held.direction === 'LONG' ? price - held.openPrice : held.openPrice - price) * quantity
  const costs = { fee, halfSpread: 0, slippage: 0, rate: gross === 0 ? 1 : profit / gross }
  return { quantity, isWhole, price, time, reason, pipSize, partId: newId(time.getTime()), ...costs }
}

/** But for the rounding of sums, and of rows to eight decimals. */
function isNear(one: number, other: number, { quantity, openPrice }: PositionRow, rows = 0): boolean {
  return Math.abs(one - other) <= rows * 0.5e-8 + 1e-9 * Math.max(1, Math.abs(quantity * openPrice))
}

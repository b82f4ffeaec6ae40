import { type IntentRow, type PositionRow, readListings, schema } from '@tradeloom/database'
import { isMultiple } from '@tradeloom/domain'
import type { ProtectPayload } from '@tradeloom/trading'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { eq } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../platform/intents/in-ledger.ts'
import type { VenueAnswer } from '../../platform/intents/intent-gateway.ts'
import type { PriceLog } from './price-log.ts'

const { positions } = schema

/** An older price says nothing about a level. */
const FRESH_MS = 10_000

export interface LevelsParts extends LeasedAccount {
  readonly prices: PriceLog
}

/**
 * Says which levels a position is to have; the orders that guard it follow. A level that the venue would not take is
 * refused here, because the order that is there has to go before another one can come.
 */
export async function changeLevels(
  parts: LevelsParts,
  intent: IntentRow,
  { positionId, changes }: ProtectPayload,
): Promise<VenueAnswer> {
  const problem = await levelProblem(parts, intent.instrumentId, changes)
  if (problem !== null) return { kind: 'REFUSED', reason: problem }
  const last = await parts.prices.last(intent.instrumentId)
  return inLedger(parts, async (tx, ledger) => {
    const [position] = await tx.select().from(positions).where(eq(positions.id, positionId))
    if (position?.status !== 'OPEN') return { kind: 'REFUSED', reason: 'the position is closed already' }
    const row: PositionRow = { ...position, ...changed(position, changes, last) }
    await ledger.record({ kind: 'PROTECTED', intentId: intent.id, rows: [{ table: 'positions', row }] })
    return { kind: 'DONE' }
  })
}

function changed(
  { trailingStop: before, trailingBest, openPrice, matchedRow }: PositionRow,
  { stopLoss, takeProfit, trailingStop }: ProtectPayload['changes'],
  last: TickRow | null,
): Partial<PositionRow> {
  // It is counted from the best price since the position has one.
  const since =
    before === null
      ? { trailingBest: last?.bid ?? openPrice, matchedRow: last?.sequence ?? -1 }
      : { trailingBest, matchedRow }
  return {
    ...(stopLoss === undefined ? {} : { stopLoss, isStopLossRejected: false }),
    ...(takeProfit === undefined ? {} : { takeProfit, isTakeProfitRejected: false }),
    ...(trailingStop === undefined ? {} : { trailingStop, isTrailingStopRejected: false, ...since }),
  }
}

async function levelProblem(
  { db, prices, now }: LevelsParts,
  instrumentId: string,
  { stopLoss, takeProfit }: ProtectPayload['changes'],
): Promise<string | null> {
  const listing = (await readListings(db)).find(({ id }) => id === instrumentId)
  const step = listing?.quoteStep ?? 0
  for (const level of [stopLoss, takeProfit])
    if (level != null && step > 0 && !isMultiple(level, step))
      return `prices of ${instrumentId} are multiples of ${step}`
  const last = await prices.last(instrumentId)
  if (!last || now() - last.receivedAt > FRESH_MS) return null
  if (stopLoss != null && stopLoss >= last.bid) return 'the stop loss has to be below the price'
  if (takeProfit != null && takeProfit <= last.bid) return 'the take profit has to be above the price'
  return null
}

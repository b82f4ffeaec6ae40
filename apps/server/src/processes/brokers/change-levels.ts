import { type IntentRow, type PositionRow, readListings, schema } from '@tradeloom/database'
import { type Direction, isMultiple, roundToStep } from '@tradeloom/domain'
import type { ProtectPayload } from '@tradeloom/trading'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { eq } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { VenueAnswer } from '../../trading-core/intents/intent-gateway.ts'
import { freshPrice, type PriceLog } from './price-log.ts'

const { positions } = schema

export interface LevelsParts extends LeasedAccount {
  readonly prices: PriceLog
}

/**
 * Says which levels a position is to have; the orders that protect it follow. A level that the venue would not take is
 * refused here, because the order that is there has to go before another one can come.
 */
export async function changeLevels(
  parts: LevelsParts,
  intent: IntentRow,
  { positionId, changes }: ProtectPayload,
): Promise<VenueAnswer> {
  const listing = (await readListings(parts.db, [intent.instrumentId]))[0]
  const step = listing?.quoteStep ?? 0
  // Scripts compute their levels, as distances are computed: they are placed at the nearest step.
  const wanted = intent.sessionId === null || !(step > 0) ? changes : onSteps(changes, step)
  const [held] = await parts.db.select().from(positions).where(eq(positions.id, positionId))
  const problem = await levelProblem(parts, intent.instrumentId, held?.direction ?? 'LONG', newIn(wanted, held), step)
  if (problem !== null) return { kind: 'REFUSED', reason: problem }
  const last = await parts.prices.last(intent.instrumentId)
  return inLedger(parts, async (tx, ledger) => {
    const [position] = await tx.select().from(positions).where(eq(positions.id, positionId))
    if (position?.status !== 'OPEN') return { kind: 'REFUSED', reason: 'the position is closed already' }
    const changes: PositionRow = { ...position, ...changed(position, wanted, last) }
    const wantsStop = changes.stopLoss !== null || changes.trailingStop !== null
    // What is to have no stop is not without its stop, also while an earlier one was being moved.
    const row = wantsStop ? changes : { ...changes, unprotectedSince: null }
    await ledger.record({ kind: 'PROTECTED', intentId: intent.id, rows: [{ table: 'positions', row }] })
    return { kind: 'DONE' }
  })
}

function changed(
  { direction, trailingStop: before, trailingBest, openPrice, matchedRow }: PositionRow,
  { stopLoss, takeProfit, trailingStop }: ProtectPayload['changes'],
  last: TickRow | null,
): Partial<PositionRow> {
  // It is counted from the best price since the position has one.
  const since =
    before === null
      ? { trailingBest: (last && priceOf(direction, last)) ?? openPrice, matchedRow: last?.sequence ?? -1 }
      : { trailingBest, matchedRow }
  return {
    ...(stopLoss === undefined ? {} : { stopLoss, isStopLossRejected: false }),
    ...(takeProfit === undefined ? {} : { takeProfit, isTakeProfitRejected: false }),
    ...(trailingStop === undefined ? {} : { trailingStop, isTrailingStopRejected: false, ...since }),
  }
}

async function levelProblem(
  { prices, now }: LevelsParts,
  instrumentId: string,
  direction: Direction,
  { stopLoss, takeProfit }: ProtectPayload['changes'],
  step: number,
): Promise<string | null> {
  for (const level of [stopLoss, takeProfit])
    if (level != null && step > 0 && !isMultiple(level, step))
      return `prices of ${instrumentId} are multiples of ${step}`
  const last = await freshPrice(prices, instrumentId, { now: now() })
  if (!last) return null
  const price = priceOf(direction, last)
  const [losing, winning] = direction === 'LONG' ? ['below', 'above'] : ['above', 'below']
  const isBeyond = (level: number): boolean => (direction === 'LONG' ? level > price : level < price)
  if (stopLoss != null && (stopLoss === price || isBeyond(stopLoss)))
    return `the stop loss has to be ${losing} the price`
  if (takeProfit != null && !isBeyond(takeProfit)) return `the take profit has to be ${winning} the price`
  return null
}

/** At which a position would be closed. */
function priceOf(direction: Direction, { bid, ask }: TickRow): number {
  return direction === 'LONG' ? bid : ask
}

function onSteps(changes: ProtectPayload['changes'], step: number): ProtectPayload['changes'] {
  const rounded = (['stopLoss', 'takeProfit'] as const).flatMap((name) => {
    const level = changes[name]
    return typeof level === 'number' ? [[name, roundToStep(level, step, 'nearest')] as const] : []
  })
  return { ...changes, ...(Object.fromEntries(rounded) as ProtectPayload['changes']) }
}

/** What the position has already is no change, wherever the price is by now. */
function newIn(
  { stopLoss, takeProfit }: ProtectPayload['changes'],
  held: PositionRow | undefined,
): Pick<ProtectPayload['changes'], 'stopLoss' | 'takeProfit'> {
  return {
    ...(stopLoss === undefined || stopLoss === held?.stopLoss ? {} : { stopLoss }),
    ...(takeProfit === undefined || takeProfit === held?.takeProfit ? {} : { takeProfit }),
  }
}

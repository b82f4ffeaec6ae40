import type { PositionRow, VenueOrderRow } from '@tradeloom/database'
import { protectiveOrder } from '../../trading-core/custody/protective-order.ts'

/** Levels that the venue has refused, with the reason. */
export interface RefusedLevels {
  readonly stopLoss?: string | null
  readonly takeProfit?: string | null
  readonly trailingStop?: string | null
}

export type Level = keyof RefusedLevels
type VenueOrderType = VenueOrderRow['type']

const LEVELS: readonly { readonly level: Level; readonly type: VenueOrderType; readonly closes: string }[] = [
  { level: 'stopLoss', type: 'STOP', closes: 'stop-loss' },
  { level: 'takeProfit', type: 'LIMIT', closes: 'take-profit' },
  { level: 'trailingStop', type: 'TRAILING_STOP', closes: 'trailing-stop' },
]

/**
 * The orders that protect a position, as they change: a new one for each level that it got, canceled ones for levels that it
 * lost, and once it is closed, the one that has closed it is filled.
 */
export function protectiveOrders(
  position: PositionRow,
  existing: readonly VenueOrderRow[],
  refused: RefusedLevels,
  now: Date,
): VenueOrderRow[] {
  return LEVELS.flatMap(({ level, type, closes }) => {
    const active = existing.find((order) => order.type === type && order.status === 'NEW')
    const wanted = position[level]
    const reason = refused[level] ?? null
    if (position.status === 'CLOSED') {
      if (!active) return []
      const isFilled = position.closeReason?.startsWith(closes) === true
      const average = isFilled ? position.closePrice : null
      const filled = isFilled ? active.quantity : 0
      return [{ ...active, status: isFilled ? 'FILLED' : 'CANCELED', filled, average, changedAt: now }]
    }
    const isGone = wanted === null || reason !== null
    const changes: VenueOrderRow[] = []
    if (active && isGone) changes.push({ ...active, status: 'CANCELED', changedAt: now })
    if (wanted === null) return changes
    const terms = termsOf(position, level, wanted)
    if (reason !== null) {
      const known = existing.some((order) => order.type === type && order.status === 'REJECTED' && isSame(order, terms))
      if (!known) changes.push({ ...newOrder(position, type, now), ...terms, status: 'REJECTED', reason })
      return changes
    }
    if (!active) return [...changes, { ...newOrder(position, type, now), ...terms }]
    return isSame(active, terms) ? changes : [...changes, { ...active, ...terms, changedAt: now }]
  })
}

/** A change that the venue has refused: what was there before goes on. */
export function rejectedOrder(
  position: PositionRow,
  level: Level,
  wanted: number,
  reason: string,
  now: Date,
): VenueOrderRow {
  const { type } = LEVELS.find((one) => one.level === level) ?? { type: 'STOP' }
  return { ...newOrder(position, type, now), ...termsOf(position, level, wanted), status: 'REJECTED', reason }
}

type Terms = Pick<VenueOrderRow, 'quantity' | 'limitPrice' | 'stopPrice' | 'trailingStop'>

function termsOf({ quantity }: PositionRow, level: Level, wanted: number): Terms {
  return {
    quantity,
    limitPrice: level === 'takeProfit' ? wanted : null,
    stopPrice: level === 'stopLoss' ? wanted : null,
    trailingStop: level === 'trailingStop' ? wanted : null,
  }
}

function isSame(order: VenueOrderRow, terms: Terms): boolean {
  return (Object.keys(terms) as (keyof Terms)[]).every((name) => order[name] === terms[name])
}

function newOrder(position: PositionRow, type: VenueOrderType, now: Date): VenueOrderRow {
  return { ...protectiveOrder(position, now), type, status: 'NEW', reason: null }
}

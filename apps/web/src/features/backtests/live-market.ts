import type { BacktestPosition, BacktestPrices, Position } from '@tradeloom/contracts'
import type { PositionSource } from '../../charts/price-chart/chart-source.ts'
import { PriceStore } from '../../realtime/price-store.ts'

/** Of one run; the oldest are dropped, as the chart follows the newest. */
const MAX_KEPT = 1_000

/** The last prices of runs in progress, by backtest id. */
export const livePrices = new PriceStore()

/** Positions of runs in progress since this page was opened, by backtest id and position id. */
const positions = new Map<string, Map<number, Position>>()
/** Since when these are complete. */
const complete = new Map<string, number | null>()

/** Positions before a gap are dropped: one that seems open may have been closed in it. */
export function setLivePrices(prices: BacktestPrices): void {
  const { id, time, bid, ask, positionsSince } = prices
  if (positionsSince !== (complete.get(id) ?? null)) positions.delete(id)
  complete.set(id, positionsSince)
  livePrices.set(id, { time, bid, ask, isCached: false })
}

export function addLivePosition({ id, position }: Pick<BacktestPosition, 'id' | 'position'>): void {
  const known = positions.get(id) ?? new Map<number, Position>()
  positions.set(id, known)
  known.set(position.id, position)
  const [oldest] = known.keys()
  if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest)
}

/** Call when the run has ended. */
export function forgetMarket(id: string): void {
  positions.delete(id)
  complete.delete(id)
  livePrices.delete(id)
}

/** The positions of a run in progress on one instrument, as they arrive. */
export function livePositions(id: string, instrumentId: string): PositionSource {
  const all = (): Position[] =>
    [...(positions.get(id)?.values() ?? [])].filter((position) => position.instrumentId === instrumentId)
  return {
    isLive: true,
    first: () => Promise.resolve(all()[0]?.openTime ?? null),
    window: ({ start, end }) => {
      const inside = all().filter(({ openTime, closeTime }) => openTime < end && (closeTime ?? end) >= start)
      return Promise.resolve({ count: inside.length, positions: inside })
    },
    neighbor: (time, direction) => {
      const sorted = all().toSorted((a, b) => a.openTime - b.openTime)
      const isNext = direction === 'next'
      const found = isNext ? sorted.find((one) => one.openTime > time) : sorted.findLast((one) => one.openTime < time)
      return Promise.resolve(found ?? null)
    },
  }
}

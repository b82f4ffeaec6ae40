import { withGaps } from './gap-rows.ts'
import { heikinAshi } from './heikin-ashi.ts'
import type { DrawnType } from './main-series.ts'
import type { PriceRow } from './price-bars.ts'
import type { PriceLook } from './price-look.ts'
import { brickSize, renkoBricks } from './renko.ts'

/** What is drawn: ticks have no bars, so that a type of bars does not apply to them. */
export function drawnType({ interval, type }: Pick<PriceLook, 'interval' | 'type'>): DrawnType {
  return interval === 'Tick' ? 'ticks' : type
}

/** The size of bricks for these rows; null for a look without bricks. */
export function brickOf(rows: readonly PriceRow[], look: PriceLook, precision: number): number | null {
  if (drawnType(look) !== 'renko') return null
  return brickSize(rows, look.brickPips, { point: 10 ** -precision, pipSize: look.pipSize })
}

/** The rows as they are drawn: with empty ones in gaps, or computed bars. */
export function drawnRows(rows: readonly PriceRow[], look: PriceLook, brick: number | null): readonly PriceRow[] {
  if (look.interval === 'Tick') return rows
  if (look.type === 'renko') return brick === null ? [] : renkoBricks(rows, brick)
  const drawn = look.hasGaps ? withGaps(rows, look.interval) : rows
  return look.type === 'heikin-ashi' ? heikinAshi(drawn) : drawn
}

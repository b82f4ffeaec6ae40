import type { Interval } from '@tradeloom/domain'
import { formatPlain } from '../../ui/format.ts'
import type { ChartType } from './main-series.ts'
import type { LegendPlot, PlotLine } from './plot-lines.ts'
import type { PriceRow } from './price-bars.ts'

/** A price to be marked, such as a stop loss. */
export interface PriceLevel {
  readonly price: number
  readonly title: string
  readonly tone: 'gain' | 'loss' | 'neutral'
  /** Omitted where the line cannot be moved. */
  readonly drag?: {
    /** The same while the level has other prices. */
    readonly id: string
    /** What the line says while it is at another price. */
    readonly titleAt: (price: number) => string
    readonly onDrop: (price: number) => void
  }
}

/** How the bars are drawn. */

export interface PriceLook {
  readonly interval: Interval
  readonly type: ChartType
  readonly hasGaps: boolean
  /** Size of Renko bricks; null takes the average true range. */
  readonly brickPips: number | null
  /** Of the instrument. */
  readonly pipSize: number
}

/** How bars were computed that are not bars of the market. */
export type ComputedBars = { readonly type: 'heikin-ashi' } | { readonly type: 'renko'; readonly brickPips: number }

/** Prices that were computed must not be taken for prices of the market. */
export function nameOfComputed(computed: ComputedBars): string {
  return computed.type === 'renko' ? `Renko, ${formatPlain(computed.brickPips, 2)} pips` : 'Heikin-Ashi'
}

/** The bar under the pointer, and the last values of the lines in it. */
export interface HoveredBar {
  readonly row: PriceRow
  /** Close of the bar before; null at the first one. */
  readonly before: number | null
  readonly plots: readonly LegendPlot[]
  readonly computed: ComputedBars | null
  readonly interval: Interval
}

export interface PriceData {
  readonly rows: readonly PriceRow[]
  readonly plots: readonly PlotLine[]
}

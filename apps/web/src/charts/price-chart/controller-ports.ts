import type { Position } from '@tradeloom/contracts'
import type { BarInterval, Interval } from '@tradeloom/domain'
import type { ChartClock } from './chart-clock.ts'
import type { ChartSide, ChartSource, ChartSpan, PositionSource } from './chart-source.ts'
import type { HoveredBar, PriceLook } from './price-look.ts'

/** An interval, or the one that suits the span in view. */
export type Grouping = Interval | 'auto'

export interface ChartSettings extends Omit<PriceLook, 'interval'> {
  readonly grouping: Grouping
  readonly side: ChartSide
}

/** What has been loaded, for indicators over the same bars. */
export interface LoadedSpan extends ChartSpan {
  readonly interval: BarInterval
}

export interface ControllerEvents {
  readonly onHover: (hovered: HoveredBar | null) => void
  /** Null once a load has succeeded. */
  readonly onFailure: (error: unknown) => void
  readonly onInterval: (interval: Interval) => void
  readonly onExact: (isExact: boolean) => void
  readonly onPositionCount: (count: number) => void
  /** Null for ticks, which have no bars. */
  readonly onLoaded: (span: LoadedSpan | null) => void
  readonly onPosition: (position: Position) => void
  /** The view has stopped moving. */
  readonly onSettled: () => void
}

export interface ControllerOptions {
  readonly source: ChartSource
  readonly precision: number
  readonly settings: ChartSettings
  readonly positions: PositionSource | null
  readonly clock: ChartClock
  /** What to show first; null shows the first position. */
  readonly time: number | null
}

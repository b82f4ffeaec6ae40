import type { PlotWindows, Position } from '@tradeloom/contracts'
import type { BarDays, BarInterval, Interval } from '@tradeloom/domain'
import type { PriceRow } from './price-bars.ts'

export const CHART_SIDES = ['ask', 'mid', 'bid'] as const
export type ChartSide = (typeof CHART_SIDES)[number]

/** A period, UTC milliseconds; the end is exclusive. */
export interface ChartSpan {
  readonly start: number
  readonly end: number
}

/** Where a price chart gets its bars: a backtest, an instrument, values in memory. */
export interface ChartSource {
  readonly instrumentId: string
  readonly symbol: string
  readonly isSimulated: boolean
  /** When days and weeks of the instrument begin. */
  readonly days?: BarDays
  /** Data is requested only between these, UTC milliseconds. */
  readonly start: number
  readonly end: number
  readonly intervals: readonly BarInterval[]
  /** What the chart starts with. */
  readonly interval: BarInterval
  /** Bars to load at once; 3,300 if omitted. */
  readonly chunkBars?: number
  /** The source has neither ticks nor bars of seconds, even if some are stored. */
  readonly isMinutesOnly?: boolean
  /** Bars within a span, oldest first; at most 5,000, the newest ones. */
  load(
    bars: { readonly interval: BarInterval; readonly side: ChartSide },
    span: ChartSpan,
    signal: AbortSignal,
  ): Promise<readonly PriceRow[]>
  /** Ticks within a span of at most 30 minutes, oldest first; missing where there are none. */
  readonly ticks?: (side: ChartSide, span: ChartSpan, signal: AbortSignal) => Promise<readonly PriceRow[]>
  /**
   * Live prices: calls `onRows` with the rows of one span after another, and returns how to end it. A row with the time of
   * the last one replaces it. Where a span begins later than the one before ended, the chart has missed rows and loads
   * again. It shows nothing beyond the last.
   */
  readonly follow?: (
    bars: { readonly interval: Interval; readonly side: ChartSide },
    onRows: (rows: readonly PriceRow[], span: ChartSpan) => void,
  ) => () => void
  /** What a script plotted in a span. */
  readonly plots?: (interval: BarInterval, span: ChartSpan, signal: AbortSignal) => Promise<PlotWindows>
}

export interface PositionWindow {
  /** Positions that overlap the span. */
  readonly count: number
  /** All of them, or none if there are more than `MAX_POSITIONS`. */
  readonly positions: readonly Position[]
}

/** Positions by window: a run may have tens of thousands. */
export interface PositionSource {
  /** Its positions may change at any time, so that they are not kept. */
  readonly isLive?: boolean
  /** Calls back when there may be others in a window, or they are drawn otherwise; returns how to end it. */
  readonly follow?: (onChange: () => void) => () => void
  /** When the first position opens; null without any. */
  readonly first: () => Promise<number | null>
  readonly window: (span: ChartSpan, signal: AbortSignal) => Promise<PositionWindow>
  /** The nearest position that opens after or before a time; null if there is none. */
  readonly neighbor: (time: number, direction: 'next' | 'previous') => Promise<Position | null>
}

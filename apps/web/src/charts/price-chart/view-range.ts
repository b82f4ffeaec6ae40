import type { ITimeScaleApi, Logical, LogicalRange, Time } from 'lightweight-charts'
import { BarPlaces } from './bar-places.ts'
import { LIVE_RANGE_MS, MIN_BARS_IN_VIEW } from './chart-limits.ts'
import type { ChartSpan } from './chart-source.ts'
import { barIndexAt, isGap, type PriceRow } from './price-bars.ts'

/** Bars in view after scrolling to a time. */
const REVEALED_BARS = 120
const FIRST_BARS = 180
const MAX_FOLLOWED_BARS = 400
/** Empty space after the last bar, as a part of the view. */
const SPACE_AFTER = 0.12

/** What part of the bars is in view. */
export class ViewRange {
  readonly #scale: ITimeScaleApi<Time>
  #rows: readonly PriceRow[] = []
  #places = new BarPlaces([], 1, false)
  #ms = 1
  #isUneven = false
  /** What was last in view. */
  #last: LogicalRange | null = null
  #isHidden = false
  /** Bars in view at first. */
  firstBars = FIRST_BARS

  constructor(scale: ITimeScaleApi<Time>) {
    this.#scale = scale
  }

  /** The rows as they are drawn; `ms` is their interval. */
  setRows(rows: readonly PriceRow[], ms: number, isUneven: boolean): void {
    this.#rows = rows
    this.#ms = ms
    this.#isUneven = isUneven
    this.#places = new BarPlaces(rows, ms, isUneven)
  }

  /** To be told of every change. */
  moved(range: LogicalRange): void {
    if (!this.#isHidden) this.#last = range
  }

  /** A chart without any width forgets what it showed: it is shown again once there is room. */
  resized(width: number): void {
    const wasHidden = this.#isHidden
    this.#isHidden = width === 0
    if (wasHidden && !this.#isHidden && this.#last !== null) this.#show(this.#last.from, this.#last.to)
  }

  timeAt(index: number): number {
    return this.#places.timeAt(index)
  }

  placeOf(time: number): number {
    return this.#places.placeOf(time)
  }

  /** The time in view; null without bars. */
  span(): ChartSpan | null {
    const range = this.#visible()
    if (range === null || this.#rows.length === 0) return null
    return { start: this.timeAt(range.from), end: this.timeAt(range.to) }
  }

  showSpan({ start, end }: ChartSpan): void {
    const [from, to] = [this.placeOf(start), this.placeOf(end)]
    const missing = Math.max(0, MIN_BARS_IN_VIEW - (to - from)) / 2
    this.#show(from - missing, to + missing)
  }

  /** Of a view of the first bars, with the empty space after them. */
  firstWidth(): number {
    return this.firstBars / (1 - SPACE_AFTER)
  }

  /** Shows the end of the bars. */
  showLast(): void {
    const count = this.#rows.length
    this.#show(count - Math.min(count, this.firstBars), count + 3)
  }

  /** Scrolls a time into the middle, or as near to it as the bars go. */
  reveal(time: number): void {
    const index = Math.max(0, barIndexAt(this.#rows, time))
    const from = Math.max(-2, Math.min(index - REVEALED_BARS / 2, this.#rows.length + 3 - REVEALED_BARS))
    this.#show(from, from + REVEALED_BARS)
  }

  /** Whether the last bar is in view. */
  isAtEnd(): boolean {
    const range = this.#visible()
    return range === null || range.to >= this.#rows.length - 1
  }

  /** Keeps the last bars in view as more are added: as many as there were, or `bars`. */
  follow(bars?: number): void {
    const range = this.#visible()
    const shown = bars ?? (range === null ? 0 : range.to - range.from)
    const least = Math.max(MIN_BARS_IN_VIEW, Math.min(LIVE_RANGE_MS / this.#ms, MAX_FOLLOWED_BARS))
    const count = Math.max(least, Math.min(shown, MAX_FOLLOWED_BARS))
    const to = this.#rows.length + count * SPACE_AFTER
    this.#show(to - count, to)
  }

  /** Scrolls as little as needed to have a bar in view. */
  include(index: number): void {
    const range = this.#visible()
    if (range === null) return
    const width = range.to - range.from
    const from = Math.min(index - 2, Math.max(index + 3 - width, range.from))
    if (from !== range.from) this.#show(from, from + width)
  }

  /** Shows a multiple of the bars in view, around the same middle. */
  zoom(factor: number): void {
    const range = this.#visible()
    if (range === null) return
    const [middle, half] = [(range.from + range.to) / 2, ((range.to - range.from) / 2) * factor]
    const wide = Math.max(half, MIN_BARS_IN_VIEW / 2)
    this.#show(middle - wide, middle + wide)
  }

  /** Bars of the interval that fit in the time in view, including those that are not loaded. */
  barsInView(): number {
    const range = this.#visible()
    if (range === null) return 0
    // Bricks last as long as the price needs for them.
    return this.#isUneven ? (this.timeAt(range.to) - this.timeAt(range.from)) / this.#ms : range.to - range.from
  }

  /** The rows in view, as they are drawn. */
  rowsInView(): readonly PriceRow[] {
    const range = this.#visible()
    return range === null ? [] : this.#rows.slice(Math.max(0, Math.ceil(range.from)), Math.max(0, range.to + 1))
  }

  /** Index of the last bar in view; the last bar without a view. */
  lastIndex(): number {
    const range = this.#visible()
    const last = this.#rows.length - 1
    return range === null ? last : Math.min(last, Math.max(0, Math.floor(range.to)))
  }

  /** The last bar in view that has prices. */
  lastRow(): PriceRow | undefined {
    for (let index = this.lastIndex(); index >= 0; index--) {
      const row = this.#rows[index]
      if (row !== undefined && !isGap(row)) return row
    }
    return undefined
  }

  #visible(): LogicalRange | null {
    return this.#isHidden ? this.#last : this.#scale.getVisibleLogicalRange()
  }

  #show(from: number, to: number): void {
    if (this.#isHidden) this.#last = { from: from as Logical, to: to as Logical }
    else this.#scale.setVisibleLogicalRange({ from, to })
  }
}

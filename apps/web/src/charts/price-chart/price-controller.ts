import type { Position } from '@tradeloom/contracts'
import { INTERVALS, type Interval } from '@tradeloom/domain'
import type { ChartSettings, ControllerEvents, ControllerOptions, LoadedSpan } from './controller-ports.ts'
import { grouping, intervalFor } from './auto-interval.ts'
import { completionMs, intervalMs } from './chart-interval.ts'
import { MAX_BARS_IN_VIEW, MAX_POSITIONS } from './chart-limits.ts'
import type { ChartSpan } from './chart-source.ts'
import type { PlotLine } from './plot-lines.ts'
import { PositionWindows } from './position-windows.ts'
import { barIndexAt, type PriceRow, rowTime } from './price-bars.ts'
import { type Loaded, PriceLoader } from './price-loader.ts'
import type { PriceLook } from './price-look.ts'
import { PriceView } from './price-view.ts'
import { shownUntil } from './shown-until.ts'

/** Where the chart goes: to a time, or to a period. */
type Place = { readonly time: number } | ChartSpan

const NO_TICKS = 'There are no ticks near this time. Choose a longer interval.'
/** Bars to load after the time that is shown. */
const BARS_AFTER = 600
const POSITIONS_DELAY_MS = 120
const DEFAULT_BARS = 120

/** Connects a source of bars and positions with a view. */
export class PriceController {
  readonly view: PriceView
  readonly #options: ControllerOptions
  readonly #events: ControllerEvents
  readonly #gone = new AbortController()
  readonly #windows: PositionWindows | null
  #settings: ChartSettings
  #interval: Interval
  #loading = new AbortController()
  #loader: PriceLoader | null = null
  #loaded: Loaded | null = null
  #loadedSpan: LoadedSpan | null = null
  #extra: readonly PlotLine[] = []
  #positions: readonly Position[] = []
  #selected: number | null = null
  #until: number | null = null
  /** The end of the last span of live prices; null before the first, and without any. */
  #reached: number | null = null
  /** The end of the rows that are loaded, while live prices are followed. */
  #loadedEnd = 0
  #stopFollowing: (() => void) | undefined
  /** Prices may arrive faster than bars are loaded. */
  #isOpening = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #stopPositions: (() => void) | undefined

  constructor(container: HTMLElement, options: ControllerOptions, events: ControllerEvents) {
    const { source, precision, settings, positions, clock } = options
    this.#options = options
    this.#events = events
    this.#settings = settings
    this.#interval = settings.grouping === 'auto' ? source.interval : settings.grouping
    this.#windows = positions === null ? null : new PositionWindows(positions)
    this.view = new PriceView(
      container,
      { precision, clock, ...this.#priceLook() },
      { onHover: events.onHover, onPosition: events.onPosition, onMoved: (moved) => this.#onMoved(moved) },
    )
    // A source that gives few at once shows only these.
    this.view.range.firstBars = Math.min(this.view.range.firstBars, source.chunkBars ?? Infinity)
    this.#stopPositions = this.#windows?.follow(() => {
      const span = this.view.range.span()
      if (span !== null) void this.#readPositions(span)
    })
    void this.#start()
  }

  get interval(): Interval {
    return this.#interval
  }

  setSettings(settings: ChartSettings): void {
    const before = this.#settings
    this.#settings = settings
    this.#look()
    if (settings.grouping === before.grouping && settings.side === before.side) return
    if (this.#options.source.follow === undefined) this.#reload()
    else this.#follow()
  }

  setSelected(selected: number | null): void {
    this.#selected = selected
    this.#drawPositions()
  }

  /** Lines of indicators, over the bars of `onLoaded`. */
  setIndicators(lines: readonly PlotLine[]): void {
    this.#extra = lines
    if (this.#loaded !== null) this.view.setPlots([...this.#loaded.plots, ...lines])
  }

  /** Hides everything after a time, as it was unknown then; null shows all. */
  setUntil(until: number | null): void {
    this.#until = until
    if (this.#loaded === null) return
    this.#draw(this.#loaded)
    if (until === null) return
    if (!this.#isBehind(until)) this.view.range.follow()
    else if (!this.#isOpening) void this.#open({ time: until })
  }

  #isBehind(until: number): boolean {
    const last = this.#loaded?.rows.at(-1)
    return last === undefined || rowTime(last) + completionMs(this.#interval) < until
  }

  /** Loads bars that have come to be before the oldest one; what is in view stays. */
  loadOlder(): void {
    this.#loader?.reopenLeft()
    void this.#more('left')
  }

  /** Brings a time into view. */
  reveal(time: number): void {
    if (!this.view.reveal(time)) void this.#open({ time })
  }

  /** The bars with which a period would be shown. */
  intervalOf({ start, end }: ChartSpan): Interval {
    const fitting = intervalFor(end - start, this.#options.source.intervals)
    return INTERVALS[fitting].ms > intervalMs(this.#interval) ? fitting : this.#interval
  }

  /** Shows a period, with longer bars if it is too long for these. */
  showSpan(span: ChartSpan): void {
    void this.#open(span)
  }

  /** The end of the bar that is some bars away from the one that ends at a time; null where none are loaded. */
  barAway(time: number, bars: number): number | null {
    const rows = this.#loaded?.rows ?? []
    const ms = completionMs(this.#interval)
    const index = barIndexAt(rows, time - ms)
    const row = rows[index + bars]
    return row === undefined ? null : rowTime(row) + ms
  }

  /** The whole period of the source. */
  get bounds(): ChartSpan {
    return this.#options.source
  }

  remove(): void {
    this.#gone.abort()
    this.#stopFollowing?.()
    this.#stopPositions?.()
    this.#loading.abort()
    clearTimeout(this.#timer)
    this.view.remove()
  }

  async #start(): Promise<void> {
    const { positions, source, time } = this.#options
    if (source.follow !== undefined) return this.#follow()
    try {
      const first = time ?? (await positions?.first()) ?? null
      if (!this.#gone.signal.aborted) await this.#open({ time: first ?? source.start })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Follows live prices with the chosen bars; the first span opens the chart. */
  #follow(): void {
    const { source } = this.#options
    const { grouping: chosen, side } = this.#settings
    this.#stopFollowing?.()
    this.#reached = null
    this.#interval = chosen === 'auto' ? source.interval : chosen
    this.#stopFollowing = source.follow?.({ interval: this.#interval, side }, (rows, span) => this.#onRows(rows, span))
  }

  #onRows(rows: readonly PriceRow[], { start, end }: ChartSpan): void {
    const isFirst = this.#reached === null
    this.#reached = end
    if (isFirst || (!this.#isOpening && start > this.#loadedEnd)) return void this.#open({ time: end })
    // What arrives meanwhile is missing afterwards, and the next span loads it.
    if (this.#isOpening) return
    this.#loadedEnd = end
    const loaded = this.#loader?.append(rows) ?? null
    if (loaded === null) return
    // A user who looks at earlier bars stays there.
    const isAtEnd = this.view.range.isAtEnd()
    this.#show(loaded)
    if (isAtEnd) this.view.range.follow()
  }

  #reload(): void {
    void this.#open(this.view.range.span() ?? { time: this.#options.source.start })
  }

  async #open(place: Place): Promise<void> {
    this.#loading.abort()
    const loading = new AbortController()
    this.#loading = loading
    this.#isOpening = true
    const until = this.#until
    const { source } = this.#options
    const { interval, span } = this.#fit(place)
    const ms = intervalMs(interval)
    const loader = new PriceLoader({ source, interval, side: this.#settings.side })
    const end = Math.min(span.end + BARS_AFTER * ms, this.#reached ?? Infinity)
    try {
      const loaded = await loader.loadBefore(end, loading.signal)
      if (loading.signal.aborted) return
      if (interval === 'Tick' && loaded.rows.length === 0) throw new Error(NO_TICKS)
      // The library shows what it is told with its next frame, so it cannot be asked after that.
      const isSame = this.#loaded !== null && interval === this.#interval
      const bars = isSame ? this.view.range.barsInView() : this.view.range.firstWidth()
      this.#loader = loader
      this.#loadedEnd = end
      this.#interval = interval
      this.#events.onInterval(interval)
      this.#events.onFailure(null)
      this.view.clear()
      this.#look()
      this.#show(loaded)
      if (this.#until !== null || end === this.#reached) this.view.range.follow(bars)
      else if ('time' in place) this.view.reveal(place.time)
      else this.view.range.showSpan(span)
    } catch (error) {
      if (!loading.signal.aborted) this.#fail(error)
    } finally {
      if (this.#loading === loading) this.#isOpening = false
    }
    // What is shown may have gone on meanwhile.
    const next = this.#until
    if (!loading.signal.aborted && next !== null && next !== until && this.#isBehind(next))
      void this.#open({ time: next })
  }

  /** The interval for a place, and as much of it as fits. */
  #fit(place: Place): { readonly interval: Interval; readonly span: ChartSpan } {
    const { grouping: chosen } = this.#settings
    const isTime = 'time' in place
    const asked = isTime ? this.#around(place.time) : place
    const width = asked.end - asked.start
    const { intervals } = this.#options.source
    const current = this.#interval === 'Tick' ? this.#options.source.interval : this.#interval
    const interval = chosen !== 'auto' ? chosen : isTime ? current : intervalFor(width, intervals)
    const most = MAX_BARS_IN_VIEW * intervalMs(interval)
    if (width <= most) return { interval, span: asked }
    const middle = asked.start + width / 2
    return { interval, span: { start: middle - most / 2, end: middle + most / 2 } }
  }

  #around(time: number): ChartSpan {
    const half = (DEFAULT_BARS / 2) * intervalMs(this.#interval)
    return { start: time - half, end: time + half }
  }

  #look(): void {
    this.view.setLook(this.#priceLook())
  }

  #priceLook(): PriceLook {
    const { type, hasGaps, brickPips, pipSize } = this.#settings
    return { interval: this.#interval, type, hasGaps, brickPips, pipSize }
  }

  #show(loaded: Loaded): void {
    this.#loaded = loaded
    this.#draw(loaded)
    this.#events.onExact(loaded.isExact)
    const [first, last] = [loaded.rows[0], loaded.rows.at(-1)]
    if (first === undefined || last === undefined) return
    const interval = this.#interval
    if (interval === 'Tick') {
      this.#loadedSpan = null
      return this.#events.onLoaded(null)
    }
    const span = { interval, start: rowTime(first), end: rowTime(last) + INTERVALS[interval].ms }
    const known = this.#loadedSpan
    // A forming bar changes several times a second.
    if (known?.interval === interval && known.start === span.start && known.end === span.end) return
    this.#loadedSpan = span
    this.#events.onLoaded(span)
  }

  #draw({ rows, plots }: Loaded): void {
    const ms = completionMs(this.#interval)
    const until = this.#until
    const known = until === null ? rows : rows.filter((row) => rowTime(row) + ms <= until)
    this.view.setData({ rows: known, plots: [...plots, ...this.#extra] })
    this.#drawPositions()
  }

  #drawPositions(): void {
    const until = this.#until
    const known = until === null ? this.#positions : shownUntil(this.#positions, until)
    this.view.setPositions(known, this.#selected)
  }

  #onMoved({ isNearLeft, isNearRight }: { isNearLeft: boolean; isNearRight: boolean }): void {
    if (isNearLeft) void this.#more('left')
    if (isNearRight && this.#needsRight()) void this.#more('right')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#settle(), POSITIONS_DELAY_MS)
  }

  /** While the end of the bars is hidden, the view is always near its last bar. */
  #needsRight(): boolean {
    if (this.#reached !== null) return false
    const last = this.#loaded?.rows.at(-1)
    if (this.#until === null || last === undefined) return true
    return rowTime(last) - this.#until < BARS_AFTER * intervalMs(this.#interval)
  }

  async #more(edge: 'left' | 'right'): Promise<void> {
    const { signal } = this.#loading
    try {
      const loaded = (await this.#loader?.loadMore(edge, signal)) ?? null
      if (loaded !== null && !signal.aborted) this.#show(loaded)
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** After a move: another interval if it suits the span better, and the positions in view. */
  async #settle(): Promise<void> {
    const span = this.view.range.span()
    if (span === null) return
    const { source } = this.#options
    if (
      this.#settings.grouping === 'auto' &&
      this.#interval !== 'Tick' &&
      this.#until === null &&
      this.#reached === null
    ) {
      const better = grouping(this.#interval, this.view.range.barsInView(), source.intervals)
      if (better !== this.#interval) return this.#open(span)
    }
    this.#events.onSettled()
    await this.#readPositions(span)
  }

  async #readPositions(span: ChartSpan): Promise<void> {
    if (this.#windows === null) return
    const { signal } = this.#loading
    try {
      const { count, positions } = await this.#windows.at(span, signal)
      if (signal.aborted) return
      this.#events.onPositionCount(count)
      this.#positions = count > MAX_POSITIONS ? [] : positions
      this.#drawPositions()
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (!this.#gone.signal.aborted) this.#events.onFailure(error)
  }
}

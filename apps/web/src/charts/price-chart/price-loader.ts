import { MAX_TICK_SPAN_MS } from '@tradeloom/contracts'
import { type BarDays, barEnd, type BarInterval, barStart, type Interval } from '@tradeloom/domain'
import { intervalMs } from './chart-interval.ts'
import type { ChartSide, ChartSource, ChartSpan } from './chart-source.ts'
import { addPlotWindow, type PlotLine, type ScriptLine } from './plot-lines.ts'
import { joinRows, type PriceRow, rowTime } from './price-bars.ts'

/** Loaded at once, unless the source says otherwise. */
const CHUNK_BARS = 3_300
const MINUTE = 60_000
/** A market is closed for at most this long; 5,000 minutes are the most that one request returns. */
const MAX_CLOSED_MS = 5_000 * MINUTE
/** Bars kept in memory; beyond it the far side is dropped. */
const MAX_BARS = 20_000

interface LoaderOptions {
  readonly source: ChartSource
  readonly interval: Interval
  readonly side: ChartSide
}

export interface Loaded {
  readonly rows: readonly PriceRow[]
  readonly plots: readonly PlotLine[]
  /** False when an older result kept only part of the plotted values. */
  readonly isExact: boolean
  /** Bars prepended to the loaded ones; negative when some were dropped at the front. */
  readonly added: number
}

function endOfBar(time: number, interval: BarInterval, days?: BarDays): number {
  return barEnd(barStart(time, interval, days), interval, days)
}

/** Bars of one instrument, loaded in chunks outwards from a time; one request at a time. */
export class PriceLoader {
  readonly #options: LoaderOptions
  #rows: PriceRow[] = []
  #plots: ScriptLine[] = []
  #isExact = true
  #isBusy = false
  #isLeftDone = false
  #isRightDone = false

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /** Replaces the loaded bars by those before `end`. */
  async loadBefore(end: number, signal: AbortSignal): Promise<Loaded> {
    const { source, interval } = this.#options
    // Whole bars only: a bar cut at `end` would keep showing a part of its prices.
    const whole = interval === 'Tick' ? Math.ceil(end) : endOfBar(end - 1, interval, source.days)
    const until = Math.min(whole, source.end)
    this.#plots = []
    this.#rows = await this.#fetchBefore(until, signal)
    this.#isLeftDone = false
    this.#isRightDone = until >= source.end
    return this.#loaded(0)
  }

  /** Loads more bars on one side; null when there are none, or a request is already under way. */
  async loadMore(edge: 'left' | 'right', signal: AbortSignal): Promise<Loaded | null> {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)]
    const isDone = edge === 'left' ? this.#isLeftDone : this.#isRightDone
    if (this.#isBusy || isDone || first === undefined || last === undefined) return null
    this.#isBusy = true
    try {
      return edge === 'left' ? await this.#before(rowTime(first), signal) : await this.#after(rowTime(last), signal)
    } finally {
      this.#isBusy = false
    }
  }

  /** There may be older bars now: the next request on the left asks again. */
  reopenLeft(): void {
    this.#isLeftDone = false
  }

  async #before(first: number, signal: AbortSignal): Promise<Loaded | null> {
    const older = (await this.#fetchBefore(first, signal)).filter((row) => rowTime(row) < first)
    this.#isLeftDone = older.length === 0 || first - this.#chunkMs() <= this.#options.source.start
    if (older.length === 0) return null
    this.#rows = [...older, ...this.#rows]
    if (this.#rows.length > MAX_BARS) {
      this.#rows.length = MAX_BARS
      this.#isRightDone = false
    }
    return this.#loaded(older.length)
  }

  async #after(last: number, signal: AbortSignal): Promise<Loaded | null> {
    const next = last + (this.#options.interval === 'Tick' ? 1 : this.#barMs())
    const end = Math.min(this.#options.source.end, next + this.#chunkMs())
    const newer = await this.#fetchAfter(next, end, signal)
    this.#isRightDone = end >= this.#options.source.end
    return this.append(newer)
  }

  /** Adds newer rows; the last one may have been forming, and is replaced. Null if nothing changes. */
  append(newer: readonly PriceRow[]): Loaded | null {
    const before = this.#rows
    const joined = joinRows(before, newer)
    if (joined.length === before.length && joined.at(-1) === before.at(-1)) return null
    const dropped = Math.max(0, joined.length - MAX_BARS)
    this.#rows = joined.slice(dropped)
    if (dropped > 0) this.#isLeftDone = false
    return this.#loaded(-dropped)
  }

  #loaded(added: number): Loaded {
    return { rows: this.#rows, plots: this.#plots, isExact: this.#isExact, added }
  }

  #barMs(): number {
    return intervalMs(this.#options.interval)
  }

  /** What is requested at once. */
  #chunkMs(): number {
    const { source, interval } = this.#options
    return interval === 'Tick' ? MAX_TICK_SPAN_MS : (source.chunkBars ?? CHUNK_BARS) * this.#barMs()
  }

  /** The rows before a time; ticks from where there are some, as a window of them is shorter than a weekend. */
  async #fetchBefore(end: number, signal: AbortSignal): Promise<PriceRow[]> {
    const start = end - this.#chunkMs()
    const rows = await this.#fetch(start, end, signal)
    if (rows.length > 0 || this.#options.interval !== 'Tick') return rows
    const minutes = await this.#minutes({ start: start - MAX_CLOSED_MS, end: start }, signal)
    const last = minutes.at(-1)
    return last === undefined
      ? []
      : this.#fetch(rowTime(last) + MINUTE - MAX_TICK_SPAN_MS, rowTime(last) + MINUTE, signal)
  }

  async #fetchAfter(start: number, end: number, signal: AbortSignal): Promise<PriceRow[]> {
    const rows = await this.#fetch(start, end, signal)
    if (rows.length > 0 || this.#options.interval !== 'Tick') return rows
    const [first] = await this.#minutes({ start: end, end: end + MAX_CLOSED_MS }, signal)
    return first === undefined ? [] : this.#fetch(rowTime(first), rowTime(first) + MAX_TICK_SPAN_MS, signal)
  }

  async #minutes({ start, end }: ChartSpan, signal: AbortSignal): Promise<readonly PriceRow[]> {
    const { source, side } = this.#options
    const span = { start: Math.max(start, source.start), end: Math.min(end, source.end) }
    return span.start >= span.end ? [] : source.load({ interval: 'M1', side }, span, signal)
  }

  async #fetch(start: number, end: number, signal: AbortSignal): Promise<PriceRow[]> {
    const { source, interval, side } = this.#options
    const span = { start: Math.max(start, source.start), end }
    if (span.start >= span.end) return []
    if (interval === 'Tick') return [...((await source.ticks?.(side, span, signal)) ?? [])]
    const [rows] = await Promise.all([
      source.load({ interval, side }, span, signal),
      this.#fetchPlots(interval, span, signal),
    ])
    return [...rows]
  }

  async #fetchPlots(interval: BarInterval, span: ChartSpan, signal: AbortSignal): Promise<void> {
    const windows = await this.#options.source.plots?.(interval, span, signal)
    if (windows === undefined) return
    this.#isExact = windows.isExact
    addPlotWindow(this.#plots, windows.plots)
  }
}

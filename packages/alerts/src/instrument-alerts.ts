import type { AlertState, AlertTerms, AlertValue } from '@tradeloom/domain/alerts'
import { type BarColumns, type BarDays, type BarInterval, midAndSpread } from '@tradeloom/domain'
import type { AlertGap, AlertOutcome } from './alert-outcome.ts'
import { BarSeries } from './bar-series.ts'
import { ChangeWindow } from './change-window.ts'
import { FIRINGS_MS, judge, MAX_FIRINGS } from './judge.ts'

/** A row of the tick log of the instrument. */
export interface AlertRow {
  readonly sequence: number
  /** UTC milliseconds. */
  readonly time: number
  readonly bid: number
  readonly ask: number
  /** Something could trade at it; other rows only tell the time. */
  readonly isPrice: boolean
  /** Prices before it are missing. */
  readonly isAfterGap: boolean
}

export interface WatchedAlert {
  readonly id: string
  readonly terms: AlertTerms
  /** The first row that it has not judged; earlier ones are its past. */
  readonly nextRow: number
  readonly state: AlertState
}

/** An alert while it is watched. */
interface Watch {
  readonly id: string
  readonly terms: AlertTerms
  readonly nextRow: number
  state: AlertState
  isEnded: boolean
  /** Of the newest price, and of the bar that has closed. */
  value(isClosed: boolean): number
  target(isClosed: boolean): number
}

/**
 * The alerts of one instrument, row by row. What they do follows from their terms, their states and the rows alone, so that
 * rows that were judged before the end of a process can be judged again.
 */
export class InstrumentAlerts {
  readonly #onRows: Watch[] = []
  readonly #onBars = new Map<BarInterval, Watch[]>()
  readonly #watches = new Map<string, Watch>()
  readonly #series = new Map<BarInterval, BarSeries>()
  readonly #windows = new Map<string, { window: ChangeWindow; percent: number }>()
  /** Rows before it are in the minutes with which the series began. */
  readonly #barsFrom: number
  readonly #days: BarDays
  #bid = NaN
  #ask = NaN
  /** Of the newest row of any kind. */
  #time = NaN
  #sequence: number | null = null
  #gapFrom: number | null = null

  /** `minutes`: those before `barsFrom`, UTC milliseconds; the rows from there on follow. Throws RangeError for indicators that do not exist. */
  constructor(
    alerts: readonly WatchedAlert[],
    {
      days,
      minutes,
      barsFrom,
    }: { readonly days: BarDays; readonly minutes: BarColumns | null; readonly barsFrom: number },
  ) {
    this.#days = days
    this.#barsFrom = barsFrom
    for (const alert of alerts) this.#watch(alert)
    if (minutes === null) return
    for (const series of this.#series.values()) series.begin(minutes)
    this.#bid = minutes.bidClose.at(-1) ?? NaN
    this.#ask = minutes.askClose.at(-1) ?? NaN
  }

  /** Alerts that go on. */
  get active(): readonly Pick<Watch, 'id' | 'state'>[] {
    return [...this.#watches.values()].filter(({ isEnded }) => !isEnded)
  }

  /** Throws if it is not one of them. */
  stateOf(id: string): AlertState {
    const watch = this.#watches.get(id)
    if (!watch) throw new Error(`There is no alert ${id}`)
    return watch.state
  }

  /** Rows come in their order. */
  take(row: AlertRow): readonly AlertOutcome[] {
    const outcomes: AlertOutcome[] = []
    const isMissing = row.isAfterGap || (this.#sequence !== null && row.sequence > this.#sequence + 1)
    if (isMissing && Number.isFinite(this.#time)) this.#gapFrom ??= this.#time
    this.#sequence = row.sequence
    this.#time = row.time
    this.#closeBars(row, outcomes)
    if (!row.isPrice) return outcomes
    this.#bid = row.bid
    this.#ask = row.ask
    const mid = (row.bid + row.ask) / 2
    for (const one of this.#windows.values()) one.percent = one.window.take(row.time, mid)
    if (row.time >= this.#barsFrom) for (const series of this.#series.values()) series.price(row.time, row.bid, row.ask)
    for (const watch of this.#onRows) this.#judge(watch, row, false, outcomes)
    this.#gapFrom = null
    return outcomes
  }

  #closeBars(row: AlertRow, outcomes: AlertOutcome[]): void {
    for (const [interval, series] of this.#series) {
      if (!series.hasEnded(row.time)) continue
      series.close()
      for (const watch of this.#onBars.get(interval) ?? []) this.#judge(watch, row, true, outcomes)
    }
  }

  #judge(watch: Watch, row: AlertRow, isClosed: boolean, outcomes: AlertOutcome[]): void {
    if (watch.isEnded || row.sequence < watch.nextRow) return
    const { id: alertId, terms } = watch
    const { sequence, time } = row
    const fail = (message: string): void => {
      watch.isEnded = true
      outcomes.push({ kind: 'failed', alertId, sequence, message })
    }
    const read = readOf(watch, isClosed)
    if (typeof read === 'string') return fail(read)
    const { state, fires } = judge(terms, watch.state, { ...read, time })
    watch.state = state
    if (!fires) return
    watch.isEnded = terms.fires === 'once'
    const gap: AlertGap | null = this.#gapFrom === null ? null : { from: this.#gapFrom, to: time }
    outcomes.push({ kind: 'fired', alertId, sequence, time, ...read, gap })
    if (terms.fires === 'every' && state.count >= MAX_FIRINGS)
      fail(`It has fired ${MAX_FIRINGS} times within ${FIRINGS_MS / 1_000} s`)
  }

  #watch({ id, terms, nextRow, state }: WatchedAlert): void {
    const { value, against, interval, fires } = terms
    const measure = this.#measure(value, terms)
    const target = typeof against === 'number' ? () => against : this.#measure(against, terms)
    const watch: Watch = { id, terms, nextRow, state, isEnded: false, value: measure, target }
    this.#watches.set(id, watch)
    if (fires !== 'bar-close' || interval === null) this.#onRows.push(watch)
    else {
      this.#seriesOf(interval)
      this.#onBars.set(interval, [...(this.#onBars.get(interval) ?? []), watch])
    }
  }

  #measure(value: AlertValue, { direction, interval }: AlertTerms): (isClosed: boolean) => number {
    switch (value.kind) {
      case 'bid':
        return () => this.#bid
      case 'ask':
        return () => this.#ask
      case 'mid':
        return () => midAndSpread(this.#bid, this.#ask).mid
      case 'spread':
        return () => midAndSpread(this.#bid, this.#ask).spread
      case 'change': {
        const name = `${direction} ${value.minutes}`
        const sign = direction === 'below' ? -1 : 1
        const used = this.#windows.get(name) ?? { window: new ChangeWindow(value.minutes, sign), percent: NaN }
        this.#windows.set(name, used)
        return () => used.percent
      }
      case 'indicator': {
        const reading = this.#seriesOf(interval ?? 'M1').use(value)
        return (isClosed) => (isClosed ? reading.closed() : reading.forming())
      }
    }
  }

  #seriesOf(interval: BarInterval): BarSeries {
    const series = this.#series.get(interval) ?? new BarSeries(interval, this.#days)
    this.#series.set(interval, series)
    return series
  }
}

/** What an alert compares; why it cannot, if an indicator has failed. */
function readOf(watch: Watch, isClosed: boolean): { readonly value: number; readonly target: number } | string {
  try {
    return { value: watch.value(isClosed), target: watch.target(isClosed) }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

import {
  type AsOfSeries,
  DEFAULT_SERIES_DELAY,
  type KnownQuality,
  seriesId,
  seriesOptionProblem,
} from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import { shown } from '../orders/order-rules.ts'
import { freezeView } from './freeze-view.ts'
import type { HandlerCalls } from './handler-calls.ts'
import type { KnownClock } from './known-clock.ts'
import type { KnownSources } from './known-sources.ts'
import { offerSeries } from './series-of.ts'

/** A dataset as a script knows it at the time of the run. */
export class KnownSource {
  readonly #id: string
  readonly #lag: number | null
  readonly #revised: RevisedReads
  readonly #series: AsOfSeries
  readonly #clock: KnownClock
  readonly #calls: HandlerCalls

  constructor(id: string, lag: number | null, series: AsOfSeries, { knownClock, calls, revised }: KnownSeriesParts) {
    this.#id = id
    this.#lag = lag
    this.#revised = revised
    this.#series = series
    this.#clock = knownClock
    this.#calls = calls
  }

  now(): AsOfSeries {
    this.#series.advance(this.#clock.time)
    return this.#series
  }

  /** The value of the period `n` before the newest one. */
  ago(n: number): number {
    const known = this.now()
    this.noteRead(known, n)
    return known.ago(n)
  }

  /** Notes that a value was read whose known time is assumed. */
  noteRead(known: AsOfSeries, n: number): void {
    if (known.isLagged(n)) this.#revised.set(`${this.#id} ${this.#lag}`, { id: this.#id, lag: this.#lag })
  }

  /** The forecasts among what became known so far; null if there were none. */
  get leftOut(): LeftOut | null {
    const { leftOut: values, count } = this.now()
    return values === 0 ? null : { id: this.#id, values, isAll: count === 0 }
  }

  get isNew(): boolean {
    return this.now().changedAt > this.#calls.since
  }
}

/** Values of a dataset that were left out as forecasts, and whether it has no others. */
export interface LeftOut {
  readonly id: string
  readonly values: number
  readonly isAll: boolean
}

const SOURCES = new WeakMap<object, KnownSource>()

/** The dataset behind a view; undefined for anything else that a script may pass. */
export function knownSourceOf(view: unknown): KnownSource | undefined {
  return typeof view === 'object' && view !== null ? SOURCES.get(view) : undefined
}

/** `series(code)` as scripts see it. */
class ScriptSeries {
  readonly #source: KnownSource

  constructor(source: KnownSource) {
    this.#source = source
    SOURCES.set(this, source)
    const value = (): number => source.ago(0)
    offerSeries(this, { finished: value, forming: value, requestWarmup: () => undefined })
  }

  get value(): number {
    return this.#source.ago(0)
  }

  get period(): number {
    return this.#source.now().periodAgo(0)
  }

  get knownAt(): number {
    return this.#source.now().knownAt
  }

  get quality(): KnownQuality | null {
    return this.#source.now().quality
  }

  get count(): number {
    return this.#source.now().count
  }

  get isNew(): boolean {
    return this.#source.isNew
  }

  ago(n = 0): number {
    return this.#source.ago(n)
  }
}

freezeView(ScriptSeries)

export interface KnownSeriesParts {
  readonly sources: KnownSources
  readonly knownClock: KnownClock
  readonly calls: HandlerCalls
  readonly revised: RevisedReads
  /** All that the script has opened. */
  readonly openedSources: KnownSource[]
}

/** Datasets of which a script has read values whose known times are assumed, and the days if it has chosen them. */
export type RevisedReads = Map<string, { readonly id: string; readonly lag: number | null }>

/** `series` of the script API. */
export function seriesApi(parts: KnownSeriesParts) {
  const { sources } = parts
  const views = new Map<string, object>()
  return (code: unknown, options: unknown = {}): object => {
    const { column, delay, forecasts, lag } = readOptions(options)
    const id = typeof code === 'string' ? seriesId(code, column) : null
    const key = `${id} ${delay} ${forecasts} ${lag}`
    const opened = views.get(key)
    if (opened) return opened
    const asOf = sources.open(id, { delay: delay * 1_000, forecasts, lag })
    if (id === null || asOf === null) throw new ScriptApiError(`series: this run has no data of ${shown(id ?? code)}`)
    const source = new KnownSource(id, lag, asOf, parts)
    const view = Object.freeze(new ScriptSeries(source))
    parts.openedSources.push(source)
    views.set(key, view)
    return view
  }
}

interface SeriesOptions {
  readonly column: string | null
  /** Seconds. */
  readonly delay: number
  readonly forecasts: boolean
  /** Days; null for the usual ones. */
  readonly lag: number | null
}

function readOptions(given: unknown): SeriesOptions {
  if (typeof given !== 'object' || given === null) throw new ScriptApiError('series: the options must be an object')
  const options: Record<string, unknown> = { ...given }
  for (const [name, value] of Object.entries(options)) {
    const problem = seriesOptionProblem(name, value)
    if (problem !== null) throw new ScriptApiError(problem)
  }
  const { column = null, delay = DEFAULT_SERIES_DELAY, forecasts = false, lag = null } = options
  return { column, delay, forecasts, lag } as SeriesOptions
}

import { isExhaustion, type OhlcColumns } from '@tradeloom/domain'
import {
  customArguments,
  type CustomIndicator,
  defineCustom,
  IndicatorAhead,
  type IndicatorBar,
  type IndicatorDefinition,
  IndicatorInstance,
  SYSTEM_INDICATORS,
  warmupBars,
} from '@tradeloom/indicators'

import { ScriptApiError } from '../errors.ts'
import type { AheadReader, IntervalBars } from '../market/interval-bars.ts'
import type { TradedMarket } from '../traded-market.ts'
import type { IndicatorSource, ScriptObserver, Values } from './script-observer.ts'
import { logText } from '../record/run-log.ts'
import { freezeView } from './freeze-view.ts'
import type { ScriptGuard } from './script-guard.ts'
import { type KnownSource, knownSourceOf } from './known-source.ts'
import { releaseIndicator } from './release-indicator.ts'
import { offerSeries, seriesOf, type ViewedSeries } from './series-of.ts'

type Args = readonly (number | undefined)[]

const SYSTEM = Object.values(SYSTEM_INDICATORS)

/**
 * An indicator that scripts read: computed in blocks where its bars are known in advance, else bar by bar, as also from
 * the first value with a forming bar on. The values are the same.
 */
class IndicatorReader implements AheadReader, IndicatorSource {
  /** One per output. */
  histories: readonly Values[]
  first: Values
  onChange: () => void = () => undefined
  readonly instance: IndicatorInstance
  readonly #bars: IntervalBars
  readonly #args: Args
  #ahead: { readonly bars: OhlcColumns; readonly indicator: IndicatorAhead } | null = null

  constructor(bars: IntervalBars, instance: IndicatorInstance, args: Args) {
    this.instance = instance
    this.histories = instance.histories
    this.first = instance.first
    this.#bars = bars
    this.#args = args
  }

  goAhead(bars: OhlcColumns): void {
    const { indicators } = this.#bars
    const { definition } = this.instance
    indicators.splice(indicators.indexOf(this.instance), 1)
    const indicator = new IndicatorAhead(definition, this.#args, bars)
    this.#ahead = { bars, indicator }
    this.histories = indicator.histories
    this.first = this.histories[0] as Values
    this.#bars.ahead = [...this.#bars.ahead, ...indicator.histories]
    this.onChange()
  }

  fillBlock(from: number): void {
    this.#ahead?.indicator.fill(from)
  }

  goLive(count: number): void {
    if (this.#ahead === null) return
    const { bars, indicator } = this.#ahead
    this.#ahead = null
    this.#bars.ahead = this.#bars.ahead.filter((values) => !indicator.histories.includes(values))
    const { view } = this.#bars
    const { time, open, high, low, close, volume, spread } = view
    for (let row = 0; row < count; row++) {
      view.time = bars.time[row] as number
      view.open = bars.open[row] as number
      view.high = bars.high[row] as number
      view.low = bars.low[row] as number
      view.close = bars.close[row] as number
      view.volume = bars.volume[row] as number
      view.spread = bars.spread[row] as number
      this.instance.close()
    }
    Object.assign(view, { time, open, high, low, close, volume, spread })
    this.#bars.addIndicator(this.instance)
    this.histories = this.instance.histories
    this.first = this.instance.first
    this.onChange()
  }

  named(k: number): unknown {
    return this.instance.definition.named?.(this.histories, k)
  }

  /** The value with the forming bar; nothing of it can be known in advance. */
  forming(): ReturnType<IndicatorInstance['forming']> {
    this.goLive(this.#bars.count)
    return this.#bars.formingValue(this.instance)
  }
}

/** An indicator of one output as scripts hold it: what most of them ask for on every bar, in few steps. */
class SingleIndicator {
  readonly #reader: IndicatorSource
  #values: Values

  constructor(source: IndicatorSource, reader: IndicatorReader, requestWarmup: (count: number) => void) {
    this.#reader = source
    this.#values = source.first
    source.onChange = () => {
      this.#values = source.first
    }
    offerSeries(this, {
      finished: () => reader.first.at(0),
      forming: () => reader.forming() as number,
      requestWarmup,
    })
  }

  get ready(): boolean {
    const { last } = this.#values
    return last === last
  }

  get forming(): unknown {
    return this.#reader.forming()
  }

  /** So short that V8 always puts it into its caller; where it does not, each value becomes an object. */
  value(k?: number): number {
    const values = this.#values
    if (k === undefined) return values.last
    return values.at(k)
  }
}

/** An indicator of several outputs. */
class SeveralIndicator {
  readonly #reader: IndicatorSource

  constructor(reader: IndicatorSource) {
    this.#reader = reader
  }

  get ready(): boolean {
    const { last } = this.#reader.first
    return last === last
  }

  get forming(): unknown {
    return this.#reader.forming()
  }

  value(k = 0): unknown {
    return this.#reader.named(k)
  }
}

for (const view of [SingleIndicator, SeveralIndicator]) freezeView(view)

export interface ScriptIndicatorParts {
  readonly market: TradedMarket
  readonly useInterval: (interval: unknown) => IntervalBars
  /** Requests the history that an indicator needs. */
  readonly requestWarmup: (bars: IntervalBars, count: number) => void
  /** Indicators of users; system indicators with the same keys take precedence. */
  readonly custom: readonly CustomIndicator[]
  /** As scripts see it. */
  readonly instrument: object
  readonly log: (text: string) => void
  /** Of the scripts of users. */
  readonly guard: ScriptGuard
  readonly observer: ScriptObserver | null
}

/** `indicators` of the script API. */
export function scriptIndicators({
  market,
  useInterval,
  requestWarmup,
  custom,
  instrument,
  log,
  guard,
  observer,
}: ScriptIndicatorParts): Readonly<Record<string, unknown>> {
  const create = (definition: IndicatorDefinition, interval: unknown, given: readonly unknown[]) => {
    const dataset = knownSourceOf(interval)
    if (dataset) return overReleases(definition, dataset, given)
    const bars = useInterval(interval)
    const other = definition.takesOther ? otherSeries(definition, given[0]) : undefined
    const { key } = definition
    const args = argumentsOf(definition, definition.takesOther ? given.slice(1) : given)
    const instance = createInstance(definition, args, bars.view, other)
    const reader = new IndicatorReader(bars, instance, args)
    if (other) bars.addComparison(instance)
    else {
      bars.addIndicator(instance)
      // In advance, the script of a user would see prices and times before the algorithm does.
      if (definition.isCustom !== true) bars.readers.push(reader)
    }
    const warmup = warmupBars(definition, args)
    requestWarmup(bars, warmup)
    other?.requestWarmup(warmup)
    const isSingle = definition.outputs.length === 1
    const source = observer?.indicator(reader, { key, bars, market, given }) ?? reader
    const view = Object.freeze(
      isSingle
        ? new SingleIndicator(source, reader, (count) => requestWarmup(bars, warmup + count))
        : new SeveralIndicator(source),
    )
    observer?.made(view, source)
    return view
  }
  const offered: Record<string, unknown> = Object.fromEntries(
    custom.map((source) => {
      const world = { instrument, log: (...values: unknown[]) => log(`${source.key}: ${logText(values)}`), guard }
      return [
        source.key,
        (interval: unknown, ...given: unknown[]) => create(defineCustom(source, world), interval, given),
      ]
    }),
  )
  for (const definition of SYSTEM) {
    offered[definition.key] = (interval: unknown, ...given: unknown[]) => create(definition, interval, given)
  }
  for (const key in offered) Object.freeze(offered[key])
  return Object.freeze(offered)
}

/** An indicator over the periods of a dataset. */
function overReleases(definition: IndicatorDefinition, dataset: KnownSource, given: readonly unknown[]): object {
  const { key, takesOther, outputs } = definition
  if (takesOther) throw new ScriptApiError(`${key} compares two series bar by bar: its first argument is an interval`)
  const args = argumentsOf(definition, given)
  const make = (bar: IndicatorBar): IndicatorInstance => createInstance(definition, args, bar)
  return releaseIndicator(dataset, make, warmupBars(definition, args), outputs.length === 1)
}

function argumentsOf({ isCustom, key, parameters }: IndicatorDefinition, given: readonly unknown[]): Args {
  return (isCustom === true ? customArguments(key, parameters, given) : given) as Args
}

function createInstance(
  definition: IndicatorDefinition,
  args: Args,
  bar: IndicatorBar,
  other?: ViewedSeries,
): IndicatorInstance {
  try {
    return new IndicatorInstance(definition, args, bar, other)
  } catch (error) {
    // What the script of a user throws keeps its place.
    const isMisuse = error instanceof RangeError && definition.isCustom !== true && !isExhaustion(error)
    throw isMisuse ? new ScriptApiError(error.message) : error
  }
}

function otherSeries({ key }: IndicatorDefinition, given: unknown): ViewedSeries {
  const series = seriesOf(given)
  if (series) return series
  throw new ScriptApiError(
    `${key}: the first argument after the interval must be a series, an indicator with one value or bars(interval)`,
  )
}

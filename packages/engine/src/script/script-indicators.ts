import {
  type IndicatorDefinition,
  IndicatorInstance,
  SYSTEM_INDICATORS,
  type ValueHistory,
  warmupBars,
} from '@tradeloom/indicators'

import { ScriptApiError } from '../errors.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import { freezeWhole } from './freeze-whole.ts'
import { offerSeries, seriesOf, type ViewedSeries } from './series-of.ts'

/** An indicator as scripts hold it. */
class ScriptIndicator {
  readonly #bars: IntervalBars
  readonly #instance: IndicatorInstance
  readonly #isSingle: boolean
  /** What most scripts ask for on every bar, without a way round. */
  readonly #first: ValueHistory

  constructor(bars: IntervalBars, instance: IndicatorInstance, requestWarmup: (count: number) => void) {
    this.#bars = bars
    this.#instance = instance
    this.#first = instance.first
    this.#isSingle = instance.definition.outputs.length === 1
    if (!this.#isSingle) return
    offerSeries(this, {
      finished: () => this.#first.last,
      forming: () => bars.formingValue(instance) as number,
      requestWarmup,
    })
  }

  get ready(): boolean {
    const { last } = this.#first
    return last === last
  }

  get forming(): unknown {
    return this.#bars.formingValue(this.#instance)
  }

  value(k = 0): unknown {
    return this.#isSingle ? this.#first.at(k) : this.#instance.value(k)
  }
}

freezeWhole(ScriptIndicator)
freezeWhole(ScriptIndicator.prototype)

/** `indicators` of the script API; requests through `requestWarmup` the history that each one needs. */
export function scriptIndicators(
  useInterval: (interval: unknown) => IntervalBars,
  requestWarmup: (bars: IntervalBars, count: number) => void,
): Readonly<Record<string, unknown>> {
  const create = (definition: IndicatorDefinition, interval: unknown, given: readonly unknown[]) => {
    const bars = useInterval(interval)
    const other = definition.takesOther ? otherSeries(definition, given[0]) : undefined
    const args = (definition.takesOther ? given.slice(1) : given) as readonly (number | undefined)[]
    const instance = createInstance(definition, args, bars, other)
    ;(other ? bars.comparisons : bars.indicators).push(instance)
    const warmup = warmupBars(definition, args)
    requestWarmup(bars, warmup)
    other?.requestWarmup(warmup)
    return Object.freeze(new ScriptIndicator(bars, instance, (count) => requestWarmup(bars, warmup + count)))
  }
  const entries = Object.values(SYSTEM_INDICATORS).map((definition) => [
    definition.key,
    (interval: unknown, ...given: unknown[]) => create(definition, interval, given),
  ])
  return freezeWhole(Object.fromEntries(entries) as Record<string, unknown>)
}

function createInstance(
  definition: IndicatorDefinition,
  args: readonly (number | undefined)[],
  bars: IntervalBars,
  other: ViewedSeries | undefined,
): IndicatorInstance {
  try {
    return new IndicatorInstance(definition, args, bars.view, other)
  } catch (error) {
    throw error instanceof RangeError ? new ScriptApiError(error.message) : error
  }
}

function otherSeries({ key }: IndicatorDefinition, given: unknown): ViewedSeries {
  const series = seriesOf(given)
  if (series) return series
  throw new ScriptApiError(
    `${key}: the first argument after the interval must be a series, an indicator with one value or bars(interval)`,
  )
}

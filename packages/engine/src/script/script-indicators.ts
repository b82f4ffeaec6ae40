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

/** An indicator as scripts hold it. */
class ScriptIndicator {
  readonly #bars: IntervalBars
  readonly #instance: IndicatorInstance
  readonly #isSingle: boolean
  /** What most scripts ask for on every bar, without a way round. */
  readonly #first: ValueHistory

  constructor(bars: IntervalBars, instance: IndicatorInstance) {
    this.#bars = bars
    this.#instance = instance
    this.#first = instance.first
    this.#isSingle = instance.definition.outputs.length === 1
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

/** `indicators` of the script API; tells through `requestWarmup` how much history each one wants. */
export function scriptIndicators(
  useInterval: (interval: unknown) => IntervalBars,
  requestWarmup: (bars: IntervalBars, count: number) => void,
): Readonly<Record<string, unknown>> {
  const create = (definition: IndicatorDefinition, interval: unknown, args: readonly (number | undefined)[]) => {
    const bars = useInterval(interval)
    const instance = createInstance(definition, args, bars)
    bars.indicators.push(instance)
    requestWarmup(bars, warmupBars(definition, args))
    return Object.freeze(new ScriptIndicator(bars, instance))
  }
  const entries = Object.values(SYSTEM_INDICATORS).map((definition) => [
    definition.key,
    (interval: unknown, ...args: (number | undefined)[]) => create(definition, interval, args),
  ])
  return freezeWhole(Object.fromEntries(entries) as Record<string, unknown>)
}

function createInstance(
  definition: IndicatorDefinition,
  args: readonly (number | undefined)[],
  bars: IntervalBars,
): IndicatorInstance {
  try {
    return new IndicatorInstance(definition, args, bars.view)
  } catch (error) {
    throw error instanceof RangeError ? new ScriptApiError(error.message) : error
  }
}

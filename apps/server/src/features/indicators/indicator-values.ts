import type { IndicatorArgument, IndicatorValues } from '@tradeloom/contracts'
import {
  computeIndicator,
  indicatorByKey,
  type IndicatorKey,
  SYSTEM_INDICATOR_TEXTS,
  SYSTEM_INDICATORS,
  warmupBars,
} from '@tradeloom/indicators'
import { analyzeScript } from '@tradeloom/script'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { type BarsRequest, MAX_BEFORE, readBars } from './indicator-bars.ts'
import { DEFAULT_COLOR, type IndicatorRuns } from './indicator-runs.ts'
import type { IndicatorsService } from './indicators.service.ts'
import { isSystemKey } from './system-indicators.ts'

/** Prices and arguments of a request for values. */
export interface ValuesRequest extends BarsRequest {
  /** In the order of the indicator's parameters; null takes the default. */
  readonly parameters: readonly IndicatorArgument[]
}

export interface TestRequest extends ValuesRequest {
  readonly id?: string | undefined
  readonly script?: string | undefined
  readonly key?: string | undefined
}

export interface IndicatorValuesDeps {
  readonly indicators: Pick<IndicatorsService, 'get' | 'ownScript'>
  readonly market: Pick<MarketService, 'bars' | 'find'>
  readonly runs: Pick<IndicatorRuns, 'values'>
}

type Viewer = string | null

/** A custom indicator, and whether it is to settle before the period. */
interface Custom {
  readonly key: string
  readonly script: string
  readonly isSettled: boolean
}

/** Computes indicators: for tests from the first bar of the period, for charts with history before it. */
export class IndicatorValuesService {
  readonly #deps: IndicatorValuesDeps

  constructor(deps: IndicatorValuesDeps) {
    this.#deps = deps
  }

  async test({ id, script, ...request }: TestRequest, viewer: Viewer): Promise<IndicatorValues> {
    const isSettled = false
    if (script !== undefined) {
      return this.#custom({ key: request.key ?? 'Indicator', script, isSettled }, request, viewer)
    }
    const { key, system, script: saved } = await this.#deps.indicators.get(id ?? request.key ?? '', viewer)
    if (system) return this.#system(key as IndicatorKey, request, isSettled, viewer)
    return this.#custom({ key, script: saved, isSettled }, request, viewer)
  }

  async fetch({ key, ...request }: ValuesRequest & { readonly key: string }, viewer: Viewer): Promise<IndicatorValues> {
    if (isSystemKey(key)) return this.#system(key, request, true, viewer)
    const script = await this.#deps.indicators.ownScript(key, viewer)
    const values = await this.#custom({ key, script, isSettled: true }, request, viewer)
    // Charts have no place for it.
    return { ...values, log: [] }
  }

  async #system(
    key: IndicatorKey,
    request: ValuesRequest,
    isSettled: boolean,
    viewer: Viewer,
  ): Promise<IndicatorValues> {
    const { pane, takesOther } = SYSTEM_INDICATORS[key]
    if (takesOther && request.otherInstrumentId === undefined) return errored(needsOther(key))
    const args = request.parameters.map((value) => value ?? undefined) as (number | undefined)[]
    try {
      const warmup = isSettled ? warmupBars(indicatorByKey(key), args) : 0
      const { bars, before, other } = await readBars(this.#deps.market, request, warmup, viewer)
      const { times, outputs } = computeIndicator({ key, args, bars, ...(takesOther && other && { other }) })
      const { colors } = SYSTEM_INDICATOR_TEXTS[key]
      const values: IndicatorValues = {
        state: 'initialized',
        times,
        outputs: Object.entries(outputs).map(([name, column], at) => ({
          name,
          pane,
          color: colors[at] ?? DEFAULT_COLOR,
          values: column,
        })),
        log: [],
      }
      return withoutFirst(values, before)
    } catch (error) {
      // The indicator does not accept these arguments.
      if (error instanceof RangeError) return errored(error.message)
      throw error
    }
  }

  async #custom(custom: Custom, request: ValuesRequest, viewer: Viewer): Promise<IndicatorValues> {
    if (viewer === null) throw invalid('Please log in to test indicators')
    const { key, script, isSettled } = custom
    if (request.otherInstrumentId === undefined && analyzeScript(script, 'indicator').takesOther) {
      return errored(needsOther(key))
    }
    const instrument = await this.#deps.market.find(request.instrumentId, viewer)
    if (!instrument) throw notFound('Instrument')
    const { interval, parameters } = request
    const compute = async (history: number) => {
      const read = await readBars(this.#deps.market, request, history, viewer)
      const { bars, before, other } = read
      const run = { key, script, interval, parameters, instrument, bars, other, userId: viewer }
      return { before, ...(await this.#deps.runs.values(run)) }
    }
    const first = await compute(isSettled ? FIRST_HISTORY : 0)
    // Only the script itself says how much it wants.
    const isEnough = !isSettled || first.warmup <= FIRST_HISTORY || first.before < FIRST_HISTORY
    const { values, before } = isEnough ? first : await compute(Math.min(MAX_BEFORE, first.warmup))
    return withoutFirst(values, before)
  }
}

/** The history that a custom indicator gets first; most of them want no more. */
const FIRST_HISTORY = 500

function needsOther(key: string): string {
  return `${key} compares two series: choose the instrument to compare with`
}

/** Leaves out the bars before the period. */
function withoutFirst(values: IndicatorValues, count: number): IndicatorValues {
  if (values.state === 'errored' || count === 0) return values
  return {
    ...values,
    times: values.times.slice(count),
    outputs: values.outputs.map((output) => ({ ...output, values: output.values.slice(count) })),
  }
}

function errored(message: string): IndicatorValues {
  return { state: 'errored', message, line: null, column: null, log: [] }
}

import { type IndicatorValues, intervalKey, type IndicatorArgument, MAX_INDICATOR_BARS } from '@tradeloom/contracts'
import type { BarInterval, OhlcColumns } from '@tradeloom/domain'
import { computeIndicator, SYSTEM_INDICATOR_TEXTS, SYSTEM_INDICATORS, type IndicatorKey } from '@tradeloom/indicators'
import type { BarRow } from '@tradeloom/market-data'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { DEFAULT_COLOR, type IndicatorRuns } from './indicator-runs.ts'
import type { IndicatorsService } from './indicators.service.ts'
import { isSystemKey } from './system-indicators.ts'

/** Prices and arguments of a request for values. */
export interface ValuesRequest {
  readonly instrumentId: string
  readonly interval: string
  readonly start: string
  readonly end: string
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

/** Computes indicators for tests and charts. */
export class IndicatorValuesService {
  readonly #deps: IndicatorValuesDeps

  constructor(deps: IndicatorValuesDeps) {
    this.#deps = deps
  }

  async test({ id, script, ...request }: TestRequest, viewer: Viewer): Promise<IndicatorValues> {
    if (script !== undefined) return this.#custom(request.key ?? 'Indicator', script, request, viewer)
    const { key, system, script: saved } = await this.#deps.indicators.get(id ?? request.key ?? '', viewer)
    if (system) return this.#system(key as IndicatorKey, request, viewer)
    return this.#custom(key, saved, request, viewer)
  }

  async fetch({ key, ...request }: ValuesRequest & { readonly key: string }, viewer: Viewer): Promise<IndicatorValues> {
    if (isSystemKey(key)) return this.#system(key, request, viewer)
    return this.#custom(key, await this.#deps.indicators.ownScript(key, viewer), request, viewer)
  }

  async #system(key: IndicatorKey, request: ValuesRequest, viewer: Viewer): Promise<IndicatorValues> {
    const bars = await this.#bars(request, viewer)
    const { pane, takesOther } = SYSTEM_INDICATORS[key]
    if (takesOther) return errored(`${key} compares two series, but a test has one: use it in an algorithm`)
    const args = request.parameters.map((value) => value ?? undefined)
    try {
      const { times, outputs } = computeIndicator({ key, args: args as (number | undefined)[], bars })
      const { colors } = SYSTEM_INDICATOR_TEXTS[key]
      return {
        state: 'initialized',
        times,
        outputs: Object.entries(outputs).map(([name, values], at) => ({
          name,
          pane,
          color: colors[at] ?? DEFAULT_COLOR,
          values,
        })),
        log: [],
      }
    } catch (error) {
      // The indicator does not accept these arguments.
      if (error instanceof RangeError) return errored(error.message)
      throw error
    }
  }

  async #custom(key: string, script: string, request: ValuesRequest, viewer: Viewer): Promise<IndicatorValues> {
    if (viewer === null) throw invalid('Please log in to test indicators')
    const bars = await this.#bars(request, viewer)
    const instrument = await this.#deps.market.find(request.instrumentId, viewer)
    if (!instrument) throw notFound('Instrument')
    const { interval, parameters } = request
    return this.#deps.runs.values({ key, script, interval, parameters, instrument, bars, userId: viewer })
  }

  async #bars({ interval, ...request }: ValuesRequest, viewer: Viewer): Promise<OhlcColumns> {
    const key: BarInterval = intervalKey.exclude(['Tick']).parse(interval)
    const { window, more } = await this.#deps.market.bars(
      { ...request, interval: key, limit: MAX_INDICATOR_BARS },
      viewer,
    )
    if (more) {
      throw invalid('This period has more than 20,000 bars: choose a shorter period or a longer interval', 'start')
    }
    return columnsOf(window.rows())
  }
}

function errored(message: string): IndicatorValues {
  return { state: 'errored', message, line: null, column: null, log: [] }
}

/** Indicators read bid prices. */
function columnsOf(rows: readonly BarRow[]): OhlcColumns {
  const column = (value: (row: BarRow) => number): Float64Array => Float64Array.from(rows, value)
  return {
    time: column((row) => row[0]),
    open: column((row) => row[1]),
    high: column((row) => row[2]),
    low: column((row) => row[3]),
    close: column((row) => row[4]),
    volume: column((row) => row[9]),
    spread: column((row) => row[8] - row[4]),
  }
}

import type { BacktestAnalysis, BacktestBenchmark, BacktestRolling } from '@tradeloom/contracts'
import { type ColumnInput, computeAnalysis, computeRolling, holdingCurve } from '@tradeloom/metrics'
import type { MarketService } from '../instruments/market.service.ts'
import type { BacktestResults } from './backtest-results.service.ts'
import { benchmarkPrices } from './benchmark-prices.ts'
import type { BacktestsService } from './backtests.service.ts'

interface BacktestAnalysesDeps {
  readonly backtests: Pick<BacktestsService, 'visible'>
  readonly results: Pick<BacktestResults, 'metricInput' | 'prices'>
  readonly market: MarketService
}

/** Series computed from results; null for runs without a result, and for results of engines before 2.3. */
export class BacktestAnalyses {
  readonly #deps: BacktestAnalysesDeps

  constructor(deps: BacktestAnalysesDeps) {
    this.#deps = deps
  }

  async analysis(id: string, viewerId: string | null): Promise<BacktestAnalysis | null> {
    const input = await this.#deps.results.metricInput(id, viewerId)
    return input === null ? null : computeAnalysis(input)
  }

  async rolling(id: string, viewerId: string | null, days: number): Promise<BacktestRolling | null> {
    const input = await this.#deps.results.metricInput(id, viewerId)
    if (input === null) return null
    const { time, ...values } = computeRolling(input, days)
    const copied = Object.entries(values).map(([key, column]) => [key, [...column]])
    return { time: [...time], ...Object.fromEntries(copied) } as BacktestRolling
  }

  /** Buying and holding an instrument; by default that of the run, at the prices that it saw. */
  async benchmark(id: string, viewerId: string | null, wanted?: string): Promise<BacktestBenchmark | null> {
    const input = await this.#deps.results.metricInput(id, viewerId)
    if (input === null) return null
    const { row: backtest } = await this.#deps.backtests.visible(id, viewerId)
    const instrumentId = wanted ?? backtest.instrumentId
    const prices =
      instrumentId === backtest.instrumentId
        ? await this.#ownPrices(id, viewerId, input)
        : await benchmarkPrices(this.#deps.market, viewerId, instrumentId, input)
    const curve = prices && holdingCurve(input, prices)
    return curve && { instrumentId, symbol: instrumentId.split(':')[0] ?? instrumentId, ...curve }
  }

  /** Null if the run kept no prices, and for viewers of a public run on private prices: the curve would reveal them. */
  async #ownPrices(id: string, viewerId: string | null, { benchmark, benchmarkStart }: ColumnInput) {
    if (benchmark === null || benchmarkStart === null) return null
    if ((await this.#deps.results.prices(id, viewerId)) === 'private') return null
    return { first: benchmarkStart, ...benchmark }
  }
}

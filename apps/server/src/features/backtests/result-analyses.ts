import type { BacktestCharts } from '@tradeloom/contracts'
import type { Ask } from '../../platform/processes/request-process.ts'
import type { BacktestsRepository, StoredMetrics } from './backtests.repository.ts'
import { unpackJson } from '../../platform/results/packed-json.ts'

interface StoredAnalysis {
  readonly metrics: StoredMetrics
  readonly breakdowns: NonNullable<BacktestCharts['breakdowns']>
}

/** From a packed result to its packed analysis, in a separate process. */
export type AnalyzeResult = Ask<Uint8Array, Uint8Array>

/**
 * Metrics with their intervals, and breakdowns. They are computed in a separate process on their first request, and
 * stored. Simultaneous requests share one computation. Does not check access.
 */
export class ResultAnalyses {
  readonly #repository: Pick<BacktestsRepository, 'part' | 'keepAnalysis'>
  readonly #analyze: AnalyzeResult
  readonly #underWay = new Map<string, Promise<Buffer | null>>()

  constructor(repository: Pick<BacktestsRepository, 'part' | 'keepAnalysis'>, analyze: AnalyzeResult) {
    this.#repository = repository
    this.#analyze = analyze
  }

  /** Null for a backtest without a result, or with a result of an engine before 2.3. */
  async of(id: string): Promise<StoredAnalysis | null> {
    const kept = (await this.#repository.part(id, 'analysis')) ?? (await this.#computed(id))
    return kept === null ? null : (await unpackJson<StoredAnalysis>(kept)).value
  }

  /** The analysis if it is already stored; does not compute it. */
  async kept(id: string): Promise<StoredAnalysis | null> {
    const kept = await this.#repository.part(id, 'analysis')
    return kept === null ? null : (await unpackJson<StoredAnalysis>(kept)).value
  }

  #computed(id: string): Promise<Buffer | null> {
    const known = this.#underWay.get(id)
    if (known) return known
    const work = this.#compute(id).finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, work)
    return work
  }

  async #compute(id: string): Promise<Buffer | null> {
    const packed = await this.#repository.part(id, 'packed')
    if (packed === null) return null
    const analysis = Buffer.from(await this.#analyze(() => packed))
    await this.#repository.keepAnalysis(id, analysis)
    return analysis
  }
}

import type { Backtest, BacktestFilters, BacktestTotals } from '@tradeloom/contracts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import { BACKTESTS } from '../runs/run-table.ts'
import { RunsService, scopeOf, type Viewing } from '../runs/runs.service.ts'
import { viewBacktest } from './backtest-views.ts'
import type { BacktestRecord, BacktestsRepository, Page } from './backtests.repository.ts'

export interface BacktestsDeps {
  readonly repository: BacktestsRepository
  readonly algorithms: AlgorithmsService
}

export class BacktestsService extends RunsService<BacktestRecord['row'], Backtest, Page> {
  readonly #repository: BacktestsRepository

  constructor(deps: BacktestsDeps) {
    super(BACKTESTS, deps, viewBacktest)
    this.#repository = deps.repository
  }

  /** Of an optimization that the viewer may see. */
  async listOfOptimization(id: string, algorithmId: string, viewing: Viewing, page: Page): Promise<Backtest[]> {
    const records = await this.#repository.listOfOptimization(id, scopeOf(algorithmId, viewing), page)
    return records.map((record) => viewBacktest(record, viewing.viewerId))
  }

  totals(userId: string, filters: BacktestFilters): Promise<BacktestTotals> {
    return this.#repository.totals({ userId, algorithmId: null }, filters)
  }

  totalsOfAlgorithm(algorithmId: string, viewing: Viewing, filters: BacktestFilters): Promise<BacktestTotals> {
    return this.#repository.totals(scopeOf(algorithmId, viewing), filters)
  }
}

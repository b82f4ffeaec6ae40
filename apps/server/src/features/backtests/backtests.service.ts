import type { Backtest, BacktestFilters, BacktestTotals } from '@tradeloom/contracts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { BacktestScope } from './backtest-filters.ts'
import { viewBacktest } from './backtest-views.ts'
import type { BacktestRecord, BacktestsRepository, Page } from './backtests.repository.ts'

export interface BacktestsDeps {
  readonly repository: BacktestsRepository
  readonly algorithms: AlgorithmsService
}

interface Viewing {
  readonly ownerId: string
  readonly viewerId: string | null
}

/** Who may see which backtests. `viewerId` is null for a visitor, who sees what is shared. */
export class BacktestsService {
  readonly #deps: BacktestsDeps

  constructor(deps: BacktestsDeps) {
    this.#deps = deps
  }

  async visible(id: string, viewerId: string | null): Promise<BacktestRecord> {
    const record = await this.#deps.repository.record(id)
    if (!record || (record.backtest.userId !== viewerId && !record.isPublic)) throw notFound('Backtest')
    return record
  }

  async own(id: string, userId: string): Promise<BacktestRecord> {
    const record = await this.#deps.repository.record(id)
    if (record?.backtest.userId !== userId) throw notFound('Backtest')
    return record
  }

  async list(userId: string, page: Page): Promise<Backtest[]> {
    return viewAll(await this.#deps.repository.list({ userId, algorithmId: null }, page), userId)
  }

  totals(userId: string, filters: BacktestFilters): Promise<BacktestTotals> {
    return this.#deps.repository.totals({ userId, algorithmId: null }, filters)
  }

  async unfinished(userId: string): Promise<Backtest[]> {
    return viewAll(await this.#deps.repository.unfinishedOfUser(userId), userId)
  }

  /** Throws 404 when the viewer may not see the algorithm. */
  ownerOf(algorithmId: string, viewerId: string | null): Promise<string> {
    return this.#deps.algorithms.ownerOf(algorithmId, viewerId)
  }

  /** Others than the owner see what the owner ran on shared versions. */
  async listOfAlgorithm(algorithmId: string, viewing: Viewing, page: Page): Promise<Backtest[]> {
    return viewAll(await this.#deps.repository.list(scopeOf(algorithmId, viewing), page), viewing.viewerId)
  }

  totalsOfAlgorithm(algorithmId: string, viewing: Viewing, filters: BacktestFilters): Promise<BacktestTotals> {
    return this.#deps.repository.totals(scopeOf(algorithmId, viewing), filters)
  }

  async row(id: string, viewerId: string | null): Promise<Backtest> {
    return viewBacktest(await this.visible(id, viewerId), viewerId)
  }
}

function scopeOf(algorithmId: string, { ownerId, viewerId }: Viewing): BacktestScope {
  return viewerId === ownerId ? { userId: ownerId, algorithmId } : { userId: null, algorithmId }
}

function viewAll(records: readonly BacktestRecord[], viewerId: string | null): Backtest[] {
  return records.map((record) => viewBacktest(record, viewerId))
}

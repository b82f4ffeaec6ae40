import type { Backtest } from '@tradeloom/contracts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import { viewBacktest } from './backtest-views.ts'
import type { BacktestRecord, BacktestsRepository, Page } from './backtests.repository.ts'

export interface BacktestsDeps {
  readonly repository: BacktestsRepository
  readonly algorithms: AlgorithmsService
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
    return viewAll(await this.#deps.repository.ofUser(userId, page), userId)
  }

  async unfinished(userId: string): Promise<Backtest[]> {
    return viewAll(await this.#deps.repository.unfinishedOfUser(userId), userId)
  }

  /** Throws 404 when the viewer may not see the algorithm. */
  ownerOf(algorithmId: string, viewerId: string | null): Promise<string> {
    return this.#deps.algorithms.ownerOf(algorithmId, viewerId)
  }

  /** Others than the owner see what the owner ran on shared versions. */
  async listOfAlgorithm(
    algorithmId: string,
    { ownerId, viewerId }: { readonly ownerId: string; readonly viewerId: string | null },
    page: Page,
  ): Promise<Backtest[]> {
    const { repository } = this.#deps
    if (viewerId !== ownerId) return viewAll(await repository.publicOfAlgorithm(algorithmId, page), viewerId)
    return viewAll(await repository.ofAlgorithm(algorithmId, ownerId, page), viewerId)
  }

  async row(id: string, viewerId: string | null): Promise<Backtest> {
    return viewBacktest(await this.visible(id, viewerId), viewerId)
  }
}

function viewAll(records: readonly BacktestRecord[], viewerId: string | null): Backtest[] {
  return records.map((record) => viewBacktest(record, viewerId))
}

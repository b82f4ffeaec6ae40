import type { Optimization } from '@tradeloom/contracts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import { viewOptimization } from './optimization-views.ts'
import type { OptimizationPage, OptimizationRecord, OptimizationsRepository } from './optimizations.repository.ts'

export interface OptimizationsDeps {
  readonly repository: OptimizationsRepository
  readonly algorithms: Pick<AlgorithmsService, 'ownerOf'>
}

/** Who may see which optimizations. `viewerId` is null for a visitor, who sees what is shared. */
export class OptimizationsService {
  readonly #deps: OptimizationsDeps

  constructor(deps: OptimizationsDeps) {
    this.#deps = deps
  }

  async visible(id: string, viewerId: string | null): Promise<OptimizationRecord> {
    const record = await this.#deps.repository.record(id)
    if (!record || (record.optimization.userId !== viewerId && !record.isPublic)) throw notFound('Optimization')
    return record
  }

  async own(id: string, userId: string): Promise<OptimizationRecord> {
    const record = await this.#deps.repository.record(id)
    if (record?.optimization.userId !== userId) throw notFound('Optimization')
    return record
  }

  async row(id: string, viewerId: string | null): Promise<Optimization> {
    return viewOptimization(await this.visible(id, viewerId), viewerId)
  }

  async list(userId: string, page: OptimizationPage): Promise<Optimization[]> {
    return viewAll(await this.#deps.repository.list({ userId, algorithmId: null }, page), userId)
  }

  async unfinished(userId: string): Promise<Optimization[]> {
    return viewAll(await this.#deps.repository.unfinishedOfUser(userId), userId)
  }

  /** Others than the owner see what the owner ran on shared versions. */
  async listOfAlgorithm(algorithmId: string, viewerId: string | null, page: OptimizationPage): Promise<Optimization[]> {
    const ownerId = await this.#deps.algorithms.ownerOf(algorithmId, viewerId)
    const scope =
      viewerId === ownerId ? ({ userId: ownerId, algorithmId } as const) : ({ userId: null, algorithmId } as const)
    return viewAll(await this.#deps.repository.list(scope, page), viewerId)
  }
}

function viewAll(records: readonly OptimizationRecord[], viewerId: string | null): Optimization[] {
  return records.map((record) => viewOptimization(record, viewerId))
}

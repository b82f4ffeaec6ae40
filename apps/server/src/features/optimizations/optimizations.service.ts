import type { Optimization } from '@tradeloom/contracts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { RunPage } from '../runs/run-reads.ts'
import { OPTIMIZATIONS } from '../runs/run-table.ts'
import { RunsService } from '../runs/runs.service.ts'
import { viewOptimization } from './optimization-views.ts'
import type { OptimizationRecord, OptimizationsRepository } from './optimizations.repository.ts'

interface OptimizationsDeps {
  readonly repository: OptimizationsRepository
  readonly algorithms: Pick<AlgorithmsService, 'ownerOf'>
}

export class OptimizationsService extends RunsService<OptimizationRecord['row'], Optimization, RunPage> {
  constructor(deps: OptimizationsDeps) {
    super(OPTIMIZATIONS, deps, viewOptimization)
  }
}

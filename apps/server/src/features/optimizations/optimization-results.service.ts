import type { LogLine, RunTables } from '@tradeloom/contracts'
import type { OptimizationsRepository } from './optimizations.repository.ts'
import type { OptimizationsService } from './optimizations.service.ts'

interface OptimizationResultsDeps {
  readonly repository: OptimizationsRepository
  readonly optimizations: Pick<OptimizationsService, 'visible'>
}

const LOG_LINES = 5000
const TAIL_LINES = 200

export interface OptimizationLogView {
  readonly lines: LogLine[]
  readonly dropped: number
}

/** Rows, sparklines and log of an optimization, for everybody who may see it. */
export class OptimizationResults {
  readonly #deps: OptimizationResultsDeps

  constructor(deps: OptimizationResultsDeps) {
    this.#deps = deps
  }

  async columns(id: string, { after, limit }: { after: number; limit: number }, viewerId: string | null) {
    const { repository, optimizations } = this.#deps
    const { row: optimization } = await optimizations.visible(id, viewerId)
    const [axes, objectives] = [optimization.externalsSettings.length, optimization.objectives.length]
    return repository.columnsAfter(id, { after, limit, axes, objectives })
  }

  async sparklines(id: string, indexes: readonly number[], viewerId: string | null) {
    const { repository, optimizations } = this.#deps
    await optimizations.visible(id, viewerId)
    const found = await repository.sparklines(id, indexes)
    return found.map(({ index, values }) => ({ index, values: Array.from(values) }))
  }

  async tables(id: string, viewerId: string | null): Promise<RunTables> {
    await this.#deps.optimizations.visible(id, viewerId)
    return this.#deps.repository.tables(id)
  }

  log(id: string, viewerId: string | null): Promise<OptimizationLogView> {
    return this.#lines(id, viewerId, LOG_LINES)
  }

  tailLog(id: string, viewerId: string | null): Promise<OptimizationLogView> {
    return this.#lines(id, viewerId, TAIL_LINES)
  }

  async #lines(id: string, viewerId: string | null, most: number): Promise<OptimizationLogView> {
    await this.#deps.optimizations.visible(id, viewerId)
    const lines = await this.#deps.repository.log(id, most)
    const dropped = lines[0]?.number ?? 0
    return { lines: lines.map(({ time, level, message }) => ({ time, level, message })), dropped }
  }
}

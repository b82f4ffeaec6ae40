import { type OptimizationMonteCarlo, ROW_STATUSES } from '@tradeloom/contracts'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { studyRow } from './study-row.job.ts'

const { optimizationRows, optimizationStudies } = schema

export interface MonteCarloDeps {
  readonly db: Drizzle
  readonly jobs: Pick<Jobs, 'add'>
  /** Throws unless the optimization is the user's own. */
  readonly own: (id: string, userId: string) => Promise<unknown>
}

/** What could have happened to one row of an own optimization. The first request starts the two runs that it needs. */
export class MonteCarlo {
  readonly #deps: MonteCarloDeps

  constructor(deps: MonteCarloDeps) {
    this.#deps = deps
  }

  async get(optimizationId: string, index: number, userId: string): Promise<OptimizationMonteCarlo> {
    await this.#deps.own(optimizationId, userId)
    const kept = await this.#kept(optimizationId, index)
    if (!kept) await this.#start(optimizationId, index, userId)
    const { study = null, isDone = false, error = null } = kept ?? {}
    if (isDone && study === null) throw conflict(error ?? 'There is no study of this row')
    const state = isDone ? 'ready' : 'pending'
    return { index, state, ...(study ?? { draws: 0, blocks: null, orderDrawdowns: null, worseCosts: null }) }
  }

  async #kept(optimizationId: string, index: number) {
    const isOfRow = and(eq(optimizationStudies.optimizationId, optimizationId), eq(optimizationStudies.index, index))
    const { db } = this.#deps
    const [found] = await db.select().from(optimizationStudies).where(isOfRow)
    if (!isOfEarlierKind(found?.study)) return found
    await db.delete(optimizationStudies).where(isOfRow)
    return undefined
  }

  async #start(optimizationId: string, index: number, userId: string): Promise<void> {
    const { db, jobs } = this.#deps
    const isRow = and(eq(optimizationRows.optimizationId, optimizationId), eq(optimizationRows.index, index))
    const [row] = await db.select({ status: optimizationRows.status }).from(optimizationRows).where(isRow)
    if (!row) throw notFound('Backtest')
    if (ROW_STATUSES[row.status] !== 'Completed') throw conflict('This backtest has no whole result')
    const id = newId()
    await db.transaction(async (tx) => {
      const inserted = await tx
        .insert(optimizationStudies)
        .values({ id, optimizationId, index })
        .onConflictDoNothing()
        .returning({ id: optimizationStudies.id })
      if (inserted.length > 0) await jobs.add(tx, studyRow, { id, tenant: userId, data: {} })
    })
  }
}

/** Of when only money was put in another order. It is computed again. */
function isOfEarlierKind(study: (typeof optimizationStudies.$inferSelect)['study'] | undefined): boolean {
  return Boolean(study?.orderDrawdowns && !('permuted' in study.orderDrawdowns))
}

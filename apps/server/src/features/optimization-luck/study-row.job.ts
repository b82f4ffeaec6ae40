import { retryWhileAway, schema, type Drizzle } from '@tradeloom/database'
import { dailyGrid } from '@tradeloom/metrics'
import { latticeOfSettings } from '@tradeloom/optimizer'
import { and, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { defineJob, type Job } from '../../platform/jobs/define-job.ts'
import { meanSpread } from './mean-spread.ts'
import { rerun, type RerunDeps } from './rerun.ts'
import { studyOf } from './study-of.ts'
import { worseModels } from './worse-models.ts'
import { worseTables } from './worse-tables.ts'

const { optimizationRows, optimizations, optimizationStudies } = schema

export interface StudyRowDeps extends RerunDeps {
  readonly logger: FastifyBaseLogger
  /** Runs at one time. */
  readonly size: number
}

type StudyRow = typeof optimizationStudies.$inferSelect
type Outcome = Pick<StudyRow, 'study' | 'error'>

/** Runs a row of an optimization twice, as it was and with worse costs, and studies what else could have happened. */
export const studyRow = defineJob({
  name: 'study-optimization-row',
  schema: z.strictObject({}),
  fairness: ({ size }: StudyRowDeps) => ({ atOnce: size, perTenant: 1, workClass: 'background' }),
  retry: {
    limit: 3,
    interrupted: async (tx, { id, isLast }) => {
      if (!isLast) return
      const changes = { isDone: true, error: 'The study was interrupted too often' }
      await tx.update(optimizationStudies).set(changes).where(eq(optimizationStudies.id, id))
    },
  },
  perform,
  unfinished: ({ db }) => unfinished(db),
})

async function perform(job: Job<unknown>, deps: StudyRowDeps): Promise<void> {
  const { db } = deps
  const isOfJob = eq(optimizationStudies.id, job.id)
  const [row] = await retryWhileAway(() => db.select().from(optimizationStudies).where(isOfJob), { limitMs: 600_000 })
  if (!row || row.isDone) return
  const outcome = await attempt(row, deps, job)
  if (outcome === null) return
  await job.end(async (tx) => {
    await tx
      .update(optimizationStudies)
      .set({ ...outcome, isDone: true })
      .where(isOfJob)
  })
}

async function attempt(row: StudyRow, deps: StudyRowDeps, job: Job<unknown>): Promise<Outcome | null> {
  try {
    return await study(row, deps, job)
  } catch (error) {
    if (job.signal.aborted) return null
    deps.logger.error({ err: error, study: row.id }, 'study of a row failed')
    return { study: null, error: `The study failed. See the server log under ${row.id}` }
  }
}

async function study({ optimizationId, index }: StudyRow, deps: StudyRowDeps, job: Job<unknown>) {
  const { db } = deps
  const [optimization] = await db.select().from(optimizations).where(eq(optimizations.id, optimizationId))
  const [found] = await db
    .select({ point: optimizationRows.point })
    .from(optimizationRows)
    .where(and(eq(optimizationRows.optimizationId, optimizationId), eq(optimizationRows.index, index)))
  if (!optimization || !found) return null
  const { axes } = latticeOfSettings(optimization.externalsSettings)
  const externals = Object.fromEntries(axes.map(({ name, valueAt }, k) => [name, valueAt(found.point[k] as number)]))
  const plain = await rerun(deps, optimization, { externals }, job)
  if (plain === null) return null
  if ('error' in plain) return { study: null, error: plain.error }
  const models = worseModels(optimization.models, plain.isQuoted ? meanSpread(plain.result.positions) : 0)
  const fullTables = worseTables(optimization.fullTables)
  const worse = await rerun(deps, optimization, { externals, models, fullTables }, job)
  if (worse === null) return null
  const worseCosts =
    'error' in worse
      ? null
      : {
          profit: worse.result.statistics.profit,
          maxDrawdownPercentage: worse.result.statistics.maxDrawdownPercentage,
          equity: [...dailyGrid({ ...worse.result.basis, days: worse.result.days }).equity],
        }
  return { study: { ...studyOf(plain.result), worseCosts }, error: 'error' in worse ? worse.error : null }
}

async function unfinished(db: Drizzle) {
  const rows = await db
    .select({ id: optimizationStudies.id, tenant: optimizations.userId })
    .from(optimizationStudies)
    .innerJoin(optimizations, eq(optimizations.id, optimizationStudies.optimizationId))
    .where(eq(optimizationStudies.isDone, false))
  return rows.map((row) => ({ ...row, data: {} }))
}

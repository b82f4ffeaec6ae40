import type { Bus } from '@tradeloom/bus'
import { type Drizzle, retryWhileAway, schema } from '@tradeloom/database'
import { latticeValues } from './lattice-values.ts'
import { eq } from 'drizzle-orm'
import { hoursOfRun } from '@tradeloom/engine'
import { daysPerYear } from '@tradeloom/metrics'
import type { RunnerPool, SweepOutcome, SweepRow } from '@tradeloom/sandbox'
import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/jobs/define-job.ts'
import type { OptimizationEnds } from '../optimization-ends.ts'
import { metricsOf, newRow } from './batch-rows.ts'
import { NoInputError, type OptimizationInput, type OptimizationInputs } from './optimization-inputs.ts'
import { type Conflict, storeBatch } from './store-batch.ts'

const { optimizations } = schema

export interface RunBatchDeps {
  readonly db: Drizzle
  readonly pool: Pick<RunnerPool, 'sweep'>
  readonly bus: Bus
  readonly inputs: OptimizationInputs
  readonly ends: OptimizationEnds
  /** Runners of this server. */
  readonly size: number
}

const batch = z.strictObject({
  optimizationId: z.uuid(),
  indexes: z.array(z.number().int().min(0)),
  points: z.array(z.array(z.number().int().min(0))),
  /** A row that keeps losing its runner: it becomes an error, so that the others have their result. */
  isAlone: z.boolean(),
})
export type Batch = z.infer<typeof batch>

/** How often a batch looks its prices up again because a file was replaced before its runner read it. */
const MAX_RELOADS = 3
const PATIENCE_MS = 30 * 60_000
const LOST = 'The runner was lost in this backtest, several times'

/** Some backtests of an optimization. */
export const runBatch = defineJob({
  name: 'run-optimization-batch',
  schema: batch,
  fairness: ({ size }: RunBatchDeps) => ({ atOnce: size, perTenant: size, workClass: 'background' }),
  retry: {
    limit: 2,
    interrupted: async (_, { data, isLast }, { bus }) => {
      // The optimization finds what is missing.
      if (isLast) return () => bus.publish(`optimization-batch.${data.optimizationId}`, null)
    },
  },
  perform: async (job, deps) => {
    const stop = new AbortController()
    const { optimizationId } = job.data
    const stops = deps.bus.subscribe(`optimization-stopped.${optimizationId}`, () => stop.abort())
    try {
      await perform(job, deps, AbortSignal.any([job.signal, stop.signal]))
    } finally {
      stops.unsubscribe()
    }
    deps.bus.publish(`optimization-batch.${optimizationId}`, null)
  },
})

async function perform(job: Job<Batch>, deps: RunBatchDeps, signal: AbortSignal): Promise<void> {
  const { db, inputs, ends } = deps
  const { optimizationId: id, indexes, points, isAlone } = job.data
  const patiently = <Value>(work: () => Promise<Value>): Promise<Value> =>
    retryWhileAway(work, { limitMs: PATIENCE_MS, signal: job.signal })
  try {
    const input = await patiently(() => inputs.of(id))
    const [now] = await patiently(() =>
      db.select({ status: optimizations.status }).from(optimizations).where(eq(optimizations.id, id)),
    )
    if (!input || now?.status !== 'In Progress') return
    const outcome = await sweep(job, deps, input, signal)
    if (outcome.status === 'canceled') return
    if (outcome.status === 'failed' && !isAlone) throw new Error(outcome.error.message)
    const { optimization, run } = input
    const perYear = daysPerYear(hoursOfRun(run.spec).calendar)
    const rows = indexes.map((index, place) => {
      const row = outcome.status === 'completed' ? (outcome.rows[place] as SweepRow) : LOST_ROW
      return newRow({ index, point: points[place] as number[] }, row, optimization, perYear)
    })
    const cpuMs = outcome.status === 'completed' ? outcome.cpuMs : 0
    let conflict: Conflict | null = null
    await job.end(async (tx) => {
      conflict = await storeBatch(tx, { id, rows, cpuMs, perYear })
    })
    if (conflict !== null) await ends.fail(id, notRepeatable((conflict as Conflict).index))
  } catch (error) {
    if (!(error instanceof NoInputError)) throw error
    await ends.fail(id, error.message)
  }
}

/** It has shown nothing. */
const LOST_ROW = { status: 'Errored', kind: 'script', error: { message: LOST }, isBeforePrices: true } as const

async function sweep(
  job: Job<Batch>,
  { pool, inputs }: RunBatchDeps,
  first: OptimizationInput,
  signal: AbortSignal,
): Promise<SweepOutcome> {
  const { optimizationId: id, points } = job.data
  let input = first
  for (let reloads = 0; ; reloads++) {
    const { optimization, script: source, run } = input
    const { spec, indicators, series } = run
    const drawdown = optimization.constraints.find(
      ({ metric, bound }) => metric === 'maxDrawdown' && bound === 'at-most',
    )
    const outcome = await pool.sweep({
      id: job.id,
      sweep: id,
      tenant: job.tenant,
      source,
      indicators,
      spec,
      series,
      points: latticeValues(optimization.externalsSettings, points),
      metrics: metricsOf(optimization),
      ...(drawdown ? { maxDrawdown: drawdown.value } : {}),
      workClass: 'background',
      signal,
    })
    const isReplaced = outcome.status === 'failed' && outcome.isDataReplaced === true
    if (!isReplaced || reloads >= MAX_RELOADS || signal.aborted) return outcome
    inputs.forget(id)
    input = (await inputs.of(id)) ?? input
  }
}

export function notRepeatable(index: number): string {
  return `The script is not repeatable: backtest ${index} had another result when it was run again with the same externals`
}

import { mixSeed } from '@tradeloom/optimizer'
import type { RunnerPool } from '@tradeloom/sandbox'
import { latticeValues } from './lattice-values.ts'
import type { OptimizationInput } from './optimization-inputs.ts'
import type { OptimizationStore } from './optimization-store.ts'

/**
 * A run in a fresh isolate costs as much as dozens in a sweep, so of a search of less than forty rows only a part is run
 * again: a quarter of the rows as the best, and a quarter drawn by the seed.
 */
const SMALL_PART = 0.25
const BEST = { least: 3, most: 10 } as const
/** Of all rows, drawn by the seed. */
const SAMPLE = { part: 0.01, least: 3, enough: 8, most: 50 } as const

interface Check {
  readonly pool: Pick<RunnerPool, 'run'>
  readonly store: Pick<OptimizationStore, 'best' | 'among'>
  readonly input: OptimizationInput
  /** Rows. */
  readonly count: number
  /** Runs at one time. */
  readonly size: number
  readonly signal: AbortSignal
}

/**
 * Runs the best rows and some others again, each in a fresh isolate. Returns the index of one with another ledger: its
 * script keeps something from one run to the next. Null if all are the same.
 */
export async function findDifference({ pool, store, input, count, size, signal }: Check): Promise<number | null> {
  const { optimization, script: source, run } = input
  const rows = [
    ...(await store.best(optimization.objectives[0], bestOf(count))),
    ...(await store.among(sampleOf(count, optimization.seed))),
  ]
  const queue = [...new Map(rows.map((row) => [row.index, row])).values()]
  let different: number | null = null
  const work = async (): Promise<void> => {
    for (let row = queue.shift(); row && different === null && !signal.aborted; row = queue.shift()) {
      const [point] = latticeValues(optimization.externalsSettings, [row.point])
      const spec = { ...run.spec, externals: { ...run.spec.externals, ...point } }
      const outcome = await pool.run({
        id: `${optimization.id}:again:${row.index}`,
        tenant: optimization.userId,
        workClass: 'batch',
        afterSweep: optimization.id,
        source,
        indicators: run.indicators,
        spec,
        series: run.series,
        signal,
      })
      // Whether a run reaches a limit of time depends on the machine, and a lost runner says nothing.
      if (outcome.status === 'completed' && outcome.result.ledgerHash !== row.ledgerHash) different = row.index
      if (outcome.status === 'errored' && outcome.kind === 'script') different = row.index
    }
  }
  await Promise.all(Array.from({ length: size }, work))
  return different
}

function bestOf(count: number): number {
  return Math.min(BEST.most, Math.max(BEST.least, Math.ceil(count * SMALL_PART)))
}

function sampleOf(count: number, seed: number): number[] {
  const least = Math.min(SAMPLE.enough, Math.max(SAMPLE.least, Math.ceil(count * SMALL_PART)))
  const size = Math.min(SAMPLE.most, Math.max(least, Math.ceil(count * SAMPLE.part)))
  return Array.from({ length: size }, (_, draw) => mixSeed(seed, draw) % Math.max(1, count))
}

import { mixSeed } from '@tradeloom/optimizer'
import type { RunnerPool } from '@tradeloom/sandbox'
import { latticeValues } from './lattice-values.ts'
import type { OptimizationInput } from './optimization-inputs.ts'
import type { OptimizationStore } from './optimization-store.ts'

const BEST = 10
/** Of all rows, drawn by the seed. */
const SAMPLE = { part: 0.01, least: 8, most: 50 } as const

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
    ...(await store.best(optimization.objectives[0], BEST)),
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

function sampleOf(count: number, seed: number): number[] {
  const size = Math.min(SAMPLE.most, Math.max(SAMPLE.least, Math.ceil(count * SAMPLE.part)))
  return Array.from({ length: size }, (_, draw) => mixSeed(seed, draw) % Math.max(1, count))
}

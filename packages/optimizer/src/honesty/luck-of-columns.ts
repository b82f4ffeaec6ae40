import type { SharpeSample } from '@tradeloom/metrics'
import { latticeOfSettings } from '../lattice/lattice-of-settings.ts'
import { type SensitivityOfExternal, sensitivityCurves } from '../sensitivity/sensitivity-curves.ts'
import type { Luck } from './luck.ts'
import { luckOf } from './luck-of.ts'
import type { LuckTrial } from './luck-trial.ts'

/** The rows of an optimization as columns, which move to another thread without being copied. */
export interface LuckColumns {
  readonly externalsSettings: Parameters<typeof latticeOfSettings>[0]
  readonly seed: number
  /** Days in a year. */
  readonly perYear: number
  /** -1 if lower values of the first objective are better. */
  readonly sign: 1 | -1
  readonly index: Uint32Array
  /** Position on each axis, row by row. */
  readonly points: Uint32Array
  readonly statuses: readonly LuckTrial['status'][]
  /** 0 for rows that count as no trial. */
  readonly isTrial: Uint8Array
  /** First objective, oriented so that higher is better; NaN if undefined. */
  readonly score: Float64Array
  readonly violation: Float64Array
  readonly ledgerHashes: readonly (string | null)[]
  /** Of returns in double precision; those below are rounded. */
  readonly samples: readonly (SharpeSample | null)[]
  /** Returns of all rows, and where those of each row begin; one entry more than rows. */
  readonly returns: Float32Array
  readonly offsets: Uint32Array
}

/** What is kept of it. The lineage is merged on reading. */
export interface ComputedLuck {
  readonly luck: Luck
  readonly sensitivity: readonly SensitivityOfExternal[]
}

/** How much of the best result is luck, and how the score depends on each external near it. */
export function luckOfColumns(columns: LuckColumns): ComputedLuck {
  const { seed, perYear, sign } = columns
  const lattice = latticeOfSettings(columns.externalsSettings)
  const trials = Array.from(columns.index, (_, row) => trialOf(columns, row, lattice.axes.length))
  const luck = luckOf({ lattice, trials, seed, perYear })
  const best = trials.find(({ index }) => index === luck.best)
  return { luck, sensitivity: best ? sensitivityCurves(lattice, trials, best, sign) : [] }
}

function trialOf({ index, points, score, ...columns }: LuckColumns, row: number, axes: number): LuckTrial {
  const value = score[row] as number
  return {
    index: index[row] as number,
    point: Array.from(points.subarray(row * axes, (row + 1) * axes)),
    status: columns.statuses[row] ?? 'Errored',
    isBeforePrices: columns.isTrial[row] === 0,
    scores: [Number.isNaN(value) ? null : value],
    violation: columns.violation[row] as number,
    ledgerHash: columns.ledgerHashes[row] ?? null,
    sample: columns.samples[row] ?? null,
    dailyReturns: columns.returns.subarray(columns.offsets[row], columns.offsets[row + 1]),
  }
}

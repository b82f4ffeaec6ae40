import type { ExternalsSetting } from '@tradeloom/contracts'
import type { SharpeSample } from '@tradeloom/metrics'
import type { Luck, SensitivityOfExternal } from '@tradeloom/optimizer'

/** The rows of an optimization as columns, for the thread that judges them. */
export interface LuckRequest {
  readonly externalsSettings: readonly ExternalsSetting[]
  readonly seed: number
  /** Days in a year. */
  readonly perYear: number
  /** -1 if lower values of the first objective are better. */
  readonly sign: 1 | -1
  readonly index: Uint32Array
  /** Position on each axis, row by row. */
  readonly points: Uint32Array
  /** Places in ROW_STATUSES. */
  readonly status: Uint8Array
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

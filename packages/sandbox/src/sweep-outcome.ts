import type { LeanResult } from '@tradeloom/engine'
import type { ErrorKind } from './run-job.ts'

/** One run of a sweep. */
export type SweepRow =
  | ({ readonly status: 'Completed' } & LeanResult)
  /** It exceeded the maximum drawdown and was not continued; the numbers are those until then. */
  | ({ readonly status: 'Cut' } & Omit<LeanResult, 'ledgerHash'> & { readonly ledgerHash: null })
  | {
      /** The script's fault; the message is for its author. */
      readonly status: 'Errored'
      readonly kind: ErrorKind
      /** It failed before the script was given a price. */
      readonly isBeforePrices?: true
      readonly error: { readonly message: string; readonly line?: number; readonly column?: number }
    }

export type SweepOutcome =
  /** One row per point, in the order of the points. */
  | {
      readonly status: 'completed'
      readonly rows: readonly SweepRow[]
      readonly cpuMs: number
      readonly wallMs: number
    }
  /** An internal error: the batch may be retried. */
  | {
      readonly status: 'failed'
      readonly error: { readonly message: string }
      /** Nothing was run, because a data file has been replaced since it was verified. */
      readonly isDataReplaced?: boolean
    }
  | { readonly status: 'canceled' }

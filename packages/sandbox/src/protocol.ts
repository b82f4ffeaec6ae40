import type { LogLine } from '@tradeloom/engine'
import type { CheckJob } from './check-job.ts'
import type { IndicatorJob } from './indicator-job.ts'
import type { ErrorKind, RunJob, RunProgress } from './run-job.ts'
import type { SweepJob } from './sweep-job.ts'
import type { Limit } from './runner/limit-texts.ts'
import type { SessionCommand } from './session/session-protocol.ts'
import type { Stages } from './stage-clock.ts'

/** Requests the newest log lines; the reply carries the same number. */
export interface LogCommand {
  readonly type: 'log'
  readonly number: number
  readonly most: number
}

/** A run of a batch that has no numbers. */
export interface SweepFailure {
  readonly run: number
  readonly kind: ErrorKind
  /** It failed before the script was given a price. */
  readonly isBeforePrices?: true
  readonly error: { readonly message: string; readonly line?: number; readonly column?: number }
}

/** Messages to a runner. */
export type RunnerCommand =
  | { readonly type: 'run'; readonly job: RunJob }
  | { readonly type: 'check'; readonly job: CheckJob }
  | { readonly type: 'indicator'; readonly job: IndicatorJob }
  | { readonly type: 'sweep'; readonly job: SweepJob }
  | SessionCommand
  | { readonly type: 'stop' }
  /** Nothing else is to be done: the runner may prepare the isolate of its next run. */
  | { readonly type: 'prepare' }
  | LogCommand

/** Messages from a runner. */
export type RunnerEvent =
  | {
      readonly type: 'ready'
      readonly unreadable: readonly string[]
      readonly cachedData?: string
      /** Before the first job. */
      readonly memoryBytes: number
    }
  | ({ readonly type: 'progress' } & RunProgress)
  | { readonly type: 'log'; readonly number: number; readonly lines: readonly LogLine[] }
  | {
      readonly type: 'done'
      readonly status: 'completed' | 'stopped'
      /** Length of the result, which is sent through RESULT_DESCRIPTOR in the format of `writeResult`. */
      readonly bytes: number
      readonly resultHash: string
      readonly cpuMs: number
      /** Where the time went in the runner. */
      readonly stages: Stages
    }
  /** The report comes from the isolate: its shape must not be trusted. */
  | { readonly type: 'checked'; readonly report: unknown; readonly cpuMs: number }
  /** The same of the values of an indicator. */
  | { readonly type: 'computed'; readonly values: unknown; readonly log: readonly LogLine[] }
  /**
   * The first `count` rows of a batch are complete; as `bytes` bytes they have been sent through RESULT_DESCRIPTOR. `failed`
   * describes the failed ones since the last report.
   */
  | {
      readonly type: 'rows'
      readonly count: number
      readonly bytes: number
      readonly failed: readonly SweepFailure[]
    }
  /** The last row has been reported. */
  | { readonly type: 'swept'; readonly cpuMs: number }
  /**
   * A call of a session has been performed; its answer has been sent through RESULT_DESCRIPTOR as `bytes` bytes of JSON.
   * `ending` is what its script threw.
   */
  | {
      readonly type: 'answered'
      readonly bytes: number
      readonly cpuMs: number
      readonly ending: Extract<RunnerEvent, { readonly type: 'errored' }> | null
    }
  | {
      readonly type: 'errored'
      /** The run in progress of a batch; of a check, the number of runs that were begun. */
      readonly run?: number
      readonly kind: ErrorKind
      /** The limit that it exceeded. */
      readonly limit?: Limit
      /** The script has not been given a price. */
      readonly isBeforePrices?: true
      readonly error: { readonly message: string; readonly line?: number; readonly column?: number }
      readonly log: readonly LogLine[]
    }
  | { readonly type: 'failed'; readonly message: string; readonly isDataReplaced: boolean }
  /** The isolate of the next run is warmed up. */
  | { readonly type: 'prepared' }
  /** Posted after each job: its isolate is disposed and the runner can take another job. */
  | { readonly type: 'idle'; readonly memoryBytes: number }

/** Standard output of a runner carries its result and nothing else. */
export const RESULT_DESCRIPTOR = 1

/**
 * Written to standard error by a runner whose isolate ran out of memory, just before it kills itself. The number of the
 * run in its batch follows, or -1.
 */
export const OUT_OF_MEMORY_MARK = 'tradeloom: isolate out of memory'

import type { Position } from '@tradeloom/domain'
import type { CompactResult, LogLine, RunSpec } from '@tradeloom/engine'
import type { ColumnsFile } from './columns-file.ts'
import type { Stages } from './stage-clock.ts'

export interface RunLimits {
  /** Processor time, milliseconds. */
  readonly cpuMs: number
  /** Wall time in milliseconds: a run that waits forever uses no processor time. */
  readonly wallMs: number
  /** Memory of the script and the engine without the market data, megabytes. */
  readonly memoryMb: number
  /** Maximum size of the result, in bytes of its columns. */
  readonly resultBytes: number
  /** Characters that a script may write to its log, kept or not; more ends the run. */
  readonly logBytes: number
}

export const DEFAULT_LIMITS: RunLimits = {
  cpuMs: 60_000,
  wallMs: 600_000,
  memoryMb: 256,
  resultBytes: 64 * 1024 * 1024,
  logBytes: 64 * 1024 * 1024,
}

/** The script of a custom indicator that an algorithm names by its key. */
export interface NamedScript {
  readonly key: string
  readonly script: string
}

/** One run as a runner receives it. It is self-contained, so every runner gives the same result. */
export interface RunJob {
  readonly source: string
  /** Custom indicators that it may name. */
  readonly indicators: readonly NamedScript[]
  readonly spec: RunSpec
  /** The traded instrument first, then those that convert its currency. */
  readonly series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[]
  readonly limits: RunLimits
}

export interface LiveNumbers {
  readonly time: number
  /** Of the traded market; null before its first price. */
  readonly bid: number | null
  readonly ask: number | null
  readonly equity: number
  readonly balance: number
  readonly openPositions: number
  readonly closedPositions: number
  /** The last ones that were closed, then the last ones that were opened. */
  readonly positions: readonly Position[]
}

export interface RunProgress {
  /** 0 to 1. */
  readonly progress: number
  readonly live: LiveNumbers
}

/** 'input': script and data are in order, but do not fit together, for example no prices in the range. */
export type ErrorKind = 'script' | 'input' | 'timeout' | 'memory' | 'result-too-large'

export type RunOutcome =
  | {
      readonly status: 'completed' | 'stopped'
      readonly result: CompactResult
      /** The serialized result as the runner wrote it; the engine's `readResult` parses it. */
      readonly bytes: Buffer
      /** SHA-256 (hex) of the serialized result: equal runs have equal hashes. */
      readonly resultHash: string
      readonly cpuMs: number
      readonly wallMs: number
      /** Where this time went, and the time before it in the pool. */
      readonly stages: Stages
    }
  | {
      /** The script's fault; the message is for its author. */
      readonly status: 'errored'
      readonly kind: ErrorKind
      /** It failed before the script was given a price, for example while it was loaded. */
      readonly isBeforePrices?: true
      readonly error: { readonly message: string; readonly line?: number; readonly column?: number }
      readonly log: readonly LogLine[]
    }
  /** An internal error: the run may be retried. */
  | {
      readonly status: 'failed'
      readonly error: { readonly message: string }
      /** Nothing was run, because a data file has been replaced since it was verified. */
      readonly isDataReplaced?: boolean
    }
  | { readonly status: 'canceled' }

import type { TradeRequest } from '@tradeloom/domain'
import type { Input, KnownInput, SessionRecords, SessionSpec, WarmupRequest } from '@tradeloom/engine'
import { DEFAULT_LIMITS, type ErrorKind, type LiveNumbers, type NamedScript, type RunLimits } from '../run-job.ts'

/** One live session, as sent to a runner. It depends on nothing else but its inputs. */
export interface SessionJob {
  readonly source: string
  /** Custom indicators that it may name. */
  readonly indicators: readonly NamedScript[]
  readonly spec: SessionSpec
  /** Whether orders leave as requests and outcomes return as inputs; otherwise the market is simulated. */
  readonly sendsOrders: boolean
  readonly limits: RunLimits
}

/**
 * Limits of one call, apart from the memory: a session itself has no end. Processor time ends a call; the wall time only
 * ends one whose process is stuck, so that a busy machine is not taken for a slow script.
 */
export const SESSION_LIMITS: RunLimits = {
  ...DEFAULT_LIMITS,
  cpuMs: 10_000,
  wallMs: 60_000,
  resultBytes: 16 * 1024 * 1024,
}

/** Inputs of one call, and rows of prices and values in all of them. */
export const MAX_SESSION_INPUTS = 10_000
export const MAX_SESSION_ROWS = 10_000
/** Requests of one call. A script that sends more is ended, and none of them leave. */
export const MAX_SESSION_REQUESTS = 10_000

/** An input whose prices or values are in a buffer beside it, column after column. */
export type PackedInput =
  | Exclude<Input, { readonly kind: 'ROWS' | 'KNOWN' }>
  | (Omit<KnownInput, 'columns'> & { readonly rows: number })
  | { readonly kind: 'ROWS'; readonly instrumentId: string; readonly of: 'bar' | 'tick'; readonly rows: number }

export interface PackedInputs {
  /** `PackedInput[]` as JSON. */
  readonly text: string
  /** The columns of all rows as doubles, in Base64. */
  readonly columns: string
}

/** Calls of the session that a runner hosts, one at a time. Each is answered, or ends the session. */
export type SessionCommand =
  | { readonly type: 'session'; readonly job: SessionJob }
  | { readonly type: 'take'; readonly inputs: PackedInputs }
  | { readonly type: 'finish' }

/** What a session did since its last answer. Nothing of it stays in the runner. */
export interface SessionOutput {
  /** Inputs that were taken whole. */
  readonly taken: number
  /** In the order in which the script made them. */
  readonly requests: readonly TradeRequest[]
  readonly records: SessionRecords
  readonly live: LiveNumbers
  /** The history that its indicators request. */
  readonly warmup: readonly WarmupRequest[]
}

export type SessionAnswer =
  | ({ readonly status: 'answered'; readonly cpuMs: number } & SessionOutput)
  | {
      /** The session is over by the fault of its script or of an input; the message is for its author. */
      readonly status: 'errored'
      readonly kind: ErrorKind
      readonly error: { readonly message: string; readonly line?: number; readonly column?: number }
      /** What it did before the error; null if its state is lost, as after an endless loop. */
      readonly output: SessionOutput | null
    }
  /**
   * The runner and the session's state are lost through no fault of the script. Another session that takes the same inputs
   * has the same state, and has sent the same requests.
   */
  | { readonly status: 'lost'; readonly error: { readonly message: string } }

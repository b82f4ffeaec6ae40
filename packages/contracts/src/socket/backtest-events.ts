import { z } from 'zod'
import { backtest } from '../http/backtests.ts'
import { runStatus } from '../http/run-common.ts'
import { verification } from '../http/verification.ts'
import { position } from '../http/backtest-result.ts'
import { uuid } from '../http/common.ts'

/** Progress of a running backtest, sent a few times a second at most. */
export const backtestProgress = z.object({
  id: uuid,
  algorithmId: uuid,
  status: runStatus,
  progress: z.number(),
  /** Simulated time that the run has reached, UTC milliseconds. */
  time: z.number().nullable(),
  equity: z.number().nullable(),
  positionCount: z.number().nullable(),
})
export type BacktestProgress = z.infer<typeof backtestProgress>

/** A verification has begun or ended; for the owner only. */
const backtestVerified = z.object({ id: uuid, algorithmId: uuid, verification })
export type BacktestVerified = z.infer<typeof backtestVerified>

/** Prices of the traded market that a run has reached, a few times a second at most. */
export const backtestPrices = z.object({
  id: uuid,
  algorithmId: uuid,
  /** Simulated, UTC milliseconds. */
  time: z.number(),
  bid: z.number(),
  ask: z.number(),
  /** All positions that were closed since then are told; null: all of the run. A fast run closes more than anybody reads. */
  positionsSince: z.number().nullable(),
})
export type BacktestPrices = z.infer<typeof backtestPrices>

/** A position that has been opened, changed or closed. What is only known at the end of a run is null. */
export const backtestPosition = z.object({ id: uuid, algorithmId: uuid, position })
export type BacktestPosition = z.infer<typeof backtestPosition>

/** Of one backtest in progress, for its owner. */
export const liveBacktestEvents = { prices: backtestPrices, position: backtestPosition }

export const backtestEvents = {
  progress: backtestProgress,
  /** What a run is doing, for its owner: waiting for room, loading its data, running again. */
  'progress-detail': z.object({ id: uuid, algorithmId: uuid, detail: z.string() }),
  /** The status has changed: the whole row. */
  started: backtest,
  completed: backtest,
  errored: backtest,
  failed: backtest,
  stopped: backtest,
  /** The row as it is now: after subscribing, or when it was queued. */
  update: backtest,
  verified: backtestVerified,
  deleted: z.object({ id: uuid, algorithmId: uuid }),
}

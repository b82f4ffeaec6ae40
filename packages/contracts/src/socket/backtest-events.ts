import { z } from 'zod'
import { backtest, backtestStatus } from '../http/backtests.ts'
import { verification } from '../http/backtest-verifications.ts'
import { uuid } from '../http/common.ts'

/** Progress of a running backtest, sent a few times a second at most. */
export const backtestProgress = z.object({
  id: uuid,
  algorithmId: uuid,
  status: backtestStatus,
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

export type { CheckOutcome } from './check-job.ts'
export type { ColumnsFile } from './columns-file.ts'
export type { IndicatorOutcome } from './indicator-job.ts'
export { type SandboxLevel, SANDBOX_LEVELS } from './launch/launch-command.ts'
export {
  DEFAULT_LIMITS,
  type ErrorKind,
  type LiveNumbers,
  type RunLimits,
  type RunOutcome,
  type RunProgress,
} from './run-job.ts'
export { StageClock } from './stage-clock.ts'
export type { PoolLogger, PoolOptions } from './pool-options.ts'
export type { CheckRequest, IndicatorRequest, RunRequest, SweepRequest } from './pool-requests.ts'
export { createRunnerPool, type PoolStats, type RunnerPool } from './runner-pool.ts'
export type { SandboxSession } from './session/sandbox-session.ts'
export {
  BundleMissing,
  createSessionHost,
  type SessionHost,
  type SessionRequest,
  type StartedSession,
} from './session/session-host.ts'
export type { SessionAnswer, SessionOutput } from './session/session-protocol.ts'
export type { SweepOutcome, SweepRow } from './sweep-outcome.ts'

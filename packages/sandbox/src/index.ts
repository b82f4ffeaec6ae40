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
export {
  type CheckRequest,
  type IndicatorRequest,
  createRunnerPool,
  type PoolLogger,
  type PoolOptions,
  type PoolStats,
  type RunnerPool,
  type RunRequest,
} from './runner-pool.ts'

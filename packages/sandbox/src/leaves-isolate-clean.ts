import type { IndicatorOutcome } from './indicator-job.ts'
import type { RunOutcome } from './run-job.ts'

/** The script ended by itself within its limits, or has not begun, so its isolate is idle. */
export function leavesIsolateClean(outcome: RunOutcome | IndicatorOutcome): boolean {
  if (outcome.status === 'errored') return outcome.kind === 'script' || outcome.kind === 'input'
  if (outcome.status === 'failed') return outcome.isDataReplaced === true
  return outcome.status !== 'canceled'
}

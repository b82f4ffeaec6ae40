import type { CheckOutcome } from './check-job.ts'
import { checkLimitText } from './check-limits.ts'
import type { RunLimits } from './run-job.ts'
import type { RunnerEnding } from './runner-ending.ts'

type Unchecked = Exclude<CheckOutcome, { status: 'checked' }>

/**
 * How a check ended without a report. The time that has passed depends on the machine, and a crash may have any cause: after
 * these, the check may be repeated.
 */
export function checkEnding(ending: RunnerEnding, limits: RunLimits): Unchecked {
  if (ending.status !== 'errored') return ending
  const { cause, run: runs = null, error } = ending
  if (cause === 'wall') return failed(`The analysis did not end within ${limits.wallMs / 60_000} minutes`)
  if (cause === 'crash') return failed('The process of the analysis crashed')
  if (cause !== 'cpu' && cause !== 'memory' && cause !== 'call') return ending
  const message = checkLimitText(cause, { limits, runs, isEndless: error.line !== undefined })
  return { ...ending, error: { ...error, message } }
}

function failed(message: string): Unchecked {
  return { status: 'failed', error: { message } }
}

import type { RunOutcome } from '@tradeloom/sandbox'

/** Why a run has no result, with the place in the script if that is known. */
export function runComplaint(file: string, outcome: RunOutcome): string {
  if (outcome.status === 'failed') return `The run failed: ${outcome.error.message}`
  if (outcome.status !== 'errored') return 'The run was stopped'
  const { line, column, message } = outcome.error
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column ?? 1}: ${message}`
}

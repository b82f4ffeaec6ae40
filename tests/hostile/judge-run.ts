import type { RunOutcome } from '../../packages/sandbox/src/run-job.ts'
import type { ExpectedEnd } from './hostile-scripts.ts'
import type { HostileRun } from './run-corpus.ts'

/**
 * Memory of a runner without a script, plus garbage collection and reading the data. A runner that prepares isolates with
 * compiled code has up to 310 MB; the largest native call of the corpus adds about 150 MB before it can be stopped.
 */
const RUNNER_MB = 520
/** Maximum growth of the parent process during one run: the result and the log pass through it. */
const PARENT_MB = 128

/** NUL and lone surrogates, as written in JSON. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * What is wrong with the end of a hostile script; empty if it was stopped within its limit plus `graceMs`, and so on.
 */
export function judgeRun(run: HostileRun, dataMb: number, graceMs: number): string[] {
  const { script, outcome, stopMs, runnerMb, parentMb, sprung, isOtherRight, isNextRight } = run
  const { cpuMs, wallMs, memoryMb } = script.limits
  const wrong = sprung.map((what) => `ESCAPE: ${what}`)
  if (!script.expected.some((end) => isEnd(outcome, end))) wrong.push(`ended otherwise: ${describe(outcome)}`)
  if (stopMs > wallMs + graceMs) wrong.push(`stopped after ${Math.round(stopMs)} ms of ${wallMs}`)
  if (run.cpuMs > cpuMs + graceMs) wrong.push(`used ${run.cpuMs} ms of processor time of ${cpuMs}`)
  if (runnerMb > memoryMb + dataMb + RUNNER_MB) wrong.push(`its runner had ${Math.round(runnerMb)} MB`)
  if (parentMb > PARENT_MB) wrong.push(`the host grew by ${Math.round(parentMb)} MB`)
  if (UNSTORABLE.test(JSON.stringify(outcome))) wrong.push('its outcome has text that no database takes')
  const { line = 1 } = outcome.status === 'errored' ? outcome.error : {}
  if (line > script.source.split('\n').length) wrong.push(`it failed on line ${line}, which it does not have`)
  if (!isOtherRight) wrong.push('the concurrent run has another result')
  if (!isNextRight) wrong.push('the next run of its tenant has another result')
  return wrong
}

/** An outcome in one line. */
export function describe(outcome: RunOutcome): string {
  if (outcome.status === 'errored') return `${outcome.kind}: ${outcome.error.message.split('\n')[0]}`
  return outcome.status === 'failed' ? `failed: ${outcome.error.message.split('\n')[0]}` : outcome.status
}

function isEnd(outcome: RunOutcome, { status, kind, message }: ExpectedEnd): boolean {
  if (outcome.status !== status) return false
  if (kind !== undefined && !(outcome.status === 'errored' && outcome.kind === kind)) return false
  return message === undefined || ('error' in outcome && message.test(outcome.error.message))
}

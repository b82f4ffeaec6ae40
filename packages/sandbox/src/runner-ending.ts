import { cleanError, cleanLog } from './clean-outcome.ts'
import { dataBytes } from './data-bytes.ts'
import { treeUsage } from './launch/process-tree.ts'
import { OUT_OF_MEMORY_MARK, type RunnerEvent } from './protocol.ts'
import type { ErrorKind, RunJob, RunOutcome } from './run-job.ts'
import { type Limit, limitKind, limitText } from './runner/limit-texts.ts'

/** The runner itself ends its script at the limit; the parent intervenes this much later. */
const GRACE_MS = 1500
/** Memory of a runner without a script, plus an allowance for garbage collection. */
const MEMORY_GRACE = 450 * 1024 * 1024

const KINDS: readonly ErrorKind[] = ['script', 'input', 'timeout', 'memory', 'result-too-large']

/** How jobs can end without a result. */
export type RunnerEnding = Exclude<RunOutcome, { readonly status: 'completed' | 'stopped' }> & {
  readonly run?: number
  /** `crash`: the process ended in a way that usually means that it was out of memory. */
  readonly cause?: Limit | 'crash'
}

/** The parts of a job that its limits depend on. */
export type Load = Pick<RunJob, 'limits' | 'series'>

interface Since {
  readonly begin: number
  readonly cpuBefore: number
}

/** The backstop for a runner that does not enforce its own limits; null while it keeps them. */
export function exceededEnding(pid: number | undefined, job: Load, { begin, cpuBefore }: Since): RunnerEnding | null {
  const usage = pid === undefined ? null : treeUsage(pid)
  const cpuMs = (usage?.cpuMs ?? 0) - cpuBefore
  if (cpuMs > job.limits.cpuMs + GRACE_MS) return exceeded('cpu', job)
  if (performance.now() - begin > job.limits.wallMs + GRACE_MS) return exceeded('wall', job)
  const memory = job.limits.memoryMb * 1024 * 1024 + dataBytes(job) + MEMORY_GRACE
  return (usage?.memoryBytes ?? 0) > memory ? exceeded('memory', job) : null
}

/** A crash of the isolate means out of memory; a kill that this process did not send means that the runner was lost. */
export function lostEnding(job: Load, how: string, errors: string): RunnerEnding {
  const crashed = /SIGABRT|SIGTRAP|SIGSEGV|SIGILL|exit status (?:13[2349]|5)$/.test(how)
  const mark = errors.indexOf(OUT_OF_MEMORY_MARK)
  const run = mark < 0 ? NaN : parseInt(errors.slice(mark + OUT_OF_MEMORY_MARK.length), 10)
  if (crashed || mark >= 0)
    return { ...exceeded('memory', job), cause: mark >= 0 ? 'memory' : 'crash', ...(run >= 0 ? { run } : {}) }
  const detail = lastError(errors)
  return { status: 'failed', error: { message: `Runner was lost (${how})${detail === '' ? '' : `: ${detail}`}` } }
}

/** The line of what a runner wrote that most likely says why it ended. */
export function lastError(errors: string): string {
  const lines = errors.trim().split('\n')
  return lines.findLast((line) => line.includes('Error:')) ?? lines.at(-1) ?? ''
}

/** What a runner says of a job that it could not finish. */
export function failureEnding(
  event: Extract<RunnerEvent, { type: 'failed' | 'errored' }>,
  source: string,
): RunnerEnding {
  const error = cleanError(event.type === 'failed' ? event : event.error, source)
  if (event.type === 'failed')
    return { status: 'failed', error: { message: error.message }, isDataReplaced: event.isDataReplaced === true }
  const run = event.run === undefined ? {} : { run: event.run }
  const cause = event.limit === undefined ? {} : { cause: event.limit }
  const before = event.isBeforePrices === true ? { isBeforePrices: true as const } : {}
  const kind = KINDS.find((known) => known === event.kind) ?? 'script'
  return { status: 'errored', kind, error, log: cleanLog(event.log), ...run, ...cause, ...before }
}

function exceeded(limit: 'cpu' | 'wall' | 'memory', job: Load): RunnerEnding {
  const error = { message: limitText(limit, job.limits) }
  return { status: 'errored', kind: limitKind(limit), error, log: [], cause: limit }
}

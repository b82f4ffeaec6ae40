import type { ErrorKind, RunLimits } from '../run-job.ts'

/** What the author of a script reads when a limit has ended the run. */
export function limitText(kind: Exclude<ErrorKind, 'script'>, limits: RunLimits): string {
  if (kind === 'memory') return `Script used more than ${limits.memoryMb} MB of memory`
  if (kind === 'timeout') return `Script ran longer than ${limits.cpuMs / 1000} s of processor time`
  const size = Math.round(limits.resultBytes / 1024 / 1024)
  return `The result is larger than ${size} MB: plot, log or trade less often`
}

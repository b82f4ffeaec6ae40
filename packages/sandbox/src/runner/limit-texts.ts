import type { ErrorKind, RunLimits } from '../run-job.ts'

/** `call`: a function of the script did not return in a check. */
export type Limit = 'memory' | 'cpu' | 'wall' | 'result' | 'call'

/** The message for the author of a script whose run was ended by a limit. */
export function limitText(limit: Limit, limits: RunLimits): string {
  switch (limit) {
    case 'memory':
      return `Script used more than ${limits.memoryMb} MB of memory`
    case 'cpu':
    case 'call':
      return `Script ran longer than ${limits.cpuMs / 1000} s of processor time`
    case 'wall':
      return `Script ran longer than ${limits.wallMs / 1000} s`
    case 'result':
      return `The result is larger than ${megabytes(limits.resultBytes)} MB: plot, log or trade less often`
  }
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10
}

export function limitKind(limit: Limit): Exclude<ErrorKind, 'script' | 'input'> {
  if (limit === 'memory') return 'memory'
  return limit === 'result' ? 'result-too-large' : 'timeout'
}

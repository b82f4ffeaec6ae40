import { DEFAULT_LIMITS, type RunLimits } from './run-job.ts'

/**
 * A check is ended by the work that it takes, not by the clock: beside busy processes it has the lowest priority, and may get
 * a hundredth of a processor. The wall time only ends one whose process is stuck.
 */
export const CHECK_LIMITS: RunLimits = { ...DEFAULT_LIMITS, cpuMs: 120_000, wallMs: 3 * 3_600_000 }

/** A check pauses many times a second. One that needs this much processor time until it pauses will not finish. */
export const CALL_CPU_MS = 15_000

/** What can end a check by the fault of its script. `call`: one of its functions did not return. */
export type CheckLimit = 'cpu' | 'memory' | 'call'

interface Spent {
  readonly limits: Pick<RunLimits, 'cpuMs' | 'memoryMb'>
  /** Runs of the script that were begun; null if unknown. */
  readonly runs: number | null
  /** The script has a loop that nothing leaves. */
  readonly isEndless: boolean
}

/** Runs of an analysis that finds nothing. */
const USUAL_RUNS = 17

/** Tells the author which limit ended the check, and what to do about it. */
export function checkLimitText(limit: CheckLimit, spent: Spent): string {
  const what = exceededText(limit, spent)
  if (spent.isEndless && limit !== 'memory') return `${what}: this loop never ends. End the loop and check again`
  return `${what}. ${ADVICE[limit]}, and check again`
}

const ADVICE: Readonly<Record<CheckLimit, string>> = {
  cpu: 'Do less work in each call of a handler, or use onIntervalClose instead of onTick',
  memory: 'Keep fewer values in arrays, maps and texts',
  call: 'Shorten its loops',
}

function exceededText(limit: CheckLimit, { limits, runs }: Spent): string {
  const where =
    runs === null || runs === 0 ? '' : ` in run ${runs} of the script; an analysis takes about ${USUAL_RUNS}`
  switch (limit) {
    case 'cpu':
      return `The analysis reached its limit of ${limits.cpuMs / 1000} s of processor time${where}`
    case 'memory':
      return `The script reached the limit of ${limits.memoryMb} MB of memory, which does not include prices`
    case 'call':
      return `A function of the script did not return within ${CALL_CPU_MS / 1000} s of processor time`
  }
}

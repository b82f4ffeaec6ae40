import { setFlagsFromString } from 'node:v8'

/**
 * After how many calls V8 optimizes a function, instead of 3,000. While a runner waits, early: what the next run needs
 * shall be optimized by then. During a single run, late: most of what is not optimized yet is used too little for it to pay
 * off. A sweep uses everything often.
 */
const CALLS = { waiting: 800, running: 20_000, sweeping: 3_000 } as const

/** Sets when functions are optimized, in all isolates of this process. */
export function optimizeWhen(state: keyof typeof CALLS): void {
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS[state]}`)
}

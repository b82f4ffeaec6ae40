import { setFlagsFromString } from 'node:v8'

/**
 * After how many calls V8 optimizes a function. While a runner waits, early: what the next run needs shall be optimized by
 * then. During a single run, late: most of what is not optimized yet is used too little for it to pay off. A sweep uses
 * everything often. V8 refuses a code cache that was made with another number, so there is one while code is loaded; it is
 * not V8's own 3,000, because only with a change V8 looks at its settings again, some of which it makes after its start.
 */
const CALLS = { loading: 3_001, waiting: 800, running: 20_000, sweeping: 3_000 } as const

/** Sets when functions are optimized, in all isolates of this process. */
export function optimizeWhen(state: keyof typeof CALLS): void {
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS[state]}`)
}

import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 1_000
const MAX_WAIT_MS = 10 * 60_000

/**
 * Waits until fewer processes want to run than there are processors, but not for longer than ten minutes: a machine may
 * always be busy. Ends early, without an error, when `signal` is aborted.
 */
export async function whenIdle(signal: AbortSignal, load = (): number => loadavg()[0] ?? 0): Promise<void> {
  const begin = performance.now()
  while (load() >= availableParallelism() && performance.now() - begin < MAX_WAIT_MS && !signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

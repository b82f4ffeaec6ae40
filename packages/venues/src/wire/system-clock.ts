import type { VenueClock } from '../ports/venue-clock.ts'

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2_147_483_647

/** The machine's clock. */
export const systemClock: VenueClock = {
  now: () => Date.now(),
  at: (time, run) => {
    let timer: NodeJS.Timeout
    const wait = (): void => {
      const left = time - Date.now()
      // Timers may end a millisecond early.
      timer = setTimeout(() => (Date.now() < time ? wait() : run()), Math.min(MAX_DELAY_MS, Math.max(0, left)))
    }
    wait()
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

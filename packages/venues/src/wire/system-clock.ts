import type { VenueClock } from '../ports/venue-clock.ts'

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2_147_483_647

/** The machine's clock. */
export const systemClock: VenueClock = {
  now: () => Date.now(),
  at: (time, run) => {
    const timer = setTimeout(run, Math.min(MAX_DELAY_MS, Math.max(0, time - Date.now())))
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

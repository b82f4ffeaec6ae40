import type { Instrument } from '@tradeloom/domain'

import { hash, SeededStream, smoothNoise } from './seeded.ts'
import { daySessions } from './sessions.ts'
import type { SimulatedProfile } from './simulated-profiles.ts'

const DAY = 86_400_000
const MINUTES = 1440
/** Waves of 2 to 512 days add up to the price at midnight; longer waves move it further, like a random walk. */
const WAVES = [2, 4, 8, 16, 32, 64, 128, 256, 512] as const
const WAVE_SHARE = 0.3

/** Receives one open minute: the bid's prices and the spread, both in units of the smallest price step. */
export type MinuteSink = (
  time: number,
  open: number,
  high: number,
  low: number,
  close: number,
  spread: number,
  volume: number,
) => void

/**
 * The minutes of one UTC day. They depend only on the profile and the day, so a minute's prices never change, whatever
 * period is generated. The path leads from this midnight's price to the next one's.
 */
export function simulateDay(profile: SimulatedProfile, instrument: Instrument, day: number, sink: MinuteSink): void {
  const number = Math.floor(day / DAY)
  const { activity, width } = daySessions(day, instrument.calendar)
  const random = new SeededStream(hash(profile.seed, number, 1))
  const start = midnightPrice(profile, number)
  const closes = minuteCloses(profile, number, start, activity, random)
  const scale = 10 ** instrument.precision
  const noise = (profile.dailyMove / Math.sqrt(MINUTES)) * dayHeat(profile, number)
  let open = start
  for (let minute = 0; minute < MINUTES; minute++) {
    const close = closes[minute] as number
    const busy = activity[minute] as number
    // Also drawn for closed minutes, so that each minute has its own random numbers.
    const up = random.uniform()
    const down = random.uniform()
    const wide = random.uniform()
    const traded = random.uniform()
    if (busy > 0) {
      const reach = open * noise * busy
      const high = Math.max(open, close) + reach * up * up * 1.6
      const low = Math.min(open, close) - reach * down * down * 1.6
      const spread = Math.round(profile.spreadSteps * (width[minute] as number) * (0.75 + 0.5 * wide))
      const volume = Math.max(4, Math.round(profile.ticksPerMinute * busy * (0.5 + traded)))
      const drift = driftAt(profile, number * MINUTES + minute)
      sink(
        day + minute * 60_000,
        Math.round(open * scale) + drift,
        Math.round(high * scale) + drift,
        Math.round(low * scale) + drift,
        Math.round(close * scale) + drift,
        Math.max(1, spread),
        volume,
      )
    }
    open = close
  }
}

/** The price at the start of a day, counted from 1970. */
function midnightPrice(profile: SimulatedProfile, number: number): number {
  let sum = 0
  for (const [index, wave] of WAVES.entries()) {
    sum += smoothNoise(hash(profile.seed, index, 2), number / wave) * Math.sqrt(wave)
  }
  return profile.level * (1 + sum * profile.dailyMove * WAVE_SHARE)
}

/** Quiet and nervous weeks: the factor by which a day moves more or less than usual. */
function dayHeat(profile: SimulatedProfile, number: number): number {
  const slow = smoothNoise(hash(profile.seed, 3), number / 23)
  const fast = smoothNoise(hash(profile.seed, 4), number / 5)
  const heat = 1 + 0.55 * slow + 0.3 * fast
  return Math.max(0.35, heat)
}

/** How far a venue is from others with its seed, in price steps, in a minute counted from 1970. */
function driftAt({ driftSteps = 0, seed }: SimulatedProfile, minute: number): number {
  return driftSteps === 0 ? 0 : Math.round(smoothNoise(hash(seed, 6), minute / 7) * driftSteps)
}

/** A random walk scaled by the day's activity, bent so that it ends at the next midnight's price. */
function minuteCloses(
  profile: SimulatedProfile,
  number: number,
  start: number,
  activity: Float64Array,
  random: SeededStream,
): Float64Array {
  const walk = new Float64Array(MINUTES)
  const spent = new Float64Array(MINUTES)
  const step = start * (profile.dailyMove / Math.sqrt(MINUTES)) * dayHeat(profile, number)
  let position = 0
  let variance = 0
  for (let minute = 0; minute < MINUTES; minute++) {
    // Closed hours still move the price a little, which makes the weekend gap.
    const busy = Math.max(activity[minute] as number, 0.12)
    const move = random.normal()
    const shock = random.uniform() < 0.0015 ? 5 : 1
    position += step * busy * move * shock
    variance += busy * busy
    walk[minute] = position
    spent[minute] = variance
  }
  const miss = midnightPrice(profile, number + 1) - start - position
  for (let minute = 0; minute < MINUTES; minute++) {
    walk[minute] = start + (walk[minute] as number) + (miss * (spent[minute] as number)) / variance
  }
  return walk
}

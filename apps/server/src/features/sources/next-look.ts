import type { ReleaseOfSeries } from '@tradeloom/database'

const MINUTE = 60_000
/** Values of a release come late or bit by bit, so they are looked for several times. */
const CHASE_MS = [0, 1, 5, 30].map((minutes) => minutes * MINUTE)
const LAST_MS = 30 * MINUTE
/** Some come before the time that is stated. */
const EARLY_MS = 60 * MINUTE
/** Two weeks of a daily series. */
const MAX_RELEASES = 12

/**
 * The releases that are still to be looked for: those to come, and those of the last half hour that have changed nothing.
 * `news` is the last known time of what the look has found.
 */
export function releasesLeft(
  releases: readonly ReleaseOfSeries[],
  now: number,
  news: number = -Infinity,
): ReleaseOfSeries[] {
  const isOut = (at: number): boolean => at <= now && news >= at - EARLY_MS
  return releases.filter(({ at }) => at + LAST_MS > now && !isOut(at)).slice(0, MAX_RELEASES)
}

/** When to look again: at the next time that a release gives, and in so many milliseconds at the latest. */
export function nextLook(releases: readonly ReleaseOfSeries[], now: number, every: number): number {
  const looks = releases.flatMap(({ at }) => CHASE_MS.map((after) => at + after)).filter((time) => time > now)
  return Math.min(now + every, ...looks)
}

/** The release that a look at a time looks for; null if it looks for none. */
export function chasedRelease(releases: readonly ReleaseOfSeries[], now: number): ReleaseOfSeries | null {
  return releases.findLast(({ at }) => at <= now && now < at + LAST_MS) ?? null
}

import { localClock } from '../time/local-clock.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'

/** The time of day at which a release is published. */
export interface ReleaseTime {
  readonly zone: string
  /** Milliseconds after midnight; where it has changed over the years, the latest. */
  readonly time: number
}

const newYork = (hour: number, minute: number): ReleaseTime => ({
  zone: 'America/New_York',
  time: hour * HOUR + minute * MINUTE,
})

/** Releases by their names at FRED. A release that is not listed counts as known at the end of its day. */
export const RELEASE_TIMES: Readonly<Record<string, ReleaseTime>> = {
  'Consumer Price Index': newYork(8, 30),
  'Producer Price Index': newYork(8, 30),
  'Employment Situation': newYork(8, 30),
  'Employment Cost Index': newYork(8, 30),
  'Job Openings and Labor Turnover Survey': newYork(10, 0),
  'Unemployment Insurance Weekly Claims Report': newYork(8, 30),
  'Gross Domestic Product': newYork(8, 30),
  'Personal Income and Outlays': newYork(8, 30),
  'U.S. International Trade in Goods and Services': newYork(8, 30),
  'Advance Monthly Sales for Retail and Food Services': newYork(8, 30),
  'New Residential Construction': newYork(8, 30),
  'New Residential Sales': newYork(10, 0),
  'G.17 Industrial Production and Capacity Utilization': newYork(9, 15),
  'G.19 Consumer Credit': newYork(15, 0),
  'H.4.1 Factors Affecting Reserve Balances': newYork(16, 30),
}

/** Before this day the times of the list are not established. */
const TIMES_SINCE = Date.UTC(1997, 0, 1)

/**
 * When data of a vintage day was known: at the time of its release if that is listed, else at the end of that day in the
 * provider's zone. Never at its beginning, when nobody knew it. `day` is UTC midnight of the date.
 */
export function knownTimeOfDay(day: number, release: string | null, zone: string): number {
  const listed = release === null || day < TIMES_SINCE ? undefined : RELEASE_TIMES[release]
  return listed ? localTime(day + listed.time, listed.zone) : localTime(day + DAY, zone)
}

/** An hour that the clock skips counts as its end, one that it shows twice as the later one. */
function localTime(local: number, zone: string): number {
  const clock = localClock(zone)
  const first = clock.toUtc(local)
  if (Number.isNaN(first)) return localTime(local + HOUR, zone)
  return clock.wasAmbiguous() ? first + HOUR : first
}

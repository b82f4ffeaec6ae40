import { isMarketOpen, newYorkOffset } from '@tradeloom/domain'

const HOUR = 3_600_000

/** Minutes of one UTC day in which a simulated market is open, with their activity and spread width. */
export interface DaySessions {
  /** Per minute: 0 while closed, about 1 in a typical minute, more while London and New York trade. */
  readonly activity: Float64Array
  /** Per minute: the factor by which the spread is wider than usual. */
  readonly width: Float64Array
}

/** The forex day begins at this hour in New York. */
const ROLLOVER = 17

/** Sessions of the UTC day that starts at `day`. */
export function daySessions(day: number, calendar: 'forex' | 'always'): DaySessions {
  const activity = new Float64Array(1440)
  const width = new Float64Array(1440)
  // New York changes its clock on a Sunday night, while forex is closed: noon's offset is valid for all open minutes.
  const midnight = newYorkOffset(day + 12 * HOUR) / HOUR
  for (let minute = 0; minute < 1440; minute++) {
    const local = midnight + minute / 60
    const hour = local < 0 ? local + 24 : local
    if (calendar === 'always') {
      activity[minute] = 0.8 + 0.4 * bump(hour, 10, 6)
      width[minute] = 1.1 - 0.2 * bump(hour, 10, 6)
      continue
    }
    activity[minute] = isMarketOpen('forex', day + minute * 60_000) ? forexActivity(hour) : 0
    // Banks withdraw around the change of day: spreads are several times their usual width.
    width[minute] = 1 + 6 * bump(hour, ROLLOVER + 0.15, 0.5) + 0.6 * bump(hour, 19, 3)
  }
  return { activity, width }
}

/** Quiet in Asia, lively from London's open (3:00 New York), busiest while both trade (8:00 to 12:00). */
function forexActivity(hour: number): number {
  return (
    0.45 + 0.7 * bump(hour, 4, 2.5) + 1.1 * bump(hour, 10, 3) + 0.25 * bump(hour, 20, 3) - 0.2 * bump(hour, 17, 1.5)
  )
}

/** 1 at `center`, falling smoothly to 0 at `reach` hours from it, around the clock. */
function bump(hour: number, center: number, reach: number): number {
  const direct = Math.abs(hour - center)
  const distance = Math.min(direct, 24 - direct) / reach
  return distance >= 1 ? 0 : (1 - distance * distance) * (1 - distance * distance)
}

import type { MetricInput } from '../metric-input.ts'
import { before, calendarOf, equityInput, type EquityPoints } from './equity-input.ts'

export interface EquityOptions {
  /** Starting balance; the first point by default. */
  readonly initialBalance?: number
  readonly calendar?: 'forex' | 'always'
  /** Equity at the ends of days, at the midnights that end them; by default that of the points. */
  readonly days?: EquityPoints
}

/**
 * The input for an imported equity curve: everything but positions. Needs at least two points, in time order. The
 * calendar defaults to forex, unless equity changed on a Saturday.
 * A thinned curve, which lacks the last points of many days, needs `days` for returns by day and month.
 * @throws RangeError for fewer points, points out of order, values that are not numbers, and a starting balance that is
 * not positive.
 */
export function inputFromEquity(points: EquityPoints, options: EquityOptions = {}): MetricInput {
  const { time, equity } = points
  if (time.length < 2 || equity.length !== time.length)
    throw new RangeError('An equity curve needs at least two points')
  checkPoints('Point', points)
  if (options.days) checkPoints('Day', options.days)
  const initialBalance = options.initialBalance ?? (equity[0] as number)
  if (!(initialBalance > 0)) throw new RangeError('The starting balance must be above 0')
  // If the first point is not the starting balance, or not the only one at its time, it is the result of the previous
  // day.
  const isStart = equity[0] === initialBalance && time[1] !== time[0]
  const start = isStart ? (time[0] as number) : before(time[0] as number)
  const moves = time.filter((_, at) => at > 0 && equity[at] !== equity[at - 1])
  const calendar = options.calendar ?? calendarOf(moves.map((timestamp) => timestamp - 1))
  return {
    ...equityInput(points, { initialBalance, start, calendar }),
    ...(options.days && { days: options.days }),
    closed: [],
    openPositions: [],
    positionsUnknown: true,
  }
}

function checkPoints(what: 'Point' | 'Day', { time, equity }: EquityPoints): void {
  for (let at = 0; at < time.length; at++) {
    if (!Number.isFinite(time[at]) || !Number.isFinite(equity[at]))
      throw new RangeError(`${what} ${at} is not a number`)
    if (at > 0 && (time[at] as number) < (time[at - 1] as number))
      throw new RangeError(`${what} ${at} goes back in time`)
  }
}

import type { MetricInput } from '../metric-input.ts'
import type { ClosedPosition } from '../position.ts'
import { lastAtOrBefore } from '../stats/trading-clock.ts'
import { before, calendarOf, equityInput } from './equity-input.ts'

/** A closed trade of an imported list: its closing time, its profit after all costs, and whatever else is known. */
export type TradeRecord = Pick<ClosedPosition, 'closeTime' | 'profit'> &
  Partial<Omit<ClosedPosition, 'closeTime' | 'profit'>>

export interface TradeOptions {
  readonly initialBalance: number
  readonly calendar?: 'forex' | 'always'
}

const UNKNOWN: Omit<ClosedPosition, 'closeTime' | 'profit'> = {
  openTime: null,
  instrumentId: null,
  direction: null,
  quantity: null,
  notional: null,
  equityAtEntry: null,
  risk: null,
  pips: null,
  mae: null,
  mfe: null,
  maePips: null,
  mfePips: null,
  spreadCost: null,
  slippageCost: null,
  commission: null,
  swapCost: null,
  fundingCost: null,
}

/**
 * The input for an imported list of trades, in any order. Equity is known at closings only, so drawdowns and returns
 * are those of the closed balance, and equity at an entry is the balance at that time. The calendar defaults to forex,
 * unless a trade opened or closed on a Saturday.
 * @throws RangeError for an empty list, values that are not numbers, closings before openings, and a balance that is
 * not positive.
 */
export function inputFromTrades(trades: readonly TradeRecord[], options: TradeOptions): MetricInput {
  const { initialBalance } = options
  if (!(initialBalance > 0)) throw new RangeError('The starting balance must be above 0')
  if (trades.length === 0) throw new RangeError('There are no trades')
  trades.forEach(({ openTime = null, closeTime, profit }, at) => {
    if (![openTime ?? 0, closeTime, profit].every(Number.isFinite)) throw new RangeError(`Trade ${at} is not a number`)
    if (openTime !== null && openTime > closeTime) throw new RangeError(`Trade ${at} closes before it opens`)
  })
  const closed = trades.map((trade) => ({ ...UNKNOWN, ...trade })).toSorted((a, b) => a.closeTime - b.closeTime)
  const time: number[] = []
  const balance: number[] = []
  let sum = initialBalance
  for (const { closeTime, profit } of closed) {
    sum += profit
    // The order of simultaneous closings is unknown: they are one event.
    if (time.at(-1) === closeTime) balance[balance.length - 1] = sum
    else {
      time.push(closeTime)
      balance.push(sum)
    }
  }
  if (!Number.isFinite(sum)) throw new RangeError('The profits are too large to be added up')
  const opened = closed.map(({ openTime }) => openTime).filter((timestamp) => timestamp !== null)
  const first = closed.reduce((least, { openTime, closeTime }) => Math.min(least, openTime ?? closeTime), Infinity)
  // A trade that closed at the very start is part of the run, not of its starting balance.
  const start = first === time[0] ? before(first) : first
  // A closing at midnight belongs to the day that ends then.
  const calendar = options.calendar ?? calendarOf([...opened, ...time.map((timestamp) => timestamp - 1)])
  return {
    ...equityInput({ time, equity: balance }, { initialBalance, start, calendar }),
    closed: withEquityAtEntry(closed, time, balance, initialBalance),
    openPositions: [],
  }
}

/** Sets the balance of everything closed before each opening. */
function withEquityAtEntry(
  closed: readonly ClosedPosition[],
  time: readonly number[],
  balance: readonly number[],
  initialBalance: number,
): ClosedPosition[] {
  return closed.map((position) => {
    if (position.openTime === null || position.equityAtEntry !== null) return position
    const last = lastAtOrBefore(time, position.openTime)
    return { ...position, equityAtEntry: last < 0 ? initialBalance : (balance[last] as number) }
  })
}

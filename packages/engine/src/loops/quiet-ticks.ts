import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import type { MarketRows } from '../market/market-rows.ts'
import type { TradedMarket } from '../market/traded-market.ts'
import { LEVEL } from '../ports/venue.ts'

/**
 * Processes real ticks of a single market from `from` on while nothing is due or triggered and equity stays within its
 * known extremes. Returns the first tick that needs full processing, or `to`.
 *
 * Most ticks of most runs are processed here. Only the price changes between them, so everything else is read once, and
 * the forming bars, the record and the last price are written once.
 */
export function takeQuietTicks(kernel: Kernel, market: TradedMarket, from: RowIndex, to: RowIndex): RowIndex {
  if (market.onTick !== undefined || market.tickBars.length > 0 || kernel.events.count > 0) return from
  const { account, recorder, clock, nextStop } = kernel
  const { rows, quote, venue, positions, intervals } = market
  const { time, bidOpen, askOpen } = rows
  const { levels, urgentFrom } = venue
  const bidFall = levels[LEVEL.bidFall] as number
  const bidRise = levels[LEVEL.bidRise] as number
  const askFall = levels[LEVEL.askFall] as number
  const askRise = levels[LEVEL.askRise] as number
  const { longQuantity, shortQuantity, cost, openCount } = positions
  const { balance } = account
  const { high, low, floor } = recorder
  const { conversion } = positions
  const isPlainRate = conversion.own === 0
  const { highestRate } = positions.margin
  const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
  // Without a position, equity is the balance at every price.
  const isWithin = balance > 0 && balance <= high && balance >= low && balance >= floor
  if (openCount === 0 && !(isWithin && conversion.others === conversion.others)) return from
  let until = nextStop < urgentFrom ? nextStop : urgentFrom
  // The first tick of a bar determines the bar's end.
  let isForming = isEachForming(intervals)
  let end = isForming ? to : from + 1
  let equity = balance
  let row = from
  /** Up to here, ticks are in the forming bars; the extremes are those of the ticks after it. */
  let added = from
  let highest = -Infinity
  let lowest = Infinity
  for (;;) {
    for (; row < end; row++) {
      const bid = bidOpen[row] as Price
      const ask = askOpen[row] as Price
      if (bid <= bidFall || bid >= bidRise || ask <= askFall || ask >= askRise || (time[row] as number) >= until) break
      if (openCount > 0) {
        const rate = isPlainRate ? conversion.others : conversion.rate(bid, ask)
        const now = balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
        // Above this equity, slightly more than the exact limit, no margin call is possible.
        const safe = larger * (bid + ask) * highestRate * rate * 0.52
        if (!(now > safe && now <= high && now >= low && now >= floor)) break
        equity = now
      }
      if (bid > highest) highest = bid
      if (bid < lowest) lowest = bid
    }
    if (isForming || row === from) break
    isForming = true
    addRows(kernel, intervals, rows, from, row)
    if (kernel.nextStop < until) until = kernel.nextStop
    added = row
    highest = -Infinity
    lowest = Infinity
    end = to
  }
  if (row === from) return from
  const last = row - 1
  if (row > added) {
    for (let i = 0; i < intervals.length; i++) {
      const bars = intervals[i] as IntervalBars
      bars.addTicks(rows, last as RowIndex, highest, lowest)
    }
  }
  recorder.last = equity
  recorder.lastTime = time[last] as number
  recorder.lastBalance = balance
  clock.time = time[last] as number
  quote.bid = bidOpen[last] as Price
  quote.ask = askOpen[last] as Price
  return row
}

function addRows(
  kernel: Kernel,
  intervals: readonly IntervalBars[],
  rows: MarketRows,
  from: RowIndex,
  to: RowIndex,
): void {
  for (let i = 0; i < intervals.length; i++) {
    const bars = intervals[i] as IntervalBars
    bars.addTickRows(rows, from, to)
    if (bars.end < kernel.nextStop) kernel.nextStop = bars.end
  }
}

function isEachForming(intervals: readonly IntervalBars[]): boolean {
  for (let i = 0; i < intervals.length; i++) if ((intervals[i] as IntervalBars).end === Infinity) return false
  return true
}

import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
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
  const until = nextStop < urgentFrom ? nextStop : urgentFrom
  // The first tick of a bar determines the bar's end.
  const end = isEachForming(intervals) ? to : from + 1
  let equity = balance
  let row = from
  for (; row < end; row++) {
    const bid = bidOpen[row] as Price
    const ask = askOpen[row] as Price
    if (bid <= bidFall || bid >= bidRise || ask <= askFall || ask >= askRise || (time[row] as number) >= until) break
    const rate = isPlainRate ? conversion.others : conversion.rate(bid, ask)
    const now = openCount === 0 ? balance : balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
    // Above this equity, slightly more than the exact limit, no margin call is possible.
    const safe = larger * (bid + ask) * highestRate * rate * 0.52
    if (!(now > safe && now <= high && now >= low && now >= floor)) break
    equity = now
  }
  if (row === from) return from
  const last = row - 1
  for (let i = 0; i < intervals.length; i++) {
    const bars = intervals[i] as IntervalBars
    bars.addTickRows(rows, from, row)
    if (bars.end < kernel.nextStop) kernel.nextStop = bars.end
  }
  recorder.last = equity
  recorder.lastTime = time[last] as number
  recorder.lastBalance = balance
  clock.time = time[last] as number
  quote.bid = bidOpen[last] as Price
  quote.ask = askOpen[last] as Price
  return row
}

function isEachForming(intervals: readonly IntervalBars[]): boolean {
  for (let i = 0; i < intervals.length; i++) if ((intervals[i] as IntervalBars).end === Infinity) return false
  return true
}

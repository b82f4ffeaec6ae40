import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../../kernel.ts'
import type { IntervalBars } from '../../market/interval-bars.ts'
import type { MarketRows } from '../../market/market-rows.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { LEVEL } from '../../ports/venue.ts'

/**
 * Processes real ticks of a single market from `from` on while nothing is due or triggered and equity stays within its
 * known extremes. Returns the first tick that needs full processing, or `to`.
 *
 * Most ticks of most runs are processed here. Only the price changes between them, so everything else is read once, and
 * the forming bars, the record and the last price are written once.
 */
export function takeQuietTicks(kernel: Kernel, market: TradedMarket, from: RowIndex, to: RowIndex): RowIndex {
  if (market.onTick !== undefined || market.tickBars.length > 0 || kernel.events.count > 0) return from
  const { account, recorder, nextStop } = kernel
  const { rows, venue, positions, intervals } = market
  const { time, bidOpen, askOpen } = rows
  const { levels, urgentFrom } = venue
  const bidFall = levels[LEVEL.bidFall] as number
  const bidRise = levels[LEVEL.bidRise] as number
  const askFall = levels[LEVEL.askFall] as number
  const askRise = levels[LEVEL.askRise] as number
  const { longQuantity, shortQuantity, cost, openCount, conversion } = positions
  const { balance } = account
  const { high, low, floor } = recorder
  // Without a position, equity is the balance at every price.
  if (openCount === 0 && !(balance > 0 && balance <= high && balance >= low && balance >= floor)) return from
  if (conversion.others !== conversion.others) return from
  const isPlainRate = conversion.own === 0
  const { quietUsed, quietRatio } = account.marginRecord
  const units = (longQuantity > shortQuantity ? longQuantity : shortQuantity) * positions.margin.highestRate
  // Slightly more than the used margin: for a sum of bid and ask, or for all prices if the rate follows the market's own.
  const boundPerSum = isPlainRate ? units * conversion.others * 0.52 : 0
  const boundOfAll = isPlainRate ? 0 : units * conversion.others * 1.04
  let until = nextStop < urgentFrom ? nextStop : urgentFrom
  // The first tick of a bar determines the bar's end.
  let isForming = isEachForming(intervals)
  let end = isForming ? to : from + 1
  let equity = balance
  let row = from
  /** Up to here, ticks are in the forming bars; the extremes are those of the ticks after it. */
  let added = from
  const seesExtremes = areExtremesRead(intervals)
  let highest = -Infinity
  let lowest = Infinity
  for (;;) {
    // Two loops: a test in a single one takes longer than the extremes.
    if (seesExtremes) {
      for (; row < end; row++) {
        const bid = bidOpen[row] as Price
        const ask = askOpen[row] as Price
        if (bid <= bidFall || bid >= bidRise || ask <= askFall || ask >= askRise || (time[row] as number) >= until)
          break
        if (openCount > 0) {
          const rate = isPlainRate ? conversion.others : conversion.rate(bid, ask)
          const now = balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
          const bound = boundOfAll + boundPerSum * (bid + ask)
          if (!(now * quietRatio > bound && bound <= quietUsed && now <= high && now >= low && now >= floor)) break
          equity = now
        }
        if (bid > highest) highest = bid
        if (bid < lowest) lowest = bid
      }
    } else {
      for (; row < end; row++) {
        const bid = bidOpen[row] as Price
        const ask = askOpen[row] as Price
        if (bid <= bidFall || bid >= bidRise || ask <= askFall || ask >= askRise || (time[row] as number) >= until)
          break
        if (openCount > 0) {
          const rate = isPlainRate ? conversion.others : conversion.rate(bid, ask)
          const now = balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
          const bound = boundOfAll + boundPerSum * (bid + ask)
          if (!(now * quietRatio > bound && bound <= quietUsed && now <= high && now >= low && now >= floor)) break
          equity = now
        }
      }
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
  if (row > added && seesExtremes) {
    for (let i = 0; i < intervals.length; i++)
      (intervals[i] as IntervalBars).addSeenTicks(rows, last as RowIndex, highest, lowest)
  } else if (row > added) addRows(kernel, intervals, rows, added, row)
  recorder.last = equity
  arriveAt(kernel, market, last as RowIndex)
  return row
}

function arriveAt({ recorder, clock, account }: Kernel, { rows, quote }: TradedMarket, row: RowIndex): void {
  recorder.lastBalance = account.balance
  recorder.lastTime = rows.time[row] as number
  clock.time = rows.time[row] as number
  quote.closeRow(row)
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
    bars.addTicks(rows, from, to)
    if (bars.end < kernel.nextStop) kernel.nextStop = bars.end
  }
}

function isEachForming(intervals: readonly IntervalBars[]): boolean {
  for (let i = 0; i < intervals.length; i++) if ((intervals[i] as IntervalBars).end === Infinity) return false
  return true
}

function areExtremesRead(intervals: readonly IntervalBars[]): boolean {
  for (let i = 0; i < intervals.length; i++) if ((intervals[i] as IntervalBars).view.isRead) return true
  return false
}

import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../../kernel.ts'
import type { IntervalBars } from '../../market/interval-bars.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { LEVEL } from '../../ports/venue.ts'

/**
 * Processes real ticks of a single market from `from` on that do nothing but change the equity, update the forming bars
 * and call `onTick`. Returns the first tick that needs full processing, or `to`.
 *
 * The same as `kernel.tick` for such ticks, in so few steps that V8 inlines the script's handler, and then does not
 * create the tick object of a handler that keeps none. A handler may change anything, so all is read anew for each tick.
 */
export function takeCalledTicks(kernel: Kernel, market: TradedMarket, from: RowIndex, to: RowIndex): RowIndex {
  const { onTick, intervals } = market
  if (onTick === undefined || market.tickBars.length > 0 || !kernel.isTrading) return from
  const { account, recorder, events, clock, next } = kernel
  const { rows, quote, venue, positions } = market
  const { time, bidOpen, askOpen } = rows
  const { levels } = venue
  const { conversion } = positions
  const { highestRate } = positions.margin
  const { marginRecord } = account
  let row = from
  while (row < to) {
    const now = time[row] as number
    const bid = bidOpen[row] as Price
    const ask = askOpen[row] as Price
    if (
      bid <= (levels[LEVEL.bidFall] as number) ||
      bid >= (levels[LEVEL.bidRise] as number) ||
      ask <= (levels[LEVEL.askFall] as number) ||
      ask >= (levels[LEVEL.askRise] as number) ||
      now >= kernel.nextStop ||
      now >= venue.urgentFrom ||
      events.count > 0
    ) {
      break
    }
    const { balance } = account
    let equity: number = balance
    if (positions.openCount > 0) {
      const { longQuantity, shortQuantity, cost } = positions
      const rate = conversion.own === 0 ? conversion.others : conversion.rate(bid, ask)
      equity += (longQuantity * bid - shortQuantity * ask + cost) * rate
      const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
      // Slightly more than the used margin.
      const marginBound = larger * (bid + ask) * highestRate * rate * 0.52
      if (!(equity * marginRecord.quietRatio > marginBound && marginBound <= marginRecord.quietUsed)) {
        if (!(equity > marginBound)) break
        marginRecord.see(positions.marginAt(bid, ask), equity)
      }
    }
    clock.time = now
    quote.set(bid, ask)
    next.time = now
    next.bid = bid
    next.ask = ask
    next.volume = 0
    for (let i = 0; i < intervals.length; i++) {
      const bars = intervals[i] as IntervalBars
      bars.addTick(next)
      if (bars.end < kernel.nextStop) kernel.nextStop = bars.end
    }
    onTick({ time: now, bid, ask })
    recorder.last = equity
    recorder.lastTime = now
    recorder.lastBalance = balance
    if (equity > recorder.high || equity < recorder.low || equity < recorder.floor) recorder.markLast()
    row++
    // The script has started to use another interval, or bars of ticks.
    if (market.intervals !== intervals || market.tickBars.length > 0 || market.onTick !== onTick) break
  }
  return row as RowIndex
}

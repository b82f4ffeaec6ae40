import type { Kernel } from '../kernel.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import type { TradedMarket } from '../market/traded-market.ts'
import { LEVEL } from '../ports/venue.ts'

/**
 * Real ticks of a single market, rows `from` to `to` (excluded). It keeps to columns and plain fields and calls nothing
 * for a quiet tick but the forming bars, because numbers that are passed to functions are boxed.
 */
export function runTicks(kernel: Kernel, market: TradedMarket, from: number, to: number): void {
  const { account, recorder, events, clock } = kernel
  const { rows, quote, venue, positions, excursions, converts } = market
  const { conversion } = positions
  const { time, bidOpen, askOpen } = rows
  const { levels } = venue
  const { highestRate } = positions.margin
  const isPlainRate = conversion.own === 0
  for (let row = from; row < to; row++) {
    const now = time[row] as number
    const bid = bidOpen[row] as number
    const ask = askOpen[row] as number
    if (now >= kernel.nextStop) {
      kernel.stopTime = now
      kernel.stop()
    }
    if (converts) conversion.advance(now)
    if (market.isClosed) {
      market.closedRows += 1
      continue
    }
    const isQuiet =
      market.onTick === undefined &&
      market.tickBars.length === 0 &&
      now < venue.urgentFrom &&
      bid > (levels[LEVEL.bidFall] as number) &&
      bid < (levels[LEVEL.bidRise] as number) &&
      ask > (levels[LEVEL.askFall] as number) &&
      ask < (levels[LEVEL.askRise] as number) &&
      events.count === 0
    if (isQuiet) {
      const { longQuantity, shortQuantity, cost } = positions
      const { balance } = account
      const rate = isPlainRate ? conversion.others : conversion.rate(bid, ask)
      const equity =
        positions.openCount === 0 ? balance : balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
      const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
      const safe = larger * (bid + ask) * highestRate * rate * 0.52
      if (equity > safe && equity <= recorder.high && equity >= recorder.low && equity >= recorder.floor) {
        recorder.last = equity
        recorder.lastTime = now
        recorder.lastBalance = balance
        addQuietTick(kernel, market, row)
        clock.time = now
        continue
      }
    }
    quote.bidHigh = bid
    quote.bidLow = bid
    quote.askHigh = ask
    quote.askLow = ask
    excursions.startRow(row)
    kernel.tick(market, now, bid, ask, false, 0)
  }
}

function addQuietTick(kernel: Kernel, { quote, rows, intervals }: TradedMarket, row: number): void {
  for (let i = 0; i < intervals.length; i++) {
    const bars = intervals[i] as IntervalBars
    bars.addTickRow(rows, row)
    if (bars.end < kernel.nextStop) kernel.nextStop = bars.end
  }
  quote.bid = rows.bidClose[row] as number
  quote.ask = rows.askClose[row] as number
}

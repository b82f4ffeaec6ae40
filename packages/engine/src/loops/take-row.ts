import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import { isHighFirst } from '../market/intrabar-path.ts'
import { firstRowAt, type MarketRows } from '../market/market-rows.ts'
import type { TradedMarket } from '../market/traded-market.ts'
import { LEVEL } from '../ports/venue.ts'
import { markQuietBar } from './quiet-bar.ts'

/** Processes a row price by price, or its rest in one step if nothing is left to do after its open. */
export function takeRow(kernel: Kernel, market: TradedMarket, row: RowIndex): void {
  if (startRow(kernel, market, row)) return
  const { next } = kernel
  const { rows, quote } = market
  const { rowMs } = rows
  const start = rows.time[row] as number
  const bh = rows.bidHigh[row] as Price
  const bl = rows.bidLow[row] as Price
  const ah = rows.askHigh[row] as Price
  const al = rows.askLow[row] as Price
  quote.bidHigh = bh
  quote.bidLow = bl
  quote.askHigh = ah
  quote.askLow = al
  next.time = start
  next.bid = rows.bidOpen[row] as Price
  next.ask = rows.askOpen[row] as Price
  next.volume = 0
  kernel.meet(market, false)
  // If nothing of the script is called at the open, its equity is recorded with that of the rest.
  if (isRestQuiet(kernel, market, row)) {
    if (markQuietBar(kernel, market, row, false)) {
      market.excursions.endRow(quote)
      return
    }
  }
  kernel.settle(market)
  if (isRestQuiet(kernel, market, row) && markQuietBar(kernel, market, row, true)) {
    market.excursions.endRow(quote)
    return
  }
  // The result of the open already counts.
  const goesHighFirst = isHighFirst(kernel.path, market, row)
  next.time = start + rowMs / 3
  next.bid = goesHighFirst ? bh : bl
  next.ask = goesHighFirst ? ah : al
  kernel.tick(market, true)
  next.time = start + (2 * rowMs) / 3
  next.bid = goesHighFirst ? bl : bh
  next.ask = goesHighFirst ? al : ah
  kernel.tick(market, true)
  next.time = start + rowMs - 1
  next.bid = rows.bidClose[row] as Price
  next.ask = rows.askClose[row] as Price
  next.volume = rows.volume[row] as number
  kernel.tick(market, true)
}

/** Whether nothing is due or triggered in a row, or in the rest of it. */
export function isRestQuiet(kernel: Kernel, { rows, venue, onTick, isCoarse }: TradedMarket, row: RowIndex): boolean {
  const { levels } = venue
  return (
    !isCoarse &&
    onTick === undefined &&
    kernel.isTrading &&
    (rows.time[row] as number) + rows.rowMs < venue.urgentFrom &&
    (rows.bidLow[row] as Price) > (levels[LEVEL.bidFall] as number) &&
    (rows.bidHigh[row] as Price) < (levels[LEVEL.bidRise] as number) &&
    (rows.askLow[row] as Price) > (levels[LEVEL.askFall] as number) &&
    (rows.askHigh[row] as Price) < (levels[LEVEL.askRise] as number) &&
    kernel.events.count === 0
  )
}

/** Starts a row that is processed price by price; returns true if real ticks have already resolved it. */
function startRow(kernel: Kernel, market: TradedMarket, row: RowIndex): boolean {
  market.excursions.startRow(row)
  const { intrabarTicks } = market
  return intrabarTicks !== null && isUnclear(market, row) && takeIntrabarTicks(kernel, market, intrabarTicks, row)
}

/** Whether the bar is ambiguous: it reaches triggers on both sides, or may open an order that has both. */
export function isUnclear({ rows, venue }: TradedMarket, row: RowIndex): boolean {
  const { levels } = venue
  return (
    venue.bracketCount > 0 ||
    (((rows.bidLow[row] as Price) <= (levels[LEVEL.bidFall] as number) ||
      (rows.askLow[row] as Price) <= (levels[LEVEL.askFall] as number)) &&
      ((rows.bidHigh[row] as Price) >= (levels[LEVEL.bidRise] as number) ||
        (rows.askHigh[row] as Price) >= (levels[LEVEL.askRise] as number)))
  )
}

/** Processes the real ticks of a minute instead of its bar; false if there are none. */
function takeIntrabarTicks(kernel: Kernel, market: TradedMarket, ticks: MarketRows, row: RowIndex): boolean {
  const { rows, positions, converts } = market
  const start = rows.time[row] as number
  const from = firstRowAt(ticks.time, start)
  const to = firstRowAt(ticks.time, start + rows.rowMs)
  if (from === to || !kernel.isTrading) return false
  market.updatesBarsByRow = true
  const { next } = kernel
  next.volume = 0
  for (let i = from; i < to; i++) {
    next.time = ticks.time[i] as number
    next.bid = ticks.bidOpen[i] as Price
    next.ask = ticks.askOpen[i] as Price
    if (converts) positions.conversion.advance(next.time)
    takeTick(kernel, market)
  }
  market.updatesBarsByRow = false
  kernel.addRow(market, row)
  market.minutesResolvedByTicks += 1
  return true
}

/** The next price is a real tick, so the current bar consists of this price only. */
export function takeTick(kernel: Kernel, market: TradedMarket): void {
  const { quote } = market
  const { bid, ask } = kernel.next
  quote.bidHigh = bid
  quote.bidLow = bid
  quote.askHigh = ask
  quote.askLow = ask
  kernel.tick(market, false)
}

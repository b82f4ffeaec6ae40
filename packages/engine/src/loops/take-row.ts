import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import { isHighFirst } from './intrabar-path.ts'
import { firstRowAt, type MarketRows } from '../market/market-rows.ts'
import type { TradedMarket } from '../traded-market.ts'
import { LEVEL } from '../ports/venue.ts'
import { markQuietBar } from './quiet-bar.ts'

/** Processes a row price by price, or its rest in one step if nothing is left to do after its open. */
export function takeRow(kernel: Kernel, market: TradedMarket, row: RowIndex): void {
  if (meetOpen(kernel, market, row)) finishRow(kernel, market, row)
}

/** Lets orders meet the open of a row; false if real ticks have already resolved the whole row. */
export function meetOpen(kernel: Kernel, market: TradedMarket, row: RowIndex): boolean {
  if (startRow(kernel, market, row)) return false
  const { next } = kernel
  const { rows, quote } = market
  quote.bidHigh = rows.bidHigh[row] as Price
  quote.bidLow = rows.bidLow[row] as Price
  quote.askHigh = rows.askHigh[row] as Price
  quote.askLow = rows.askLow[row] as Price
  next.time = rows.time[row] as number
  next.bid = rows.bidOpen[row] as Price
  next.ask = rows.askOpen[row] as Price
  next.volume = 0
  kernel.meet(market, false)
  return true
}

/** The rest of a row after `meetOpen`. */
export function finishRow(kernel: Kernel, market: TradedMarket, row: RowIndex): void {
  const { next } = kernel
  const { rows, quote } = market
  const { rowMs } = rows
  // If nothing of the script is called at the open, its equity is recorded with that of the rest.
  if (isRestQuiet(kernel, market, row) && markQuietBar(kernel, market, row, false)) {
    market.excursions.endRow(quote)
    return
  }
  kernel.settle(market)
  if (isRestQuiet(kernel, market, row) && markQuietBar(kernel, market, row, true)) {
    market.excursions.endRow(quote)
    return
  }
  // The result of the open already counts.
  const start = rows.time[row] as number
  const goesHighFirst = market.pathChooser.choosePath(rows, row, isHighFirst(kernel.path, market, row))
  const { bidHigh, bidLow, askHigh, askLow } = quote
  next.time = start + rowMs / 3
  next.bid = goesHighFirst ? bidHigh : bidLow
  next.ask = goesHighFirst ? askHigh : askLow
  quote.isInsideBar = true
  kernel.tick(market, true)
  next.time = start + (2 * rowMs) / 3
  next.bid = goesHighFirst ? bidLow : bidHigh
  next.ask = goesHighFirst ? askLow : askHigh
  kernel.tick(market, true)
  quote.isInsideBar = false
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

/** Whether the order of a bar's extremes may decide anything. */
export function isUnclear({ rows, pathChooser }: TradedMarket, row: RowIndex): boolean {
  const bar = {
    bidHigh: rows.bidHigh[row] as Price,
    bidLow: rows.bidLow[row] as Price,
    askHigh: rows.askHigh[row] as Price,
    askLow: rows.askLow[row] as Price,
  }
  return pathChooser.mayDependOnPath(bar, (rows.time[row] as number) + rows.rowMs)
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

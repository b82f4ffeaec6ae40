import type { Price, RowIndex } from '@tradeloom/domain'

import type { Account } from '../account/account.ts'
import type { Kernel } from '../kernel.ts'
import { isHighFirst } from './intrabar-path.ts'
import type { TradedMarket } from '../traded-market.ts'

/**
 * Processes a bar that triggers no orders, without its open if that was recorded already; false if margin must be
 * checked price by price.
 */
export function markQuietBar(kernel: Kernel, market: TradedMarket, row: RowIndex, isOpenTaken: boolean): boolean {
  if (!markEquity(kernel, market, row, isOpenTaken)) return false
  const { rows, quote } = market
  kernel.addRow(market, row)
  kernel.clock.time = (rows.time[row] as number) + rows.rowMs - 1
  quote.closeRow(row)
  return true
}

/** Records the equity at the four prices of a bar; false, and nothing is recorded, if it may be too little. */
export function markEquity(kernel: Kernel, market: TradedMarket, row: RowIndex, isOpenTaken: boolean): boolean {
  const { account, recorder, path } = kernel
  const { rows, positions } = market
  const { longQuantity, shortQuantity, cost } = positions
  const { balance, marginRecord } = account
  const { highestRate } = positions.margin
  const bo = rows.bidOpen[row] as Price
  const ao = rows.askOpen[row] as Price
  const bh = rows.bidHigh[row] as Price
  const ah = rows.askHigh[row] as Price
  const bl = rows.bidLow[row] as Price
  const al = rows.askLow[row] as Price
  const bc = rows.bidClose[row] as Price
  const ac = rows.askClose[row] as Price
  const time = rows.time[row] as number
  const last = time + rows.rowMs - 1
  let first = balance
  let high = balance
  let low = balance
  let fourth = balance
  if (positions.openCount > 0) {
    const { conversion } = positions
    const { own, others } = conversion
    const highRate = own === 0 ? others : conversion.rate(bh, ah)
    const lowRate = own === 0 ? others : conversion.rate(bl, al)
    first += (longQuantity * bo - shortQuantity * ao + cost) * (own === 0 ? others : conversion.rate(bo, ao))
    high += (longQuantity * bh - shortQuantity * ah + cost) * highRate
    low += (longQuantity * bl - shortQuantity * al + cost) * lowRate
    fourth += (longQuantity * bc - shortQuantity * ac + cost) * (own === 0 ? others : conversion.rate(bc, ac))
    const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
    // Slightly more margin than any of these prices can use. With a rate that follows the market's own price, all use the same.
    const marginBound =
      own === 0 ? larger * (bh + ah) * highestRate * others * 0.52 : larger * highestRate * others * 1.04
    const least = Math.min(first, high, low, fourth)
    if (!(least * marginRecord.quietRatio > marginBound && marginBound <= marginRecord.quietUsed)) {
      if (!(least > marginBound)) return false
      seeMargin(account, market, row)
    }
  }
  recorder.lastBalance = balance
  if (!isOpenTaken) {
    recorder.last = first
    recorder.lastTime = time
    if (first > recorder.high || first < recorder.low || first < recorder.floor) recorder.markLast()
  }
  // Which extreme comes first only matters for those that are recorded.
  const isExtreme =
    high > recorder.high ||
    high < recorder.low ||
    high < recorder.floor ||
    low > recorder.high ||
    low < recorder.low ||
    low < recorder.floor
  if (isExtreme) {
    const goesHighFirst = isHighFirst(path, market, row)
    recorder.last = goesHighFirst ? high : low
    recorder.lastTime = time + rows.rowMs / 3
    recorder.markLast()
    recorder.last = goesHighFirst ? low : high
    recorder.lastTime = time + (2 * rows.rowMs) / 3
    recorder.markLast()
  }
  recorder.last = fourth
  recorder.lastTime = last
  if (fourth > recorder.high || fourth < recorder.low || fourth < recorder.floor) recorder.markLast()
  return true
}

/** Records the margin at the four prices of a bar. */
export function seeMargin({ balance, marginRecord }: Account, { rows, positions }: TradedMarket, row: RowIndex): void {
  const { longQuantity, shortQuantity, cost, margin, conversion } = positions
  const units = margin.heldUnits(longQuantity > shortQuantity ? longQuantity : shortQuantity)
  for (let point = 0; point < 4; point++) {
    const bids = point === 0 ? rows.bidOpen : point === 1 ? rows.bidHigh : point === 2 ? rows.bidLow : rows.bidClose
    const asks = point === 0 ? rows.askOpen : point === 1 ? rows.askHigh : point === 2 ? rows.askLow : rows.askClose
    const bid = bids[row] as Price
    const ask = asks[row] as Price
    const rate = conversion.own === 0 ? conversion.others : conversion.rate(bid, ask)
    const equity = balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
    marginRecord.see(units * ((bid + ask) / 2) * rate, equity)
  }
}

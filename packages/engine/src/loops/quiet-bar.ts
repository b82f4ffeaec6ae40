import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import { isHighFirst } from '../market/intrabar-path.ts'
import type { TradedMarket } from '../market/traded-market.ts'

/**
 * Records the equity of a bar that triggers no orders, without its open if that was recorded already; false if margin
 * must be checked price by price.
 */
export function markQuietBar(kernel: Kernel, market: TradedMarket, row: RowIndex, isOpenTaken: boolean): boolean {
  const { account, recorder, path } = kernel
  const { rows, quote, positions } = market
  const { longQuantity, shortQuantity, cost } = positions
  const { balance } = account
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
    const safe = larger * (bh + ah) * positions.margin.highestRate * Math.max(highRate, lowRate) * 0.52
    if (!(Math.min(first, high, low, fourth) > safe)) return false
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
  kernel.addRow(market, row)
  kernel.clock.time = last
  quote.bid = bc
  quote.ask = ac
  return true
}

/**
 * Records the highest or the lowest equity of a bar if that is all that has to be recorded of it, as of most bars with an
 * extreme: all positions are on one side, the open is no extreme, and a new peak makes no new drawdown of the low. False
 * if there is more.
 */
export function markOneExtreme({ account, recorder, path }: Kernel, market: TradedMarket, row: RowIndex): boolean {
  const { rows, positions } = market
  const { longQuantity, shortQuantity, cost, conversion } = positions
  if (conversion.own !== 0 || (longQuantity > 0 && shortQuantity > 0)) return false
  const { balance } = account
  const rate = conversion.others
  const bh = rows.bidHigh[row] as Price
  const ah = rows.askHigh[row] as Price
  const bl = rows.bidLow[row] as Price
  const al = rows.askLow[row] as Price
  const first =
    balance + (longQuantity * (rows.bidOpen[row] as Price) - shortQuantity * (rows.askOpen[row] as Price) + cost) * rate
  const worst = balance + (longQuantity * bl - shortQuantity * ah + cost) * rate
  const best = balance + (longQuantity * bh - shortQuantity * al + cost) * rate
  if (!(first <= recorder.high && first >= recorder.low && first >= recorder.floor)) return false
  const isHigh = best > recorder.high
  if (isHigh && !(worst >= recorder.low && worst >= recorder.floor && worst >= best - recorder.maxDrawdown))
    return false
  const isAtHigh = longQuantity > 0 === isHigh
  const part = isHighFirst(path, market, row) === isAtHigh ? rows.rowMs / 3 : (2 * rows.rowMs) / 3
  recorder.last = isHigh ? best : worst
  recorder.lastTime = (rows.time[row] as number) + part
  recorder.lastBalance = balance
  recorder.markLast()
  return true
}

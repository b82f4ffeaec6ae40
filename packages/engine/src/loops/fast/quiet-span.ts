import type { Price, RowIndex } from '@tradeloom/domain'

import type { Account } from '../../account/account.ts'
import type { Kernel } from '../../kernel.ts'
import { isHighFirst } from '../intrabar-path.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { extremeRow } from '../../record/extreme-steps.ts'
import { markEquity, seeMargin } from '../quiet-bar.ts'

/**
 * Records the equity of quiet rows `from` to `to` (exclusive), with positions on one side at a constant rate. Only the
 * first of the highest and of the lowest prices can be an extreme, unless a new peak is followed by a fall: then the rows
 * are recorded one by one.
 *
 * A position that is alone also gets its own extremes here, so that these rows are not scanned again at its end. Numbers
 * passed to functions would be boxed, so it is longer than functions should be.
 */
export function recordSpan(kernel: Kernel, market: TradedMarket, from: RowIndex, to: RowIndex): void {
  const { positions, rows } = market
  if (to <= from || positions.openCount === 0) return
  const { recorder } = kernel
  const { balance } = kernel.account
  const { longQuantity, shortQuantity, cost, conversion } = positions
  const isLong = longQuantity > 0
  const signed = isLong ? longQuantity : -shortQuantity
  const rate = conversion.others
  const highs = isLong ? rows.bidHigh : rows.askHigh
  const lows = isLong ? rows.bidLow : rows.askLow
  let high = -Infinity
  let low = Infinity
  const { steps } = market.excursions
  if (steps !== null) {
    const side = isLong ? steps.bid : steps.ask
    high = highs[extremeRow(side.high, highs, 1, from, to)] as number
    low = lows[extremeRow(side.low, lows, -1, from, to)] as number
  } else {
    for (let row = from | 0; row < to; row++) {
      const top = highs[row] as number
      const bottom = lows[row] as number
      if (top > high) high = top
      if (bottom < low) low = bottom
    }
  }
  if (positions.openCount === 1) positions.open.first?.seeRows(from, to, high, low)
  // Rounded like every other equity: these are the extremes of the rows to the last bit.
  const best = balance + (signed * (isLong ? high : low) + cost) * rate
  const worst = balance + (signed * (isLong ? low : high) + cost) * rate
  const { quietUsed, quietRatio } = kernel.account.marginRecord
  // For a sum of bid and ask, slightly more than the used margin. Its share of the equity is highest at one of the extremes.
  const held = (isLong ? longQuantity : shortQuantity) * positions.margin.highestRate * rate * 0.52
  const boundAtHigh = held * (high + high + rows.widestSpread)
  const boundAtLow = held * (low + low + rows.widestSpread)
  const isMarginQuiet =
    (isLong ? best : worst) * quietRatio > boundAtHigh &&
    (isLong ? worst : best) * quietRatio > boundAtLow &&
    boundAtHigh <= quietUsed
  if (!isMarginQuiet) seeMarginOf(kernel.account, market, from, to)
  const isHigh = best > recorder.high
  const isLow = worst < recorder.low || worst < recorder.floor
  if (!isHigh && !isLow) return
  // Below half of the peak, differences of equities are rounded themselves.
  const isExact = worst + worst >= recorder.peak || worst >= recorder.floor
  const isPeak = best > recorder.peak
  if (!isExact || (isPeak && (isLow || worst < best - recorder.maxDrawdown))) {
    for (let row = from; row < to; row++) markEquity(kernel, market, row, false)
    return
  }
  const opens = isLong ? rows.bidOpen : rows.askOpen
  recorder.lastBalance = balance
  if (isHigh) {
    const prices = isLong ? highs : lows
    let row = from
    while (balance + (signed * (prices[row] as number) + cost) * rate !== best) row++
    const isAtOpen = balance + (signed * (opens[row] as number) + cost) * rate === best
    const third = isAtOpen ? 0 : isHighFirst(kernel.path, market, row) === isLong ? rows.rowMs : 2 * rows.rowMs
    recorder.last = best
    recorder.lastTime = (rows.time[row] as number) + third / 3
    recorder.markLast()
  }
  if (isLow) {
    const prices = isLong ? lows : highs
    let row = from
    while (balance + (signed * (prices[row] as number) + cost) * rate !== worst) row++
    const isAtOpen = balance + (signed * (opens[row] as number) + cost) * rate === worst
    const third = isAtOpen ? 0 : isHighFirst(kernel.path, market, row) !== isLong ? rows.rowMs : 2 * rows.rowMs
    recorder.last = worst
    recorder.lastTime = (rows.time[row] as number) + third / 3
    recorder.markLast()
  }
}

/** Records the margin of those rows that may bring a record. */
function seeMarginOf(account: Account, market: TradedMarket, from: RowIndex, to: RowIndex): void {
  const { rows, positions } = market
  const { bidHigh, bidLow, askHigh } = rows
  const { longQuantity, shortQuantity, cost, conversion, margin } = positions
  const { balance, marginRecord } = account
  const rate = conversion.others
  const held = (longQuantity + shortQuantity) * margin.highestRate * rate * 0.52
  for (let row = from; row < to; row++) {
    const marginBound = held * ((bidHigh[row] as Price) + (askHigh[row] as Price))
    const worst = longQuantity * (bidLow[row] as Price) - shortQuantity * (askHigh[row] as Price)
    const least = balance + (worst + cost) * rate
    if (!(least * marginRecord.quietRatio > marginBound && marginBound <= marginRecord.quietUsed))
      seeMargin(account, market, row)
  }
}

/** Records the equity at the close of the last of some rows. */
export function recordClose({ account, recorder }: Kernel, { rows, positions }: TradedMarket, row: RowIndex): void {
  const { longQuantity, shortQuantity, cost, conversion } = positions
  // With a rate that follows the market's own price, the row was recorded price by price.
  if (positions.openCount === 0 || conversion.own !== 0) return
  const { balance } = account
  const bid = rows.bidClose[row] as Price
  const ask = rows.askClose[row] as Price
  recorder.last = balance + (longQuantity * bid - shortQuantity * ask + cost) * conversion.others
  recorder.lastTime = (rows.time[row] as number) + rows.rowMs - 1
  recorder.lastBalance = balance
}

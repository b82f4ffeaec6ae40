import type { RowIndex } from '@tradeloom/domain'

import type { Account } from '../../account/account.ts'
import type { MarketPositions } from '../../account/market-positions.ts'
import type { MarketRows } from '../../market/market-rows.ts'
import type { Quote } from '../../market/quote.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { LEVEL } from '../../ports/venue.ts'
import { type PriceRange, RowExtremes } from '../../record/row-extremes.ts'

/** Relative to the money in a sum of equity, far more than its rounding and far less than a step of the price. */
const SLACK = 1e-13
/** How far a row may rise while the margin that its prices can need is known in advance. */
const RISE = 1.05
/** How far it may fall before the margin is looked at again. */
const FALL = 0.95
/** How near to the borders of a zone the price may come before there is a new one. */
const NEAR = 0.02
/** Blocks of rows that are tested at a time whether they lie within a zone. */
const BLOCKS = 64

/**
 * Prices between which a row can neither trigger an order nor bring a margin call, so that it needs no equity of its
 * own. Rows outside of it are decided exactly.
 *
 * Rounded sums and products never fall when a term rises. So if the equity at a bound, rounded like that of a row, is
 * enough, that of every price within the bound is.
 */
export class QuietRange {
  // Fractions, so that V8 stores the fields as doubles from the start.
  bidLow = 0.5
  bidHigh = 0.5
  askLow = 0.5
  askHigh = 0.5
  /** From this time on, prices must be matched. */
  urgentFrom = 0.5
  /** The equity of rows from this one on is not recorded yet. */
  unrecordedFrom = 0 as RowIndex
  #rows: MarketRows | null = null
  #extremes: RowExtremes | null = null
  /** Prices around the current one, for many updates. */
  #zone: PriceRange = { bidLow: NaN, bidHigh: NaN, askLow: NaN, askHigh: NaN }
  /** Rows `#knownFrom` to `#knownTo` (exclusive) lie within it. */
  #knownFrom = 0 as RowIndex
  #knownTo = 0 as RowIndex
  /** Whether all of the zone is within the range. */
  #hasZone = false

  /** Call it after anything but the prices has changed. */
  update({ account }: { readonly account: Pick<Account, 'balance'> }, { venue, positions, quote }: TradedMarket): void {
    const { levels } = venue
    this.urgentFrom = venue.urgentFrom
    this.bidLow = levels[LEVEL.bidFall] as number
    this.bidHigh = levels[LEVEL.bidRise] as number
    this.askLow = levels[LEVEL.askFall] as number
    this.askHigh = levels[LEVEL.askRise] as number
    this.#follow(quote)
    if (positions.openCount > 0) this.#keepMargin(account.balance, positions)
    const { bidLow, bidHigh, askLow, askHigh } = this.#zone
    this.#hasZone = this.bidLow <= bidLow && this.bidHigh >= bidHigh && this.askLow <= askLow && this.askHigh >= askHigh
  }

  /** Keeps the zone around the price. */
  #follow({ bid, ask }: Quote): void {
    const { bidLow, askHigh } = this.#zone
    if (bid > bidLow * (1 + NEAR) && ask < askHigh * (1 - NEAR)) return
    const low = bid * FALL
    const high = ask * RISE
    this.#zone = { bidLow: low, bidHigh: high, askLow: low, askHigh: high }
    this.#knownTo = this.#knownFrom
  }

  /** Narrows the range to prices that certainly leave enough equity for the margin. */
  #keepMargin(balance: number, positions: MarketPositions): void {
    const { longQuantity, shortQuantity, cost, conversion } = positions
    const rate = conversion.others
    const quantity = longQuantity + shortQuantity
    // With both sides, or a rate that follows the market's own price, every row is decided exactly.
    if (conversion.own !== 0 || !(rate > 0) || (longQuantity > 0 && shortQuantity > 0)) {
      this.bidLow = Infinity
      return
    }
    const ahead = this.#zone.askHigh
    const signed = longQuantity > 0 ? quantity : -quantity
    // Above this equity, no price lower than `ahead` can cause a margin call.
    const safe = quantity * (ahead + ahead) * positions.margin.highestRate * rate * 0.52
    const near = signed > 0 ? this.#zone.bidLow : ahead
    // Usually there is enough equity even far from the price.
    if (balance + (signed * near + cost) * rate > safe) {
      if (signed > 0 && near > this.bidLow) this.bidLow = near
      if (ahead < this.bidHigh) this.bidHigh = ahead
      if (ahead < this.askHigh) this.askHigh = ahead
      return
    }
    const slack = (SLACK * (Math.abs(balance) + safe + Math.abs(cost * rate))) / (rate * signed)
    const worst = ((safe - balance) / rate - cost) / signed + slack
    if (!(balance + (signed * worst + cost) * rate > safe)) {
      this.bidLow = Infinity
      return
    }
    if (signed > 0) {
      if (worst > this.bidLow) this.bidLow = worst
    } else if (worst < this.askHigh) this.askHigh = worst
    if (ahead < this.bidHigh) this.bidHigh = ahead
    if (ahead < this.askHigh) this.askHigh = ahead
  }

  /** Extremes of rows that a feed may still deliver are not known. */
  #extremesOf(rows: MarketRows): RowExtremes | null {
    if (this.#rows === rows) return this.#extremes
    this.#rows = rows
    this.#knownTo = this.#knownFrom
    this.#extremes = RowExtremes.of(rows)
    return this.#extremes
  }

  /** Tests the rows from one on whether they lie within the zone, some thousand at once. */
  #look(extremes: RowExtremes, from: RowIndex): void {
    let to = from
    for (let block = 0; block < BLOCKS && extremes.isWithin(to, this.#zone); block++) to = extremes.endOfBlock(to)
    this.#knownFrom = from
    this.#knownTo = to
  }

  /** The first of rows `from` to `to` (exclusive) that is not within the range. */
  reach(rows: MarketRows, from: RowIndex, to: RowIndex): RowIndex {
    const { time, rowMs, bidLow, bidHigh, askLow, askHigh } = rows
    const lowestBid = this.bidLow
    const highestBid = this.bidHigh
    const lowestAsk = this.askLow
    const highestAsk = this.askHigh
    const { urgentFrom } = this
    let end = to
    // Times rise.
    while (end > from && !((time[end - 1] as number) + rowMs < urgentFrom)) end = (end - 1) as RowIndex
    const extremes = this.#extremesOf(rows)
    let row = from
    if (this.#hasZone && extremes !== null) {
      if (row < this.#knownFrom || row >= this.#knownTo) this.#look(extremes, row)
      row = this.#knownTo < end ? this.#knownTo : end
    }
    while (row < end) {
      let last = end
      if (extremes !== null) {
        const next = extremes.endOfBlock(row)
        if (next < last) last = next
        // Most rows are far from every trigger, and then a whole block is.
        if (extremes.isWithin(row, this)) {
          row = last
          continue
        }
      }
      while (
        row < last &&
        (bidLow[row] as number) > lowestBid &&
        (bidHigh[row] as number) < highestBid &&
        (askLow[row] as number) > lowestAsk &&
        (askHigh[row] as number) < highestAsk
      ) {
        row = (row + 1) as RowIndex
      }
      if (row < last) return row
    }
    return row
  }
}

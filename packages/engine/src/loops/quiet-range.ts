import type { RowIndex } from '@tradeloom/domain'

import type { Account } from '../account/account.ts'
import type { TradedMarket } from '../market/traded-market.ts'
import { LEVEL } from '../ports/venue.ts'
import type { EquityRecorder } from '../record/equity-recorder.ts'

/** Whose equity the range is about. */
interface Equity {
  readonly account: Pick<Account, 'balance'>
  readonly recorder: Pick<EquityRecorder, 'high' | 'low' | 'floor'>
}

/** Relative to the money in a sum of equity, far more than its rounding and far less than a step of the price. */
const SLACK = 1e-13
/** How far a row may rise while the margin that its prices can need is known in advance. */
const RISE = 1.05

/**
 * Prices between which a row can neither trigger an order nor bring an extreme of equity or a margin call, so that it
 * needs no equity of its own. Rows outside of it are decided exactly.
 *
 * Rounded sums and products never fall when a term rises. So if the equity at a bound, rounded like that of a row, is no
 * extreme, no price within the bound is one.
 */
export class QuietRange {
  // Fractions, so that V8 stores the fields as doubles from the start.
  bidLow = 0.5
  bidHigh = 0.5
  askLow = 0.5
  askHigh = 0.5
  /** From this time on, prices must be matched. */
  urgentFrom = 0.5
  /** Above this equity, no price within the range can cause a margin call. */
  safe = 0.5
  /** Prices within the range are lower than this. */
  #ahead = 0.5

  /** Call it after anything but the prices has changed. */
  update({ account, recorder }: Equity, { venue, positions, quote }: TradedMarket): void {
    const { levels } = venue
    this.urgentFrom = venue.urgentFrom
    this.bidLow = levels[LEVEL.bidFall] as number
    this.bidHigh = levels[LEVEL.bidRise] as number
    this.askLow = levels[LEVEL.askFall] as number
    this.askHigh = levels[LEVEL.askRise] as number
    this.#ahead = -Infinity
    if (positions.openCount === 0) return
    const { balance } = account
    const { longQuantity, shortQuantity, cost, conversion } = positions
    const rate = conversion.others
    const quantity = longQuantity + shortQuantity
    // With both sides, or a rate that follows the market's own price, every row is decided exactly.
    if (conversion.own !== 0 || !(rate > 0) || (longQuantity > 0 && shortQuantity > 0)) {
      this.bidLow = Infinity
      return
    }
    const sign = longQuantity > 0 ? 1 : -1
    const slack = (SLACK * (Math.abs(balance) + Math.abs(recorder.high) + Math.abs(cost * rate))) / (rate * quantity)
    const ahead = (quote.ask as number) * RISE
    const signed = sign * quantity
    const best = ((recorder.high - balance) / rate - cost) / signed - sign * slack
    const isBestKnown = balance + (signed * best + cost) * rate <= recorder.high
    const safe = quantity * (ahead + ahead) * positions.margin.highestRate * rate * 0.52
    this.safe = safe
    const { low, floor } = recorder
    const limit = Math.max(low, floor, safe)
    const worst = ((limit - balance) / rate - cost) / signed + sign * slack
    const equity = balance + (signed * worst + cost) * rate
    if (!isBestKnown || !(equity >= low && equity >= floor && equity > safe)) {
      this.bidLow = Infinity
      return
    }
    this.#ahead = ahead
    if (sign === 1) {
      if (worst > this.bidLow) this.bidLow = worst
      if (best < this.bidHigh) this.bidHigh = best
    } else {
      if (best > this.askLow) this.askLow = best
      if (worst < this.askHigh) this.askHigh = worst
    }
    if (ahead < this.bidHigh) this.bidHigh = ahead
    if (ahead < this.askHigh) this.askHigh = ahead
  }

  /**
   * Widens the range to a row decided exactly, as `update` would if the drawdown is the same; false if it has to be
   * called. `isSafe`: the lowest equity of the row is above `safe`.
   */
  include({ rows, positions }: TradedMarket, row: RowIndex, isSafe: boolean): boolean {
    const bl = rows.bidLow[row] as number
    const bh = rows.bidHigh[row] as number
    const al = rows.askLow[row] as number
    const ah = rows.askHigh[row] as number
    if (!isSafe || !(bh < this.#ahead && ah < this.#ahead)) return false
    if (positions.shortQuantity === 0) {
      if (bl < this.bidLow) this.bidLow = bl
      if (bh > this.bidHigh) this.bidHigh = bh
    } else {
      if (al < this.askLow) this.askLow = al
      if (ah > this.askHigh) this.askHigh = ah
    }
    return true
  }
}

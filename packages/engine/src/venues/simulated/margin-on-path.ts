import type { Price } from '@tradeloom/domain'

import type { Account } from '../../account/account.ts'
import type { MarketPositions } from '../../account/market-positions.ts'
import type { Quote } from '../../market/quote.ts'
import type { Liquidation } from './liquidation.ts'
import type { PathSegment } from './path-segment.ts'

export interface MarginOnPathParts {
  readonly account: Account
  readonly quote: Quote
  readonly positions: MarketPositions
  readonly liquidation: Liquidation
}

/**
 * Finds the place on the path of a market at which the account lacks margin: for a margin call, and after that for a
 * closeout. The market quotes whole price steps, so it is the first step at which margin is insufficient. Prices of
 * other markets stay as they are meanwhile.
 */
export class MarginOnPath {
  /** What `reach` has found; a fraction above 1 if there is enough margin up to the end of the path. */
  fraction = Infinity
  #bid = 0.5 as Price
  #ask = 0.5 as Price
  readonly #scale: number
  readonly #account: Account
  readonly #quote: Quote
  readonly #positions: MarketPositions
  readonly #liquidation: Liquidation

  constructor({ account, quote, positions, liquidation }: MarginOnPathParts) {
    this.#account = account
    this.#quote = quote
    this.#positions = positions
    this.#liquidation = liquidation
    this.#scale = 10 ** positions.instrument.precision
  }

  /**
   * Looks for the place from `from` on. `isChecked`: margin was checked there, and nothing has happened since. The end of
   * the path does not count: there, orders that wait for its price come first. The quote is anywhere on the path
   * afterwards.
   */
  reach(path: PathSegment, from: number, isChecked: boolean): void {
    const liquidation = this.#liquidation
    this.fraction = Infinity
    if (this.#isAmple(path.bid, path.ask) && (isChecked || this.#isAmple(path.bidAt(from), path.askAt(from)))) return
    if (!isChecked) {
      this.#moveTo(path, from, this.#bidOf(path, from), this.#askOf(path, from))
      if (liquidation.isCalled || liquidation.isShort()) return this.#keep(from)
    }
    this.#moveTo(path, 1, path.bid, path.ask)
    if (!liquidation.isShort()) return
    this.#search(path, from)
  }

  /** Call it at a place before anything happens there. */
  seeRecovery(): void {
    this.#liquidation.seeRecovery()
  }

  /** Checks margin at the place that `reach` has found. */
  check(): void {
    const account = this.#account
    this.#quote.set(this.#bid, this.#ask)
    account.marginRecord.see(account.marginUsed(), account.equity())
    this.#liquidation.check()
  }

  #keep(fraction: number): void {
    const { bid, ask } = this.#quote.point
    this.fraction = fraction
    this.#bid = bid
    this.#ask = ask
  }

  /** Halves the price steps between `from` and the end, which is short of margin, until the first one that is remains. */
  #search(path: PathSegment, from: number): void {
    const isBid = Math.abs(path.bid - path.bidBefore) >= Math.abs(path.ask - path.askBefore)
    const before = isBid ? path.bidBefore : path.askBefore
    const after = isBid ? path.bid : path.ask
    const direction = after < before ? -1 : 1
    // Counted in the direction of the move.
    const start = direction * this.#scale * (isBid ? path.bidAt(from) : path.askAt(from))
    const end = direction * this.#scale * after
    let enough = Math.floor(start + NOISE)
    let short = Math.ceil(end - NOISE)
    const [first, last] = [enough + 1, short]
    while (short - enough > 1) {
      const middle = Math.floor((enough + short) / 2)
      this.#step(path, from, isBid, (direction * middle) / this.#scale)
      if (this.#liquidation.isShort()) short = middle
      else enough = middle
    }
    if (short >= last) return
    // It was short of margin already, and its positions cannot be closed now.
    if (short === first && this.#isShortAt(path, from)) return
    this.#keep(this.#step(path, from, isBid, (direction * short) / this.#scale))
  }

  /** Whether equity is certainly more than the used margin, in fewer steps than an exact comparison. */
  #isAmple(bid: Price, ask: Price): boolean {
    const { longQuantity, shortQuantity, cost, conversion, margin } = this.#positions
    if (this.#liquidation.isCalled || !this.#account.isSingle || !conversion.isConstant) return false
    const rate = conversion.rate(bid, ask)
    const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
    const equity = this.#account.balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
    return equity > larger * (bid + ask) * margin.highestRate * rate * 0.52
  }

  #isShortAt(path: PathSegment, fraction: number): boolean {
    this.#moveTo(path, fraction, path.bidAt(fraction), path.askAt(fraction))
    return this.#liquidation.isShort()
  }

  /** Moves to where one side has a price. */
  #step(path: PathSegment, from: number, isBid: boolean, price: number): number {
    const { bidBefore, askBefore, bid, ask } = path
    const fraction = isBid ? (price - bidBefore) / (bid - bidBefore) : (price - askBefore) / (ask - askBefore)
    const place = fraction < from ? from : fraction
    if (isBid) this.#moveTo(path, place, price, this.#askOf(path, place))
    else this.#moveTo(path, place, this.#bidOf(path, place), price)
    return place
  }

  /** In whole price steps, rounded as stops are: longs sell lower, shorts buy higher. */
  #bidOf(path: PathSegment, fraction: number): number {
    const rounded = Math.floor(path.bidAt(fraction) * this.#scale + NOISE) / this.#scale
    return Math.max(rounded, Math.min(path.bidBefore, path.bid))
  }

  #askOf(path: PathSegment, fraction: number): number {
    const rounded = Math.ceil(path.askAt(fraction) * this.#scale - NOISE) / this.#scale
    return Math.min(rounded, Math.max(path.askBefore, path.ask))
  }

  #moveTo(path: PathSegment, fraction: number, bid: number, ask: number): void {
    this.#positions.conversion.advance(path.timeAt(fraction))
    this.#quote.set(bid as Price, ask as Price)
  }
}

/** Of a price step: rounding of sums and products. */
const NOISE = 1e-6

import type { Price, Quantity } from '@tradeloom/domain'

import type { Account } from '../../account/account.ts'
import type { Booking } from '../../account/booking.ts'
import type { Fill } from '../../positions/fill.ts'
import { NextFill } from '../../positions/next-fill.ts'
import type { MarketPositions } from '../../account/market-positions.ts'
import { passOtherPath } from '../../positions/other-path.ts'
import { type Closing, type OpenPosition, tidyPrice } from '../../positions/open-position.ts'
import type { Clock } from '../../market/clock.ts'
import type { Quote } from '../../market/quote.ts'
import { lesser, roundToLots } from '../../orders/lots.ts'
import type { OrderRegistry } from '../../account/order-registry.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { RunSpec } from '../../run-spec.ts'
import { ambiguityOf, type ExitAssumptions } from './ambiguity.ts'
import { commissionOf, isFree } from './commission.ts'
import { expectedSlippage, type Slippage } from './slippage.ts'

/** The price at which an order or a position matches, before slippage. */
export interface MatchedPrice {
  readonly price: Price
  /** Half the spread at that time. */
  readonly halfSpread: number
  /** The order rested at its price. */
  readonly isMaker: boolean
  /** It takes the market's price, so slippage applies. */
  readonly slips: boolean
  /** Between two prices of a bar, on the straight path to the quote. */
  readonly isOnPath?: boolean
}

/** How an order will be filled. */
interface Plan {
  readonly closing: Quantity
  readonly left: Quantity
  /** Why the remainder cannot be opened. */
  readonly problem: string | null
}

export interface FillsParts {
  readonly spec: RunSpec
  readonly clock: Clock
  readonly quote: Quote
  readonly account: Account
  readonly positions: MarketPositions
  readonly booking: Booking
  readonly registry: OrderRegistry
  readonly slippage: Slippage
}

/** Prices the fills of the simulated market: slippage, commission, and whether the account has enough margin. */
export class Fills {
  readonly #spec: RunSpec
  readonly #clock: Clock
  readonly #quote: Quote
  readonly #account: Account
  readonly #positions: MarketPositions
  readonly #booking: Booking
  readonly #registry: OrderRegistry
  readonly #slippage: Slippage
  /** The expected slippage of a stop, as a price distance. */
  readonly #assumptions: ExitAssumptions
  readonly #isNetting: boolean
  /** No fill has a commission. */
  readonly #isFree: boolean
  /** Written anew for each fill; whoever books it keeps none of it. */
  readonly #priced = new NextFill()
  readonly #settled = { time: 0.5, price: 0.5 as Price, isMaker: false }
  /** The prices of bare orders, and how one of them matches. */
  readonly #prices = { bid: 0.5 as Price, ask: 0.5 as Price }
  readonly #bareMatch = { price: 0.5 as Price, halfSpread: 0.5, isMaker: false, slips: true }

  constructor(parts: FillsParts) {
    this.#spec = parts.spec
    this.#clock = parts.clock
    this.#quote = parts.quote
    this.#account = parts.account
    this.#positions = parts.positions
    this.#booking = parts.booking
    this.#registry = parts.registry
    this.#slippage = parts.slippage
    this.#isFree = isFree(parts.spec.commission)
    this.#isNetting = parts.spec.accounting === 'netting'
    this.#assumptions = {
      slippage: expectedSlippage(parts.spec.slippage, parts.positions.instrument.pipSize),
      isThrough: parts.spec.limitFill.model === 'through',
    }
  }

  /** Fills an order that opens or reduces. */
  fill(order: WorkingOrder, matched: MatchedPrice): void {
    const rate = this.#rate(matched, order.buy)
    if (rate !== rate) return this.#reject(order, 'a conversion instrument has no price yet')
    const slippage = matched.slips ? this.#slippage() : 0
    if (!order.reduceOnly && !this.#isNetting) return this.#open(order, matched, slippage, rate)
    const plan = this.#plan(order, matched, slippage, rate)
    if (order.timeInForce === 'FOK' && this.#isKilled(order, plan)) return
    const { closing, left, problem } = plan
    const filled = (order.reduceOnly || problem ? closing : closing + left) as Quantity
    if (closing > 0) {
      const price = priceWith(order.buy, matched.price, slippage)
      const orderFill = { time: this.#clock.time, price, isMaker: matched.isMaker }
      this.#booking.net(order, order.quantity, filled, orderFill, (position, part, share) =>
        this.#close(position, part, matched, slippage, 'netting', share),
      )
    }
    if (left === 0) return
    if (order.reduceOnly) return this.#endReduction(order, left)
    if (problem) return this.#rejectForMargin(order, left, problem)
    const equity = this.#account.equity()
    const fill = this.#price(order.buy, left, matched, slippage, rate, left / filled)
    this.#booking.open(order, left, fill, matched.isMaker, equity)
  }

  /** Fills an order that only opens. */
  #open(order: WorkingOrder, matched: MatchedPrice, slippage: number, rate: number): void {
    const { longQuantity, shortQuantity } = this.#positions
    const { buy, quantity } = order
    const equity = this.#account.equity()
    const problem = this.#marginProblem(longQuantity, shortQuantity, buy, quantity, equity)
    if (problem !== null) return this.#rejectForMargin(order, quantity, problem)
    this.#booking.open(order, quantity, this.#price(buy, quantity, matched, slippage, rate, 1), matched.isMaker, equity)
  }

  /** Fills an order that closes a position, or part of it. */
  fillClose(order: WorkingOrder, position: OpenPosition, matched: MatchedPrice): void {
    const quantity = lesser(order.quantity, position.quantity)
    const slippage = this.#slippage()
    passOtherPath(order, position)
    const settled = this.#settled
    settled.time = this.#clock.time
    settled.price = priceWith(order.buy, matched.price, slippage)
    settled.isMaker = matched.isMaker
    this.#booking.settle(order, settled, position.id)
    this.#close(position, quantity, matched, slippage, 'script')
  }

  /**
   * Fills a bare order that opens a position, while the script has no handlers of orders and positions; false, and nothing has
   * happened, if it is to be netted or rejected.
   */
  openBare(id: number, buy: boolean, quantity: Quantity): boolean {
    const positions = this.#positions
    const { longQuantity, shortQuantity } = positions
    if (this.#isNetting && (buy ? shortQuantity : longQuantity) > 0) return false
    const { bid, ask } = this.#prices
    const rate = positions.conversion.rate(bid, ask)
    const account = this.#account
    const equity = account.equity()
    const long = buy ? longQuantity + quantity : longQuantity
    const short = buy ? shortQuantity : shortQuantity + quantity
    // Slightly more than they can need, in fewer steps. False without a rate, here and below.
    const isFar =
      account.isSingle &&
      (long > short ? long : short) * (bid + ask) * positions.margin.highestRate * rate * 0.52 < equity
    if (!isFar && !(account.marginWith(positions, long, short) <= equity)) return false
    const fill = this.#priceBare(buy, quantity, rate)
    this.#booking.openBare(id, positions, buy, quantity, fill, equity)
    return true
  }

  /** The same for a bare order that closes a whole position. */
  closeBare(id: number, position: OpenPosition): void {
    const { bid, ask } = this.#prices
    const rate = this.#positions.conversion.rate(bid, ask)
    const fill = this.#priceBare(!position.long, position.quantity, rate)
    this.#booking.closeBare(id, position, fill)
  }

  /** Sets the prices at which the next bare orders are filled, those of the quote. */
  quoteBare(bid: Price, ask: Price): void {
    this.#prices.bid = bid
    this.#prices.ask = ask
    this.#bareMatch.halfSpread = (ask - bid) / 2
  }

  #priceBare(buy: boolean, quantity: Quantity, rate: number): Fill {
    const matched = this.#bareMatch
    matched.price = buy ? this.#prices.ask : this.#prices.bid
    return this.#price(buy, quantity, matched, this.#slippage(), rate, 1)
  }

  /** Closes a whole position for a reason other than an order. */
  close(position: OpenPosition, matched: MatchedPrice, reason: Closing['reason']): void {
    this.#close(position, position.quantity, matched, matched.slips ? this.#slippage() : 0, reason)
  }

  /** The quantity that an order closes of opposite positions, the remainder to open, and why that cannot be opened. */
  #plan(order: WorkingOrder, matched: MatchedPrice, slippage: number, rate: number): Plan {
    const { bid, ask } = this.#quote
    const { longQuantity, shortQuantity, instrument } = this.#positions
    const { buy, quantity, reduceOnly } = order
    const { lotSize } = instrument
    const closing = roundToLots(Math.min(quantity, this.#booking.closable(order)), lotSize)
    const left = closing === 0 ? quantity : roundToLots(quantity - closing, lotSize)
    if (left === 0 || reduceOnly) return { closing, left, problem: null }
    let equity = this.#account.equity()
    if (closing > 0) {
      // The cost of the closing: its share of the commission, and the distance from the mark to the fill price.
      const price = priceWith(buy, matched.price, slippage)
      const share = closing / quantity
      const value = closing * price * rate
      equity += (buy ? ask - price : price - bid) * closing * rate
      equity -= commissionOf(this.#spec.commission, closing, value, matched.isMaker, share)
    }
    const long = longQuantity - (buy ? 0 : closing)
    const short = shortQuantity - (buy ? closing : 0)
    return { closing, left, problem: this.#marginProblem(long, short, buy, left, equity) }
  }

  /** Kills a fill-or-kill order that could only fill partially. */
  #isKilled(order: WorkingOrder, { closing, left, problem }: Plan): boolean {
    if (closing === 0 || left === 0) return false
    if (order.reduceOnly) {
      order.status = 'CANCELED'
      order.reason = `reduce only: ${left} of it had nothing to close, and it was to be filled whole`
      this.#registry.publish(order)
      return true
    }
    if (problem) this.#rejectForMargin(order, left, problem)
    return problem !== null
  }

  #endReduction(order: WorkingOrder, left: Quantity): void {
    if (order.status === 'NEW') {
      order.status = 'CANCELED'
      order.reason = 'reduce only: nothing was open the other way'
      return this.#registry.publish(order)
    }
    order.reason = `reduce only: ${left} of it had nothing to close`
    this.#registry.placed.write(order)
  }

  /**
   * Market assumption: fills that need no more margin than is already used, such as the other side of a hedge, are
   * always possible.
   */
  #marginProblem(long: number, short: number, buy: boolean, quantity: Quantity, equity: number): string | null {
    const account = this.#account
    const positions = this.#positions
    const needed = account.marginWith(positions, buy ? long + quantity : long, buy ? short : short + quantity)
    if (needed <= equity || needed <= account.marginWith(positions, long, short)) return null
    return `not enough margin: ${needed.toFixed(2)} needed, equity ${equity.toFixed(2)}`
  }

  /** `share`: the fraction of the whole fill that this closing is. */
  #close(
    position: OpenPosition,
    quantity: Quantity,
    matched: MatchedPrice,
    slippage: number,
    reason: Closing['reason'],
    share = 1,
  ): void {
    const rate = this.#rate(matched, !position.long)
    const fill = this.#price(!position.long, quantity, matched, slippage, rate, share)
    // Neither what a script closes nor the first price of a bar depends on the path.
    const isClear = reason === 'script' || matched.isOnPath !== true
    const other = isClear ? NaN : ambiguityOf(position, reason, this.#quote, fill.price, this.#assumptions) * rate
    this.#booking.close(position, quantity, fill, reason, other)
  }

  #price(buy: boolean, quantity: Quantity, matched: MatchedPrice, slippage: number, rate: number, share: number): Fill {
    const price = priceWith(buy, matched.price, slippage)
    const commission = this.#isFree
      ? 0
      : commissionOf(this.#spec.commission, quantity, quantity * price * rate, matched.isMaker, share)
    // Rounding of the price counts as slippage, so that the costs add up.
    const slipped = buy ? price - matched.price : matched.price - price
    const fill = this.#priced
    fill.time = this.#clock.time
    fill.price = price
    fill.halfSpread = matched.halfSpread
    fill.slippage = slipped
    fill.rate = rate
    fill.commission = commission
    return fill
  }

  /** On the path, the market's own price is the one at that place, not yet the quote. */
  #rate({ price, halfSpread, isOnPath }: MatchedPrice, buy: boolean): number {
    const { conversion } = this.#positions
    if (isOnPath !== true || conversion.own === 0) return conversion.rate(this.#quote.bid, this.#quote.ask)
    const spread = 2 * halfSpread
    return conversion.rate((buy ? price - spread : price) as Price, (buy ? price : price + spread) as Price)
  }

  #rejectForMargin(order: WorkingOrder, quantity: Quantity, reason: string): void {
    const account = this.#account
    account.marginRecord.rejected(this.#clock.time, quantity, account.openCount)
    this.#reject(order, reason)
  }

  #reject(order: WorkingOrder, reason: string): void {
    if (order.status === 'FILLED') {
      order.reason = `what was left of it was refused: ${reason}`
      return this.#registry.placed.write(order)
    }
    this.#registry.reject(order, reason)
  }
}

function priceWith(buy: boolean, price: Price, slippage: number): Price {
  if (slippage === 0) return price
  return tidyPrice(buy ? price + slippage : price - slippage)
}

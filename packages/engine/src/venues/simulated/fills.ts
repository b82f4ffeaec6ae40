import type { Instrument } from '@tradeloom/domain'

import type { Quote } from '../../market/quote.ts'
import { commissionOf } from './commission.ts'
import type { Slippage } from './slippage.ts'
import { type Closing, type OpenPosition, tidyPrice } from '../../account/open-position.ts'
import type { Fill, Portfolio } from '../../account/portfolio.ts'
import { MarginRecord } from '../../record/margin-record.ts'
import type { RunSpec } from '../../run-spec.ts'
import type { Events } from '../../script/events.ts'
import { scriptPosition } from '../../script/script-position.ts'
import { ambiguityOf, attachStops } from './attached-stops.ts'
import { roundToLots } from '../../orders/lots.ts'
import type { TriggerBook } from './trigger-book.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** The price that an order or a position has reached, before slippage. */
export interface MatchedPrice {
  readonly price: number
  /** Half the distance of bid and ask at that moment. */
  readonly halfSpread: number
  /** It waited at its price. */
  readonly isMaker: boolean
  /** It took what the market gave: slippage is to be added. */
  readonly slips: boolean
  /** The market jumped there, from one bar or tick to the next: nothing lay before it. */
  readonly isJump?: boolean
}

/** How an order is to be filled. */
interface Plan {
  readonly closing: number
  readonly left: number
  /** Why what is left cannot be opened. */
  readonly problem: string | null
}

export interface FillsParts {
  readonly spec: RunSpec
  readonly quote: Quote
  readonly portfolio: Portfolio
  readonly events: Events
  readonly book: TriggerBook
  readonly slippage: Slippage
  /** Told of every order whose status has changed. */
  readonly publish: (order: WorkingOrder) => void
  /** Keeps what has changed besides. */
  readonly write: (order: WorkingOrder) => void
}

/** Books what the market gives: opens and closes positions, with their costs, and refuses what the account cannot bear. */
export class Fills {
  readonly margin = new MarginRecord()
  readonly #spec: RunSpec
  readonly #instrument: Instrument
  readonly #quote: Quote
  readonly #portfolio: Portfolio
  readonly #events: Events
  readonly #book: TriggerBook
  readonly #slippage: Slippage
  readonly #publish: (order: WorkingOrder) => void
  readonly #write: (order: WorkingOrder) => void
  /** Targets go off beyond their price only. */
  readonly #isThrough: boolean
  /** What a stop is expected to slip, as a price distance. */
  readonly #usualSlippage: number

  constructor(parts: FillsParts) {
    this.#spec = parts.spec
    this.#instrument = parts.spec.instrument
    this.#quote = parts.quote
    this.#portfolio = parts.portfolio
    this.#events = parts.events
    this.#book = parts.book
    this.#slippage = parts.slippage
    this.#publish = parts.publish
    this.#write = parts.write
    this.#isThrough = parts.spec.limitFill.model === 'through'
    const { slippage, instrument } = parts.spec
    this.#usualSlippage = (slippage.model === 'fixed' ? slippage.pips : slippage.meanPips) * instrument.pipSize
  }

  /** Fills an order that opens, or reduces. */
  fill(order: WorkingOrder, matched: MatchedPrice): void {
    const { bid, ask } = this.#quote
    const portfolio = this.#portfolio
    const rate = portfolio.conversion.rate(bid, ask)
    if (rate !== rate) return this.#refuse(order, 'a conversion instrument has no price yet')
    const slippage = matched.slips ? this.#slippage() : 0
    const plan = this.#plan(order, matched, slippage, rate)
    if (order.timeInForce === 'FOK' && this.#isKilled(order, plan)) return
    const { closing, left, problem } = plan
    const filled = order.reduceOnly || problem ? closing : closing + left
    if (closing > 0) this.#net(order, matched, slippage, filled)
    if (left === 0) return
    if (order.reduceOnly) return this.#endReduction(order, left)
    if (problem) return this.#refuseForMargin(order, left, problem)
    const equity = portfolio.equityAt(bid, ask)
    const fill = this.#priced(order.buy, left, matched, slippage, rate, left / filled)
    const position = portfolio.openPosition(order.buy, left, fill, equity)
    this.margin.opened(left)
    attachStops(position, order, rate)
    this.attach(position)
    if (order.status === 'NEW') this.#filled(order, fill.price, position.id, matched)
    else {
      order.positionId = position.id
      this.#write(order)
    }
    if (this.#events.wantsOpened) this.#events.opened(scriptPosition(portfolio.view(position, bid, ask), position))
  }

  /** Fills an order that closes a position, or part of it. */
  fillClose(order: WorkingOrder, position: OpenPosition, matched: MatchedPrice): void {
    const quantity = Math.min(order.quantity, position.quantity)
    const slippage = this.#slippage()
    this.#filled(order, priceWith(order.buy, matched.price, slippage), position.id, matched)
    this.#close(position, quantity, matched, slippage, 'script')
  }

  /** Closes a whole position for a reason other than an order. */
  close(position: OpenPosition, matched: MatchedPrice, reason: Closing['reason']): void {
    this.#close(position, position.quantity, matched, matched.slips ? this.#slippage() : 0, reason)
  }

  /** Puts the stops of a position where they stand now. */
  attach(position: OpenPosition): void {
    this.#book.attach(position, this.#isThrough || position.isTargetPassedOver)
  }

  /** What an order closes of what is open the other way, what is left to open then, and why it cannot be opened. */
  #plan(order: WorkingOrder, matched: MatchedPrice, slippage: number, rate: number): Plan {
    const { bid, ask } = this.#quote
    const { longQuantity, shortQuantity } = this.#portfolio
    const { buy, quantity, reduceOnly } = order
    const { lotSize } = this.#instrument
    const nets = reduceOnly || this.#spec.accounting === 'netting'
    const closing = nets ? roundToLots(Math.min(quantity, buy ? shortQuantity : longQuantity), lotSize) : 0
    const left = closing === 0 ? quantity : roundToLots(quantity - closing, lotSize)
    if (left === 0 || reduceOnly) return { closing, left, problem: null }
    let equity = this.#portfolio.equityAt(bid, ask)
    if (closing > 0) {
      // What the closing will cost: its share of the commission, and the way from the mark to the price of the fill.
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

  /** Closes opposite positions, the oldest first; `filled` is what the order fills in all. */
  #net(order: WorkingOrder, matched: MatchedPrice, slippage: number, filled: number): void {
    let left = order.quantity
    const price = priceWith(order.buy, matched.price, slippage)
    for (const position of this.#portfolio.open.values()) {
      if (position.long === order.buy) continue
      const part = Math.min(left, position.quantity)
      if (order.status === 'NEW') this.#filled(order, price, position.id, matched)
      this.#close(position, part, matched, slippage, 'netting', part / filled)
      left = roundToLots(left - part, this.#instrument.lotSize)
      if (left === 0) return
    }
  }

  /** Ends an order that is to be filled whole or not at all, when only a part of it could be. */
  #isKilled(order: WorkingOrder, { closing, left, problem }: Plan): boolean {
    if (closing === 0 || left === 0) return false
    if (order.reduceOnly) {
      order.status = 'CANCELED'
      order.reason = `reduce only: ${left} of it had nothing to close, and it was to be filled whole`
      this.#publish(order)
      return true
    }
    if (problem) this.#refuseForMargin(order, left, problem)
    return problem !== null
  }

  #endReduction(order: WorkingOrder, left: number): void {
    if (order.status === 'NEW') {
      order.status = 'CANCELED'
      order.reason = 'reduce only: nothing was open the other way'
      return this.#publish(order)
    }
    order.reason = `reduce only: ${left} of it had nothing to close`
    this.#write(order)
  }

  /** Market assumption: what takes no more margin than is used already, such as the other side of a hedge, may be. */
  #marginProblem(long: number, short: number, buy: boolean, quantity: number, equity: number): string | null {
    const portfolio = this.#portfolio
    const { bid, ask } = this.#quote
    const needed = portfolio.marginAt(bid, ask, buy ? long + quantity : long, buy ? short : short + quantity)
    if (needed <= equity || needed <= portfolio.marginAt(bid, ask, long, short)) return null
    return `not enough margin: ${needed.toFixed(2)} needed, equity ${equity.toFixed(2)}`
  }

  /** `share`: what this closing is of the whole fill. */
  #close(
    position: OpenPosition,
    quantity: number,
    matched: MatchedPrice,
    slippage: number,
    reason: Closing['reason'],
    share = 1,
  ): void {
    const quote = this.#quote
    const portfolio = this.#portfolio
    const rate = portfolio.conversion.rate(quote.bid, quote.ask)
    const fill = this.#priced(!position.long, quantity, matched, slippage, rate, share)
    // What the first price of a bar does is no matter of the path.
    const other = matched.isJump ? NaN : ambiguityOf(position, reason, quote, fill.price, this.#usualSlippage) * rate
    if (other < 0) portfolio.ambiguousWorst += other
    else if (other > 0) portfolio.ambiguousBest += other
    portfolio.closePosition(position, quantity, fill, reason, other)
    if (!portfolio.open.has(position.id)) this.#book.detach(position)
    if (!this.#events.wantsClosed) return
    this.#events.closed(scriptPosition(portfolio.closed.view(portfolio.closed.count - 1), null))
  }

  #priced(buy: boolean, quantity: number, matched: MatchedPrice, slippage: number, rate: number, share: number): Fill {
    const price = priceWith(buy, matched.price, slippage)
    const commission = commissionOf(this.#spec.commission, quantity, quantity * price * rate, matched.isMaker, share)
    // What rounding the price has added is slippage as well, so that the costs add up.
    const slipped = buy ? price - matched.price : matched.price - price
    return { time: this.#quote.time, price, halfSpread: matched.halfSpread, slippage: slipped, rate, commission }
  }

  #filled(order: WorkingOrder, price: number, positionId: number, matched: MatchedPrice): void {
    order.status = 'FILLED'
    order.fillTime = this.#quote.time
    order.fillPrice = price
    order.liquidity = matched.isMaker ? 'maker' : 'taker'
    order.positionId = positionId
    this.#publish(order)
  }

  #refuseForMargin(order: WorkingOrder, quantity: number, reason: string): void {
    this.margin.rejected(this.#quote.time, quantity, this.#portfolio.openCount)
    this.#refuse(order, reason)
  }

  #refuse(order: WorkingOrder, reason: string): void {
    if (order.status === 'FILLED') {
      order.reason = `what was left of it was refused: ${reason}`
      return this.#write(order)
    }
    order.status = 'REJECTED'
    order.reason = reason
    this.#publish(order)
  }
}

function priceWith(buy: boolean, price: number, slippage: number): number {
  if (slippage === 0) return price
  return tidyPrice(buy ? price + slippage : price - slippage)
}

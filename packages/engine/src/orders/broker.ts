import type { Instrument } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { Quote } from '../market/quote.ts'
import { commissionOf } from '../models/commission.ts'
import type { OpenPosition } from '../portfolio/open-position.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import { PlacedOrders } from '../record/placed-orders.ts'
import type { RunLog } from '../record/run-log.ts'
import type { PositionRecord } from '../run-result.ts'
import type { RunSpec } from '../run-spec.ts'
import type { Events } from '../script/events.ts'
import { attachStops, ambiguityOf } from './attached-stops.ts'
import { readOrder } from './order-rules.ts'
import { TriggerBook } from './trigger-book.ts'
import { RANK, type Trigger } from './trigger-heap.ts'
import { WorkingOrder } from './working-order.ts'

type CloseReason = NonNullable<PositionRecord['closeReason']>

/** The simulated broker: takes orders, matches them against each price, and books the fills. */
export class Broker {
  readonly book = new TriggerBook()
  /** From this time on the next price has something to do, wherever it is: at once, or when an order expires. */
  urgentFrom = Infinity
  readonly orders = new PlacedOrders()
  /** Orders that wait for a price, by id. */
  readonly waiting = new Map<number, WorkingOrder>()
  /** Orders that the next price fills, and those that it fills or ends. */
  #market: WorkingOrder[] = []
  #immediate: WorkingOrder[] = []
  #nextExpiry = Infinity
  readonly #instrument: Instrument
  readonly #spec: RunSpec
  readonly #quote: Quote
  readonly #portfolio: Portfolio
  readonly #events: Events
  readonly #log: RunLog
  readonly #slippage: number
  readonly #mostOrders: number

  constructor(
    spec: RunSpec,
    parts: { quote: Quote; portfolio: Portfolio; events: Events; log: RunLog; mostOrders: number },
  ) {
    this.#spec = spec
    this.#instrument = spec.instrument
    this.#quote = parts.quote
    this.#portfolio = parts.portfolio
    this.#events = parts.events
    this.#log = parts.log
    this.#slippage = (spec.slippage.model === 'fixed' ? spec.slippage.pips : 0) * spec.instrument.pipSize
    this.#mostOrders = parts.mostOrders
  }

  place(request: unknown, buy: boolean): WorkingOrder {
    const order = readOrder(request, buy, this.#newId(), this.#quote, this.#instrument)
    this.orders.add(order)
    if (order.status === 'REJECTED') {
      this.#tell(order)
      return order
    }
    if (order.type === 'MARKET') this.#fillNext(order)
    else this.#wait(order)
    return order
  }

  /** A market order that closes a position, or `quantity` of it. */
  placeClose(position: OpenPosition | undefined, id: number, quantity: number): WorkingOrder {
    const whole = position && !(quantity < position.quantity)
    const order = new WorkingOrder(
      this.#newId(),
      'MARKET',
      position ? !position.long : false,
      position ? (whole ? position.quantity : quantity) : 0,
      this.#quote.time,
    )
    this.orders.add(order)
    order.closes = id
    order.positionId = position ? id : 0
    if (!position) this.#reject(order, `there is no open position ${id}`)
    else if (!(quantity > 0)) this.#reject(order, 'quantity must be a number above 0')
    else {
      if (whole) position.closing = true
      this.#fillNext(order)
    }
    return order
  }

  /** Takes a waiting order back. */
  cancel(order: WorkingOrder, status: 'CANCELED' | 'EXPIRED', reason: string | null): void {
    this.book.removeOrder(order)
    this.waiting.delete(order.id)
    order.status = status
    order.reason = reason
    this.#tell(order)
  }

  /** Ends the orders whose time is over. */
  expire(): void {
    if (this.#quote.time < this.#nextExpiry) return
    this.#nextExpiry = Infinity
    for (const order of this.waiting.values()) {
      if (order.expiry <= this.#quote.time) this.cancel(order, 'EXPIRED', null)
      else if (order.expiry < this.#nextExpiry) this.#nextExpiry = order.expiry
    }
  }

  /** Puts the stops of a position where they stand now. */
  attach(position: OpenPosition): void {
    this.book.attach(position)
    if (this.book.trailing.size > 0) this.urgentFrom = -Infinity
  }

  /** Puts a waiting order where its changed prices say. */
  replace(order: WorkingOrder): void {
    this.book.removeOrder(order)
    this.#arm(order)
    this.orders.write(order)
  }

  /**
   * Step 2 of a tick: every order against the new price, then market orders in the order of their placing.
   * Between the four prices of a bar the market is taken to move straight, so that what
   * lies on the way is filled at its own price; a new bar or a real tick jumps, and gaps are paid for.
   */
  match(isOnWay: boolean, bidBefore: number, askBefore: number): void {
    this.expire()
    if (isOnWay) this.#matchWay(bidBefore, askBefore)
    else for (const reached of this.book.takeJump(this.#quote)) this.#fire(reached.trigger, reached.price)
    if (this.book.trailing.size > 0) this.book.trail(this.#quote)
    if (this.#market.length > 0) this.#fillMarket()
    if (this.#immediate.length > 0) this.#endImmediate()
    this.#look()
  }

  /** Step 3: closes positions, the largest loss first, while used margin is twice the equity or more. */
  checkMargin(): void {
    const { bid, ask } = this.#quote
    const portfolio = this.#portfolio
    while (portfolio.open.size > 0) {
      const equity = portfolio.balance + portfolio.unrealizedAt(bid, ask)
      if (!(equity <= portfolio.marginAt(bid, ask) / 2)) return
      let worst: OpenPosition | null = null
      for (const position of portfolio.open.values()) {
        if (!worst || profitOf(position, bid, ask) < profitOf(worst, bid, ask)) worst = position
      }
      if (!worst) return
      this.#log.write(this.#quote.time, 'warning', `Margin close-out of position ${worst.id}`)
      this.#close(worst, worst.quantity, this.#slipped(!worst.long, worst.long ? bid : ask), 'margin')
    }
  }

  #matchWay(bidBefore: number, askBefore: number): void {
    let way = 0
    for (;;) {
      const reached = this.book.takeOnWay(bidBefore, askBefore, this.#quote, way)
      if (!reached) return
      way = reached.way
      this.#fire(reached.trigger, reached.price)
    }
  }

  #fire(trigger: Trigger, price: number): void {
    const { order, position } = trigger
    if (order) {
      if (order.status !== 'NEW') return
      order.trigger = null
      if (trigger.rank === RANK.limit) this.#fill(order, price)
      else if (order.type === 'STOP') this.#fill(order, this.#slipped(order.buy, price))
      else if (order.buy ? price <= order.limitPrice : price >= order.limitPrice) this.#fill(order, price)
      else this.book.addLimit(order)
      return
    }
    if (!position || !this.#portfolio.open.has(position.id)) return
    if (trigger.rank === RANK.takeProfit) this.#close(position, position.quantity, price, 'take-profit')
    else {
      const reason = trigger.rank === RANK.stopLoss ? 'stop-loss' : 'trailing-stop'
      this.#close(position, position.quantity, this.#slipped(!position.long, price), reason)
    }
  }

  #fillMarket(): void {
    const due = this.#market
    this.#market = []
    for (const order of due) {
      const price = this.#slipped(order.buy, order.buy ? this.#quote.ask : this.#quote.bid)
      if (order.closes === 0) this.#fill(order, price)
      else this.#fillClose(order, price)
    }
  }

  #fillClose(order: WorkingOrder, price: number): void {
    const position = this.#portfolio.open.get(order.closes)
    if (!position) {
      order.status = 'CANCELED'
      order.reason = 'the position is closed already'
      this.#tell(order)
      return
    }
    this.#filled(order, price, position.id)
    this.#close(position, Math.min(order.quantity, position.quantity), price, 'script')
  }

  #fill(order: WorkingOrder, price: number): void {
    const { bid, ask, time } = this.#quote
    const rate = this.#portfolio.conversion.rate(bid, ask)
    this.waiting.delete(order.id)
    if (rate !== rate) return this.#reject(order, 'a conversion instrument has no price yet')
    const quantity = this.#spec.accounting === 'netting' ? this.#net(order, price) : order.quantity
    if (quantity === 0) return
    const problem = this.#marginProblem(order.buy, quantity)
    if (problem) return this.#reject(order, problem)
    const commission = commissionOf(this.#spec.commission, quantity, quantity * price * rate)
    const position = this.#portfolio.openPosition(order.buy, quantity, time, price, commission)
    attachStops(position, order)
    this.attach(position)
    this.#filled(order, price, position.id)
    if (this.#events.wantsOpened) this.#events.opened(this.#portfolio.snapshot(position, bid, ask))
  }

  /** Netting: closes opposite positions first, the oldest first; returns what is left of the order. */
  #net(order: WorkingOrder, price: number): number {
    let left = order.quantity
    for (const position of this.#portfolio.open.values()) {
      if (position.long === order.buy) continue
      const part = Math.min(left, position.quantity)
      if (order.status === 'NEW') this.#filled(order, price, position.id)
      this.#close(position, part, price, 'netting')
      left -= part
      if (left < this.#instrument.lotSize / 2) return 0
    }
    return left
  }

  #marginProblem(buy: boolean, quantity: number): string | null {
    const portfolio = this.#portfolio
    const { bid, ask } = this.#quote
    const needed = portfolio.marginAt(
      bid,
      ask,
      portfolio.longQuantity + (buy ? quantity : 0),
      portfolio.shortQuantity + (buy ? 0 : quantity),
    )
    const equity = portfolio.balance + portfolio.unrealizedAt(bid, ask)
    if (needed <= equity) return null
    return `not enough margin: ${needed.toFixed(2)} needed, equity ${equity.toFixed(2)}`
  }

  #close(position: OpenPosition, quantity: number, price: number, reason: CloseReason): void {
    const quote = this.#quote
    const portfolio = this.#portfolio
    const rate = portfolio.conversion.rate(quote.bid, quote.ask)
    const commission = commissionOf(this.#spec.commission, quantity, quantity * price * rate)
    const ambiguity = ambiguityOf(position, reason, quote, price)
    if (ambiguity !== null) {
      const other = ambiguity * rate
      if (other < 0) portfolio.ambiguousWorst += other
      else portfolio.ambiguousBest += other
    }
    portfolio.closePosition(position, quantity, rate, commission, {
      time: quote.time,
      price,
      reason,
      ambiguous: ambiguity !== null,
    })
    if (!portfolio.open.has(position.id)) this.book.detach(position)
    if (this.#events.wantsClosed) this.#events.closed(portfolio.closed.record(portfolio.closed.count - 1))
  }

  #filled(order: WorkingOrder, price: number, positionId: number): void {
    order.status = 'FILLED'
    order.fillTime = this.#quote.time
    order.fillPrice = price
    order.positionId = positionId
    this.#tell(order)
  }

  /** Trailing stops follow every price. */
  #look(): void {
    this.urgentFrom = this.book.trailing.size > 0 ? -Infinity : this.#nextExpiry
  }

  #fillNext(order: WorkingOrder): void {
    this.#market.push(order)
    this.urgentFrom = -Infinity
  }

  #wait(order: WorkingOrder): void {
    this.waiting.set(order.id, order)
    this.#arm(order)
    if (order.timeInForce === 'IOC' || order.timeInForce === 'FOK') {
      this.#immediate.push(order)
      this.urgentFrom = -Infinity
    }
    if (order.expiry < this.#nextExpiry) this.#nextExpiry = order.expiry
    if (this.#nextExpiry < this.urgentFrom) this.urgentFrom = this.#nextExpiry
  }

  #arm(order: WorkingOrder): void {
    if (order.type === 'LIMIT') this.book.addLimit(order)
    else this.book.addStop(order)
  }

  #endImmediate(): void {
    const due = this.#immediate
    this.#immediate = []
    for (const order of due) if (order.status === 'NEW') this.cancel(order, 'CANCELED', 'could not be filled at once')
  }

  #reject(order: WorkingOrder, reason: string): void {
    order.status = 'REJECTED'
    order.reason = reason
    this.#tell(order)
  }

  /** To be called whenever the status has changed. */
  #tell(order: WorkingOrder): void {
    this.orders.write(order)
    if (order.status === 'REJECTED') {
      this.#log.write(this.#quote.time, 'warning', `Order ${order.id} refused: ${order.reason ?? ''}`)
    }
    if (this.#events.wantsOrders) this.#events.order(order.record())
  }

  /** Market assumption: slippage is a fixed distance against the trader on everything but limits and targets. */
  #slipped(buy: boolean, price: number): number {
    return buy ? price + this.#slippage : price - this.#slippage
  }

  #newId(): number {
    if (this.orders.count >= this.#mostOrders) {
      throw new ScriptApiError(`The script placed more than ${this.#mostOrders} orders`)
    }
    return this.orders.count + 1
  }
}

function profitOf(position: OpenPosition, bid: number, ask: number): number {
  return position.grossAt(position.long ? bid : ask)
}

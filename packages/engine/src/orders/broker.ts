import { createRandom, isMarketOpen } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { Quote } from '../market/quote.ts'
import { touchRule, type TouchRule } from '../models/limit-fill.ts'
import { slippageModel } from '../models/slippage.ts'
import type { OpenPosition } from '../portfolio/open-position.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import { PlacedOrders } from '../record/placed-orders.ts'
import type { RunLog } from '../record/run-log.ts'
import type { RunSpec } from '../run-spec.ts'
import type { Events } from '../script/events.ts'
import { Fills, type Met } from './fills.ts'
import { crosses, isInLots, readOrder } from './order-rules.ts'
import { type Reached, TriggerBook } from './trigger-book.ts'
import { RANK } from './trigger-heap.ts'
import { WorkingOrder } from './working-order.ts'

export interface BrokerParts {
  readonly quote: Quote
  readonly portfolio: Portfolio
  readonly events: Events
  readonly log: RunLog
  readonly mostOrders: number
}

/** The simulated broker: takes orders and matches them against each price. */
export class Broker {
  readonly book = new TriggerBook()
  readonly fills: Fills
  /** From this time on the next price has something to do, wherever it is: at once, or when an order is due. */
  urgentFrom = Infinity
  readonly orders = new PlacedOrders()
  /** Orders that wait for a price or are on their way to the market, by id. */
  readonly waiting = new Map<number, WorkingOrder>()
  /** Orders not yet filled that carry both a stop and a target. */
  bracketCount = 0
  /** Used margin is more than equity. */
  marginCall = false
  /** Orders that the next price fills, those that it meets for the first time, and those still on their way. */
  #market: WorkingOrder[] = []
  #arrived: WorkingOrder[] = []
  #travelling: WorkingOrder[] = []
  #nextExpiry = Infinity
  /** Orders that the price the script has just seen would fill: they get the next one. */
  #seen: WorkingOrder[] = []
  /** Positions whose trailing stop has to move on. */
  #moving: OpenPosition[] = []
  readonly #spec: RunSpec
  readonly #quote: Quote
  readonly #portfolio: Portfolio
  readonly #events: Events
  readonly #log: RunLog
  readonly #isFilledByTouch: TouchRule
  readonly #isThrough: boolean
  readonly #mostOrders: number

  constructor(spec: RunSpec, { quote, portfolio, events, log, mostOrders }: BrokerParts) {
    const random = createRandom(spec.seed)
    this.#spec = spec
    this.#quote = quote
    this.#portfolio = portfolio
    this.#events = events
    this.#log = log
    this.#isFilledByTouch = touchRule(spec.limitFill, random)
    this.#isThrough = spec.limitFill.model === 'through'
    this.#mostOrders = mostOrders
    const slippage = slippageModel(spec.slippage, spec.instrument.pipSize, random)
    const tell = (order: WorkingOrder) => this.#tell(order)
    const write = (order: WorkingOrder) => this.orders.write(order)
    this.fills = new Fills({ spec, quote, portfolio, events, book: this.book, slippage, tell, write })
  }

  place(request: unknown, buy: boolean): WorkingOrder {
    const order = readOrder(request, buy, this.#newId(), this.#quote, this.#spec.instrument)
    this.orders.add(order)
    const problem = order.reason ?? this.#placeProblem(order)
    if (problem) this.#reject(order, problem)
    else this.#send(order)
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
    else if (!whole && !isInLots(quantity, this.#spec.instrument.lotSize)) {
      this.#reject(order, `quantity must be a multiple of ${this.#spec.instrument.lotSize}`)
    } else if (!this.#isOpen()) this.#reject(order, CLOSED)
    else {
      if (whole) position.closing = true
      this.#send(order)
    }
    return order
  }

  /** Of these orders only one is to be filled: whichever ends first takes the others with it. */
  group(orders: readonly WorkingOrder[]): void {
    for (const order of orders) order.group = orders
  }

  /** Takes a waiting order back, and with it those of its group. */
  cancel(order: WorkingOrder, status: 'CANCELED' | 'EXPIRED', reason: string | null): void {
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

  /** Puts a waiting order where its changed prices say: it meets the market anew. */
  replace(order: WorkingOrder): void {
    this.orders.write(order)
    this.#count(order)
    if (!order.trigger) return
    this.book.removeOrder(order)
    order.arrivedAt = 0
    this.#arm(order)
  }

  /**
   * Step 2 of a tick: every order against the new price, then market orders in the order of their placing.
   * Between the four prices of a bar the market is taken to move straight, so that what lies on the way is filled at
   * its own price, and orders arrive on the way; a new bar or a real tick jumps, and gaps are paid for.
   */
  match(isOnWay: boolean, timeBefore: number, bidBefore: number, askBefore: number): void {
    this.expire()
    if (isOnWay) this.#matchWay(timeBefore, bidBefore, askBefore)
    else this.#matchJump()
    if (this.#market.length > 0) this.#fillMarket(this.#market, this.#halfSpread())
    if (this.#seen.length > 0) this.#meetNext()
    if (this.#moving.length > 0) this.#moveTrailing()
    if (this.#arrived.length > 0) this.#settle()
    this.#look()
  }

  /** Step 3: tells of a margin call, and closes positions, the largest loss first, while half the used margin is not covered. */
  checkMargin(): void {
    const { bid, ask, time } = this.#quote
    const portfolio = this.#portfolio
    if (this.#isCalled() && !this.marginCall) {
      this.#log.write(time, 'warning', 'Margin call: more margin is used than there is equity')
    }
    while (portfolio.openCount > 0) {
      if (!(portfolio.equityAt(bid, ask) <= portfolio.marginAt(bid, ask) / 2)) break
      let worst: OpenPosition | null = null
      for (const position of portfolio.open.values()) {
        if (!worst || profitOf(position, bid, ask) < profitOf(worst, bid, ask)) worst = position
      }
      if (!worst) break
      this.#log.write(time, 'warning', `Margin close-out of position ${worst.id}`)
      const price = worst.long ? bid : ask
      this.fills.close(worst, { price, halfSpread: this.#halfSpread(), isMaker: false, slips: true }, 'margin')
    }
    this.marginCall = this.#isCalled()
    this.#look()
  }

  #isCalled(): boolean {
    const { bid, ask } = this.#quote
    const portfolio = this.#portfolio
    return portfolio.openCount > 0 && !(portfolio.equityAt(bid, ask) > portfolio.marginAt(bid, ask))
  }

  #matchJump(): void {
    const { time, bid, ask } = this.#quote
    while (this.#travelling.length > 0 && this.#dueOf(0) <= time) this.#arrive(this.#travelling.shift() as WorkingOrder)
    const halfSpread = (ask - bid) / 2
    for (const reached of this.book.takeJump(this.#quote)) this.#fire(reached, halfSpread, true)
  }

  #matchWay(timeBefore: number, bidBefore: number, askBefore: number): void {
    const { time, bid, ask } = this.#quote
    let way = 0
    for (;;) {
      const due = this.#travelling.length > 0 ? (this.#dueOf(0) - timeBefore) / (time - timeBefore) : Infinity
      const arrival = due > way ? due : way
      const reached = this.book.takeOnWay(bidBefore, askBefore, this.#quote, way, due < 1 ? arrival : 1)
      if (!reached && !(due <= 1)) return
      way = reached ? reached.way : arrival
      const spread = askBefore - bidBefore
      const halfSpread = (spread + (ask - bid - spread) * way) / 2
      if (reached) this.#fire(reached, halfSpread, false)
      else {
        const order = this.#travelling.shift() as WorkingOrder
        order.arrivedAt = way
        this.#arrive(order)
        const price = order.buy ? askBefore + (ask - askBefore) * way : bidBefore + (bid - bidBefore) * way
        if (order.type === 'MARKET')
          this.#fillMarket(this.#market, halfSpread, price, timeBefore + (time - timeBefore) * way)
        else if (order.isImmediate && order.status === 'NEW' && !isMet(order, price)) {
          this.cancel(order, 'CANCELED', NOT_AT_ONCE)
        }
      }
    }
  }

  #fire({ trigger, price, isExact, way }: Reached, halfSpread: number, isJump: boolean): void {
    const { order, position, rank } = trigger
    if (order) {
      if (order.status !== 'NEW') return
      order.trigger = null
      const atOnce = order.isNew && (isJump || way === order.arrivedAt)
      if (atOnce && !isJump && way === 0) {
        this.#seen.push(order)
        return
      }
      if (rank === RANK.limit) this.#meetLimit(order, isExact ? order.limitPrice : price, halfSpread, atOnce)
      else this.#meetStop(order, price, halfSpread)
      return
    }
    if (!position || !this.#portfolio.open.has(position.id)) return
    if (rank === RANK.better) this.#moving.push(position)
    else if (rank === RANK.takeProfit) {
      this.#meetTarget(position, { price: isExact ? position.takeProfit : price, halfSpread, isJump, ...TARGET })
    } else {
      const met: Met = { price, halfSpread, isMaker: false, slips: true, isJump }
      this.fills.close(position, met, rank === RANK.stopLoss ? 'stop-loss' : 'trailing-stop')
    }
  }

  #meetStop(order: WorkingOrder, price: number, halfSpread: number): void {
    if (order.type === 'STOP') return this.fills.fill(order, { price, halfSpread, isMaker: false, slips: true })
    if (crosses(order, price)) return this.fills.fill(order, { price, halfSpread, isMaker: false, slips: false })
    if (order.isImmediate) return this.cancel(order, 'CANCELED', NOT_AT_ONCE)
    order.isNew = false
    order.isStopMet = true
    this.book.addLimit(order, this.#isThrough)
  }

  /** `atOnce`: the market was there already when the order came. */
  #meetLimit(order: WorkingOrder, price: number, halfSpread: number, atOnce: boolean): void {
    if (atOnce && order.postOnly) return this.cancel(order, 'CANCELED', POST_ONLY)
    const { bid, ask } = this.#quote
    const isThrough = order.buy ? ask < order.limitPrice : bid > order.limitPrice
    if (atOnce || isThrough || (!order.isPassedOver && this.#isFilledByTouch())) {
      return this.fills.fill(order, { price, halfSpread, isMaker: !atOnce, slips: false })
    }
    order.isPassedOver = true
    this.book.addLimit(order, true)
  }

  /** A script never trades at the very price that it has just seen: between two prices of a bar it gets the later one. */
  #meetNext(): void {
    const seen = this.#seen
    this.#seen = []
    const { bid, ask } = this.#quote
    for (const order of seen) {
      if (order.status !== 'NEW') continue
      const price = order.buy ? ask : bid
      if (!order.waitsAtLimit) this.#meetStop(order, price, this.#halfSpread())
      else if (crosses(order, price)) this.#meetLimit(order, price, this.#halfSpread(), true)
      else this.book.addLimit(order, this.#isThrough)
    }
  }

  #meetTarget(position: OpenPosition, met: Met): void {
    const { bid, ask } = this.#quote
    const { long, takeProfit } = position
    const isThrough = long ? bid > takeProfit : ask < takeProfit
    if (isThrough || (!position.isTargetPassedOver && this.#isFilledByTouch())) {
      return this.fills.close(position, met, 'take-profit')
    }
    position.isTargetPassedOver = true
    this.fills.attach(position)
  }

  /** `onWay`: the price at which they arrived between two of a bar's prices, and when. */
  #fillMarket(due: readonly WorkingOrder[], halfSpread: number, onWay = NaN, time = this.#quote.time): void {
    this.#market = []
    const { bid, ask } = this.#quote
    const { staleAfterMs } = this.#spec
    for (const order of due) {
      if (order.status !== 'NEW') continue
      if (staleAfterMs > 0 && time - order.time > staleAfterMs) {
        this.#release(order)
        this.cancel(order, 'CANCELED', `there was no price for ${staleAfterMs / 1000} s`)
        continue
      }
      const price = onWay === onWay ? onWay : order.buy ? ask : bid
      const met: Met = { price, halfSpread, isMaker: false, slips: true }
      if (order.closes === 0) this.fills.fill(order, met)
      else this.#fillClose(order, met)
    }
  }

  #fillClose(order: WorkingOrder, met: Met): void {
    const position = this.#portfolio.open.get(order.closes)
    if (position) this.fills.fillClose(order, position, met)
    else this.cancel(order, 'CANCELED', 'the position is closed already')
  }

  /** A position whose closing came to nothing can be closed again. */
  #release(order: WorkingOrder): void {
    const position = this.#portfolio.open.get(order.closes)
    if (position) position.closing = false
  }

  /** Trailing stops follow to the end of the way that the market went. */
  #moveTrailing(): void {
    const moving = this.#moving
    this.#moving = []
    const { bid, ask } = this.#quote
    for (const position of moving) {
      if (!this.#portfolio.open.has(position.id)) continue
      position.best = position.long ? bid : ask
      this.book.trail(position)
    }
  }

  /** Ends what had to be filled at its first price; the rest waits in the queue at its price from now on. */
  #settle(): void {
    const arrived = this.#arrived
    this.#arrived = []
    for (const order of arrived) {
      order.isNew = false
      if (order.status !== 'NEW') continue
      if (order.isImmediate) this.cancel(order, 'CANCELED', NOT_AT_ONCE)
      else if (order.waitsAtLimit && this.#isThrough && order.trigger) {
        this.book.removeOrder(order)
        this.book.addLimit(order, true)
      }
    }
  }

  #look(): void {
    if (this.marginCall || this.#arrived.length > 0 || this.#market.length > 0) this.urgentFrom = -Infinity
    else this.urgentFrom = Math.min(this.#nextExpiry, this.#travelling.length > 0 ? this.#dueOf(0) : Infinity)
  }

  #placeProblem(order: WorkingOrder): string | null {
    if ((order.type === 'MARKET' || order.isImmediate) && !this.#isOpen()) return CLOSED
    const { bid, ask } = this.#quote
    if (order.postOnly && crosses(order, order.buy ? ask : bid)) return POST_ONLY
    if (!order.reduceOnly) return null
    const { longQuantity, shortQuantity } = this.#portfolio
    return (order.buy ? shortQuantity : longQuantity) > 0 ? null : 'reduce only: nothing is open the other way'
  }

  /** The closing moment itself still counts: it is when a script hears of the last bar. */
  #isOpen(): boolean {
    return isMarketOpen(this.#spec.instrument.calendar, this.#quote.time - 1, this.#spec.closures)
  }

  #send(order: WorkingOrder): void {
    if (order.type !== 'MARKET') this.waiting.set(order.id, order)
    this.#count(order)
    if (order.expiry < this.#nextExpiry) this.#nextExpiry = order.expiry
    if (this.#spec.latencyMs > 0) this.#travelling.push(order)
    else this.#arrive(order)
    this.#look()
  }

  #count(order: WorkingOrder): void {
    const isCounted = order.status === 'NEW' && isBracket(order)
    if (isCounted !== order.isCounted) this.bracketCount += isCounted ? 1 : -1
    order.isCounted = isCounted
  }

  #arrive(order: WorkingOrder): void {
    if (order.status !== 'NEW') return
    if (order.type === 'MARKET') this.#market.push(order)
    else this.#arm(order)
  }

  #arm(order: WorkingOrder): void {
    order.isNew = true
    order.isPassedOver = false
    if (order.waitsAtLimit || order.isImmediate) {
      this.#arrived.push(order)
      this.urgentFrom = -Infinity
    }
    if (order.waitsAtLimit) this.book.addLimit(order, false)
    else this.book.addStop(order)
  }

  #dueOf(at: number): number {
    return (this.#travelling[at] as WorkingOrder).time + this.#spec.latencyMs
  }

  #halfSpread(): number {
    return (this.#quote.ask - this.#quote.bid) / 2
  }

  #reject(order: WorkingOrder, reason: string): void {
    order.status = 'REJECTED'
    order.reason = reason
    this.#tell(order)
  }

  /** To be called whenever the status has changed. */
  #tell(order: WorkingOrder): void {
    this.orders.end(order)
    if (order.status !== 'NEW') {
      this.waiting.delete(order.id)
      this.book.removeOrder(order)
      this.#count(order)
    }
    if (order.status === 'REJECTED') {
      this.#log.write(this.#quote.time, 'warning', `Order ${order.id} refused: ${order.reason ?? ''}`)
    }
    if (this.#events.wantsOrders) this.#events.order(order.record())
    this.#endGroup(order)
  }

  /** One of several was filled or taken back: the others go. */
  #endGroup(order: WorkingOrder): void {
    const { group } = order
    if (!group || order.status === 'NEW') return
    for (const other of group) other.group = null
    const reason = `one of the group was ${order.status === 'FILLED' ? 'filled' : 'ended'}: order ${order.id}`
    for (const other of group) if (other.status === 'NEW') this.cancel(other, 'CANCELED', reason)
  }

  #newId(): number {
    if (this.orders.count >= this.#mostOrders) {
      throw new ScriptApiError(`The script placed more than ${this.#mostOrders} orders`)
    }
    return this.orders.count + 1
  }
}

/** An order that opens a position with a stop and a target at once. */
function isBracket({
  stopLoss,
  stopLossDistance,
  trailingStop,
  takeProfit,
  takeProfitDistance,
}: WorkingOrder): boolean {
  const hasStop = stopLoss > 0 || stopLossDistance > 0 || trailingStop > 0
  return hasStop && (takeProfit > 0 || takeProfitDistance > 0)
}

const CLOSED = 'market closed'
const NOT_AT_ONCE = 'could not be filled at once'
const POST_ONLY = 'post only: it would have been filled at once'

/** Targets wait at their price. */
const TARGET = { isMaker: true, slips: false } as const

/** Whether the market at `price` sets off an order. */
function isMet(order: WorkingOrder, price: number): boolean {
  if (order.type === 'LIMIT') return crosses(order, price)
  return order.buy ? price >= order.stopPrice : price <= order.stopPrice
}

function profitOf(position: OpenPosition, bid: number, ask: number): number {
  return position.grossAt(position.long ? bid : ask)
}

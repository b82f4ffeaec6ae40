import { ORDER_TYPES, type Price } from '@tradeloom/domain'

import type { Account } from '../../account/account.ts'
import type { Clock } from '../../market/clock.ts'
import type { Quote, Sides } from '../../market/quote.ts'
import type { TouchRule } from './limit-fill.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import type { MarketPositions } from '../../account/market-positions.ts'
import type { OrderRegistry } from '../../account/order-registry.ts'
import type { RunSpec } from '../../run-spec.ts'
import type { Events } from '../../account/events.ts'
import type { AccountCopies } from './account-copies.ts'
import { BareOrders } from './bare-orders.ts'
import type { ScheduledEvents, PricePoint } from './scheduled-events.ts'
import type { Fills, MatchedPrice } from './fills.ts'
import type { Liquidation } from './liquidation.ts'
import { MarginOnPath } from './margin-on-path.ts'
import { MarketOrders } from './market-orders.ts'
import { PathSegment } from './path-segment.ts'
import { crosses, isMet } from '../../orders/order-rules.ts'
import { type Reached, SAME_PLACE, type TriggerPrices } from './trigger-prices.ts'
import { RANK } from './trigger-heap.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

export interface MatchingParts {
  readonly spec: RunSpec
  readonly clock: Clock
  readonly quote: Quote
  readonly account: Account
  readonly positions: MarketPositions
  readonly triggers: TriggerPrices
  readonly fills: Fills
  readonly scheduled: ScheduledEvents
  readonly registry: OrderRegistry
  readonly liquidation: Liquidation
  readonly events: Events
  readonly isFilledByTouch: TouchRule
  /** Bars are so long that fills get the time of their place on the path, not that of the next price. */
  readonly isCoarse: boolean
  /** Guards a position with its current stops. */
  readonly attach: (position: OpenPosition) => void
}

/** Step 2 of a tick: matches orders as the market moves to a new price, along a straight path or by a jump. */
export class Matching {
  readonly #market: MarketOrders
  /** Those were placed before all of `#market`. */
  readonly #bare: BareOrders
  /** Orders that the next price meets for the first time. */
  readonly #arrived: WorkingOrder[] = []
  /** Later entries have been processed: emptying an array would release its memory. */
  #arrivedCount = 0
  /** Orders that the price just seen by the script would fill: they get the next one. */
  #seen: WorkingOrder[] = []
  /** Positions whose trailing stop has to move. */
  #moving: OpenPosition[] = []
  /** The path that is being followed, and what the market moves to: its end, or the price of a jump. */
  readonly #path = new PathSegment()
  #target: Sides
  readonly #margin: MarginOnPath
  readonly #clock: Clock
  readonly #quote: Quote
  readonly #positions: MarketPositions
  readonly #triggers: TriggerPrices
  readonly #fills: Fills
  readonly #scheduled: ScheduledEvents
  readonly #isFilledByTouch: TouchRule
  readonly #isThrough: boolean
  readonly #isCoarse: boolean
  readonly #registry: OrderRegistry
  readonly #attach: MatchingParts['attach']

  constructor(parts: MatchingParts) {
    this.#clock = parts.clock
    this.#quote = parts.quote
    this.#target = parts.quote.point
    this.#margin = new MarginOnPath(parts)
    this.#positions = parts.positions
    this.#triggers = parts.triggers
    this.#fills = parts.fills
    this.#scheduled = parts.scheduled
    this.#isFilledByTouch = parts.isFilledByTouch
    this.#isThrough = parts.spec.limitFill.model === 'through'
    this.#isCoarse = parts.isCoarse
    this.#registry = parts.registry
    this.#attach = parts.attach
    this.#market = new MarketOrders(parts)
    this.#bare = new BareOrders({ ...parts, fillInFull: (order) => this.#market.fillNow(order) })
  }

  /** The next price must be matched, whatever it is. */
  get isUrgent(): boolean {
    return this.#arrivedCount > 0 || this.#market.count > 0 || this.#bare.count > 0
  }

  /** Market orders that the next price fills. */
  get waiting(): readonly WorkingOrder[] {
    return this.#market.waiting
  }

  /** Between two prices of a bar: takes over the orders of another venue, as copies. */
  copyFrom(source: Matching, copies: AccountCopies): void {
    for (const order of source.#bare.whole()) this.#market.add(order)
    for (const order of source.#market.waiting) this.#market.add(copies.order(order))
    for (const order of source.#arrived.slice(0, source.#arrivedCount)) this.#addArrived(copies.order(order))
  }

  /** Whether bare orders keep their place in the order of placement. */
  get takesBare(): boolean {
    return this.#market.count === 0
  }

  /** Adds a bare order between two prices; `closes` is the id of the position that it closes, or 0. */
  takeBare(id: number, closes: number): void {
    this.#bare.add(id, closes)
  }

  /** Adds an order between two prices: it meets the next one. */
  take(order: WorkingOrder): void {
    if (order.status !== 'NEW') return
    if (order.type === 'MARKET') this.#market.add(order)
    else if (this.#isBehind()) this.#scheduled.sendOrderAt(order, this.#clock.time)
    else this.#arm(order, 0)
  }

  /** An order that rests at its price. */
  resume(order: WorkingOrder): void {
    order.isNew = false
    if (order.waitsAtLimit) this.#triggers.addLimit(order, this.#isThrough)
    else this.#triggers.addStop(order)
  }

  /** An order arrives after its latency. On the path it takes the interpolated price. */
  arrive(order: WorkingOrder, { time, bid, ask, pathFraction }: PricePoint): void {
    if (pathFraction === null || order.status !== 'NEW') return this.take(order)
    const price = order.buy ? ask : bid
    if (order.type === 'MARKET') return this.#market.fillOnPath(order, (ask - bid) / 2, price, time)
    this.#arm(order, pathFraction)
    if (order.isImmediate && !isMet(order, price)) this.#registry.end(order, 'CANCELED', NOT_AT_ONCE)
  }

  /** Moves a waiting order to its changed prices; it meets the market as a new order. */
  rearm(order: WorkingOrder, pathFraction: number | null): void {
    if (!order.trigger) return
    this.#triggers.removeOrder(order)
    if (pathFraction === null && this.#isBehind()) this.#scheduled.sendOrderAt(order, this.#clock.time)
    else this.#arm(order, pathFraction ?? 0)
  }

  /** The price jumps to the quote, from one bar or tick to the next. Gaps apply. */
  jump(): void {
    const { bid, ask } = this.#quote.point
    const { time } = this.#clock
    while (this.#scheduled.next <= time) this.#scheduled.processNext({ time, bid, ask, pathFraction: null })
    if (this.#triggers.isReached(bid, ask) && !this.#isMoveOnly()) this.#takeJump()
    if (this.#bare.count > 0) this.#bare.fill(bid, ask)
    if (this.#market.count > 0) this.#market.fillWaiting()
    if (this.#moving.length > 0) this.#moveTrailing()
    this.#meetAttached(bid, ask)
    if (this.#arrivedCount > 0) this.#settle()
  }

  /**
   * The price moves straight to the quote: triggers on the path fire at their prices, requests arrive there, and positions
   * are liquidated where margin becomes insufficient.
   */
  followPath(timeBefore: number, bidBefore: Price, askBefore: Price): void {
    const path = this.#path
    const { bid, ask } = this.#quote.point
    path.timeBefore = timeBefore
    path.bidBefore = bidBefore
    path.askBefore = askBefore
    path.time = this.#clock.time
    path.bid = bid
    path.ask = ask
    this.#target = path
    this.#walk(path)
    this.#clock.time = path.time
    this.#quote.set(bid, ask)
    this.#target = this.#quote.point
    this.#positions.conversion.advance(path.time)
    if (this.#bare.count > 0) this.#bare.fill(bid, ask)
    if (this.#market.count > 0) this.#market.fillWaiting()
    if (this.#seen.length > 0) this.#meetNext()
    if (this.#moving.length > 0) this.#moveTrailing()
    this.#meetAttached(bid, ask)
    if (this.#arrivedCount > 0) this.#settle()
  }

  /** Fires stops of positions opened at this price that the price has already passed. */
  #meetAttached(bid: Price, ask: Price): void {
    while (this.#triggers.isReached(bid, ask)) {
      this.#takeJump()
      if (this.#moving.length > 0) this.#moveTrailing()
    }
  }

  /** Moves a trailing stop if that is all that this price does to triggers; it must not fill orders either. */
  #isMoveOnly(): boolean {
    if (this.#market.count > 0 || this.#bare.count > 0) return false
    const position = this.#triggers.takeOnlyMove(this.#quote.point)
    if (position === null) return false
    this.#moveStop(position)
    return true
  }

  #moveStop(position: OpenPosition): void {
    const { bid, ask } = this.#quote.point
    position.best = position.long ? bid : ask
    this.#triggers.trail(position)
  }

  #takeJump(): void {
    const halfSpread = this.#halfSpread()
    for (const reached of this.#triggers.takeJump(this.#quote.point)) this.#fire(reached, halfSpread, true)
  }

  /** At each event, the quote is the price at its place. */
  #walk(path: PathSegment): void {
    const { timeBefore, bidBefore, askBefore } = path
    const spread = askBefore - bidBefore
    const scheduled = this.#scheduled
    const margin = this.#margin
    const span = path.time - timeBefore
    let pathFraction = 0
    margin.reach(path, 0, true)
    for (;;) {
      const due = (scheduled.next - timeBefore) / span
      const arrival = due > pathFraction ? due : pathFraction
      const isArrivalNext = due <= 1 && arrival <= margin.fraction
      // Stops at the very price at which margin becomes insufficient are reached first.
      const until = isArrivalNext ? arrival : margin.fraction + SAME_PLACE
      const reached = this.#triggers.takeOnPath(bidBefore, askBefore, path, pathFraction, until)
      if (!reached && !isArrivalNext && margin.fraction > 1) return
      pathFraction = reached ? reached.pathFraction : isArrivalNext ? arrival : margin.fraction
      this.#positions.conversion.advance(path.timeAt(pathFraction))
      if (this.#isCoarse) this.#clock.time = Math.floor(path.timeAt(pathFraction))
      const bid = path.bidAt(pathFraction)
      const ask = path.askAt(pathFraction)
      this.#quote.set(bid, ask)
      if (reached || isArrivalNext) margin.seeRecovery()
      if (reached) this.#fire(reached, (spread + (path.ask - path.bid - spread) * pathFraction) / 2, false)
      else if (isArrivalNext) scheduled.processNext({ time: path.timeAt(pathFraction), bid, ask, pathFraction })
      else margin.check()
      // A trailing stop that is going to move changes nothing yet.
      if (reached?.trigger.rank !== RANK.better) margin.reach(path, pathFraction, !reached && !isArrivalNext)
    }
  }

  #fire({ trigger, price, isExact, pathFraction }: Reached, halfSpread: number, isJump: boolean): void {
    const { order, position, rank } = trigger
    const isOnPath = !isJump
    if (order) {
      if (order.status !== 'NEW') return
      order.trigger = null
      const atOnce = order.isNew && (isJump || pathFraction === order.arrivedAt)
      if (atOnce && !isJump && pathFraction === 0) {
        this.#seen.push(order)
        return
      }
      const isAtLimit = rank === RANK.limit && (isExact || (order.keepsLimit && !order.isNew))
      const place = { price: isAtLimit ? order.limitPrice : price, halfSpread, isOnPath }
      if (rank === RANK.limit) this.#meetLimit(order, place, atOnce)
      else this.#meetStop(order, place)
      return
    }
    if (!position || !position.isOpen) return
    if (rank === RANK.better) this.#moving.push(position)
    else if (rank === RANK.takeProfit) {
      this.#meetTarget(position, {
        price: isExact ? (position.takeProfit as Price) : price,
        halfSpread,
        isOnPath,
        ...TARGET,
      })
    } else {
      const matched: MatchedPrice = { price, halfSpread, isMaker: false, slips: true, isOnPath }
      this.#fills.close(position, matched, rank === RANK.stopLoss ? 'stop-loss' : 'trailing-stop')
    }
  }

  #meetStop(order: WorkingOrder, place: Place): void {
    if (ORDER_TYPES[order.type].executesAs === 'market') {
      return this.#fills.fill(order, { ...place, isMaker: false, slips: true })
    }
    if (crosses(order, place.price)) return this.#fills.fill(order, { ...place, isMaker: false, slips: false })
    if (order.isImmediate) return this.#registry.end(order, 'CANCELED', NOT_AT_ONCE)
    order.isNew = false
    order.isStopMet = true
    this.#triggers.addLimit(order, this.#isThrough)
  }

  /** `atOnce`: the market was already at the price when the order arrived. */
  #meetLimit(order: WorkingOrder, place: Place, atOnce: boolean): void {
    if (atOnce && order.postOnly) return this.#registry.end(order, 'CANCELED', POST_ONLY)
    const { bid, ask } = this.#target
    const isThrough = order.buy ? ask < order.limitPrice : bid > order.limitPrice
    if (atOnce || isThrough || (!order.isPassedOver && this.#isFilledByTouch())) {
      return this.#fills.fill(order, { ...place, isMaker: !atOnce, slips: false })
    }
    order.isPassedOver = true
    this.#triggers.addLimit(order, true)
  }

  /** A script never trades at the price it has just seen: between two prices of a bar, it gets the later one. */
  #meetNext(): void {
    const seen = this.#seen
    this.#seen = []
    const { bid, ask } = this.#quote
    for (const order of seen) {
      if (order.status !== 'NEW') continue
      const price = order.buy ? ask : bid
      const place = { price, halfSpread: this.#halfSpread(), isOnPath: false }
      if (!order.waitsAtLimit) this.#meetStop(order, place)
      else if (crosses(order, price)) this.#meetLimit(order, place, true)
      else this.#triggers.addLimit(order, this.#isThrough)
    }
  }

  #meetTarget(position: OpenPosition, matched: MatchedPrice): void {
    const { bid, ask } = this.#target
    const { long, takeProfit } = position
    const isThrough = long ? bid > takeProfit : ask < takeProfit
    if (isThrough || (!position.isTargetPassedOver && this.#isFilledByTouch())) {
      return this.#fills.close(position, matched, 'take-profit')
    }
    position.isTargetPassedOver = true
    this.#attach(position)
  }

  /** Trailing stops follow the price to the end of the path. */
  #moveTrailing(): void {
    const moving = this.#moving
    this.#moving = []
    for (const position of moving) if (position.isOpen) this.#moveStop(position)
  }

  /** Cancels what had to fill at its first price; the rest joins the queue at its price. */
  #settle(): void {
    const count = this.#arrivedCount
    this.#arrivedCount = 0
    for (let at = 0; at < count; at++) {
      const order = this.#arrived[at] as WorkingOrder
      order.isNew = false
      if (order.status !== 'NEW') continue
      if (order.isImmediate) this.#registry.end(order, 'CANCELED', NOT_AT_ONCE)
      else if (order.waitsAtLimit && this.#isThrough && order.trigger) {
        this.#triggers.removeOrder(order)
        this.#triggers.addLimit(order, true)
      }
    }
  }

  #arm(order: WorkingOrder, pathFraction: number): void {
    order.isNew = true
    order.arrivedAt = pathFraction
    order.isPassedOver = false
    if (order.waitsAtLimit || order.isImmediate) this.#addArrived(order)
    if (order.waitsAtLimit) this.#triggers.addLimit(order, false)
    else this.#triggers.addStop(order)
  }

  #addArrived(order: WorkingOrder): void {
    this.#arrived[this.#arrivedCount] = order
    this.#arrivedCount += 1
  }

  /** Another market's price came after the last one of this market, in the middle of a bar. */
  #isBehind(): boolean {
    return this.#quote.isMidBar && this.#clock.time > this.#quote.time
  }

  #halfSpread(): number {
    return (this.#quote.ask - this.#quote.bid) / 2
  }
}

/** Where an order meets the market. */
type Place = Required<Pick<MatchedPrice, 'price' | 'halfSpread' | 'isOnPath'>>

const NOT_AT_ONCE = 'could not be filled at once'
export const POST_ONLY = 'post only: it would have been filled at once'

/** Targets rest at their price. */
const TARGET = { isMaker: true, slips: false } as const

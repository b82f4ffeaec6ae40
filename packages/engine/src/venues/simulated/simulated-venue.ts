import { createRandom, isMarketOpen } from '@tradeloom/domain'

import { ScriptApiError } from '../../errors.ts'
import type { Quote } from '../../market/quote.ts'
import { opensWithin } from '../../market/trading-hours.ts'
import { touchRule } from './limit-fill.ts'
import { slippageModel } from './slippage.ts'
import type { OpenPosition } from '../../account/open-position.ts'
import type { Portfolio } from '../../account/portfolio.ts'
import { PlacedOrders } from '../../record/placed-orders.ts'
import type { RunLog } from '../../record/run-log.ts'
import type { RunSpec } from '../../run-spec.ts'
import type { Events } from '../../script/events.ts'
import { ScheduledEvents, type DueCharges, type PricePoint, type Request } from './scheduled-events.ts'
import { ACCEPTED, type OrderAck, rejection } from '../../orders/order-ack.ts'
import { Fills } from './fills.ts'
import { inLots } from '../../orders/lots.ts'
import { liquidate, isMarginCalled, type LiquidationContext } from './liquidation.ts'
import { Matching, type MatchingParts, POST_ONLY } from './matching.ts'
import { ABOVE_ZERO, copyRequest, crosses, quantityProblem, readOrder } from '../../orders/order-rules.ts'
import { TriggerBook } from './trigger-book.ts'
import { WorkingOrder } from '../../orders/working-order.ts'

export interface SimulatedVenueParts {
  readonly quote: Quote
  readonly portfolio: Portfolio
  readonly events: Events
  readonly log: RunLog
  readonly maxOrders: number
  /** Length of bars in which the market may close, and swap and funding fall due; 0 for finer rows. */
  readonly coarseMs?: number
  readonly financing?: DueCharges
}

/** The simulated broker: takes orders and requests, keeps their groups, and has them matched against each price. */
export class SimulatedVenue {
  readonly book = new TriggerBook()
  readonly fills: Fills
  /** From this time on the next price has something to do, wherever it is: at once, or when something is due. */
  urgentFrom = Infinity
  readonly orders = new PlacedOrders()
  /** Orders that wait for a price or are on their way to the market, by id. */
  readonly waiting = new Map<number, WorkingOrder>()
  /** Orders not yet filled that carry both a stop and a target. */
  bracketCount = 0
  /** Used margin is more than equity. */
  marginCall = false
  readonly #spec: RunSpec
  readonly #quote: Quote
  readonly #portfolio: Portfolio
  readonly #events: Events
  readonly #log: RunLog
  readonly #scheduled: ScheduledEvents
  readonly #matching: Matching
  readonly #liquidation: LiquidationContext
  readonly #maxOrders: number
  readonly #coarseMs: number
  /** Changes, cancellations and links that were refused. */
  #refusals = 0

  constructor(spec: RunSpec, parts: SimulatedVenueParts) {
    const { quote, portfolio, events, log, maxOrders, coarseMs = 0, financing = null } = parts
    const random = createRandom(spec.seed)
    const { book } = this
    this.#spec = spec
    this.#quote = quote
    this.#portfolio = portfolio
    this.#events = events
    this.#log = log
    this.#maxOrders = maxOrders
    this.#coarseMs = coarseMs
    const slippage = slippageModel(spec.slippage, spec.instrument.pipSize, random)
    const publish = (order: WorkingOrder) => this.#publish(order)
    const write = (order: WorkingOrder) => this.orders.write(order)
    const fills = new Fills({ spec, quote, portfolio, events, book, slippage, publish, write })
    const scheduled = new ScheduledEvents({
      latencyMs: spec.latencyMs,
      expire: (order) => this.end(order, 'EXPIRED', null),
      arrive: (order, market) => this.#matching.arrive(order, market),
      complete: (request, market) => this.#complete(request, market),
      dueCharges: coarseMs > 0 ? financing : null,
    })
    const isFilledByTouch = touchRule(spec.limitFill, random)
    const end: MatchingParts['end'] = (order, status, reason) => this.end(order, status, reason)
    this.fills = fills
    this.#scheduled = scheduled
    this.#matching = new Matching({
      spec,
      quote,
      portfolio,
      book,
      fills,
      scheduled,
      isFilledByTouch,
      isCoarse: coarseMs > 0,
      end,
    })
    this.#liquidation = { quote, portfolio, fills, log }
  }

  place(request: unknown, buy: boolean): WorkingOrder {
    const raw = copyRequest(request)
    const order = readOrder(raw, buy, this.#newId(), this.#quote, this.#spec.instrument)
    this.orders.add(order)
    const problem = order.reason ?? this.#placeProblem(order)
    if (problem) this.#reject(order, problem)
    else this.#send(order)
    return order
  }

  /** A market order that closes a position, or `quantity` of it. */
  placeClose(position: OpenPosition | undefined, id: number, quantity: number): WorkingOrder {
    const { lotSize } = this.#spec.instrument
    // Less than half a lot of it would be left: noise of a sum.
    const whole = position && !(quantity < position.quantity - lotSize / 2)
    const part = inLots(quantity, lotSize)
    const order = new WorkingOrder(
      this.#newId(),
      'MARKET',
      position ? !position.long : false,
      position ? (whole ? position.quantity : part === part ? part : quantity) : 0,
      this.#quote.time,
    )
    this.orders.add(order)
    order.closes = id === id ? id : 0
    order.positionId = position ? id : 0
    const problem = this.#closeProblem(position, id, quantity)
    if (problem) this.#reject(order, problem)
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

  /** Takes an order back, and with it those of its group. */
  end(order: WorkingOrder, status: 'CANCELED' | 'EXPIRED', reason: string | null): void {
    order.status = status
    order.reason = reason
    this.#publish(order)
  }

  /** Keeps what was changed of a waiting order. Where its place in the queue is lost it meets the market anew. */
  change(order: WorkingOrder, losesPlace: boolean, { pathFraction }: PricePoint): void {
    this.orders.write(order)
    this.#count(order)
    if (!losesPlace) return
    this.#matching.rearm(order, pathFraction)
    this.#refresh()
  }

  /** Carries a request out, or sends it on its way: it takes as long as orders do. */
  submit(request: Request): OrderAck {
    const { time, bid, ask } = this.#quote
    if (this.#spec.latencyMs > 0) {
      this.#mark(request, 1)
      this.#scheduled.sendRequest(request, time)
      this.#refresh()
      return ACCEPTED
    }
    const reason = request.execute({ time, bid, ask, pathFraction: null })
    return reason === null ? ACCEPTED : rejection(reason)
  }

  /** Writes to the log what was asked for and not done; a script that asks on every tick does not flood it. */
  logRefusal(text: string): void {
    if (this.#refusals < MAX_REFUSALS) this.#log.write(this.#quote.time, 'warning', text)
    this.#refusals += 1
    if (this.#refusals !== MAX_REFUSALS) return
    this.#log.write(this.#quote.time, 'warning', 'Changes that are refused from now on are not written here')
  }

  /** To be called when swap or funding were booked between two rows. */
  refresh(): void {
    this.#scheduled.refresh()
    this.#refresh()
  }

  /** Ends the orders whose time is over, and takes in what has arrived, when no price comes any more. */
  expire(): void {
    const { time, bid, ask } = this.#quote
    this.#scheduled.refresh()
    while (this.#scheduled.next <= time) this.#scheduled.pass({ time, bid, ask, pathFraction: null })
  }

  /**
   * Step 2 of a tick: every order against the new price, then market orders in the order of their placing.
   * Between the four prices of a bar the market is taken to move straight, so that what lies on the way is filled at
   * its own price, and orders arrive on the way; a new bar or a real tick jumps, and gaps are paid for.
   */
  match(isInterpolated: boolean, timeBefore: number, bidBefore: number, askBefore: number): void {
    if (isInterpolated) this.#matching.followPath(timeBefore, bidBefore, askBefore)
    else this.#matching.jump()
    this.#refresh()
  }

  /** Step 3: tells of a margin call, and closes positions while half the used margin is not covered. */
  checkMargin(): void {
    const desk = this.#liquidation
    if (!this.marginCall && isMarginCalled(desk)) {
      this.#log.write(this.#quote.time, 'warning', 'Margin call: more margin is used than there is equity')
    }
    liquidate(desk)
    this.marginCall = isMarginCalled(desk)
    this.#refresh()
  }

  #refresh(): void {
    this.urgentFrom = this.marginCall || this.#matching.isUrgent ? -Infinity : this.#scheduled.next
  }

  /** A request has arrived: what cannot be done any more is told. */
  #complete(request: Request, market: PricePoint): void {
    this.#mark(request, -1)
    const reason = request.execute(market)
    const { kind, orders, position } = request
    if (position) position.refused = reason
    if (reason === null) return
    const what = { CHANGE: 'Change', CANCEL: 'Cancellation', LINK: 'Linking' }[kind]
    const whose = position ? `position ${position.id}` : `order ${orders.map(({ id }) => id).join(', ')}`
    this.logRefusal(`${what} of ${whose} refused: ${reason}`)
    if (!this.#events.wantsOrders) return
    for (const order of orders) if (kind !== 'LINK' || order.status === 'NEW') this.#events.order(order.record(reason))
  }

  #mark({ kind, orders, position }: Request, count: 1 | -1): void {
    if (position) position.changesSent += count
    for (const order of orders) {
      if (kind === 'CANCEL') order.cancelsSent += count
      else order.changesSent += count
    }
  }

  #placeProblem(order: WorkingOrder): string | null {
    if ((order.type === 'MARKET' || order.isImmediate) && !this.#isOpen()) return CLOSED
    const { bid, ask } = this.#quote
    if (order.postOnly && crosses(order, order.buy ? ask : bid)) return POST_ONLY
    if (!order.reduceOnly) return null
    const { longQuantity, shortQuantity } = this.#portfolio
    return (order.buy ? shortQuantity : longQuantity) > 0 ? null : 'reduce only: nothing is open the other way'
  }

  /** The whole of a position can always be closed, also when it is less than an order may be. */
  #closeProblem(position: OpenPosition | undefined, id: number, quantity: number): string | null {
    if (!position) return id === id ? `there is no open position ${id}` : 'closing needs a position or its id'
    if (!(quantity > 0)) return ABOVE_ZERO
    const { instrument } = this.#spec
    const isPart = quantity < position.quantity - instrument.lotSize / 2
    const problem = isPart ? quantityProblem(quantity, instrument) : null
    return problem ?? (this.#isOpen() ? null : CLOSED)
  }

  /**
   * The closing moment itself still counts: it is when a script hears of the last bar. Of long bars it is the whole bar
   * that counts: when one ends after the closing of the market, its last price is that of the closing.
   */
  #isOpen(): boolean {
    const { time } = this.#quote
    if (this.#coarseMs > 0) return opensWithin(this.#spec, time - this.#coarseMs, time)
    return isMarketOpen(this.#spec.instrument.calendar, time - 1, this.#spec.closures)
  }

  #send(order: WorkingOrder): void {
    if (order.type !== 'MARKET') this.waiting.set(order.id, order)
    this.#count(order)
    if (order.expiry === order.expiry) this.#scheduled.watch(order)
    if (this.#spec.latencyMs > 0) this.#scheduled.sendOrder(order)
    else this.#matching.take(order)
    this.#refresh()
  }

  #count(order: WorkingOrder): void {
    const isCounted = order.status === 'NEW' && isBracket(order)
    if (isCounted !== order.isCounted) this.bracketCount += isCounted ? 1 : -1
    order.isCounted = isCounted
  }

  #reject(order: WorkingOrder, reason: string): void {
    order.status = 'REJECTED'
    order.reason = reason
    this.#publish(order)
  }

  /** To be called whenever the status has changed. */
  #publish(order: WorkingOrder): void {
    this.orders.end(order)
    if (order.status !== 'NEW') {
      this.waiting.delete(order.id)
      this.book.removeOrder(order)
      this.#scheduled.forget(order)
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
    for (const other of group) if (other.status === 'NEW') this.end(other, 'CANCELED', reason)
  }

  #newId(): number {
    if (this.orders.count >= this.#maxOrders) {
      throw new ScriptApiError(`The script placed more than ${this.#maxOrders} orders`)
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
const MAX_REFUSALS = 1_000

import {
  type Millis,
  type Price,
  type RowIndex,
  ACCEPTED,
  type OrderAck,
  rejection,
  type ChangeRequest,
} from '@tradeloom/domain'

import type { MarketPositions } from '../../account/market-positions.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import type { PositionProtection } from '../../positions/position-protection.ts'
import { noteOtherPath, noteUnknownPath, type PathDecided } from '../../positions/other-path.ts'
import type { Clock } from '../../market/clock.ts'
import type { PathChooser } from '../../market/path-chooser.ts'
import type { MarketRows } from '../../market/market-rows.ts'
import type { BarRange } from '../../market/quote.ts'
import { opensWithin, TradingHours } from '../../market/trading-hours.ts'
import { crosses, endedReason } from '../../orders/order-rules.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { MinimalOrders } from '../../orders/minimal-orders.ts'
import type { Venue } from '../../ports/venue.ts'
import type { MarketSpec, RunSpec } from '../../run-spec.ts'
import type { Events } from '../../account/events.ts'
import type { AccountCopies } from './account-copies.ts'
import { executeRequest } from './execute-request.ts'
import { Fills } from './fills.ts'
import { touchRule } from './limit-fill.ts'
import type { Liquidation, LiquidationMarket } from './liquidation.ts'
import { Matching, POST_ONLY } from './matching.ts'
import { mayDependOnPath } from './path-dependence.ts'
import { type CopiedVenue, type PathOutcome, tryPath } from './path-trial.ts'
import { type PricePoint, ScheduledEvents, type SentRequest } from './scheduled-events.ts'
import type { SimulatedVenueParts } from './simulated-venue-parts.ts'
import { slippageModel } from './slippage.ts'
import { TriggerPrices } from './trigger-prices.ts'

/** The simulated broker of one market: takes orders and requests, and matches orders against each price. */
export class SimulatedVenue
  implements Venue, MinimalOrders, PathChooser, PositionProtection, LiquidationMarket, CopiedVenue
{
  readonly levels: Float64Array
  urgentFrom = Infinity
  hasPathDecided = false
  readonly #triggers = new TriggerPrices()
  readonly #parts: SimulatedVenueParts
  // What every order needs, as private fields: see `next` in kernel.ts.
  readonly #clock: Clock
  readonly #market: MarketSpec
  readonly #coarseMs: number
  readonly #positions: MarketPositions
  readonly #liquidation: Liquidation
  readonly #fills: Fills
  readonly #scheduled: ScheduledEvents
  readonly #matching: Matching
  readonly #waiting: Map<number, WorkingOrder>
  /** Targets only trigger beyond their price. */
  readonly #isThrough: boolean
  readonly #isInstant: boolean
  readonly #events: Events
  /** A millisecond behind the clock: the moment of closing still counts as open. */
  readonly #hours: TradingHours

  constructor(parts: SimulatedVenueParts) {
    const { spec, market, clock, quote, account, positions, booking, registry, events, random, coarseMs, financing } =
      parts
    this.#parts = parts
    this.#clock = clock
    this.#market = market
    this.#coarseMs = coarseMs
    this.#positions = positions
    this.#liquidation = parts.liquidation
    this.levels = this.#triggers.levels
    this.#hours = new TradingHours(market)
    this.#waiting = registry.waiting[positions.market] as Map<number, WorkingOrder>
    this.#isThrough = spec.limitFill.model === 'through'
    this.#isInstant = spec.latencyMs === 0
    this.#events = events
    const slippage = slippageModel(spec.slippage, market.instrument.pipSize, random)
    this.#fills = new Fills({ spec, clock, quote, account, positions, booking, registry, slippage })
    this.#scheduled = new ScheduledEvents({
      latencyMs: spec.latencyMs,
      expire: (order) => registry.end(order, 'EXPIRED', null),
      arrive: (order, point) => this.#matching.arrive(order, point),
      complete: (sent, point) => this.#complete(sent, point),
      dueCharges: coarseMs > 0 ? financing : null,
    })
    this.#matching = new Matching({
      spec,
      clock,
      quote,
      account,
      positions,
      triggers: this.#triggers,
      fills: this.#fills,
      scheduled: this.#scheduled,
      registry,
      liquidation: parts.liquidation,
      events,
      isFilledByTouch: touchRule(spec.limitFill, random),
      isCoarse: coarseMs > 0,
      attach: (position) => this.attach(position),
    })
  }

  place(order: WorkingOrder): void {
    const problem = this.#problemOf(order)
    if (problem) return this.#parts.registry.reject(order, problem)
    if (order.type !== 'MARKET') this.#waiting.set(order.id, order)
    if (order.closes > 0) this.#claim(order)
    if (this.#isInsideBar) this.#noteUnknown(order)
    if (order.expiry === order.expiry) this.#scheduled.watch(order)
    if (this.#parts.spec.latencyMs > 0) this.#scheduled.sendOrder(order)
    else this.#matching.take(order)
    this.#updateUrgency()
  }

  /** Takes an order that has waited here before, as it was. */
  resume(order: WorkingOrder): void {
    this.#waiting.set(order.id, order)
    if (order.expiry === order.expiry) this.#scheduled.watch(order)
    this.#matching.resume(order)
    this.#updateUrgency()
  }

  canPlaceMinimal(): boolean {
    return this.#isInstant && this.#matching.takesBare && this.#events.wantsNone && this.#isOpen()
  }

  placeMinimal(id: number, closes: number): void {
    if (this.#isInsideBar) this.hasPathDecided = true
    this.#matching.takeBare(id, closes)
    this.urgentFrom = -Infinity
  }

  submit(request: ChangeRequest): OrderAck {
    return this.#submit(request)
  }

  #submit(request: SentRequest['request']): OrderAck {
    const { clock, quote, spec } = this.#parts
    const sent = this.#sentRequest(request)
    if (this.#isInsideBar) this.#noteUnknown(...sent.orders, sent.position)
    if (spec.latencyMs > 0) {
      mark(sent, 1)
      this.#scheduled.sendRequest(sent, clock.time)
      this.#updateUrgency()
      return ACCEPTED
    }
    const reason = this.#execute(sent, { time: clock.time, bid: quote.bid, ask: quote.ask, pathFraction: null })
    return reason === null ? ACCEPTED : rejection(reason)
  }

  /**
   * Step 2 of a tick: every order meets the new price, then market orders in placement order. Between the four prices
   * of a bar, the market is assumed to move straight: triggers on the path fill at their own prices, and orders arrive
   * on the path. A new bar or a real tick jumps, and gaps apply.
   */
  match(isInterpolated: boolean, timeBefore: number, bidBefore: Price, askBefore: Price): void {
    if (isInterpolated) this.#matching.followPath(timeBefore, bidBefore, askBefore)
    else this.#matching.jump()
    this.#updateUrgency()
  }

  refresh(): void {
    this.#scheduled.refresh()
    this.#updateUrgency()
  }

  finish(): void {
    const { clock, quote } = this.#parts
    const { time } = clock
    this.#scheduled.refresh()
    while (this.#scheduled.next <= time) {
      this.#scheduled.processNext({ time, bid: quote.bid, ask: quote.ask, pathFraction: null })
    }
  }

  attach(position: OpenPosition): void {
    this.#triggers.attach(position, this.#isThrough || position.isTargetPassedOver)
  }

  /** Rows of the market being processed show that it is open; another market's price may come at night. */
  canLiquidate(): boolean {
    const { account, clock, quote } = this.#parts
    const isOwnPrice = account.markets.length === 1 || quote.time === clock.time
    return quote.bid === quote.bid && (isOwnPrice || this.#isOpen())
  }

  liquidate(position: OpenPosition): void {
    const { bid, ask } = this.#parts.quote
    const price = position.long ? bid : ask
    this.#fills.close(position, { price, halfSpread: (ask - bid) / 2, isMaker: false, slips: true }, 'margin')
  }

  mayDependOnPath(bar: BarRange, end: number): boolean {
    const { account, quote } = this.#parts
    const { waiting } = this.#matching
    if (this.#scheduled.next <= end) return true
    if (quote.isInsideBar && this.#matching.isUrgent) return true
    return mayDependOnPath(bar, this.#triggers, this.#positions, waiting, account.balance)
  }

  choosePath(rows: MarketRows, row: RowIndex, isHighFirst: boolean): boolean {
    const { quote, spec } = this.#parts
    if (!this.mayDependOnPath(quote, (rows.time[row] as number) + rows.rowMs)) return isHighFirst
    const high = tryPath(this.#parts, this, rows, row, true)
    const low = tryPath(this.#parts, this, rows, row, false)
    const decided = differences(high, low)
    if (decided.length === 0) return isHighFirst
    const chosen = preferred(spec.path, high.equity, low.equity) ?? isHighFirst
    this.hasPathDecided = true
    const other = chosen ? low : high
    for (const key of decided) {
      const fate = other.fates.get(key)
      if (fate) noteOtherPath(key, fate.profit)
      else noteUnknownPath(key)
    }
    return chosen
  }

  copyFor(parts: SimulatedVenueParts, copies: AccountCopies): SimulatedVenue {
    const copy = new SimulatedVenue(parts)
    copy.#triggers.copyFrom(this.#triggers, copies)
    copy.#scheduled.copyFrom(this.#scheduled, copies)
    copy.#matching.copyFrom(this.#matching, copies)
    copy.#updateUrgency()
    return copy
  }

  /** Applies the changes of a working order. If it loses its place in the queue, it meets the market as a new order. */
  #change(order: WorkingOrder, losesPlace: boolean, { pathFraction }: PricePoint): void {
    this.#parts.registry.placed.write(order)
    if (!losesPlace) return
    this.#matching.rearm(order, pathFraction)
    this.#updateUrgency()
  }

  /** Without latency in few steps: scripts that follow the market cancel on every bar. */
  cancel(orderId: number): OrderAck {
    const { registry, spec } = this.#parts
    if (spec.latencyMs > 0) return this.#submit({ kind: 'CANCEL', orderId })
    const order = registry.find(orderId)
    if (order?.status === 'FILLED') return rejection(endedReason(order))
    if (order?.status === 'NEW') registry.end(order, 'CANCELED', null)
    return ACCEPTED
  }

  #execute(sent: SentRequest, point: PricePoint): string | null {
    const { positions } = this.#parts
    return executeRequest(sent, point, {
      instrument: positions.instrument,
      attach: (position) => this.attach(position),
      change: (order, losesPlace) => this.#change(order, losesPlace, point),
      cancel: (order) => this.#parts.registry.end(order, 'CANCELED', null),
    })
  }

  /** Executes a request on arrival; a rejection is reported. */
  #complete(sent: SentRequest, point: PricePoint): void {
    mark(sent, -1)
    const reason = this.#execute(sent, point)
    const { request, orders, position } = sent
    if (position) position.refused = reason
    if (reason === null) return
    const what = WHAT[request.kind]
    const whose = position ? `position ${position.id}` : `order ${orders.map(({ id }) => id).join(', ')}`
    this.#parts.registry.logRejection(`${what} of ${whose} refused: ${reason}`)
    const { events } = this.#parts
    if (!events.wantsOrders) return
    for (const order of orders) {
      if (request.kind !== 'LINK' || order.status === 'NEW') events.order(order.record(reason))
    }
  }

  /** Resolves the ids of a request. The order desk has checked that they exist. */
  #sentRequest(request: SentRequest['request']): SentRequest {
    const { registry, positions } = this.#parts
    if (request.kind === 'CHANGE_POSITION') {
      return { request, orders: [], position: positions.open.get(request.positionId) ?? null }
    }
    const ids = request.kind === 'LINK' ? request.orderIds : [request.orderId]
    const orders = ids.map((id) => registry.find(id)).filter((order) => order !== undefined)
    return { request, orders, position: null }
  }

  #problemOf(order: WorkingOrder): string | null {
    if ((order.type === 'MARKET' || order.isImmediate) && !this.#isOpen()) return CLOSED
    const { quote, booking } = this.#parts
    if (order.postOnly && crosses(order, order.buy ? quote.ask : quote.bid)) return POST_ONLY
    if (!order.reduceOnly || booking.closable(order) > 0) return null
    return 'reduce only: nothing is open the other way'
  }

  /** Marks a position that is being closed completely, so that `closeAll` sends no second order. */
  #claim(order: WorkingOrder): void {
    const position = this.#positions.open.get(order.closes)
    if (position && order.closesWhole) position.closing = true
  }

  /**
   * The closing time itself still counts: it is when a script receives the last bar. Long bars count as a whole: if one
   * ends after the close of the market, its last price is that of the close.
   */
  #isOpen(): boolean {
    const { time } = this.#clock
    if (this.#coarseMs > 0) return opensWithin(this.#market, time - this.#coarseMs, time)
    this.#hours.advance((time - 1) as Millis)
    return this.#hours.isOpen
  }

  /** Between the open and the close of a bar with a range. */
  get #isInsideBar(): boolean {
    const { isInsideBar, bidHigh, bidLow, askHigh, askLow } = this.#parts.quote
    return isInsideBar && (bidHigh > bidLow || askHigh > askLow)
  }

  /** The script acts between two prices of a bar: on the other path it might have acted otherwise. */
  #noteUnknown(...decided: readonly (PathDecided | null)[]): void {
    this.hasPathDecided = true
    for (const one of decided) if (one) noteUnknownPath(one)
  }

  #updateUrgency(): void {
    this.urgentFrom = this.#liquidation.isCalled || this.#matching.isUrgent ? -Infinity : this.#scheduled.next
  }
}

/** The orders and positions to which different things happen on two paths. */
function differences(one: PathOutcome, other: PathOutcome): (OpenPosition | WorkingOrder)[] {
  const keys = new Set([...one.fates.keys(), ...other.fates.keys()])
  const isReordered = one.opened.some((order, place) => order !== other.opened[place])
  return [...keys].filter(
    (key) =>
      one.fates.get(key)?.text !== other.fates.get(key)?.text ||
      (isReordered && 'type' in key && one.opened.includes(key)),
  )
}

/** Whether the high comes first on the path that a model looks for; null if it looks for none, or both are equal. */
function preferred(path: RunSpec['path'], high: number, low: number): boolean | null {
  if (high === low || (path !== 'worst' && path !== 'best')) return null
  return (path === 'worst') === high < low
}

/** Counts the in-flight requests of an order or a position, which scripts see as `pending`. */
function mark({ request, orders, position }: SentRequest, count: 1 | -1): void {
  if (position) position.changesSent += count
  for (const order of orders) {
    if (request.kind === 'CANCEL') order.cancelsSent += count
    else order.changesSent += count
  }
}

const CLOSED = 'market closed'
const WHAT = {
  CHANGE_ORDER: 'Change',
  CHANGE_POSITION: 'Change',
  CANCEL: 'Cancellation',
  LINK: 'Linking',
} as const satisfies Readonly<Record<SentRequest['request']['kind'], string>>

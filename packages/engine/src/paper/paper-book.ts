import {
  type Commission,
  createRandom,
  type OrderAck,
  type OrderChanges,
  type Price,
  rejection,
  type StopChanges,
  type Tick,
} from '@tradeloom/domain'

import { Account } from '../account/account.ts'
import { Events } from '../account/events.ts'
import { OrderRegistry } from '../account/order-registry.ts'
import { BlockRows } from '../market/block-rows.ts'
import { Clock } from '../market/clock.ts'
import { marketRows } from '../market/market-rows.ts'
import type { ScriptOrder, WorkingOrder } from '../orders/working-order.ts'
import { LEVEL } from '../ports/venue.ts'
import { LiveExcursions } from '../record/live-excursions.ts'
import { PlacedOrders } from '../record/placed-orders.ts'
import { DEFAULT_RECORD_LIMITS } from '../record/record-limits.ts'
import { RunLog } from '../record/run-log.ts'
import { type MarketContext, type MarketParts, marketPositions, simulatedMarket } from '../run-markets.ts'
import type { RunSpec } from '../run-spec.ts'
import type { TradedMarket } from '../traded-market.ts'
import { Liquidation } from '../venues/simulated/liquidation.ts'
import type { SimulatedVenue } from '../venues/simulated/simulated-venue.ts'
import { type BookedFill, PaperBooking } from './paper-booking.ts'
import { Names } from './paper-names.ts'
import type { PaperAccount, PaperEvent, PaperOrder, PaperPosition } from './paper-state.ts'
import { openPosition, statedPosition, writeTerms } from './paper-terms.ts'

interface PaperMarket {
  readonly market: TradedMarket
  readonly venue: SimulatedVenue
}

interface PaperMarketParts extends MarketParts {
  readonly commission: Commission
}

/**
 * The orders and positions of one paper account at the simulated market, without a script. Prices come one by one; what
 * they cause is handed out as events. A book holds nothing but its state, from which it can be rebuilt at any time.
 */
export class PaperBook {
  readonly #account: Account
  readonly #registry: OrderRegistry
  readonly #booking: PaperBooking
  readonly #liquidation: Liquidation
  readonly #clock = new Clock()
  readonly #events = new Events()
  readonly #rows = new Map<string, BlockRows>()
  readonly #markets = new Map<string, PaperMarket>()
  readonly #orders = new Names()
  readonly #positions = new Names()
  /** Numbers for restored positions; those of the engine follow them. */
  #lastPosition = 0
  readonly #changed: ScriptOrder[] = []
  /** Names a position that an order has opened. */
  readonly #nameOf: (orderId: string) => string

  constructor(account: PaperAccount, nameOf: (orderId: string) => string) {
    const { instruments, conversions, balance } = account
    this.#nameOf = nameOf
    const spec = runSpec(account)
    const all = [...instruments, ...conversions]
    for (const { id } of all) this.#rows.set(id, new BlockRows(null))
    const log = new RunLog(DEFAULT_RECORD_LIMITS)
    const parts = instruments.map((instrument, index) => {
      const excursions = new LiveExcursions()
      const others = all.filter(({ id }) => id !== instrument.id)
      const conversion = others.map((other) => ({ instrument: other, rows: this.#rowsOf(other.id) }))
      const market = { instrument, closures: [], swap: null, funding: null }
      const one = { spec: market, rows: this.#rowsOf(instrument.id), intrabarTicks: null, excursions }
      const positions = marketPositions(spec, one, index, conversion)
      excursions.connect(positions.open)
      return { ...one, positions, commission: instrument.commission }
    })
    const [clock, events] = [this.#clock, this.#events]
    const markets = parts.map(({ positions }) => positions)
    this.#account = new Account({ markets, initialBalance: balance, maxPositions: Infinity })
    const instrumentIds = instruments.map(({ id }) => id)
    const placed = new PlacedOrders()
    this.#registry = new OrderRegistry({ clock, events, log, instrumentIds, maxOrders: Infinity, placed })
    this.#booking = new PaperBooking(this.#account, this.#registry, events)
    this.#liquidation = new Liquidation({ clock, account: this.#account, log })
    const shared = { spec, clock, account: this.#account, booking: this.#booking, registry: this.#registry, events }
    this.#connect(shared, parts)
    const onOrder = (order: ScriptOrder): void => void this.#changed.push(order)
    events.listen({ onOrder, onPositionOpened: undefined, onPositionClosed: undefined })
  }

  /** Takes over an open position, with its stops. Call it before the first price. */
  restorePosition(position: PaperPosition): void {
    const { market, venue } = this.#marketOf(position.instrumentId)
    this.#lastPosition += 1
    const open = openPosition(position, market.positions.market, this.#lastPosition)
    this.#account.adopt(market.positions, open)
    this.#positions.add(position.id, open.id)
    this.#booking.positionOwners.set(open.id, position.owner)
    venue.attach(open)
  }

  /** Takes an order: one that rested before as it was, a new one meets the next price. Returns why not, or null. */
  place(order: PaperOrder): string | null {
    const { market, venue } = this.#marketOf(order.instrumentId)
    const closes = order.closes === null ? 0 : this.#positions.number(order.closes)
    if (order.closes !== null && closes === 0) return 'the position is closed already'
    const linkedTo = order.linkedTo == null ? null : this.#find(order.linkedTo)
    if (linkedTo === undefined) return 'the order that it was to be linked to has ended'
    const working = this.#registry.create(market.positions.market, order.instrumentId, order.side === 'BUY')
    writeTerms(working, order, market.spec.instrument.lotSize)
    working.closes = closes
    working.closesWhole = closes > 0 && working.quantity === this.#account.find(closes)?.quantity
    this.#registry.placed.add(working)
    this.#orders.add(order.id, working.id)
    this.#booking.orderOwners.set(working.id, order.owner)
    if (order.isResting) venue.resume(working)
    else venue.place(working)
    if (linkedTo !== null) venue.submit({ kind: 'LINK', orderIds: [linkedTo.id, working.id] })
    return null
  }

  cancel(orderId: string): OrderAck {
    const order = this.#find(orderId)
    if (!order) return rejection('the order has ended already')
    return this.#marketOf(order.instrumentId).venue.cancel(order.id)
  }

  changeOrder(orderId: string, changes: OrderChanges): OrderAck {
    const order = this.#find(orderId)
    if (!order) return rejection('the order has ended already')
    return this.#marketOf(order.instrumentId).venue.submit({ kind: 'CHANGE_ORDER', orderId: order.id, changes })
  }

  changePosition(positionId: string, changes: StopChanges): OrderAck {
    const position = this.#account.find(this.#positions.number(positionId))
    if (!position) return rejection('the position is closed already')
    const { instrument } = this.#account.marketOf(position)
    const request = { kind: 'CHANGE_POSITION', positionId: position.id, changes } as const
    return this.#marketOf(instrument.id).venue.submit(request)
  }

  /** Gives a position a stop that the market may have passed: then it is due at the next price, as in a backtest. */
  holdStop(positionId: string, stopLoss: number): void {
    const position = this.#account.find(this.#positions.number(positionId))
    if (!position) return
    position.stopLoss = stopLoss
    this.#marketOf(this.#account.marketOf(position).instrument.id).venue.attach(position)
  }

  /** The next price of an instrument: orders and stops meet it, then margin is checked. */
  take(instrumentId: string, { time, bid, ask }: Tick): void {
    this.#see(instrumentId, time, bid, ask)
    const traded = this.#markets.get(instrumentId)
    if (!traded) return
    const { quote } = traded.market
    const { venue } = traded
    quote.time = time
    quote.set(bid as Price, ask as Price)
    const { levels } = venue
    const isReached =
      bid <= (levels[LEVEL.bidFall] as number) ||
      bid >= (levels[LEVEL.bidRise] as number) ||
      ask <= (levels[LEVEL.askFall] as number) ||
      ask >= (levels[LEVEL.askRise] as number)
    if (isReached || time >= venue.urgentFrom) venue.match(false, time, bid as Price, ask as Price)
    const { openCount } = this.#account
    if (openCount > 0 && (this.#liquidation.isCalled || !(this.#account.equity() > this.#account.marginUsed()))) {
      this.#liquidation.check()
    }
  }

  /** What has happened since the last call. */
  drain(): PaperEvent[] {
    this.#events.dispatch()
    const ids = this.#account.markets.map(({ instrument }) => instrument.id)
    this.#registry.placed.drain(ids)
    this.#account.closed.drain()
    const fills = this.#booking.booked.splice(0).map((fill) => this.#fillEvent(fill))
    const orders = this.#changed.splice(0).map((order): PaperEvent => {
      const { id, status, reason, fillTime, liquidity } = order
      const orderId = this.#orders.name(id)
      if (status !== 'NEW') {
        this.#orders.forget(id)
        this.#booking.orderOwners.delete(id)
      }
      return { kind: 'ORDER', orderId, status, reason: ofGroup(reason), time: fillTime ?? this.#clock.time, liquidity }
    })
    return [...fills, ...orders]
  }

  /** Whether anything has happened since the last drain. */
  get hasNews(): boolean {
    return this.#booking.booked.length > 0 || this.#events.count > 0
  }

  get balance(): number {
    return this.#account.balance
  }

  get equity(): number {
    return this.#account.equity()
  }

  get marginUsed(): number {
    return this.#account.marginUsed()
  }

  get isMarginCalled(): boolean {
    return this.#liquidation.isCalled
  }

  /** An open position as it is now; null once it is closed. */
  position(id: string): PaperPosition | null {
    const position = this.#account.find(this.#positions.number(id))
    if (!position) return null
    const owner = this.#booking.positionOwners.get(position.id) ?? null
    return statedPosition({ id, owner, instrumentId: this.#account.marketOf(position).instrument.id }, position)
  }

  /** Margin that an open position would need alone, in account currency. */
  marginOf(instrumentId: string, quantity: number): number {
    return this.#marketOf(instrumentId).market.positions.marginFor(quantity, 0)
  }

  /** Why an order waits: whether its stop price was reached, and whether it rests at its price. */
  orderState(id: string): { readonly isTriggered: boolean } | null {
    const order = this.#find(id)
    return order ? { isTriggered: order.isStopMet } : null
  }

  #connect(shared: MarketContext, parts: readonly PaperMarketParts[]): void {
    const context = { ...shared, liquidation: this.#liquidation, random: createRandom(shared.spec.seed) }
    for (const [index, part] of parts.entries()) {
      const positions = this.#account.markets[index]
      if (!positions) continue
      const spec = { ...shared.spec, commission: part.commission }
      this.#markets.set(part.spec.instrument.id, simulatedMarket({ ...context, spec }, part, positions))
    }
    const venues = [...this.#markets.values()].map(({ venue }) => venue)
    this.#booking.connect(venues)
    this.#liquidation.connect(venues)
  }

  #see(instrumentId: string, time: number, bid: number, ask: number): void {
    if (time > this.#clock.time) this.#clock.time = time
    const rows = this.#rows.get(instrumentId)
    if (!rows) return
    // Rows must not go back in time; of a conversion, only the newest price counts.
    const columns = {
      kind: 'tick',
      time: Float64Array.of(this.#clock.time),
      bid: Float64Array.of(bid),
      ask: Float64Array.of(ask),
    }
    rows.replace(marketRows(columns as Parameters<typeof marketRows>[0], 'both', 12))
    for (const { positions, converts } of [...this.#markets.values()].map(({ market }) => market)) {
      if (converts) positions.conversion.advance(this.#clock.time)
    }
  }

  #fillEvent(fill: BookedFill): PaperEvent {
    const { quantity, price, time, commission, halfSpread, slippage, rate, isMaker, profit, reason } = fill
    const orderId = fill.orderId === 0 ? null : this.#orders.name(fill.orderId)
    const what = { quantity, price, time, commission, halfSpread, slippage, rate, isMaker }
    if (fill.kind === 'OPENED' && orderId !== null) {
      const positionId = this.#nameOf(orderId)
      this.#positions.add(positionId, fill.positionId)
      return { kind: 'OPENED', orderId, positionId, ...what }
    }
    const positionId = this.#positions.name(fill.positionId)
    if (!this.#account.find(fill.positionId)) {
      this.#positions.forget(fill.positionId)
      this.#booking.positionOwners.delete(fill.positionId)
    }
    return { kind: 'CLOSED', orderId, positionId, ...what, profit, reason }
  }

  #find(orderId: string): WorkingOrder | undefined {
    return this.#registry.find(this.#orders.number(orderId))
  }

  #marketOf(instrumentId: string): PaperMarket {
    const market = this.#markets.get(instrumentId)
    if (!market) throw new Error(`${instrumentId} is not in this book`)
    return market
  }

  #rowsOf(instrumentId: string): BlockRows {
    return this.#rows.get(instrumentId) as BlockRows
  }
}

/** Numbers of the engine mean nothing outside. */
function ofGroup(reason: string | null): string | null {
  return reason?.replace(/^one of the group was (\w+): order \d+$/, 'the linked order was $1') ?? null
}

/** A book has neither start nor end, and no script. */
function runSpec({ instruments, conversions, currency, balance, models }: PaperAccount): RunSpec {
  const [instrument] = instruments
  if (!instrument) throw new Error('A book needs an instrument')
  return {
    ...models,
    instrument,
    conversions,
    interval: 'Tick',
    resolution: 0,
    start: 0,
    end: Number.MAX_SAFE_INTEGER,
    initialBalance: balance,
    accountCurrency: currency,
    externals: {},
    closures: [],
    seed: 1,
  }
}

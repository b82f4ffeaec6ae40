import {
  type FillRow,
  type IntentRow,
  type LedgerRow,
  newId,
  type PositionRow,
  type VenueOrderRow,
} from '@tradeloom/database'
import { type ListedInstrument, minus, plus, withoutNoise, writtenQuantity } from '@tradeloom/domain'
import { type PaperBook, type PaperEvent } from '@tradeloom/engine'
import { applyFill, average, closePosition, isFilled, nextIntent, openPosition, wantedLevels } from '@tradeloom/trading'
import type { AccountChange } from './paper-messages.ts'
import { protectiveOrders, type RefusedLevels, rejectedOrder } from './protective-orders.ts'
import type { TickRow } from '@tradeloom/market-data/ticks'

type Opened = Extract<PaperEvent, { kind: 'OPENED' }>
type Closed = Extract<PaperEvent, { kind: 'CLOSED' }>
type OrderChanged = Extract<PaperEvent, { kind: 'ORDER' }>

/** An execution that comes this long after its price is told to be late: the process was down. */
const LATE_MS = 2_000

export interface FillContext {
  readonly book: PaperBook
  readonly userId: string
  readonly accountId: string
  readonly instruments: ReadonlyMap<string, ListedInstrument>
  readonly orders: Map<string, VenueOrderRow>
  readonly positions: Map<string, PositionRow>
  /** Orders that guard positions, by position. */
  readonly guards: Map<string, VenueOrderRow[]>
  readonly intents: ReadonlyMap<string, IntentRow>
  /** Levels that were refused when positions opened. */
  readonly refused: ReadonlyMap<string, RefusedLevels>
  /** Stops that were refused then and are held instead, with the reason. */
  readonly held: ReadonlyMap<string, string>
  readonly tick: TickRow
  readonly now: Date
}

/** What an execution states of its order. */
type ExecutedOrder = Pick<
  VenueOrderRow,
  'id' | 'intentId' | 'isProtective' | 'side' | 'type' | 'limitPrice' | 'stopPrice' | 'quantity' | 'filled' | 'average'
>

/** Turns what a price has caused into rows of the account: one commit. */
export class FillBooking {
  readonly rows: LedgerRow[] = []
  readonly changes: Omit<AccountChange, 'userId' | 'accountId'>[] = []
  readonly #context: FillContext
  readonly #intents = new Map<string, IntentRow>()

  constructor(context: FillContext) {
    this.#context = context
  }

  add(event: PaperEvent): void {
    if (event.kind === 'OPENED') this.#opened(exactly(event))
    else if (event.kind === 'CLOSED') this.#closed({ ...exactly(event), profit: withoutNoise(event.profit) })
    else this.#orderChanged(event)
  }

  /** The first intent that it concerns. */
  get intentId(): string | null {
    const [first] = this.#intents.keys()
    return first ?? null
  }

  finish(): void {
    for (const row of this.#intents.values()) this.rows.push({ table: 'intents', row })
  }

  #opened(event: Opened): void {
    const { positions, book, now, tick, refused: allRefused, userId, accountId } = this.#context
    const order = this.#order(event.orderId)
    const refused = allRefused.get(event.positionId) ?? {}
    const open = book.position(event.positionId)
    const intent = order.intentId === null ? undefined : this.#intent(order.intentId)
    const wanted = wantedLevels(order, event.price)
    const { instrumentId } = order
    const { broker } = this.#instrument(instrumentId)
    const position: PositionRow = openPosition(
      { id: event.positionId, accountId, userId, broker, sessionId: intent?.sessionId ?? null },
      {
        instrumentId,
        direction: order.side === 'BUY' ? 'LONG' : 'SHORT',
        quantity: event.quantity,
        price: event.price,
        time: new Date(event.time),
        fee: event.commission,
        costs: event,
        usedMargin: withoutNoise(book.marginOf(instrumentId, event.quantity)),
      },
      {
        stopLoss: open?.stopLoss ?? wanted.stopLoss,
        takeProfit: open?.takeProfit ?? wanted.takeProfit,
        trailingStop: order.trailingStop,
        trailingBest: open?.best ?? event.price,
        isStopLossRejected: refused.stopLoss != null,
        isTakeProfitRejected: refused.takeProfit != null,
        isTrailingStopRejected: refused.trailingStop != null,
        unprotectedSince: refused.stopLoss != null && order.trailingStop === null ? now : null,
        matchedRow: tick.sequence,
      },
    )
    positions.set(position.id, position)
    this.#putPosition(position, refused)
    const reason = this.#context.held.get(position.id)
    if (reason !== undefined && position.stopLoss !== null)
      this.#putGuard(rejectedOrder(position, 'stopLoss', position.stopLoss, reason, now))
    this.#fill(order, event, position, 0)
  }

  #closed(event: Closed): void {
    const { positions, now } = this.#context
    const before = positions.get(event.positionId)
    if (!before) throw new Error(`Position ${event.positionId} is not known`)
    const order = event.orderId === null ? this.#guardOf(before, event) : this.#order(event.orderId)
    const reason = this.#askedFor(order) ?? event.reason
    const { quantity, price, commission: fee, halfSpread, slippage, rate } = event
    const { instrumentId, id: positionId } = before
    const side = before.direction === 'LONG' ? 'SELL' : 'BUY'
    const [effect] = applyFill(
      { model: 'hedging', positions: [before] },
      { instrumentId, side, quantity, price, fee, lotSize: 0, positionId },
    )
    if (effect?.do !== 'reduce') throw new Error(`An execution that closes ${positionId} does not reduce it`)
    const closing = {
      quantity: effect.closed,
      price,
      fee,
      halfSpread,
      slippage,
      rate,
      isWhole: effect.isWhole,
      time: new Date(event.time),
      reason: this.#isLate ? `${reason} (late)` : reason,
      pipSize: this.#instrument(before.instrumentId).pipSize,
      partId: newId(this.#context.now.getTime()),
    }
    const { position, part } = closePosition(before, closing)
    this.#fill(order, event, position, event.profit)
    positions.set(position.id, position)
    this.#putPosition(position, rejectedLevels(position), now)
    if (part === null) return
    // After the position, whose number it takes over.
    this.rows.push({ table: 'positions', row: part })
    this.changes.push({ kind: 'position', id: part.id })
  }

  #orderChanged({ orderId, status, reason: told, time }: OrderChanged): void {
    // Of an order that may only reduce, what had nothing to close has ended with it.
    const isShort = status === 'FILLED' && this.#context.orders.get(orderId)?.status === 'PARTIALLY_FILLED'
    const ended = isShort ? 'CANCELED' : status
    if (ended !== 'CANCELED' && ended !== 'EXPIRED' && ended !== 'REJECTED') return
    const order = this.#order(orderId)
    const left = minus(order.quantity, order.filled)
    const short =
      order.reduceOnly || order.positionId !== null
        ? `reduce only: ${left} of it had nothing to close`
        : `canceled with ${writtenQuantity(left)} not filled`
    const reason = isShort ? short : told
    this.#putOrder({ ...order, status: ended, reason, changedAt: new Date(time) })
    if (order.intentId === null) return
    const intent = this.#intent(order.intentId)
    if (!intent) return
    const event =
      ended === 'REJECTED' ? { kind: 'REFUSED', reason: reason ?? 'refused' } : { kind: 'ENDED', state: ended, reason }
    const facts = nextIntent({ ...intent, quantity: order.quantity, tradeIds: new Set() }, event as never)
    this.#intents.set(intent.id, { ...intent, state: facts.state, reason: facts.reason })
  }

  /** Books the execution, on its order and the intent of the order. */
  #fill(order: ExecutedOrder, event: Opened | Closed, position: PositionRow, profit: number): void {
    const { accountId, tick, now } = this.#context
    const isOwn = !order.isProtective && event.orderId !== null
    const tradeId = isOwn ? `${order.id}:${position.id}` : `${position.id}:${reasonOf(event)}:${tick.sequence}`
    const { quantity, price, time, commission } = event
    const filled = plus(order.filled, quantity)
    const weights = { held: order.filled, added: quantity, sum: filled }
    const averageNow = order.average === null ? price : average(order.average, price, weights)
    const status = isFilled(order.quantity, filled) ? 'FILLED' : 'PARTIALLY_FILLED'
    const fill: FillRow = {
      accountId,
      tradeId,
      intentId: isOwn ? order.intentId : null,
      positionId: position.id,
      owner: position.sessionId ?? 'manual',
      instrumentId: position.instrumentId,
      side: order.side,
      orderType: order.type,
      orderPrice: order.limitPrice ?? order.stopPrice,
      orderStatus: status,
      time: new Date(time),
      quantity,
      price,
      fee: commission,
      received: null,
      liquidity: event.isMaker ? 'maker' : 'taker',
      profit,
      decisionMid: null,
      bid: tick.bid,
      ask: tick.ask,
      reason: this.#isLate ? 'late' : (this.#askedFor(order) ?? reasonOf(event)),
    }
    this.rows.push({ table: 'fills', row: fill })
    this.changes.push({ kind: 'execution', id: tradeId })
    if (!isOwn) return
    this.#putOrder({ ...this.#order(order.id), filled, average: averageNow, status, changedAt: new Date(time) })
    const intent = order.intentId === null ? undefined : this.#intent(order.intentId)
    if (!intent) return
    const facts = nextIntent(
      { ...intent, quantity: order.quantity, tradeIds: new Set() },
      { kind: 'FILLED', tradeId, quantity, price },
    )
    const { state, reason } = facts
    const booked = {
      filled: facts.filled,
      average: facts.average,
      filledAt: now,
      acknowledgedAt: intent.acknowledgedAt ?? now,
    }
    this.#intents.set(intent.id, { ...intent, state, reason, venueId: order.id, ...booked })
  }

  #putPosition(position: PositionRow, refused: RefusedLevels, now = this.#context.now): void {
    const { guards } = this.#context
    this.rows.push({ table: 'positions', row: position })
    this.changes.push({ kind: 'position', id: position.id })
    const known = guards.get(position.id) ?? []
    guards.set(position.id, known)
    for (const guard of protectiveOrders(position, [...known], refused, now)) this.#putGuard(guard)
  }

  #putGuard(guard: VenueOrderRow): void {
    this.rows.push({ table: 'venue_orders', row: guard })
    this.changes.push({ kind: 'order', id: guard.id })
    const known = this.#context.guards.get(guard.positionId ?? '') ?? []
    const at = known.findIndex(({ id }) => id === guard.id)
    if (at < 0) known.push(guard)
    else known[at] = guard
  }

  #putOrder(order: VenueOrderRow): void {
    this.#context.orders.set(order.id, order)
    this.rows.push({ table: 'venue_orders', row: order })
    this.changes.push({ kind: 'order', id: order.id })
  }

  /** The order that the venue holds for a stop; a market order of its own for a liquidation. */
  #guardOf(position: PositionRow, { reason, quantity }: Closed): ExecutedOrder {
    const type = { 'stop-loss': 'STOP', 'take-profit': 'LIMIT', 'trailing-stop': 'TRAILING_STOP' }[reason as string]
    const guard = this.#context.guards.get(position.id)?.find((order) => order.type === type && order.status === 'NEW')
    const side = position.direction === 'LONG' ? 'SELL' : 'BUY'
    const prices = { limitPrice: null, stopPrice: null, filled: 0, average: null }
    return guard ?? { id: position.id, intentId: null, isProtective: true, side, type: 'MARKET', quantity, ...prices }
  }

  /** Why a request closes its position, if neither a person nor a script has asked for it. */
  #askedFor({ intentId }: ExecutedOrder): string | null {
    const payload = intentId === null ? undefined : this.#intent(intentId)?.payload
    return payload?.kind === 'CLOSE' ? (payload.reason ?? null) : null
  }

  /** Prices that were matched long after they came: the process was down. */
  get #isLate(): boolean {
    const { now, tick } = this.#context
    return now.getTime() - tick.receivedAt > LATE_MS
  }

  #order(id: string): VenueOrderRow {
    const order = this.#context.orders.get(id)
    if (!order) throw new Error(`Order ${id} is not known`)
    return order
  }

  #intent(id: string): IntentRow | undefined {
    return this.#intents.get(id) ?? this.#context.intents.get(id)
  }

  #instrument(id: string): ListedInstrument {
    const instrument = this.#context.instruments.get(id)
    if (!instrument) throw new Error(`${id} is not listed`)
    return instrument
  }
}

/** Matching calculates with doubles; accounts keep decimals. */
function exactly<Event extends Opened | Closed>(event: Event): Event {
  const { price, quantity, commission, halfSpread, slippage } = event
  return {
    ...event,
    price: withoutNoise(price),
    quantity: withoutNoise(quantity),
    commission: withoutNoise(commission),
    halfSpread: withoutNoise(halfSpread),
    slippage: withoutNoise(slippage),
  }
}

function reasonOf(event: Opened | Closed): string | null {
  return event.kind === 'CLOSED' ? event.reason : null
}

/** What was refused stays refused when the position changes in other ways. */
export function rejectedLevels(position: PositionRow): RefusedLevels {
  return {
    stopLoss: position.isStopLossRejected ? 'refused' : null,
    takeProfit: position.isTakeProfitRejected ? 'refused' : null,
    trailingStop: position.isTrailingStopRejected ? 'refused' : null,
  }
}

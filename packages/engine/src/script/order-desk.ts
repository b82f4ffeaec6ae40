import { type Instrument, type Quantity, type OrderAck, rejection } from '@tradeloom/domain'

import type { Account } from '../account/account.ts'
import type { MarketPositions } from '../account/market-positions.ts'
import type { OpenPosition } from '../positions/open-position.ts'
import type { Clock } from '../market/clock.ts'
import { inLots } from '../orders/lots.ts'
import { changesProblem, type RawChanges, readChanges, unsupportedChange } from '../orders/order-changes.ts'
import type { OrderRegistry } from '../account/order-registry.ts'
import {
  ABOVE_ZERO,
  type GivenRequest,
  idOf,
  isPips,
  quantityProblem,
  type RawRequest,
  readOrder,
  readPlainOrder,
  shown,
  unknownName,
} from '../orders/order-rules.ts'
import type { MinimalOrders } from '../orders/minimal-orders.ts'
import type { Venue } from '../ports/venue.ts'
import type { ScriptActivity } from '../script-activity.ts'
import { newOrder, type ScriptOrder, type WorkingOrder } from '../orders/working-order.ts'

export interface OrderDeskParts {
  readonly account: Account
  readonly registry: OrderRegistry
  readonly activity: ScriptActivity
  readonly clock: Clock
  /** By market. */
  readonly venues: readonly Venue[]
  /** Of the markets whose venue takes minimal orders. */
  readonly minimal: readonly (MinimalOrders | null)[]
}

/**
 * Takes requests of scripts: reads them, rejects what no venue could do, and passes the rest to the venue of its market
 * as plain data. What depends on the market is decided by the venue when the request arrives.
 */
export class OrderDesk {
  readonly #account: Account
  readonly #registry: OrderRegistry
  readonly #activity: ScriptActivity
  readonly #clock: Clock
  readonly #venues: readonly Venue[]
  readonly #minimal: readonly (MinimalOrders | null)[]
  /** Why orders that open positions are refused; null if they are not. */
  openingsRefused: string | null = null

  constructor({ account, registry, activity, clock, venues, minimal }: OrderDeskParts) {
    this.#account = account
    this.#registry = registry
    this.#activity = activity
    this.#clock = clock
    this.#venues = venues
    this.#minimal = minimal
  }

  /**
   * Reads each value of the request once. Reading may call getters of the script, which may place orders, so this happens
   * before the order gets its id. A plain request is read without a copy. Returns a copy for the script.
   */
  place(market: MarketPositions, request: unknown, buy: boolean): ScriptOrder {
    const isObject = typeof request === 'object' && request !== null
    const given = (isObject ? request : {}) as GivenRequest
    const unknown = unknownName(given)
    const { limitPrice, stopPrice, stopLoss, takeProfit, trailingStop } = given
    const { stopLossPips, takeProfitPips, trailingStopPips } = given
    const { expiry, quantity, timeInForce, postOnly, reduceOnly, tag } = given
    const isPlain =
      unknown === null &&
      limitPrice === undefined &&
      stopPrice === undefined &&
      stopLoss === undefined &&
      takeProfit === undefined &&
      trailingStop === undefined &&
      expiry === undefined &&
      timeInForce === undefined &&
      postOnly === undefined &&
      reduceOnly === undefined &&
      tag === undefined
    const { instrument } = market
    if (
      isPlain &&
      typeof quantity === 'number' &&
      isPips(stopLossPips) &&
      isPips(takeProfitPips) &&
      isPips(trailingStopPips)
    ) {
      const isBare = stopLossPips === undefined && takeProfitPips === undefined && trailingStopPips === undefined
      if (isBare) {
        const lots = inLots(quantity, instrument.lotSize)
        // False for NaN, too.
        const isPossible = lots > 0 && lots >= instrument.minQuantity && lots <= instrument.maxQuantity
        const minimal = this.#minimal[market.market] ?? null
        if (isPossible && minimal?.canPlaceMinimal() === true && this.openingsRefused === null) {
          const id = this.#registry.addBare(market.market, buy, lots)
          this.#activity.count += 1
          minimal.placeMinimal(id, 0)
          return newOrder(id, instrument.id, buy, lots, this.#clock.time)
        }
      }
      const order = this.#registry.create(market.market, instrument.id, buy)
      const problem = readPlainOrder(order, quantity, stopLossPips, takeProfitPips, trailingStopPips, instrument)
      order.isBare = isBare
      this.#registry.placed.add(order)
      return this.enter(order, problem).record()
    }
    // One literal without spreads, which would take longer than all the rest.
    const raw = {
      isObject,
      unknown,
      limitPrice,
      stopPrice,
      stopLoss,
      takeProfit,
      trailingStop,
      stopLossPips,
      takeProfitPips,
      trailingStopPips,
      expiry,
      quantity,
      timeInForce,
      postOnly,
      reduceOnly,
      tag,
    }
    return this.#placeRead(market, raw, buy)
  }

  #placeRead(market: MarketPositions, raw: RawRequest, buy: boolean): ScriptOrder {
    const { instrument, quote } = market
    const order = this.#registry.create(market.market, instrument.id, buy)
    const tagProblem = this.#registry.tags.read(order, raw.tag)
    const problem = readOrder(order, raw, quote, instrument) ?? tagProblem
    this.#registry.placed.add(order)
    return this.enter(order, problem).record()
  }

  /** Sends a new order, or rejects it. */
  protected enter(order: WorkingOrder, problem: string | null): WorkingOrder {
    this.#activity.count += 1
    const isOpening = order.closes === 0 && !order.reduceOnly
    const refusal = problem ?? (isOpening ? this.openingsRefused : null)
    if (refusal !== null) this.#registry.reject(order, refusal)
    else this.#venueOf(order.market).place(order)
    return order
  }

  /** A market order that closes all of an open position which no other order is closing. */
  closeWhole(market: MarketPositions, position: OpenPosition): void {
    const { id, quantity } = position
    const minimal = this.#minimal[market.market] ?? null
    if (minimal?.canPlaceMinimal() !== true) {
      this.placeClose(market, position, id, quantity)
      return
    }
    const order = this.#registry.addBare(market.market, !position.long, quantity)
    position.closing = true
    this.#activity.count += 1
    minimal.placeMinimal(order, id)
  }

  /** A market order that closes a position, or `quantity` of it. */
  placeClose(
    market: MarketPositions,
    position: OpenPosition | undefined,
    id: number,
    quantity: Quantity,
  ): WorkingOrder {
    const { instrument } = position ? this.#account.marketOf(position) : market
    const { lotSize } = instrument
    const number = position ? position.market : market.market
    const order = this.#registry.create(number, instrument.id, position ? !position.long : false)
    // The remainder would be less than half a lot: rounding noise.
    const whole = position !== undefined && !(quantity < position.quantity - lotSize / 2)
    if (position) order.quantity = whole ? position.quantity : partOf(quantity, lotSize)
    order.isBare = true
    this.#registry.placed.add(order)
    order.closes = id === id ? id : 0
    order.closesWhole = whole
    order.positionId = position ? id : 0
    return this.enter(order, closeProblem(position, id, quantity, instrument))
  }

  /** Cancels a working order. With latency it may be filled before the cancellation arrives. */
  cancel(target: unknown): OrderAck {
    this.#activity.count += 1
    const id = idOf(target)
    if (id === null) return rejection('cancel needs an order or its id')
    const order = this.#registry.find(id)
    if (!order) return rejection(`there is no waiting order ${id}`)
    return this.#venueOf(order.market).cancel(id)
  }

  /** Changes the stops of an open position, or prices, quantity and stops of a working order. */
  modify(target: unknown, changes: unknown): OrderAck {
    this.#activity.count += 1
    if (typeof target !== 'object' || target === null) return rejection('modify needs a position or an order')
    if (typeof changes !== 'object' || changes === null) return rejection('modify needs the changes as an object')
    const { id, direction } = target as { id?: unknown; direction?: unknown }
    // A copy, because reading may call getters of the script.
    const raw: RawChanges = { ...changes }
    const problem = changesProblem(raw, direction !== undefined)
    if (problem) return rejection(problem)
    return direction === undefined ? this.#modifyOrder(id, raw) : this.#modifyPosition(id, raw)
  }

  /**
   * Links working orders: the first one to fill or end cancels the rest. With latency, a link that is sent together
   * with its orders arrives with them, before any of them meets a price.
   */
  link(targets: readonly unknown[]): OrderAck {
    this.#activity.count += 1
    // Reads all ids first: reading one may call a getter of the script, which may cancel or link an order that was
    // already checked.
    const ids = targets.map(idOf)
    const orders: WorkingOrder[] = []
    for (const id of ids) {
      if (id === null) return rejection('oco needs orders or their ids')
      const order = this.#registry.find(id)
      if (!order) return rejection(`there is no waiting order ${id}`)
      if (order.group) return rejection(`order ${id} belongs to a group already`)
      if (!orders.includes(order)) orders.push(order)
    }
    const [first] = orders
    if (!first || orders.length < 2) return rejection('oco needs at least two waiting orders')
    return this.#venueOf(first.market).submit({ kind: 'LINK', orderIds: orders.map(({ id }) => id) })
  }

  #venueOf(market: number): Venue {
    return this.#venues[market] as Venue
  }

  #modifyPosition(id: unknown, raw: RawChanges): OrderAck {
    const position = this.#account.find(id as number)
    if (!position) return rejection(`there is no open position ${shown(id)}`)
    return this.#venueOf(position.market).submit({
      kind: 'CHANGE_POSITION',
      positionId: position.id,
      changes: readChanges(raw),
    })
  }

  #modifyOrder(id: unknown, raw: RawChanges): OrderAck {
    const order = this.#registry.find(id as number)
    if (!order) return rejection(`there is no waiting order ${shown(id)}`)
    const changes = readChanges(raw)
    const { instrument } = this.#account.markets[order.market] as MarketPositions
    const misfit = unsupportedChange(order, changes, instrument)
    if (misfit) return rejection(misfit)
    return this.#venueOf(order.market).submit({ kind: 'CHANGE_ORDER', orderId: order.id, changes })
  }
}

/** In whole lots if possible; otherwise the order is rejected with the quantity that was given. */
function partOf(quantity: Quantity, lotSize: number): Quantity {
  const part = inLots(quantity, lotSize)
  return part === part ? part : quantity
}

/** A whole position can always be closed, even if it is smaller than the minimum order. */
function closeProblem(
  position: OpenPosition | undefined,
  id: number,
  quantity: Quantity,
  instrument: Instrument,
): string | null {
  if (!position) return id === id ? `there is no open position ${id}` : 'closing needs a position or its id'
  if (!(quantity > 0)) return ABOVE_ZERO
  const isPart = quantity < position.quantity - instrument.lotSize / 2
  return isPart ? quantityProblem(quantity, instrument) : null
}

import { ORDER_STATUSES, type Quantity } from '@tradeloom/domain'

import type { Fill } from '../positions/fill.ts'
import { orNull } from '../positions/open-position.ts'
import type { WorkingOrder } from '../orders/working-order.ts'
import type { OrderRecord } from '../run-result.ts'
import type { MakeColumn } from './column-pool.ts'
import { FIELD, NumberTable } from './number-table.ts'
import { LIQUIDITIES, type OrderColumns, TIMES, TYPES } from './order-columns.ts'
import { PackedColumn } from './packed-column.ts'
import type { SingleColumns } from './single-columns.ts'

/** Places of the fields in a row of the table. Reasons are texts and stored separately. */
const TERMS = 0
const QUANTITY = FIELD
const LIMIT_PRICE = 2 * FIELD
const STOP_PRICE = 3 * FIELD
const TIME = 4 * FIELD
const STATE = 5 * FIELD
const FILL_TIME = 6 * FIELD
const FILL_PRICE = 7 * FIELD
const POSITION_ID = 8 * FIELD
const WIDTH = 9
/* Choices are packed into two whole numbers: rows half as long take half the memory, which is most of a run's. */
const TIME_IN_FORCE_BIT = 4
const POST_ONLY_BIT = 8
const REDUCE_ONLY_BIT = 9
const MARKET_BIT = 10
const LIQUIDITY_BIT = 4
const CHOICE = 15
/** All bits that are left for the market. */
const MARKETS = 2 ** (31 - MARKET_BIT) - 1
/* The places of what most orders are: a search takes longer than all the rest. */
const MARKET = TYPES.indexOf('MARKET')
const GTC = TIMES.indexOf('GTC')
const TAKER = LIQUIDITIES.indexOf('taker')
const NEW = ORDER_STATUSES.indexOf('NEW')
const BARE_TERMS = (MARKET << 1) | (GTC << TIME_IN_FORCE_BIT)
const FILLED = ORDER_STATUSES.indexOf('FILLED')

/** The terms of a market order that has nothing but a quantity. */
export interface BareTerms {
  /** Index of its market in the run. */
  market: number
  buy: boolean
  quantity: Quantity
  /** When it was placed. */
  time: number
}

/** Every order of a run in its latest recorded state, in placement order. Ids count from 1. */
export class PlacedOrders {
  readonly #table = new NumberTable(WIDTH)
  /** Few orders have one. */
  readonly #reasons = new Map<number, string>()
  readonly #tags = new Map<number, string>()
  /** Orders up to this one were handed out, except for those in `#working`. */
  #drained = 0
  readonly #working = new Set<number>()

  get count(): number {
    return this.#table.count
  }

  /** By id. */
  get tags(): ReadonlyMap<number, string> {
    return this.#tags
  }

  add(order: WorkingOrder): void {
    this.#table.add()
    if (order.tag !== null) this.#tags.set(order.id, order.tag)
    this.write(order)
  }

  /** Adds a market order that has nothing but a quantity. */
  addBare(terms: BareTerms): void {
    const row = this.#table.add()
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    values[at + TERMS] = BARE_TERMS | (terms.buy ? 1 : 0) | (terms.market << MARKET_BIT)
    values[at + QUANTITY] = terms.quantity
    values[at + LIMIT_PRICE] = NaN
    values[at + STOP_PRICE] = NaN
    values[at + TIME] = terms.time
    values[at + STATE] = NEW
    values[at + FILL_TIME] = NaN
    values[at + FILL_PRICE] = NaN
    values[at + POSITION_ID] = 0
  }

  /** Reads the terms of an order that `addBare` has added; all but the market. */
  readBare(id: number, terms: BareTerms): void {
    const values = this.#table.pieceOf(id - 1)
    const at = this.#table.placeOf(id - 1)
    terms.buy = ((values[at + TERMS] as number) & 1) === 1
    terms.quantity = values[at + QUANTITY] as Quantity
    terms.time = values[at + TIME] as number
  }

  /** The market fills a whole order that `addBare` has added. */
  fillBare(id: number, { time, price }: Pick<Fill, 'time' | 'price'>, positionId: number): void {
    const values = this.#table.pieceOf(id - 1)
    const at = this.#table.placeOf(id - 1)
    values[at + STATE] = FILLED | (TAKER << LIQUIDITY_BIT)
    values[at + FILL_TIME] = time
    values[at + FILL_PRICE] = price
    values[at + POSITION_ID] = positionId
  }

  /** Writes the current state of an order. */
  write(order: WorkingOrder): void {
    const values = this.#table.pieceOf(order.id - 1)
    const at = this.#table.placeOf(order.id - 1)
    const type = order.type === 'MARKET' ? MARKET : TYPES.indexOf(order.type)
    const timeInForce = order.timeInForce === 'GTC' ? GTC : TIMES.indexOf(order.timeInForce)
    values[at + TERMS] =
      (type << 1) |
      (order.buy ? 1 : 0) |
      (timeInForce << TIME_IN_FORCE_BIT) |
      (order.postOnly ? 1 << POST_ONLY_BIT : 0) |
      (order.reduceOnly ? 1 << REDUCE_ONLY_BIT : 0) |
      (order.market << MARKET_BIT)
    values[at + QUANTITY] = order.quantity
    values[at + LIMIT_PRICE] = order.limitPrice
    values[at + STOP_PRICE] = order.stopPrice
    values[at + TIME] = order.time
    this.end(order)
  }

  /** Writes the outcome of an order whose terms are already recorded. */
  end(order: WorkingOrder): void {
    const values = this.#table.pieceOf(order.id - 1)
    const at = this.#table.placeOf(order.id - 1)
    const { status } = order
    const place = status === 'FILLED' ? FILLED : status === 'NEW' ? NEW : ORDER_STATUSES.indexOf(status)
    const { liquidity } = order
    const side = liquidity === null ? 0 : liquidity === 'taker' ? TAKER : LIQUIDITIES.indexOf(liquidity)
    values[at + STATE] = place | (side << LIQUIDITY_BIT)
    values[at + FILL_TIME] = order.fillTime
    values[at + FILL_PRICE] = order.fillPrice
    values[at + POSITION_ID] = order.positionId
    if (order.reason !== null) this.#reasons.set(order.id, order.reason)
  }

  /**
   * Hands out the orders that have ended since the last call, oldest first, and forgets them. Working orders are kept, with
   * all later ones of their block.
   */
  drain(instrumentIds: readonly string[]): OrderRecord[] {
    const drained: OrderRecord[] = []
    for (const id of this.#working) this.#drainOne(id, instrumentIds, drained)
    while (this.#drained < this.count) {
      this.#drained += 1
      this.#drainOne(this.#drained, instrumentIds, drained)
    }
    let kept = this.count
    for (const id of this.#working) kept = Math.min(kept, id - 1)
    this.#table.forget(kept)
    return drained.sort((a, b) => a.id - b.id)
  }

  #drainOne(id: number, instrumentIds: readonly string[], into: OrderRecord[]): void {
    const order = this.#orderAt(id, instrumentIds)
    if (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED') {
      this.#working.add(id)
      return
    }
    this.#working.delete(id)
    this.#reasons.delete(id)
    this.#tags.delete(id)
    into.push(order)
  }

  #orderAt(id: number, instrumentIds: readonly string[]): OrderRecord {
    const values = this.#table.pieceOf(id - 1)
    const at = this.#table.placeOf(id - 1)
    const value = (field: number): number => values[at + field] as number
    const terms = value(TERMS)
    const state = value(STATE)
    const filled = value(POSITION_ID)
    const tag = this.#tags.get(id)
    return {
      id,
      ...(instrumentIds.length > 1 ? { instrumentId: instrumentIds[terms >> MARKET_BIT] ?? '' } : {}),
      type: TYPES[(terms >> 1) & 7] ?? 'MARKET',
      side: (terms & 1) === 1 ? 'BUY' : 'SELL',
      quantity: value(QUANTITY),
      limitPrice: orNull(value(LIMIT_PRICE)),
      stopPrice: orNull(value(STOP_PRICE)),
      timeInForce: TIMES[(terms >> TIME_IN_FORCE_BIT) & CHOICE] ?? 'GTC',
      postOnly: ((terms >> POST_ONLY_BIT) & 1) === 1,
      reduceOnly: ((terms >> REDUCE_ONLY_BIT) & 1) === 1,
      time: value(TIME),
      status: ORDER_STATUSES[state & CHOICE] ?? 'NEW',
      fillTime: orNull(value(FILL_TIME)),
      fillPrice: orNull(value(FILL_PRICE)),
      liquidity: LIQUIDITIES[(state >> LIQUIDITY_BIT) & CHOICE] ?? null,
      positionId: filled === 0 ? null : filled,
      reason: this.#reasons.get(id) ?? null,
      ...(tag === undefined ? {} : { tag }),
    }
  }

  /** Call it when nobody reads it any more. */
  release(): void {
    this.#table.release()
  }

  /** The columns of all orders, with the reasons they refer to. */
  columns(
    make: MakeColumn,
    singles: SingleColumns,
  ): { readonly columns: OrderColumns; readonly reasons: readonly string[] } {
    const { count } = this
    const table = this.#table
    const field = (place: number) => {
      const value = table.single(place)
      return value === undefined ? table.column(place, make) : singles.of(value)
    }
    const reasons: string[] = []
    const reason = this.#reasons.size === 0 ? singles.of(0) : make(count).fill(0)
    const places = new Map<string, number>()
    for (const [id, text] of this.#reasons) {
      if (!places.has(text)) places.set(text, reasons.push(text))
      reason[id - 1] = places.get(text) as number
    }
    const terms = new PackedColumn(table.column(TERMS, make), make, singles)
    const state = new PackedColumn(table.column(STATE, make), make, singles)
    // The hash of a result depends on their order.
    const columns = {
      type: terms.unpack(1, 7),
      isBuy: terms.unpack(0, 1),
      quantity: field(QUANTITY),
      limitPrice: field(LIMIT_PRICE),
      stopPrice: field(STOP_PRICE),
      timeInForce: terms.unpack(TIME_IN_FORCE_BIT, CHOICE),
      time: field(TIME),
      status: state.unpack(0, CHOICE),
      fillTime: field(FILL_TIME),
      fillPrice: field(FILL_PRICE),
      positionId: field(POSITION_ID),
      postOnly: terms.unpack(POST_ONLY_BIT, 1),
      reduceOnly: terms.unpack(REDUCE_ONLY_BIT, 1),
      liquidity: state.unpack(LIQUIDITY_BIT, CHOICE),
      instrument: terms.unpack(MARKET_BIT, MARKETS),
      reason,
    }
    return { columns, reasons }
  }
}

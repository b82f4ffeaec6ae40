import { ORDER_STATUSES } from '@tradeloom/domain'

import type { WorkingOrder } from '../orders/working-order.ts'
import { NumberTable } from './number-table.ts'
import { LIQUIDITIES, ORDER_COLUMNS, type OrderColumns, TIMES, TYPES } from './order-columns.ts'

/** Fields of a row, in order; reasons are texts and stored separately. */
const FIELDS = ORDER_COLUMNS.filter((name) => name !== 'reason')
const WIDTH = FIELDS.length
/* The places of what most orders are: a search takes longer than all the rest. */
const MARKET = TYPES.indexOf('MARKET')
const GTC = TIMES.indexOf('GTC')
const TAKER = LIQUIDITIES.indexOf('taker')
const NEW = ORDER_STATUSES.indexOf('NEW')
const FILLED = ORDER_STATUSES.indexOf('FILLED')

/** Every order of a run in its latest recorded state, in placement order. Ids count from 1. */
export class PlacedOrders {
  readonly #table = new NumberTable(WIDTH)
  /** Few orders have one. */
  readonly #reasons = new Map<number, string>()

  get count(): number {
    return this.#table.count
  }

  add(order: WorkingOrder): void {
    this.#table.add()
    this.write(order)
  }

  /** Writes the current state of an order. */
  write(order: WorkingOrder): void {
    const values = this.#table.pieceOf(order.id - 1)
    const at = this.#table.placeOf(order.id - 1)
    values[at] = order.type === 'MARKET' ? MARKET : TYPES.indexOf(order.type)
    values[at + 1] = order.buy ? 1 : 0
    values[at + 2] = order.quantity
    values[at + 3] = order.limitPrice
    values[at + 4] = order.stopPrice
    values[at + 5] = order.timeInForce === 'GTC' ? GTC : TIMES.indexOf(order.timeInForce)
    values[at + 6] = order.time
    values[at + 11] = order.postOnly ? 1 : 0
    values[at + 12] = order.reduceOnly ? 1 : 0
    values[at + 14] = order.market
    this.end(order)
  }

  /** Writes the outcome of an order whose terms are already recorded. */
  end(order: WorkingOrder): void {
    const values = this.#table.pieceOf(order.id - 1)
    const at = this.#table.placeOf(order.id - 1)
    const { status } = order
    values[at + 7] = status === 'FILLED' ? FILLED : status === 'NEW' ? NEW : ORDER_STATUSES.indexOf(status)
    values[at + 8] = order.fillTime
    values[at + 9] = order.fillPrice
    values[at + 10] = order.positionId
    values[at + 13] =
      order.liquidity === null ? 0 : order.liquidity === 'taker' ? TAKER : LIQUIDITIES.indexOf(order.liquidity)
    if (order.reason !== null) this.#reasons.set(order.id, order.reason)
  }

  /** The columns of all orders, with the reasons they refer to. */
  columns(): { readonly columns: OrderColumns; readonly reasons: readonly string[] } {
    const { count } = this
    const reasons: string[] = []
    const fields = this.#table.columns()
    const columns = Object.fromEntries(FIELDS.map((name, field) => [name, fields[field]]))
    const reason = new Float64Array(count)
    const places = new Map<string, number>()
    for (const [id, text] of this.#reasons) {
      if (!places.has(text)) places.set(text, reasons.push(text))
      reason[id - 1] = places.get(text) as number
    }
    return { columns: { ...columns, reason } as OrderColumns, reasons }
  }
}

import { ORDER_STATUSES, ORDER_TYPES, type OrderType, type TimeInForce, TIMES_IN_FORCE } from '@tradeloom/domain'

import type { WorkingOrder } from '../orders/working-order.ts'
import { orNull } from '../account/open-position.ts'
import type { OrderRecord } from '../run-result.ts'
import { NumberTable } from './number-table.ts'

const WIDTH = 15
const TYPES = Object.keys(ORDER_TYPES) as OrderType[]
const TIMES = Object.keys(TIMES_IN_FORCE) as TimeInForce[]
const LIQUIDITIES = [null, 'maker', 'taker'] as const
/* The places of what most orders are: a search takes longer than all the rest. */
const MARKET = TYPES.indexOf('MARKET')
const GTC = TIMES.indexOf('GTC')
const FILLED = ORDER_STATUSES.indexOf('FILLED')

/** Every order of a run in its latest recorded state, in placement order. Ids count from 1. */
export class PlacedOrders {
  readonly #table = new NumberTable(WIDTH)
  readonly #instrumentIds: readonly string[]
  /** Few orders have one. */
  readonly #reasons = new Map<number, string>()

  /** The instruments of the run's markets, in order. */
  constructor(instrumentIds: readonly string[]) {
    this.#instrumentIds = instrumentIds
  }

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
    values[at + 7] = order.status === 'FILLED' ? FILLED : ORDER_STATUSES.indexOf(order.status)
    values[at + 8] = order.fillTime
    values[at + 9] = order.fillPrice
    values[at + 10] = order.positionId
    values[at + 13] = order.liquidity === null ? 0 : LIQUIDITIES.indexOf(order.liquidity)
    if (order.reason !== null) this.#reasons.set(order.id, order.reason)
  }

  records(): OrderRecord[] {
    return Array.from({ length: this.count }, (_, row) => this.#record(row))
  }

  #record(row: number): OrderRecord {
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    const value = (field: number) => values[at + field] as number
    const positionId = value(10)
    // Records of runs on one instrument keep their original form, and therefore their hashes.
    const instrumentId = this.#instrumentIds.length > 1 ? this.#instrumentIds[value(14)] : undefined
    return {
      id: row + 1,
      ...(instrumentId === undefined ? {} : { instrumentId }),
      type: TYPES[value(0)] ?? 'MARKET',
      side: value(1) === 1 ? 'BUY' : 'SELL',
      quantity: value(2),
      limitPrice: orNull(value(3)),
      stopPrice: orNull(value(4)),
      timeInForce: TIMES[value(5)] ?? 'GTC',
      postOnly: value(11) === 1,
      reduceOnly: value(12) === 1,
      time: value(6),
      status: ORDER_STATUSES[value(7)] ?? 'NEW',
      fillTime: orNull(value(8)),
      fillPrice: orNull(value(9)),
      liquidity: LIQUIDITIES[value(13)] ?? null,
      positionId: positionId === 0 ? null : positionId,
      reason: this.#reasons.get(row + 1) ?? null,
    }
  }
}

import type { OrderPage, OrderSort, RunOrder } from '@tradeloom/contracts'
import type { OrderStatus } from '@tradeloom/domain'
import { compareValues } from './compare-values.ts'

export interface OrderQuery {
  readonly offset: number
  readonly limit: number
  readonly sort: OrderSort
  readonly desc: 'true' | 'false'
  readonly status?: OrderStatus | undefined
}

/** Some of the orders in an order. Equal values are in the order of their numbers, missing ones last. */
export function orderPage(all: readonly RunOrder[], query: OrderQuery): OrderPage {
  const { offset, limit, sort, desc, status } = query
  const orders = status === undefined ? [...all] : all.filter((order) => order.status === status)
  const valueOf = (order: RunOrder) => {
    const value = order[sort]
    return typeof value === 'boolean' ? Number(value) : value
  }
  orders.sort((a, b) => compareValues(valueOf(a), valueOf(b), desc === 'true') || a.id - b.id)
  return { total: orders.length, orders: orders.slice(offset, offset + limit) }
}

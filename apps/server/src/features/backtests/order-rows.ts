import type { OrderPage, OrderSort, RunOrder } from '@tradeloom/contracts'
import type { OrderStatus } from '@tradeloom/domain'
import { compareValues } from './compare-values.ts'

export interface OrderQuery {
  readonly offset: number
  readonly limit: number
  readonly sort: OrderSort
  readonly desc: 'true' | 'false'
  readonly status?: OrderStatus | undefined
  /** Only those with this tag; empty: only those without one. */
  readonly tag?: string | undefined
}

/** The last sorted orders of each result: a table asks for many windows of them. */
const recent = new WeakMap<object, { readonly key: string; readonly orders: readonly RunOrder[] }>()

/** Some of the orders in an order. Equal values are in the order of their numbers, missing ones last. */
export function orderPage(all: readonly RunOrder[], tags: readonly string[], query: OrderQuery): OrderPage {
  const { offset, limit } = query
  const orders = sortedOrders(all, query)
  return { total: orders.length, tags: [...tags], orders: orders.slice(offset, offset + limit) }
}

function sortedOrders(all: readonly RunOrder[], { sort, desc, status, tag }: OrderQuery): readonly RunOrder[] {
  const key = JSON.stringify([sort, desc, status, tag])
  const known = recent.get(all)
  if (known?.key === key) return known.orders
  const orders = all
    .filter((order) => status === undefined || order.status === status)
    .filter((order) => tag === undefined || (order.tag ?? '') === tag)
  const valueOf = (order: RunOrder) => {
    const value = order[sort]
    return typeof value === 'boolean' ? Number(value) : value
  }
  orders.sort((a, b) => compareValues(valueOf(a), valueOf(b), desc === 'true') || a.id - b.id)
  recent.set(all, { key, orders })
  return orders
}

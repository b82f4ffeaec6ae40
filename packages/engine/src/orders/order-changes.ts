import type { Instrument, OrderChanges } from '@tradeloom/domain'

import { quantityProblem, shown, STOPS_ON_REDUCTION } from './order-rules.ts'
import type { WorkingOrder } from './working-order.ts'

const LEVELS = ['stopLoss', 'takeProfit', 'trailingStop'] as const
const ORDER_FIELDS = ['quantity', 'limitPrice', 'stopPrice'] as const

/** A copy of what a script passed to `modify`. No value in it can be trusted. */
export type RawChanges = Readonly<Record<string, unknown>>

/** Returns why changes are invalid regardless of the market, or null. */
export function changesProblem(raw: RawChanges, isPosition: boolean): string | null {
  for (const [name, value] of Object.entries(raw)) {
    const isLevel = LEVELS.some((known) => known === name)
    if (!isLevel && (isPosition || !ORDER_FIELDS.some((known) => known === name))) {
      return `${shown(name)} cannot be changed on ${isPosition ? 'a position' : 'an order'}`
    }
    if (value === undefined || (isLevel && value === null)) continue
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) return `${name} must be a number above 0`
  }
  return null
}

/** The changes as plain data; `changesProblem` must have found nothing. */
export function readChanges(raw: RawChanges): OrderChanges {
  const changes: Record<string, number | null> = {}
  for (const name of [...LEVELS, ...ORDER_FIELDS]) {
    const value = raw[name]
    if (value !== undefined) changes[name] = value as number | null
  }
  return changes
}

/** What a kind of order does not have, or no order may have. */
export function unsupportedChange(order: WorkingOrder, changes: OrderChanges, instrument: Instrument): string | null {
  const { type, limitPrice, stopPrice } = order
  if (changes.limitPrice !== undefined && limitPrice !== limitPrice)
    return `a ${type} order has no limitPrice to change`
  if (changes.stopPrice !== undefined && stopPrice !== stopPrice) return `a ${type} order has no stopPrice to change`
  if (order.reduceOnly && LEVELS.some((name) => typeof changes[name] === 'number')) return STOPS_ON_REDUCTION
  return changes.quantity === undefined ? null : quantityProblem(changes.quantity, instrument)
}

import type { Instrument } from '@tradeloom/domain'

import type { Quote } from '../market/quote.ts'
import { type OpenPosition, tidy } from '../portfolio/open-position.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { Broker } from './broker.ts'
import { levelProblem, quantityProblem } from './order-rules.ts'
import type { WorkingOrder } from './working-order.ts'

/** The answer to `modify` and `cancel`: a refusal is a value with a reason. */
export interface Answer {
  readonly accepted: boolean
  readonly reason: string | null
}

const LEVELS = ['stopLoss', 'takeProfit', 'trailingStop'] as const
const ORDER_FIELDS = ['quantity', 'limitPrice', 'stopPrice'] as const

type Raw = Readonly<Record<string, unknown>>

interface Desk {
  readonly broker: Broker
  readonly portfolio: Portfolio
  readonly quote: Quote
  readonly instrument: Instrument
}

/** Changes the stops of an open position, or prices, quantity and stops of a waiting order. */
export function modify(desk: Desk, target: unknown, changes: unknown): Answer {
  if (typeof target !== 'object' || target === null) return refused('modify needs a position or an order')
  if (typeof changes !== 'object' || changes === null) return refused('modify needs the changes as an object')
  const { id, direction } = target as { id?: unknown; direction?: unknown }
  const raw = changes as Raw
  const problem = changesProblem(raw, direction !== undefined)
  if (problem) return refused(problem)
  if (direction !== undefined) {
    const position = desk.portfolio.open.get(id as number)
    return position ? modifyPosition(desk, position, raw) : refused(`there is no open position ${String(id)}`)
  }
  const order = desk.broker.waiting.get(id as number)
  return order ? modifyOrder(desk, order, raw) : refused(`there is no waiting order ${String(id)}`)
}

function modifyPosition({ broker, quote }: Desk, position: OpenPosition, raw: Raw): Answer {
  const stopLoss = changed(raw['stopLoss'], position.stopLoss)
  const takeProfit = changed(raw['takeProfit'], position.takeProfit)
  const price = position.long ? quote.bid : quote.ask
  const problem = levelProblem(
    position.long,
    price,
    raw['stopLoss'] === undefined ? NaN : stopLoss,
    raw['takeProfit'] === undefined ? NaN : takeProfit,
  )
  if (problem) return refused(problem)
  position.stopLoss = stopLoss
  position.takeProfit = takeProfit
  const trailingStop = changed(raw['trailingStop'], position.trailingStop)
  // A trailing stop that is set or changed follows from the present price on.
  if (trailingStop !== position.trailingStop) position.best = price
  position.trailingStop = trailingStop
  position.isTargetPassedOver = false
  broker.fills.attach(position)
  return ACCEPTED
}

function modifyOrder({ broker, instrument }: Desk, order: WorkingOrder, raw: Raw): Answer {
  const quantity = changed(raw['quantity'], order.quantity)
  const limitPrice = changed(raw['limitPrice'], order.limitPrice)
  const stopPrice = changed(raw['stopPrice'], order.stopPrice)
  if ((limitPrice === limitPrice) !== (order.limitPrice === order.limitPrice)) {
    return refused(`a ${order.type} order has no limitPrice to change`)
  }
  if ((stopPrice === stopPrice) !== (order.stopPrice === order.stopPrice)) {
    return refused(`a ${order.type} order has no stopPrice to change`)
  }
  if (order.isStopMet && stopPrice !== order.stopPrice) return refused('the market was at its stop already')
  const stopLoss = changed(raw['stopLoss'], order.stopLoss)
  const takeProfit = changed(raw['takeProfit'], order.takeProfit)
  const price = limitPrice === limitPrice ? limitPrice : stopPrice
  const problem = quantityProblem(quantity, instrument) ?? levelProblem(order.buy, price, stopLoss, takeProfit)
  if (problem) return refused(problem)
  order.quantity = quantity
  order.limitPrice = limitPrice
  order.stopPrice = stopPrice
  if (raw['stopLoss'] !== undefined) order.stopLossDistance = NaN
  if (raw['takeProfit'] !== undefined) order.takeProfitDistance = NaN
  order.stopLoss = stopLoss
  order.takeProfit = takeProfit
  order.trailingStop = changed(raw['trailingStop'], order.trailingStop)
  broker.replace(order)
  return ACCEPTED
}

function changesProblem(raw: Raw, isPosition: boolean): string | null {
  for (const [name, value] of Object.entries(raw)) {
    const isLevel = LEVELS.some((known) => known === name)
    if (!isLevel && (isPosition || !ORDER_FIELDS.some((known) => known === name))) {
      return `${name} cannot be changed on ${isPosition ? 'a position' : 'an order'}`
    }
    if (value === undefined || (isLevel && value === null)) continue
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) return `${name} must be a number above 0`
  }
  return null
}

function changed(value: unknown, before: number): number {
  if (value === undefined) return before
  return typeof value === 'number' ? tidy(value) : NaN
}

const ACCEPTED: Answer = Object.freeze({ accepted: true, reason: null })

function refused(reason: string): Answer {
  return { accepted: false, reason }
}

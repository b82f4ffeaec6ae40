import { ORDER_TYPES, type OrderType } from '@tradeloom/domain'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import { orderRefused } from './order-refused.ts'
import type { StoredOrder } from './stored-rows.ts'
import type { TradingRepository } from './trading.repository.ts'

/** A working order that another one is to be linked to. */
export interface OrderLink {
  /** The request that placed it. */
  readonly intentId: string
  readonly accountId: string
  readonly found: StoredOrder
}

interface LinkedOrder {
  readonly accountId: string
  readonly instrumentId: string
  readonly type: OrderType
}

type OrdersOfUsers = Pick<TradingRepository, 'intent' | 'openingIntents' | 'order'>

/** Two orders of which the fill, or the end, of one cancels the other. */
export class OrderLinks {
  readonly #repository: OrdersOfUsers

  constructor(repository: OrdersOfUsers) {
    this.#repository = repository
  }

  async read(orderId: string, userId: string): Promise<OrderLink> {
    const found = await this.#repository.order(userId, orderId)
    if (!found)
      throw (await this.#repository.intent(userId, orderId))
        ? conflict('The order is not at the broker yet')
        : notFound('Order')
    const { intentId, isProtective, accountId } = found.order
    if (intentId === null || isProtective) throw orderRefused('Only orders that open a position can be linked')
    return { intentId, accountId, found }
  }

  /** Throws why an order cannot be linked to it. */
  async check({ intentId, found }: OrderLink, { accountId, instrumentId, type }: LinkedOrder): Promise<void> {
    const { order, sessionId } = found
    if (sessionId !== null) throw conflict('The order belongs to its session')
    if (order.accountId !== accountId) throw orderRefused('Linked orders are of one account')
    if (order.instrumentId !== instrumentId) throw orderRefused('Linked orders are of one instrument')
    if (order.positionId !== null || order.type === 'MARKET' || !waits(type))
      throw orderRefused('Only limit and stop orders can be linked')
    if (order.status !== 'NEW' || order.filled > 0) throw conflict('The order has been filled or has ended already')
    const others = await this.#repository.openingIntents(accountId)
    const own = others.find(({ id }) => id === intentId)
    const isTaken = others.some(({ payload }) => 'linkedTo' in payload && payload.linkedTo === intentId)
    if (isTaken || (own !== undefined && 'linkedTo' in own.payload && own.payload.linkedTo !== undefined))
      throw conflict('The order is linked to another one already')
  }
}

function waits(type: OrderType): boolean {
  const { executesAs, trigger } = ORDER_TYPES[type]
  return executesAs === 'limit' || trigger !== null
}

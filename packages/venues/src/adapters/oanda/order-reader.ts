import { plus } from '@tradeloom/domain'
import type { VenueFill, VenueOrder } from '../../ports/order-gateway.ts'
import type { Priority } from '../../wire/rate-budget.ts'
import type { AccountTerms } from './account-terms.ts'
import type { OandaRest } from './oanda-rest.ts'
import { markIn, OrderTrail } from './order-trail.ts'
import { readFills } from './read-fills.ts'
import { decimalOf, type Fields, fieldsOf, rowsOf, textOf } from './read-fields.ts'
import { readOrder, tradeOf } from './read-order.ts'
import { numberOf, type TransactionLog, type TransactionPage } from './transaction-log.ts'

/** A name is written on a trade right before the trade is closed. */
const BEFORE_MS = 60_000
const BEFORE_COUNT = 20
const MAX_KNOWN = 1_000

/** What an order has executed under other numbers, and the first of these. */
interface Earlier {
  readonly venueId: string
  readonly filled: number
}

/** Orders as they stand at the venue, whatever they belong to and whatever number they go by now. */
export class OrderReader {
  readonly #rest: OandaRest
  readonly #log: TransactionLog
  /** By the number of the order; it never changes. */
  readonly #earlier = new Map<string, Earlier>()

  constructor(rest: OandaRest, log: TransactionLog) {
    this.#rest = rest
    this.#log = log
  }

  /** By the venue's number, or by a name after `@`. Rejects if there is none. */
  async order(specifier: string, priority: Priority = 'look-up'): Promise<VenueOrder> {
    let order = await this.#raw(specifier, priority)
    // What is left of it goes by another number.
    while (order['state'] === 'FILLED' && typeof order['replacedByOrderID'] === 'string')
      order = await this.#raw(order['replacedByOrderID'], priority)
    const tradeId = tradeOf(order)
    const trade = tradeId === null ? null : fieldsOf((await this.#rest.read(`/trades/${tradeId}`, priority))['trade'])
    return this.whole(order, trade)
  }

  /** An order that the venue has stated, with what it has executed under earlier numbers. */
  async whole(order: Fields, trade: Fields | null): Promise<VenueOrder> {
    const read = readOrder(order, trade, await this.#executed(order, trade !== null))
    if (typeof order['replacesOrderID'] !== 'string') return read
    const { venueId, filled: before } = await this.#earlierOf(order)
    const filled = plus(before, read.filled)
    const status = read.status === 'NEW' && filled > 0 ? 'PARTIALLY_FILLED' : read.status
    return { ...read, venueId, quantity: plus(before, read.quantity), filled, status }
  }

  /** All that an order has executed, also under later numbers. */
  async fillsOf(venueId: string, terms: AccountTerms): Promise<readonly VenueFill[]> {
    const { fillingTransactionID, replacedByOrderID } = await this.#raw(venueId)
    if (typeof fillingTransactionID !== 'string') return []
    if (typeof replacedByOrderID !== 'string') return readFills(await this.#log.one(fillingTransactionID), terms)
    const trail = new OrderTrail()
    const fills: VenueFill[] = []
    for await (const { transactions } of this.#log.since(numberOf(venueId) - 1))
      for (const one of transactions) {
        trail.take(one)
        if (one['type'] === 'ORDER_FILL' && trail.firstOf(textOf(one['orderID'])) === venueId)
          fills.push(...readFills(one, terms).map((fill) => ({ ...fill, venueId })))
      }
    return fills
  }

  /** The order of that name that has closed a trade, sent no earlier than a time; null if there is none. */
  async closing(clientId: string, sentAt: number): Promise<VenueOrder | null> {
    for await (const page of this.#log.backTo(sentAt - BEFORE_MS)) {
      const at = page.transactions.findLastIndex((one) => markIn(one) === clientId)
      if (at >= 0) return this.#closingAfter(clientId, page, at)
      // Nobody knows when it was sent, if at all.
      if (sentAt === 0) return null
    }
    return null
  }

  /** The name of an order that has closed a trade; null if it has none. */
  async nameOfClosing(orderId: string): Promise<string | null> {
    const from = Math.max(1, numberOf(orderId) - BEFORE_COUNT)
    const { transactions } = await this.#rest.read(`/transactions/idrange?from=${from}&to=${orderId}`)
    const trail = new OrderTrail()
    for (const one of rowsOf(transactions)) trail.take(one)
    return trail.nameOf(orderId)
  }

  async #raw(specifier: string, priority: Priority = 'look-up'): Promise<Fields> {
    return fieldsOf((await this.#rest.read(`/orders/${specifier}`, priority))['order'])
  }

  /** A name may have been written, and the request that follows it be lost. */
  async #closingAfter(clientId: string, { transactions }: TransactionPage, at: number): Promise<VenueOrder | null> {
    const trail = new OrderTrail()
    const after = transactions.slice(at)
    for await (const page of this.#log.since(numberOf(after.at(-1)?.['id']))) after.push(...page.transactions)
    for (const one of after) trail.take(one)
    const order = after.find(({ id }) => trail.nameOf(textOf(id)) === clientId)
    return order ? closingOrder(order, after, clientId) : null
  }

  /** Units of an execution that may be fewer than the order has; null where they are all of them. */
  async #executed({ state, timeInForce, fillingTransactionID }: Fields, isOfTrade: boolean): Promise<number | null> {
    if (state !== 'FILLED' || (timeInForce !== 'IOC' && !isOfTrade)) return null
    if (typeof fillingTransactionID !== 'string') return null
    return decimalOf((await this.#log.one(fillingTransactionID))['units'])
  }

  /** Back from the order: what it replaces was filled in part, or canceled for another form of it. */
  async #earlierOf({ id, replacesOrderID }: Fields): Promise<Earlier> {
    const [own, first] = [textOf(id), textOf(replacesOrderID)]
    const known = this.#earlier.get(own)
    if (known) return known
    let [venueId, filled, before]: [string, number, string | null] = [own, 0, first]
    for await (const { transactions } of this.#log.backTo(0)) {
      for (const one of transactions.toReversed()) {
        if (before === null) break
        if (one['type'] === 'ORDER_CANCEL' && one['orderID'] === before) before = null
        else if (one['type'] === 'ORDER_FILL' && one['orderID'] === before) {
          filled = plus(filled, Math.abs(decimalOf(one['units'])))
          venueId = before
        } else if (one['id'] === before)
          before = typeof one['replacesOrderID'] === 'string' ? one['replacesOrderID'] : null
      }
      if (before === null) break
    }
    const [oldest] = this.#earlier.keys()
    if (this.#earlier.size >= MAX_KNOWN && oldest !== undefined) this.#earlier.delete(oldest)
    this.#earlier.set(own, { venueId, filled })
    return { venueId, filled }
  }
}

function closingOrder(order: Fields, after: readonly Fields[], clientId: string): VenueOrder {
  const ended = after.find(({ orderID }) => orderID === order['id'])
  const state = ended?.['type'] === 'ORDER_FILL' ? 'FILLED' : ended ? 'CANCELLED' : 'PENDING'
  const stated = { ...order, type: 'MARKET', state, createTime: order['time'], clientExtensions: { id: clientId } }
  return readOrder(stated, null, state === 'FILLED' ? decimalOf(ended?.['units']) : null)
}

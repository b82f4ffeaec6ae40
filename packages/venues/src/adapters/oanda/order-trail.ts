import type { OandaRest } from './oanda-rest.ts'
import { ownName } from './order-names.ts'
import { type Fields, fieldsOf, textOf } from './read-fields.ts'

const MARK = 'TRADE_CLIENT_EXTENSIONS_MODIFY'
const MAX_KNOWN = 2_000

/**
 * What transactions say of orders beyond their own fields. An order that closes a trade takes no name at the venue, so its
 * name is written on the trade right before: what closes the trade next is the order of that name. And what is left of an
 * order that was filled in part goes on under another number.
 */
export class OrderTrail {
  readonly #marks = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #filled = new Set<string>()
  readonly #first = new Map<string, string>()

  /** Of transactions in their order. */
  take(transaction: Fields): void {
    const { type, id, orderID, tradeID, tradeClose, replacesOrderID } = transaction
    const name = markIn(transaction)
    if (name !== null) this.#marks.set(textOf(tradeID), name)
    if (type === 'ORDER_FILL') this.#filled.add(textOf(orderID))
    if (type === 'MARKET_ORDER' && typeof tradeClose === 'object' && tradeClose !== null)
      this.#close(textOf(id), textOf(fieldsOf(tradeClose)['tradeID']))
    if (typeof replacesOrderID === 'string' && this.#filled.has(replacesOrderID))
      this.#first.set(textOf(id), this.firstOf(replacesOrderID))
    for (const known of [this.#names, this.#filled, this.#first]) forgetOldest(known)
  }

  /** The name of an order that has closed a trade; null for others. */
  nameOf(orderId: string): string | null {
    return this.#names.get(orderId) ?? null
  }

  /** The number under which an order was placed. */
  firstOf(orderId: string): string {
    return this.#first.get(orderId) ?? orderId
  }

  isRest(orderId: string): boolean {
    return this.#first.has(orderId)
  }

  #close(orderId: string, trade: string): void {
    const name = this.#marks.get(trade)
    this.#marks.delete(trade)
    if (name !== undefined) this.#names.set(orderId, name)
  }
}

/** The name that a transaction writes on a trade; null if it does not. */
export function markIn({ type, tradeClientExtensionsModify: written }: Fields): string | null {
  return type === MARK && typeof written === 'object' && written !== null ? ownName(fieldsOf(written)['tag']) : null
}

export async function markTrade(rest: OandaRest, tradeId: string, clientId: string): Promise<void> {
  const body = { clientExtensions: { tag: clientId } }
  await rest.send({ method: 'PUT', path: `/trades/${tradeId}/clientExtensions`, priority: 'urgent', body })
}

function forgetOldest(known: Map<string, string> | Set<string>): void {
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
}

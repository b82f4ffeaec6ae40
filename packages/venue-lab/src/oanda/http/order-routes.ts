import type { LabTransaction, OandaAccount } from '../trading/oanda-account.ts'
import type { OandaEngine, Outcome } from '../trading/oanda-engine.ts'
import { clientIdOf, isPending, orderJson, type LabOrder, type OrderFields } from '../trading/order.ts'
import { changeProtection } from '../trading/change-protection.ts'
import { isProtectionName } from '../trading/check-order.ts'
import { isOpenTrade } from '../trading/trade.ts'
import { checkBody, readOrder } from './check-body.ts'
import { notFound, OandaError } from './oanda-error.ts'
import { ORDER_EXTENSIONS } from './request-schemas.ts'
import { integerOf, listOf, type OandaRequest, type RouteAnswer, type Routes } from './route.ts'

const USUAL_COUNT = 50
const MAX_COUNT = 500

/** Requests about orders. */
export function orderRoutes(engine: OandaEngine): Routes {
  return {
    'POST /v3/accounts/{accountID}/orders': ({ account, body }) => {
      const fields = readOrder(body)
      account.beginBatch()
      return placed(
        account,
        fields.tradeID === undefined ? engine.place(account, fields) : protect(engine, account, fields),
      )
    },
    'GET /v3/accounts/{accountID}/orders': ({ account, query }) => {
      const state = query.get('state') ?? 'PENDING'
      const found = account.orders.filter((order) => state === 'ALL' || order.state === state)
      return { orders: page(query, found).map((order) => describe(engine, order)) }
    },
    'GET /v3/accounts/{accountID}/pendingOrders': ({ account }) => ({
      orders: account
        .pendingOrders()
        .toReversed()
        .map((order) => describe(engine, order)),
    }),
    'GET /v3/accounts/{accountID}/orders/{orderSpecifier}': ({ account, path }) => {
      const order = account.findOrder(path['orderSpecifier'] ?? '')
      if (order === null) throw notFound('order')
      return { order: describe(engine, order) }
    },
    'PUT /v3/accounts/{accountID}/orders/{orderSpecifier}': (request) => replace(engine, request),
    'PUT /v3/accounts/{accountID}/orders/{orderSpecifier}/cancel': ({ account, path }) => {
      account.beginBatch()
      const order = account.findOrder(path['orderSpecifier'] ?? '')
      if (order === null || !isPending(order)) return unknownOrder(account, path['orderSpecifier'] ?? '')
      return { orderCancelTransaction: engine.end(account, order, 'CLIENT_REQUEST'), ...related(account) }
    },
    'PUT /v3/accounts/{accountID}/orders/{orderSpecifier}/clientExtensions': ({ account, path, body }) => {
      checkBody(ORDER_EXTENSIONS, body)
      account.beginBatch()
      const order = account.findOrder(path['orderSpecifier'] ?? '')
      if (order === null || !isPending(order)) throw notFound('order')
      const { clientExtensions, tradeClientExtensions } = body as Partial<OrderFields>
      Object.assign(
        order.fields,
        clientExtensions && { clientExtensions },
        tradeClientExtensions && { tradeClientExtensions },
      )
      const transaction = account.book('ORDER_CLIENT_EXTENSIONS_MODIFY', {
        orderID: order.id,
        ...(clientIdOf(order) === null ? {} : { clientOrderID: clientIdOf(order) }),
        clientExtensionsModify: clientExtensions,
        tradeClientExtensionsModify: tradeClientExtensions,
      })
      return { orderClientExtensionsModifyTransaction: transaction, ...related(account) }
    },
  }
}

/** As one entry of the venue's lists. */
export function describe(engine: OandaEngine, order: LabOrder): object {
  return orderJson(order, (price) => engine.priceText(order.instrument, price))
}

/** All transactions of a request. */
export function related(account: OandaAccount): object {
  return { relatedTransactionIDs: account.batch.map(({ id }) => id), lastTransactionID: account.lastId }
}

/** Throws with the transaction of a refusal under the name that the answer gives it. */
export function refuse(
  account: OandaAccount,
  name: string,
  transaction: LabTransaction,
  more = related(account),
): never {
  const reason = String(transaction['rejectReason'])
  const isAbsent = reason.endsWith('_DOESNT_EXIST')
  throw new OandaError(isAbsent ? 404 : 400, sentenceOf(reason), {
    [name]: transaction,
    ...more,
    errorCode: reason,
  })
}

function sentenceOf(reason: string): string {
  return `The request was refused: ${reason.toLowerCase().replaceAll('_', ' ')}`
}

/** The fields of an answer by what happened; those that did not happen are absent. */
export function outcomeJson({ create, fill, cancel, reissue }: Outcome, prefix = 'order'): object {
  return {
    ...(create && { [`${prefix}CreateTransaction`]: create }),
    ...(fill && { [`${prefix}FillTransaction`]: fill }),
    ...(cancel && { [`${prefix}CancelTransaction`]: cancel }),
    ...(reissue && { [`${prefix}ReissueTransaction`]: reissue }),
  }
}

function placed(account: OandaAccount, outcome: Outcome): RouteAnswer {
  if (outcome.reject !== undefined) refuse(account, 'orderRejectTransaction', outcome.reject)
  return { status: 201, body: { ...outcomeJson(outcome), ...related(account) } }
}

/** A protection that is placed as an order of its own. */
function protect(engine: OandaEngine, account: OandaAccount, fields: OrderFields): Outcome {
  const trade = account.findTrade(fields.tradeID ?? '')
  const name = fields.type
  if (!isProtectionName(name)) throw new OandaError(400, "Invalid value specified for 'order.tradeID'")
  const isThere = trade !== null && account.protectionsOf(trade).some((order) => order.fields.type === name)
  const refusal =
    trade === null || !isOpenTrade(trade) ? 'TRADE_DOESNT_EXIST' : isThere ? `${name}_ORDER_ALREADY_EXISTS` : null
  if (trade !== null && refusal === null) return changeProtection(engine, account, { trade, name, details: fields })
  const { type, ...rest } = fields
  const booked = { ...rest, reason: 'CLIENT_ORDER', rejectReason: refusal }
  return { reject: account.book(`${type}_ORDER_REJECT`, booked) }
}

function replace(engine: OandaEngine, { account, path, body }: OandaRequest): RouteAnswer {
  const fields = readOrder(body)
  account.beginBatch()
  const order = account.findOrder(path['orderSpecifier'] ?? '')
  if (order === null || !isPending(order)) return unknownOrder(account, path['orderSpecifier'] ?? '')
  const isSame = order.fields.type === fields.type && order.fields.instrument === fields.instrument
  if (!isSame) {
    const { type, ...rest } = fields
    const booked = { ...rest, reason: 'REPLACEMENT', rejectReason: 'REPLACING_ORDER_INVALID' }
    refuse(account, 'orderRejectTransaction', account.book(`${type}_ORDER_REJECT`, booked))
  }
  if (order.trade !== null && isProtectionName(fields.type)) {
    const outcome = changeProtection(engine, account, { trade: order.trade, name: fields.type, details: fields })
    return { status: 201, body: { ...replacedJson(outcome, outcome.replaced), ...related(account) } }
  }
  const outcome = engine.place(account, fields, order)
  if (outcome.reject !== undefined) refuse(account, 'orderRejectTransaction', outcome.reject)
  const ended = account.batch.find(({ type }) => type === 'ORDER_CANCEL')
  return { status: 201, body: { ...replacedJson(outcome, ended), ...related(account) } }
}

/** The one canceled is the old order; a new one that ends at once has a field of its own. */
function replacedJson({ cancel, ...outcome }: Outcome, replaced: LabTransaction | undefined): object {
  return {
    ...(replaced && { orderCancelTransaction: replaced }),
    ...outcomeJson(outcome),
    ...(cancel && { replacingOrderCancelTransaction: cancel }),
  }
}

function unknownOrder(account: OandaAccount, specifier: string): never {
  const named = specifier.startsWith('@') ? { clientOrderID: specifier.slice(1) } : { orderID: specifier }
  const transaction = account.book('ORDER_CANCEL_REJECT', { ...named, rejectReason: 'ORDER_DOESNT_EXIST' })
  refuse(account, 'orderCancelRejectTransaction', transaction)
}

interface Listed {
  readonly id: string
  readonly instrument: string
}

/** The newest first, by ids, by instrument, or before an id. */
export function page<Item extends Listed>(query: URLSearchParams, items: readonly Item[]): readonly Item[] {
  const [ids, instrument] = [listOf(query, 'ids'), query.get('instrument')]
  const before = integerOf(query, 'beforeID') ?? Infinity
  const count = Math.min(integerOf(query, 'count') ?? USUAL_COUNT, MAX_COUNT)
  return items
    .filter(({ id }) => Number(id) <= before && (ids === null || ids.includes(id)))
    .filter((item) => instrument === null || item.instrument === instrument)
    .toReversed()
    .slice(0, count)
}

import type { LabMarkets } from '../market/lab-markets.ts'
import { checkFilters } from '../trading/check-filters.ts'
import type { LabAccount } from '../trading/lab-account.ts'
import { isOpen, type LabOrder } from '../trading/lab-order.ts'
import { listOf, type MatchingEngine } from '../trading/matching-engine.ts'
import { clientIdOf, ORDER_PARAMS, readDraft, responseTypeOf } from '../trading/order-draft.ts'
import { marketOf } from './market-routes.ts'
import { canceledJson, listJson, newOrderJson } from './order-json.ts'
import type { Params } from './params.ts'
import type { Route, Routes } from './route.ts'
import { refuseKey } from './signature.ts'
import { VenueError } from './venue-error.ts'

export interface TradingContext {
  readonly markets: LabMarkets
  readonly engine: MatchingEngine
  now(): number
}

const CANCEL_PARAMS = ['symbol', 'orderId', 'origClientOrderId', 'newClientOrderId', 'cancelRestrictions']
const RESTRICTIONS: Readonly<Record<string, string>> = {
  ONLY_NEW: 'NEW',
  ONLY_PARTIALLY_FILLED: 'PARTIALLY_FILLED',
}

/** Requests that place and cancel single orders. */
export function orderRoutes(context: TradingContext): Routes<LabAccount> {
  const { markets, engine } = context
  return {
    'POST /api/v3/order': {
      takes: ORDER_PARAMS,
      weight: 1,
      orders: 1,
      answer: trading((params, account) => place(context, params, account)),
    },
    'POST /api/v3/order/test': {
      takes: ORDER_PARAMS,
      weight: 1,
      answer: trading((params) => {
        checkFilters(
          marketOf(markets, params),
          readDraft(params, () => engine.newClientId()),
          context.now(),
        )
        return {}
      }),
    },
    'DELETE /api/v3/order': {
      takes: CANCEL_PARAMS,
      weight: 1,
      answer: trading((params, account) => {
        marketOf(markets, params)
        checkRestriction(params)
        const id = clientIdOf(params, 'newClientOrderId') ?? engine.newClientId()
        return cancel(context, account, { order: openOrderOf(params, account), id })
      }),
    },
    'DELETE /api/v3/openOrders': {
      takes: ['symbol'],
      weight: 1,
      answer: trading((params, account) => {
        const { symbol } = marketOf(markets, params).symbol
        const open = account.orders.filter((order) => order.symbol === symbol && isOpen(order))
        if (open.length === 0) throw new VenueError(-2011, 'Unknown order sent.')
        const id = engine.newClientId()
        // Those that end with their partner are in its answer.
        return open.flatMap((order) => (isOpen(order) ? [cancel(context, account, { order, id })] : []))
      }),
    },
    'POST /api/v3/order/cancelReplace': cancelReplace(context),
  }
}

/** For keys that may trade. */
export function trading(answer: Route<LabAccount>['answer']): Route<LabAccount>['answer'] {
  return (params, account) => {
    if (!account.rights.enableSpotAndMarginTrading) refuseKey()
    return answer(params, account)
  }
}

function place({ markets, engine, now }: TradingContext, params: Params, account: LabAccount): object {
  const market = marketOf(markets, params)
  const draft = readDraft(params, () => engine.newClientId())
  const response = responseTypeOf(params, draft.type)
  checkFilters(market, draft, now())
  return newOrderJson(account, engine.place(account, market, draft), response)
}

function cancel(
  { engine }: TradingContext,
  account: LabAccount,
  { order, id }: { order: LabOrder; id: string },
): object {
  engine.cancel(account, order, id)
  const list = listOf(account, order)
  if (list === null) return canceledJson(order, id)
  return { ...listJson(list), orderReports: list.orders.map((one) => canceledJson(one, id)) }
}

/** The order that a request names; null if the account never had it. */
export function findOrder(params: Params, account: LabAccount, prefix: '' | 'cancel' = ''): LabOrder | null {
  const [idName, clientIdName] =
    prefix === '' ? ['orderId', 'origClientOrderId'] : ['cancelOrderId', 'cancelOrigClientOrderId']
  const [id, clientId] = [params.integer(idName), params.optional(clientIdName)]
  if (id === null && clientId === null)
    throw new VenueError(-1102, `Param '${clientIdName}' or '${idName}' must be sent, but both were empty/null!`)
  const symbol = params.text('symbol')
  const isMeant = (order: LabOrder): boolean =>
    order.symbol === symbol && (id === null || order.id === id) && (clientId === null || order.clientId === clientId)
  // A name may be used again once its order is over: the open one counts, then the newest.
  return account.orders.findLast((order) => isMeant(order) && isOpen(order)) ?? account.orders.findLast(isMeant) ?? null
}

function openOrderOf(params: Params, account: LabAccount, prefix: '' | 'cancel' = ''): LabOrder {
  const order = findOrder(params, account, prefix)
  if (order === null || !isOpen(order) || account.hidden.has(order)) throw new VenueError(-2011, 'Unknown order sent.')
  const restriction = params.optional('cancelRestrictions')
  if (restriction !== null && RESTRICTIONS[restriction] !== order.status)
    throw new VenueError(-2011, 'Order was not canceled due to cancel restrictions.')
  return order
}

function checkRestriction(params: Params): void {
  const restriction = params.optional('cancelRestrictions')
  if (restriction !== null && !Object.hasOwn(RESTRICTIONS, restriction))
    throw new VenueError(-1145, 'Invalid cancelRestrictions')
}

function cancelReplace(context: TradingContext): Route<LabAccount> {
  return {
    takes: [
      ...ORDER_PARAMS,
      'cancelReplaceMode',
      'cancelOrderId',
      'cancelOrigClientOrderId',
      'cancelNewClientOrderId',
      'cancelRestrictions',
    ],
    weight: 1,
    orders: 1,
    answer: trading((params, account) => {
      const mode = params.text('cancelReplaceMode')
      if (mode !== 'STOP_ON_FAILURE' && mode !== 'ALLOW_FAILURE')
        throw new VenueError(
          -1102,
          "Mandatory parameter 'cancelReplaceMode' was not sent, was empty/null, or malformed.",
        )
      checkRestriction(params)
      const { engine, markets, now } = context
      // Rules of the symbol come before anything is canceled.
      checkFilters(
        marketOf(markets, params),
        readDraft(params, () => engine.newClientId()),
        now(),
      )
      const id = clientIdOf(params, 'cancelNewClientOrderId') ?? engine.newClientId()
      const canceled = attempt(() => cancel(context, account, { order: openOrderOf(params, account, 'cancel'), id }))
      const placed =
        canceled.error && mode === 'STOP_ON_FAILURE' ? null : attempt(() => place(context, params, account))
      return resultOf(canceled, placed)
    }),
  }
}

interface Attempt {
  readonly body: object
  readonly error: boolean
}

function attempt(act: () => object): Attempt {
  try {
    return { body: act(), error: false }
  } catch (error) {
    if (!(error instanceof VenueError)) throw error
    return { body: error.body, error: true }
  }
}

function resultOf(canceled: Attempt, placed: Attempt | null): object {
  const word = ({ error }: Attempt): string => (error ? 'FAILURE' : 'SUCCESS')
  const data = {
    cancelResult: word(canceled),
    newOrderResult: placed === null ? 'NOT_ATTEMPTED' : word(placed),
    cancelResponse: canceled.body,
    newOrderResponse: placed?.body ?? null,
  }
  if (!canceled.error && placed?.error === false) return data
  if (placed === null || (canceled.error && placed.error))
    throw new VenueError(-2022, 'Order cancel-replace failed.', { data })
  throw new VenueError(-2021, 'Order cancel-replace partially failed.', { status: 409, data })
}

import { minus, plus, times } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import type { ChangeAnswer, OrderChange, VenueOrder } from '../../ports/order-gateway.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { BinanceError } from './binance-error.ts'
import { classifyError } from './classify-error.ts'
import { type OrderParams, orderRequest, replaceRequest } from './order-request.ts'
import { readAnsweredOrder, readBalance, readOrder } from './read-account.ts'
import { sendOrder, symbolIn } from './send-order.ts'
import type { SignedRest } from './signed-rest.ts'
import type { SymbolRules } from './symbol-rules.ts'

const CANCEL_REPLACE = '/api/v3/order/cancelReplace'
const PARTLY_FAILED = -2021
const FAILED = -2022
/** Not part of a list. */
const ALONE = -1
const TOO_SLOW = 'Binance answered too slowly'
const UNKNOWN_MONEY = 'Binance did not say what is free on the account, so nothing was changed'

interface Change extends OrderChange {
  /** The order as it stands at the venue. */
  readonly standing: VenueOrder
  readonly rules: SymbolRules
  readonly isLate: () => boolean
}

/**
 * Gives a working order other terms, as a new order: the venue cancels the one and places the other in one request, and
 * does neither if anything was filled meanwhile. Of an order that is filled in part that cannot be had: what is filled
 * between a look and the request would be traded twice. So it is canceled first, and the rest goes by what the
 * cancellation states. Nothing is placed more than `lateMs` after the change was begun: its fence counts from there.
 * What the venue would refuse only once the order is canceled is asked before: a refusal leaves the order in its place.
 */
export async function changeOrder(rest: SignedRest, change: OrderChange, lateMs: number): Promise<ChangeAnswer> {
  const { instrumentId, clientId } = change.replaced
  const startedAt = rest.now()
  const isLate = (): boolean => rest.now() - startedAt > lateMs
  let standing: VenueOrder
  let rules: SymbolRules | undefined
  try {
    await rest.sampleTime()
    const request = { method: 'GET', path: '/api/v3/order', weight: 4, priority: 'order' } as const
    const symbol = symbolIn(instrumentId)
    const body = await rest.send(request, { symbol, origClientOrderId: clientId })
    standing = readOrder(body)
    const problem = standingProblem(standing, body)
    if (problem !== null) return refused(problem)
    rules = await rest.rulesOf(symbol)
  } catch {
    return refused('Binance did not say how far the order is, so nothing was changed')
  }
  if (!rules) return refused('Instrument not available')
  const changed = { ...change, standing, rules, isLate }
  const lack = await lackOfMoney(rest, changed)
  if (lack !== null) return refused(lack)
  return standing.filled > 0 ? placeRest(rest, changed) : replaceWhole(rest, changed)
}

/** Why the order cannot be changed as it stands. */
function standingProblem({ status, type }: VenueOrder, body: unknown): string | null {
  const { orderListId, isWorking } = body as { readonly orderListId?: unknown; readonly isWorking?: unknown }
  if (status !== 'NEW' && status !== 'PARTIALLY_FILLED') return 'The order has ended already'
  if (orderListId !== undefined && orderListId !== ALONE)
    return 'One of a pair of orders cannot be changed at Binance: cancel both, and place them again'
  if (type === 'STOP_LIMIT' && isWorking === true)
    return 'The stop price was reached, and the order waits at its limit: cancel it, and place a limit order'
  return null
}

/** What the venue is to have: what is left now, and as much more or less as is wanted. */
function wanted({ before, after, standing }: Change, filled: number): PlacePayload {
  const quantity = minus(plus(standing.quantity, after.quantity), filled, before.quantity)
  if (!(quantity > 0)) throw new OrderDenied('As much as that is filled already: cancel the order instead')
  return { ...after, quantity }
}

/** Why the account cannot pay for what is added to the order. The venue looks only once it has canceled the order. */
async function lackOfMoney(rest: SignedRest, change: Change): Promise<string | null> {
  const { standing, rules } = change
  const currency = standing.side === 'BUY' ? rules.quote : rules.base
  try {
    const more = minus(setAside(wanted(change, standing.filled)), setAside(standing, standing.filled))
    if (!(more > 0)) return null
    const request = { path: '/api/v3/account', weight: 20, priority: 'look-up' } as const
    const { balances } = (await rest.read(request, { omitZeroBalances: 'true' })) as { balances: readonly unknown[] }
    const free = balances.map(readBalance).find((one) => one.currency === currency)?.available ?? 0
    if (more <= free) return null
    return `Insufficient balance: it needs ${more} ${currency} more, and ${free} are free, so nothing was changed`
  } catch (error) {
    return error instanceof OrderDenied ? error.message : UNKNOWN_MONEY
  }
}

/** What an order that waits ties up of what it pays with. */
function setAside(
  { side, quantity, limitPrice, stopPrice }: Pick<PlacePayload, 'side' | 'quantity' | 'limitPrice' | 'stopPrice'>,
  filled = 0,
): number {
  return times(minus(quantity, filled), side === 'BUY' ? (limitPrice ?? stopPrice ?? 0) : 1)
}

function replaceWhole(rest: SignedRest, change: Change): Promise<ChangeAnswer> {
  const { replaced, replacement, isLate } = change
  const { instrumentId, clientId } = replacement
  return sendOrder<ChangeAnswer>(rest, {
    path: CANCEL_REPLACE,
    priority: 'order',
    instrumentId,
    build: (rules) => {
      const order = wanted(change, 0)
      if (isLate()) throw new OrderDenied(`${TOO_SLOW}, so nothing was changed`)
      return replaceRequest(order, { clientId, replacedClientId: replaced.clientId }, rules)
    },
    read: (body) => {
      const { cancelResult, newOrderResult, newOrderResponse } = body as Halves
      if (cancelResult !== 'SUCCESS' || newOrderResult !== 'SUCCESS') throw new TypeError('A half of it was not done')
      return { kind: 'ACCEPTED', order: readAnsweredOrder(newOrderResponse) }
    },
    classify: classifyHalves,
  })
}

async function placeRest(rest: SignedRest, change: Change): Promise<ChangeAnswer> {
  const { replaced, replacement, isLate, standing, rules } = change
  const { instrumentId, clientId } = replacement
  try {
    if (isLate()) throw new OrderDenied(`${TOO_SLOW}, so nothing was changed`)
    // The rest may still become smaller; what is refused now would only cost the order its place.
    const params = checkedRest(wanted(change, standing.filled), clientId, rules)
    await rest.send({ method: 'POST', path: '/api/v3/order/test', weight: 1, priority: 'order' }, params)
  } catch (error) {
    return refused(error instanceof OrderDenied ? error.message : `Nothing was changed: ${classifyError(error).reason}`)
  }
  let ended: VenueOrder
  try {
    const named = { symbol: rules.symbol, origClientOrderId: replaced.clientId }
    ended = readAnsweredOrder(
      await rest.send({ method: 'DELETE', path: '/api/v3/order', weight: 1, priority: 'order' }, named),
    )
  } catch (error) {
    return refused(`The rest was not placed, because the order could not be canceled: ${classifyError(error).reason}`)
  }
  const answer = await sendOrder<ChangeAnswer>(rest, {
    path: '/api/v3/order',
    priority: 'order',
    instrumentId,
    build: (current) => {
      const order = wanted(change, ended.filled)
      if (isLate()) throw new OrderDenied(TOO_SLOW)
      return orderRequest(order, clientId, current)
    },
    read: (body) => ({ kind: 'ACCEPTED', order: readAnsweredOrder(body) }),
  })
  return answer.kind === 'REFUSED'
    ? { ...refused(`The order was canceled, and the rest of it was not placed: ${answer.reason}`), canceled: ended }
    : answer
}

function checkedRest(order: PlacePayload, clientId: string, rules: SymbolRules): OrderParams {
  const params = orderRequest(order, clientId, rules)
  const value = times(order.quantity, order.limitPrice ?? order.stopPrice ?? 0)
  if (order.quantity < Number(rules.minQuantity) || value < Number(rules.minNotional))
    throw new OrderDenied('What is left is less than the smallest order of Binance: cancel the order instead')
  return params
}

interface Halves {
  readonly cancelResult?: unknown
  readonly newOrderResult?: unknown
  readonly cancelResponse?: unknown
  readonly newOrderResponse?: unknown
}

/** Of a request in two halves, each of which has an answer of its own. */
function classifyHalves(error: unknown): ChangeAnswer {
  if (!(error instanceof BinanceError) || (error.code !== PARTLY_FAILED && error.code !== FAILED))
    return classifyError(error)
  const { cancelResult, newOrderResult, cancelResponse, newOrderResponse } = (error.data ?? {}) as Halves
  if (newOrderResult === 'NOT_ATTEMPTED') {
    const why = textOf(cancelResponse)
    return refused(
      /restrictions/.test(why)
        ? 'A part of the order was filled at that moment, so nothing was changed'
        : `Nothing was changed, because the order could not be canceled: ${why}`,
    )
  }
  if (newOrderResult !== 'FAILURE') return { kind: 'UNKNOWN', reason: 'The answer could not be read' }
  const { code } = (newOrderResponse ?? {}) as { code?: unknown }
  const why = classifyError(
    new BinanceError(textOf(newOrderResponse), { status: error.status, code: typeof code === 'number' ? code : null }),
  )
  if (why.kind === 'UNKNOWN' || cancelResult !== 'SUCCESS') return { kind: 'UNKNOWN', reason: why.reason }
  const canceled = readAnsweredOrder(cancelResponse)
  return { ...refused(`The order was canceled, and its new form was refused: ${why.reason}`), canceled }
}

function textOf(response: unknown): string {
  const { code, msg } = (response ?? {}) as { code?: unknown; msg?: unknown }
  return `${typeof msg === 'string' ? msg : 'No reason was given'} (${Number(code)})`
}

function refused(reason: string): { readonly kind: 'REFUSED'; readonly reason: string } {
  return { kind: 'REFUSED', reason }
}

import { exactText } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import type { ProtectivePair, TrailingStop } from '../../ports/order-gateway.ts'
import { inSteps } from '../../wire/in-steps.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { type PairRules, PRICE_DIGITS } from './pair-rules.ts'
import type { Body, Wallet } from './signed-rest.ts'

const AMOUNT_STEP = '0.00000001'
const FLAGS = { postOnly: 4_096, oco: 16_384 }
/** Of the exchange wallet; without it, the same words trade the margin wallet. */
const EXCHANGE = 'EXCHANGE '

export interface OrderTarget {
  readonly wallet: Wallet
  readonly rules: PairRules
}

/** The body of an order, read back and compared with what was meant. Throws OrderDenied. */
export function orderBody(order: PlacePayload, cid: number, { wallet, rules }: OrderTarget): Body {
  const problem = unsupported(order, wallet, rules)
  if (problem !== null) throw new OrderDenied(problem)
  const { type, side, limitPrice, stopPrice, postOnly, expiry } = order
  const end = order.timeInForce === 'GTD' ? endText(expiry ?? 0) : null
  const price = type === 'STOP' || type === 'STOP_LIMIT' ? stopPrice : limitPrice
  const body = {
    type: typeOf(order, wallet),
    symbol: rules.symbol,
    amount: amountText(order.quantity, side),
    ...(price === null ? {} : { price: priceText(price, type === 'LIMIT' ? 'price' : 'stop price') }),
    ...(type === 'STOP_LIMIT' ? { price_aux_limit: priceText(limitPrice ?? NaN, 'price') } : {}),
    ...(postOnly ? { flags: FLAGS.postOnly } : {}),
    ...(end === null ? {} : { tif: end }),
    cid,
  }
  const read = JSON.parse(JSON.stringify(body)) as Body
  compare([
    ['wallet', String(read['type']).startsWith(EXCHANGE), wallet === 'exchange'],
    ['type', read['type'], typeOf(order, wallet)],
    ['symbol', read['symbol'], rules.symbol],
    ['amount', numberOf(read['amount']), side === 'BUY' ? order.quantity : -order.quantity],
    [type === 'LIMIT' ? 'price' : 'stop price', numberOf(read['price']), price],
    ['price', numberOf(read['price_aux_limit']), type === 'STOP_LIMIT' ? limitPrice : null],
    ['flags', read['flags'] ?? 0, postOnly ? FLAGS.postOnly : 0],
    ['end', read['tif'] ?? null, end],
    ['name', read['cid'], cid],
  ])
  return body
}

/** A limit and a stop of which one cancels the other: funds are set aside once. */
export function pairBody(pair: ProtectivePair, { wallet, rules }: OrderTarget): Body {
  const { side, quantity, limitPrice, stopPrice, takeProfit, stopLoss } = pair
  if (side === 'SELL' ? limitPrice <= stopPrice : limitPrice >= stopPrice)
    throw new OrderDenied('The take profit must lie on the better side of the stop loss')
  const body = {
    type: wallet === 'exchange' ? `${EXCHANGE}LIMIT` : 'LIMIT',
    symbol: rules.symbol,
    amount: amountText(quantity, side),
    price: priceText(limitPrice, 'price'),
    price_oco_stop: priceText(stopPrice, 'stop price'),
    flags: FLAGS.oco,
    cid: takeProfit.clientNumber,
    cid_oco: stopLoss.clientNumber,
  }
  const read = JSON.parse(JSON.stringify(body)) as Body
  compare([
    ['wallet', String(read['type']).startsWith(EXCHANGE), wallet === 'exchange'],
    ['amount', numberOf(read['amount']), side === 'BUY' ? quantity : -quantity],
    ['price', numberOf(read['price']), limitPrice],
    ['stop price', numberOf(read['price_oco_stop']), stopPrice],
    ['flags', read['flags'], FLAGS.oco],
    ['name', read['cid'], takeProfit.clientNumber],
    ['name', read['cid_oco'], stopLoss.clientNumber],
  ])
  return body
}

/** A stop that the venue moves behind the best price. */
export function trailingBody(
  { side, quantity, distance }: TrailingStop,
  cid: number,
  { wallet, rules }: OrderTarget,
): Body {
  const body = {
    type: wallet === 'exchange' ? `${EXCHANGE}TRAILING STOP` : 'TRAILING STOP',
    symbol: rules.symbol,
    amount: amountText(quantity, side),
    price_trailing: priceText(distance, 'distance'),
    cid,
  }
  const read = JSON.parse(JSON.stringify(body)) as Body
  compare([
    ['wallet', String(read['type']).startsWith(EXCHANGE), wallet === 'exchange'],
    ['amount', numberOf(read['amount']), side === 'BUY' ? quantity : -quantity],
    ['distance', numberOf(read['price_trailing']), distance],
    ['name', read['cid'], cid],
  ])
  return body
}

function typeOf({ type, timeInForce }: PlacePayload, wallet: Wallet): string {
  const time = timeInForce === 'IOC' || timeInForce === 'FOK' ? timeInForce : 'LIMIT'
  const word = { MARKET: 'MARKET', LIMIT: time, STOP: 'STOP', STOP_LIMIT: 'STOP LIMIT' }[type]
  return wallet === 'exchange' ? `${EXCHANGE}${word}` : word
}

function amountText(quantity: number, side: 'BUY' | 'SELL'): string {
  inSteps(quantity, AMOUNT_STEP, 'quantity')
  return `${side === 'SELL' ? '-' : ''}${exactText(quantity)}`
}

/** With no more digits than the venue has; what has more is refused and never rounded. */
function priceText(price: number, name: string): string {
  const text = price > 0 ? exactText(price) : ''
  const digits = text.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
  if (text === '' || digits.length > PRICE_DIGITS)
    throw new OrderDenied(`The ${name} ${price} has more than ${PRICE_DIGITS} digits`)
  return text
}

/** UTC, to the second. */
function endText(expiry: number): string {
  return new Date(expiry).toISOString().slice(0, 19).replace('T', ' ')
}

function compare(rows: readonly (readonly [name: string, read: unknown, meant: unknown])[]): void {
  for (const [name, read, meant] of rows)
    if (read !== meant)
      throw new OrderDenied(`The ${name} of the request is ${String(read)} instead of ${String(meant)}`)
}

function numberOf(value: unknown): number | null {
  return value === undefined ? null : Number(value)
}

/** What the venue cannot do, or would do differently. */
function unsupported(order: PlacePayload, wallet: Wallet, { marginRate }: PairRules): string | null {
  const { type, timeInForce, postOnly, reduceOnly, side, expiry, limitPrice, stopPrice } = order
  const { stopLoss, takeProfit, trailingStop, stopLossDistance, takeProfitDistance } = order
  const attached = [stopLoss, takeProfit, trailingStop, stopLossDistance, takeProfitDistance]
  if (attached.some((one) => one !== null)) return 'Stops are separate orders at Bitfinex'
  if (wallet === 'margin' && marginRate === null) return 'Bitfinex does not trade this pair on margin'
  if (wallet === 'exchange' && reduceOnly && side === 'BUY')
    return 'The exchange wallet has no short positions that a purchase could reduce'
  if (timeInForce === 'GTD' && (type !== 'LIMIT' || expiry === null)) return 'Only limit orders expire at a time'
  if (postOnly && (type !== 'LIMIT' || timeInForce === 'IOC' || timeInForce === 'FOK'))
    return 'Only limit orders that wait can be post-only'
  if (type === 'MARKET' && timeInForce === 'FOK') return 'Market orders may be filled in part at Bitfinex'
  if ((type === 'STOP' || type === 'STOP_LIMIT') && timeInForce !== 'GTC')
    return 'Stop orders wait until they are canceled at Bitfinex'
  const needs = { MARKET: [false, false], LIMIT: [true, false], STOP: [false, true], STOP_LIMIT: [true, true] }[type]
  if (needs[0] !== (limitPrice !== null) || needs[1] !== (stopPrice !== null))
    return 'The prices do not fit the order type'
  return null
}

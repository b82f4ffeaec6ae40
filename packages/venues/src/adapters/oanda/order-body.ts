import type { PlacePayload } from '@tradeloom/trading'
import { inSteps } from '../../wire/in-steps.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import type { InstrumentRules } from './instrument-rules.ts'
import { stopOnFillName, targetOnFillName, trailOnFillName } from './order-names.ts'
import { type Fields, fieldsOf } from './read-fields.ts'

/** The stops that an order asks for once it is filled. */
export type OnFill = Pick<PlacePayload, 'stopLoss' | 'stopLossDistance' | 'takeProfit' | 'trailingStop'>

export const NO_STOPS: OnFill = { stopLoss: null, stopLossDistance: null, takeProfit: null, trailingStop: null }

/** The body of an order, read back and compared with what was meant. Throws OrderDenied. */
export function orderBody(order: PlacePayload, clientId: string, rules: InstrumentRules, onFill = NO_STOPS): Fields {
  const problem = unsupported(order)
  if (problem !== null) throw new OrderDenied(problem)
  const { type, side, quantity, limitPrice, stopPrice, timeInForce, expiry, reduceOnly } = order
  const units = inSteps(quantity, rules.step, 'quantity')
  const price = limitPrice ?? stopPrice
  const body = {
    type,
    instrument: rules.name,
    units: side === 'BUY' ? units : `-${units}`,
    ...(price === null ? {} : { price: inSteps(price, rules.tick, limitPrice === null ? 'stop price' : 'price') }),
    timeInForce: type === 'MARKET' && timeInForce !== 'IOC' ? 'FOK' : timeInForce,
    ...(timeInForce === 'GTD' ? { gtdTime: new Date(expiry ?? NaN).toISOString() } : {}),
    positionFill: reduceOnly ? 'REDUCE_ONLY' : 'DEFAULT',
    clientExtensions: { id: clientId },
    ...stopsOnFill(onFill, clientId, rules),
  }
  compare(JSON.parse(JSON.stringify(body)), order, { name: rules.name, clientId, onFill })
  return body
}

/** The levels of a trade as orders of their own. Those that are not named stay as they are. */
export function levelsBody(
  levels: Readonly<Partial<Record<'stopLoss' | 'takeProfit', { readonly price: number; readonly clientId: string }>>>,
  rules: InstrumentRules,
): Fields {
  return Object.fromEntries(
    Object.entries(levels).map(([level, { price, clientId }]) => [
      level,
      { timeInForce: 'GTC', price: inSteps(price, rules.tick, 'stop price'), clientExtensions: { id: clientId } },
    ]),
  )
}

/** As `levelsBody`, of the one that the venue moves. */
export function trailBody(distance: number, clientId: string, { tick }: InstrumentRules): Fields {
  const text = inSteps(distance, tick, 'distance of the trailing stop')
  return { trailingStopLoss: { timeInForce: 'GTC', distance: text, clientExtensions: { id: clientId } } }
}

function stopsOnFill(
  { stopLoss, stopLossDistance, takeProfit, trailingStop }: OnFill,
  clientId: string,
  { tick }: InstrumentRules,
) {
  const terms = (name: string) => ({ timeInForce: 'GTC', clientExtensions: { id: name } })
  const stop =
    stopLoss !== null
      ? { price: inSteps(stopLoss, tick, 'stop loss') }
      : stopLossDistance !== null
        ? { distance: inSteps(stopLossDistance, tick, 'distance of the stop loss') }
        : null
  const target = takeProfit === null ? null : { price: inSteps(takeProfit, tick, 'take profit') }
  const trail =
    trailingStop === null ? null : { distance: inSteps(trailingStop, tick, 'distance of the trailing stop') }
  return {
    ...(stop && { stopLossOnFill: { ...stop, ...terms(stopOnFillName(clientId)) } }),
    ...(target && { takeProfitOnFill: { ...target, ...terms(targetOnFillName(clientId)) } }),
    ...(trail && { trailingStopLossOnFill: { ...trail, ...terms(trailOnFillName(clientId)) } }),
  }
}

interface Meant {
  readonly name: string
  readonly clientId: string
  readonly onFill: OnFill
}

/** What the venue will read, against what is meant. */
function compare(read: Fields, order: PlacePayload, { name, clientId, onFill }: Meant): void {
  const numberIn = (value: unknown): number | null => (value === undefined ? null : Number(value))
  const levelOf = (level: string, field: string): number | null => {
    const details = read[level]
    return details === undefined ? null : numberIn(fieldsOf(details)[field])
  }
  const rows: readonly (readonly [what: string, read: unknown, meant: unknown])[] = [
    ['type', read['type'], order.type],
    ['instrument', read['instrument'], name],
    ['quantity', numberIn(read['units']), order.side === 'BUY' ? order.quantity : -order.quantity],
    ['price', numberIn(read['price']), order.limitPrice ?? order.stopPrice],
    ['name', fieldsOf(read['clientExtensions'])['id'], clientId],
    ['effect', read['positionFill'], order.reduceOnly ? 'REDUCE_ONLY' : 'DEFAULT'],
    ['stop loss', levelOf('stopLossOnFill', 'price'), onFill.stopLoss],
    ['take profit', levelOf('takeProfitOnFill', 'price'), onFill.takeProfit],
    ['trailing stop', levelOf('trailingStopLossOnFill', 'distance'), onFill.trailingStop],
  ]
  for (const [what, is, meant] of rows)
    if (is !== meant) throw new OrderDenied(`The ${what} of the request is ${String(is)} instead of ${String(meant)}`)
}

/** What the venue cannot do, or would do differently. */
function unsupported(order: PlacePayload): string | null {
  const { type, timeInForce, expiry, postOnly, limitPrice, stopPrice } = order
  if (type === 'STOP_LIMIT')
    return 'OANDA has no stop limit orders: beyond its limit a stop would be canceled there instead of waiting'
  if (postOnly) return 'Orders cannot be post-only at OANDA'
  if (type === 'MARKET' && timeInForce === 'GTD') return 'Market orders do not wait'
  if (type === 'STOP' && timeInForce !== 'GTC' && timeInForce !== 'GTD')
    return 'Stop orders wait until they are canceled, or until a time, at OANDA'
  if ((timeInForce === 'GTD') !== (expiry !== null)) return 'The time at which the order ends is missing, or not wanted'
  const needs = { MARKET: [false, false], LIMIT: [true, false], STOP: [false, true] }[type]
  if (needs[0] !== (limitPrice !== null) || needs[1] !== (stopPrice !== null))
    return 'The prices do not fit the order type'
  return null
}

import { absolute, parseAmount, toAmount } from '../amount.ts'
import type { LabInstrument } from '../instrument.ts'
import { parseTime } from '../venue-time.ts'
import type { OandaAccount } from './oanda-account.ts'
import { clientIdOf, type LabOrder, type OrderFields, type ProtectionDetails } from './order.ts'

const MARKET_TIMES = ['FOK', 'IOC']
const PENDING_TIMES = ['GTC', 'GTD', 'GFD', 'FOK', 'IOC']
const PROTECTION_TIMES = ['GTC', 'GTD', 'GFD']
const MAX_CLIENT_TEXT = 128

interface CheckContext {
  readonly account: OandaAccount
  readonly instrument: LabInstrument
  readonly now: number
  /** Its name is free again. */
  readonly replaced: LabOrder | null
}

/** Why the venue refuses an order, in its words; null if it takes it. */
export function checkOrder(context: CheckContext, fields: OrderFields): string | null {
  return (
    checkUnits(context, fields) ??
    checkPrices(context, fields) ??
    checkTimeInForce(context, fields) ??
    checkExtensions(context, fields) ??
    checkOnFill(context, fields)
  )
}

function checkUnits({ instrument }: CheckContext, { units }: OrderFields): string | null {
  if (units === undefined) return 'UNITS_MISSING'
  const amount = parseAmount(units)
  if (amount === null || amount === 0n) return 'UNITS_INVALID'
  if (hasMoreDigits(units, instrument.tradeUnitsPrecision)) return 'UNITS_PRECISION_EXCEEDED'
  // Spelled like that in the venue's document.
  if (absolute(amount) < toAmount(instrument.minimumTradeSize)) return 'UNITS_MIMIMUM_NOT_MET'
  return absolute(amount) > toAmount(instrument.maximumOrderUnits) ? 'UNITS_LIMIT_EXCEEDED' : null
}

function checkPrices({ instrument }: CheckContext, { type, price, priceBound }: OrderFields): string | null {
  const needsPrice = type !== 'MARKET'
  if (needsPrice && price === undefined) return 'PRICE_MISSING'
  const wrong = price === undefined ? null : checkPrice(instrument, price)
  if (wrong !== null) return `PRICE_${wrong}`
  const wrongBound = priceBound === undefined ? null : checkPrice(instrument, priceBound)
  return wrongBound === null ? null : `PRICE_BOUND_${wrongBound}`
}

function checkPrice({ displayPrecision }: LabInstrument, price: string): 'INVALID' | 'PRECISION_EXCEEDED' | null {
  const value = parseAmount(price)
  if (value === null || value <= 0n) return 'INVALID'
  return hasMoreDigits(price, displayPrecision) ? 'PRECISION_EXCEEDED' : null
}

function checkTimeInForce({ now }: CheckContext, { type, timeInForce, gtdTime }: OrderFields): string | null {
  const possible = type === 'MARKET' ? MARKET_TIMES : PENDING_TIMES
  if (!possible.includes(timeInForce)) return 'TIME_IN_FORCE_INVALID'
  const wrong = timeInForce === 'GTD' ? checkGtdTime(gtdTime, now) : null
  return wrong === null ? null : `TIME_IN_FORCE_GTD_${wrong}`
}

function checkGtdTime(gtdTime: string | undefined, now: number): 'TIMESTAMP_MISSING' | 'TIMESTAMP_IN_PAST' | null {
  const time = gtdTime === undefined ? null : parseTime(gtdTime)
  if (time === null) return 'TIMESTAMP_MISSING'
  return time <= now ? 'TIMESTAMP_IN_PAST' : null
}

function checkExtensions({ account, replaced }: CheckContext, fields: OrderFields): string | null {
  const { clientExtensions, tradeClientExtensions } = fields
  const all = [clientExtensions, tradeClientExtensions, ...protectionsIn(fields).map(([, one]) => one.clientExtensions)]
  if (account.mt4AccountID !== null && all.some((one) => one !== undefined))
    return 'TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED'
  const id = clientExtensions?.id
  if (id !== undefined && (id === '' || id.length > MAX_CLIENT_TEXT)) return 'CLIENT_ORDER_ID_INVALID'
  if ((clientExtensions?.tag ?? '').length > MAX_CLIENT_TEXT) return 'CLIENT_ORDER_TAG_INVALID'
  if ((clientExtensions?.comment ?? '').length > MAX_CLIENT_TEXT) return 'CLIENT_ORDER_COMMENT_INVALID'
  const others = account.pendingOrders().filter((order) => order !== replaced)
  const isTaken = id !== undefined && others.some((order) => clientIdOf(order) === id)
  return isTaken ? 'CLIENT_ORDER_ID_ALREADY_EXISTS' : null
}

function checkOnFill(context: CheckContext, fields: OrderFields): string | null {
  for (const [name, details] of protectionsIn(fields)) {
    const wrong = checkProtection(context, name, details)
    if (wrong !== null) return `${name}_ON_FILL_${wrong}`
  }
  return null
}

export type ProtectionName = 'TAKE_PROFIT' | 'STOP_LOSS' | 'TRAILING_STOP_LOSS'

/** In the order in which the venue creates them. */
export function protectionsIn(fields: OrderFields): readonly (readonly [ProtectionName, ProtectionDetails])[] {
  const all: readonly (readonly [ProtectionName, ProtectionDetails | undefined])[] = [
    ['TAKE_PROFIT', fields.takeProfitOnFill],
    ['STOP_LOSS', fields.stopLossOnFill],
    ['TRAILING_STOP_LOSS', fields.trailingStopLossOnFill],
  ]
  return all.flatMap(([name, details]) => (details === undefined ? [] : [[name, details] as const]))
}

/** What is wrong with what is to protect a trade; the end of the venue's word for it. */
export function checkProtection(
  { instrument, now }: Pick<CheckContext, 'instrument' | 'now'>,
  name: ProtectionName,
  { price, distance, timeInForce = 'GTC', gtdTime }: ProtectionDetails,
): string | null {
  if (!PROTECTION_TIMES.includes(timeInForce)) return 'TIME_IN_FORCE_INVALID'
  const wrongTime = timeInForce === 'GTD' ? checkGtdTime(gtdTime, now) : null
  if (wrongTime !== null) return `GTD_${wrongTime}`
  if (name === 'TRAILING_STOP_LOSS') return checkTrailing(instrument, distance)
  if (name === 'STOP_LOSS' && price !== undefined && distance !== undefined) return 'PRICE_AND_DISTANCE_BOTH_SPECIFIED'
  if (name === 'STOP_LOSS' && distance !== undefined) {
    const wrong = checkPrice(instrument, distance)
    return wrong === null ? null : `DISTANCE_${wrong}`
  }
  if (price === undefined) return name === 'STOP_LOSS' ? 'PRICE_AND_DISTANCE_BOTH_MISSING' : 'PRICE_MISSING'
  const wrong = checkPrice(instrument, price)
  return wrong === null ? null : `PRICE_${wrong}`
}

function checkTrailing(instrument: LabInstrument, distance: string | undefined): string | null {
  if (distance === undefined) return 'PRICE_DISTANCE_MISSING'
  const wrong = checkPrice(instrument, distance)
  if (wrong !== null) return `PRICE_DISTANCE_${wrong}`
  const amount = toAmount(distance)
  if (amount < toAmount(instrument.minimumTrailingStopDistance)) return 'PRICE_DISTANCE_MINIMUM_NOT_MET'
  return amount > toAmount(instrument.maximumTrailingStopDistance) ? 'PRICE_DISTANCE_MAXIMUM_EXCEEDED' : null
}

function hasMoreDigits(text: string, digits: number): boolean {
  return (text.split('.')[1] ?? '').replace(/0+$/, '').length > digits
}

export function isProtectionName(type: string): type is ProtectionName {
  return type === 'TAKE_PROFIT' || type === 'STOP_LOSS' || type === 'TRAILING_STOP_LOSS'
}

import { decimalPlaces } from '../decimal-places.ts'
import type { Instrument } from '../instrument.ts'
import type { Side } from '../order.ts'
import type { Tick } from '../tick.ts'
import { isMultiple, roundToStep } from './steps.ts'

// The rules of an order, for everything that takes one: price tile, ticket, server, live sessions, the engine. Functions
// named `...Problem` return the message for the trader, or null; functions named `...Fault` return what is wrong, for
// callers with messages of their own.

/** The market; for an order that waits at a price of its own, that price as both. */
export type Quote = Pick<Tick, 'bid' | 'ask'>

/** How far beyond the market an order may be willing to trade. */
const PRICE_BAND = 0.01

/** `isWhole`: whether the quantity is a whole number of lots. */
export function quantityFault(
  quantity: number,
  isWhole: boolean,
  { minQuantity, maxQuantity }: Pick<Instrument, 'minQuantity' | 'maxQuantity'>,
): 'minimum' | 'maximum' | 'lots' | null {
  if (quantity < minQuantity) return 'minimum'
  if (quantity > maxQuantity) return 'maximum'
  return isWhole ? null : 'lots'
}

export type QuantityRules = Pick<Instrument, 'displaySymbol' | 'lotSize' | 'maxQuantity' | 'minQuantity'>

/** Quantities as they were typed, see `readQuantity`: half a lot too many is never rounded. */
export function quantityProblem(quantity: number, instrument: QuantityRules): string | null {
  if (!Number.isFinite(quantity)) return 'Invalid quantity'
  const { displaySymbol, minQuantity, maxQuantity, lotSize } = instrument
  switch (quantityFault(quantity, isMultiple(quantity, lotSize), instrument)) {
    case 'minimum':
      return `Minimum trade size for ${displaySymbol} is ${written(minQuantity)}`
    case 'maximum':
      return `Maximum trade size for ${displaySymbol} is ${written(maxQuantity)}`
    case 'lots':
      return `Lot size is ${written(lotSize)}`
    default:
      return null
  }
}

/**
 * The first level on the wrong side of the market: a stop loss must lie beyond both prices, a target beyond the price at
 * which the position opens. NaN: none.
 */
export function levelFault(
  buy: boolean,
  bid: number,
  ask: number,
  stopLoss: number,
  takeProfit: number,
): 'stopLoss' | 'takeProfit' | null {
  if (buy ? stopLoss >= bid || stopLoss >= ask : stopLoss <= bid || stopLoss <= ask) return 'stopLoss'
  if (buy ? takeProfit <= ask : takeProfit >= bid) return 'takeProfit'
  return null
}

export function stopLossProblem(side: Side, stopLoss: number | null, { bid, ask }: Quote): string | null {
  if (stopLoss === null) return null
  if (!(stopLoss > 0)) return 'Stop loss must be more than 0'
  if (levelFault(side === 'BUY', bid, ask, stopLoss, NaN) === null) return null
  return side === 'BUY'
    ? 'Stop loss must be less than bid price for long positions'
    : 'Stop loss must be greater that ask price for short positions'
}

export function takeProfitProblem(side: Side, takeProfit: number | null, { bid, ask }: Quote): string | null {
  if (takeProfit === null) return null
  if (!(takeProfit > 0)) return 'Take profit must be more than 0'
  if (levelFault(side === 'BUY', bid, ask, NaN, takeProfit) === null) return null
  return side === 'BUY'
    ? 'Take profit must be greater than ask price for long positions'
    : 'Take profit must be less than bid price for short positions'
}

/** `distance`: in price, from the price that triggers the stop: the bid of a long position, the ask of a short one. */
export function trailingStopProblem(side: Side, distance: number | null, { bid, ask }: Quote): string | null {
  if (distance === null) return null
  if (!(distance > 0)) return 'Trailing stop must be more than 0'
  return distance < (side === 'BUY' ? bid : ask) ? null : 'Trailing stop must be less than the price'
}

/** A price as it was typed must be one at which the market can trade. */
export function priceStepProblem(
  price: number | null,
  { displaySymbol, quoteStep }: { readonly displaySymbol: string; readonly quoteStep: number },
): string | null {
  if (price === null || isMultiple(price, quoteStep)) return null
  return `Prices of ${displaySymbol} are multiples of ${written(quoteStep)}`
}

/** A limit far beyond the market gives it away. One that waits on the other side of the market may be any. */
export function bandProblem(
  side: Side,
  limitPrice: number | null,
  stopPrice: number | null,
  { bid, ask }: Quote,
): string | null {
  if (limitPrice === null) return null
  const [market, sign] = side === 'BUY' ? [ask, 1] : [bid, -1]
  // A stop-limit order meets the market at its stop price.
  const isAtStop = stopPrice !== null && (stopPrice - market) * sign > 0
  const reference = isAtStop ? stopPrice : market
  if ((limitPrice - reference) * sign <= reference * PRICE_BAND) return null
  const where = side === 'BUY' ? 'above' : 'below'
  return `Limit price is more than ${PRICE_BAND * 100}% ${where} the ${isAtStop ? 'stop price' : 'market'}`
}

/** The largest quantity, in whole lots, that an amount of the quote currency buys. */
export function quantityOfTotal(total: number, ask: number, lotSize: number): number {
  return roundToStep(total / ask, lotSize, 'down')
}

function written(value: number): string {
  return value.toFixed(decimalPlaces(value))
}

import { arbitrageAt, commonStep, legTerms } from '@tradeloom/book'
import type { ArbitragePair } from '@tradeloom/contracts'
import { roundToStep, tidy } from '@tradeloom/domain'
import { priceStepProblem, quantityProblem, readNumber } from '@tradeloom/domain/orders'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import type { MarketPair } from '../shown-pair.ts'

/** Of the value, beyond what the limits can lose: prices move while somebody reads. */
const SPARE_LOSS = 0.005

/** As typed. */
export interface AttemptTexts {
  readonly quantity: string
  readonly buyLimit: string
  readonly sellLimit: string
  readonly maxLoss: string
  readonly buyStop: string
  readonly sellStop: string
}

type Field = keyof AttemptTexts

export type AttemptNumbers = Readonly<Record<Exclude<Field, 'buyStop' | 'sellStop'>, number>> & {
  /** Null where nothing was typed. */
  readonly buyStop: number | null
  readonly sellStop: number | null
}

/** The most that both books promise at a profit, at prices that take all of it; the smallest order where they promise none. */
export function suggested(
  { executable, levels, bid, ask, conversion }: ArbitragePair,
  { sell, buy }: MarketPair,
  rate: number,
): AttemptTexts {
  const step = commonStep(buy.lotSize, sell.lotSize)
  const notional = Math.max((buy.minNotional ?? 0) / ask, (sell.minNotional ?? 0) / bid)
  const least = roundToStep(Math.max(buy.minQuantity, sell.minQuantity, notional * 1.05), step, 'up')
  const quantity = executable?.quantity ?? least
  let left = quantity
  let deepest: readonly [number, number] = [ask, bid]
  for (const [offered, ...prices] of levels) {
    if (left <= 0) break
    deepest = prices
    left -= offered
  }
  const buyLimit = roundToStep(deepest[0], buy.quoteStep, 'up')
  const sellLimit = roundToStep(deepest[1] / (conversion?.rate ?? 1), sell.quoteStep, 'down')
  const loss = lossAtLimits({ quantity, buyLimit, sellLimit }, { sell, buy }, conversion) * rate
  const maxLoss = Math.max(0, loss) + quantity * ask * rate * SPARE_LOSS
  return {
    quantity: String(quantity),
    buyLimit: String(buyLimit),
    sellLimit: String(sellLimit),
    maxLoss: String(roundToStep(maxLoss, 0.01, 'up') || ''),
    buyStop: '',
    sellStop: '',
  }
}

export function readTexts(texts: AttemptTexts): AttemptNumbers {
  const read = (text: string): number => readNumber(text, decimalSeparator())
  const orNull = (text: string): number | null => (text.trim() === '' ? null : read(text))
  const { quantity, buyLimit, sellLimit, maxLoss, buyStop, sellStop } = texts
  return {
    quantity: read(quantity),
    buyLimit: read(buyLimit),
    sellLimit: read(sellLimit),
    maxLoss: read(maxLoss),
    buyStop: orNull(buyStop),
    sellStop: orNull(sellStop),
  }
}

/** What is wrong with what was typed, by field; the rest is known when it is sent. */
export function problemsOf(numbers: AttemptNumbers, { sell, buy }: MarketPair): Partial<Record<Field, string>> {
  const { quantity, buyLimit, sellLimit, maxLoss, buyStop, sellStop } = numbers
  const price = (value: number | null, market: MarketPair['buy']): string | null =>
    value === null || value > 0 ? priceStepProblem(value, market) : 'Invalid number'
  const found: Record<Field, string | null> = {
    quantity:
      quantityProblem(quantity, buy) ??
      quantityProblem(quantity, sell) ??
      notional(quantity * buyLimit, buy) ??
      notional(quantity * sellLimit, sell),
    buyLimit: price(buyLimit, buy),
    sellLimit: price(sellLimit, sell),
    maxLoss: maxLoss > 0 ? null : 'Invalid number',
    buyStop: price(buyStop, buy),
    sellStop: price(sellStop, sell),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null))
}

function notional(value: number, { displaySymbol, minNotional, quote }: MarketPair['buy']): string | null {
  if (minNotional === null || tidy(value) >= minNotional) return null
  return `Minimum order value for ${displaySymbol} is ${minNotional} ${quote}`
}

/** What a quantity would bring now, as the server counts it. */
export function expectedNow(
  { levels, bid, ask, conversion }: ArbitragePair,
  quantity: number,
  { sell, buy }: MarketPair,
) {
  const terms = { buy: legTerms(buy, null), sell: legTerms(sell, conversion) }
  return arbitrageAt([...levels, [Infinity, ask, bid]], quantity, terms)
}

/** What is lost if both orders are filled at their limits, in the currency that is paid; negative for a gain. */
export function lossAtLimits(
  { quantity, buyLimit, sellLimit }: Pick<AttemptNumbers, 'quantity' | 'buyLimit' | 'sellLimit'>,
  { sell, buy }: MarketPair,
  conversion: ArbitragePair['conversion'],
): number {
  const limits = [Infinity, buyLimit, sellLimit * (conversion?.rate ?? 1)] as const
  return -arbitrageAt([limits], quantity, { buy: legTerms(buy, null), sell: legTerms(sell, conversion) }).net
}

import type { ArbitragePair } from '@tradeloom/contracts'
import { formatNumber, formatPlain } from '../../ui/format.ts'
import type { MarketPair } from './shown-pair.ts'

/** `0.3 s`. */
function secondsText(ms: number): string {
  return `${formatNumber(ms / 1_000, 1)} s`
}

/** `26.19 USDT, 0.85 BTC, 0.3 s`; without a gain why there is none. */
export function executableText(pair: ArbitragePair, { sell, buy }: MarketPair, age: number): string {
  const { executable } = pair
  if (executable !== null) {
    const { net, quantity } = executable
    return `${formatNumber(net)} ${buy.quote}, ${formatPlain(quantity)} ${buy.dealt}, ${secondsText(age)}`
  }
  if (!pair.isLive) return sell.tradingOpen && buy.tradingOpen ? 'No live price' : 'Closed'
  if (!sell.hasDepth || !buy.hasDepth) return 'No order book'
  return pair.levels.length > 0 ? 'Less than its costs' : 'Nothing'
}

export const LIMITS: Readonly<Record<NonNullable<ArbitragePair['executable']>['limit'], string>> = {
  profit: 'The next level would cost more than it brings.',
  depth: 'The known part of a book ends there.',
  'quote-funds': 'There is no more money to buy with.',
  'base-funds': 'There is no more to sell.',
  'max-quantity': 'The largest order of a venue ends there.',
}

/** What the figure is made of, as a title. */
export function executableDetail({ executable }: ArbitragePair, { sell, buy }: MarketPair): string | undefined {
  if (executable === null) return undefined
  const { buyAverage, sellAverage, fees, percent, limit } = executable
  const price = (value: number, { precision }: MarketPair['buy']): string => formatNumber(value, precision)
  return `Buys at ${price(buyAverage, buy)}, sells at ${price(sellAverage, sell)}, fees ${formatNumber(fees)} ${buy.quote}, ${formatNumber(percent, 4)}% of what is paid. ${LIMITS[limit]}`
}

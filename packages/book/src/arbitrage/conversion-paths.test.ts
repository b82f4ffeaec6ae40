import { expect, it } from 'vitest'
import { conversionPaths, rateOfPath } from './conversion-paths.ts'

const MARKETS = [
  { id: 'EURUSD:A', dealt: 'EUR', quote: 'USD' },
  { id: 'USDTUSD:A', dealt: 'USDT', quote: 'USD' },
  { id: 'USDTUSD:B', dealt: 'USDT', quote: 'USD' },
  { id: 'BTCEUR:A', dealt: 'BTC', quote: 'EUR' },
]
const PRICES: Record<string, { bid: number; ask: number }> = {
  'EURUSD:A': { bid: 1.1, ask: 1.2 },
  'USDTUSD:A': { bid: 0.99, ask: 1.01 },
}
const priceOf = (id: string) => PRICES[id] ?? null
const words = (from: string, to: string, limit = 9) =>
  conversionPaths(from, to, MARKETS, limit).map((path) =>
    path.map(({ instrumentId, isInverse }) => `${isInverse ? 'buy' : 'sell'} ${instrumentId}`).join(', '),
  )

it('finds direct ways first, then those over one other currency, and none over more', () => {
  expect(words('USDT', 'USD')).toEqual(['sell USDTUSD:A', 'sell USDTUSD:B'])
  expect(words('USD', 'EUR')).toEqual(['buy EURUSD:A'])
  expect(words('USDT', 'EUR')).toEqual(['sell USDTUSD:A, buy EURUSD:A', 'sell USDTUSD:B, buy EURUSD:A'])
  expect(words('USDT', 'EUR', 1)).toHaveLength(1)
  expect(words('USDT', 'BTC')).toEqual([])
  expect(words('USD', 'USD')).toEqual([''])
})

it('pays the spread of each step, and has no rate without each price', () => {
  const rate = (from: string, to: string) => rateOfPath(conversionPaths(from, to, MARKETS, 1)[0] ?? [], priceOf)
  expect(rate('USD', 'EUR')).toBe(1 / 1.2)
  expect(rate('USDT', 'EUR')).toBeCloseTo(0.99 / 1.2, 12)
  expect(rate('USD', 'USD')).toBe(1)
  expect(rate('BTC', 'USD')).toBeNull()
})

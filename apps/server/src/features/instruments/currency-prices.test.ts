import type { MarketInstrument } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { CurrencyPrices } from './currency-prices.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-04T12:00:00.000Z')

interface Market {
  readonly dealt: string
  readonly quote: string
  readonly simulated?: boolean
  /** The newest stored price, and that of 24 hours before it. */
  readonly stored?: { readonly time: number; readonly now: number; readonly before: number }
  readonly live?: number
}

const SPREAD = 0.02

function pricesOf(markets: readonly Market[]) {
  const instruments = markets.map(({ dealt, quote, simulated = false, stored, live }, id) => ({
    id: String(id),
    dealt,
    quote,
    simulated,
    ...(live === undefined
      ? {}
      : { price: { time: NOW - 1000, bid: live - SPREAD, ask: live + SPREAD, mid: live, spread: 2 * SPREAD } }),
    series: stored ? [{ interval: 'M1', first: 0, last: stored.time }] : [],
  }))
  const bars = ({ instrumentId, end }: { readonly instrumentId: string; readonly end: string }) => {
    const { stored } = markets[Number(instrumentId)] as Market
    const isBefore = stored && Date.parse(end) < stored.time
    const close = (isBefore ? stored?.before : stored?.now) as number
    const time = Math.min(Date.parse(end), stored?.time as number)
    const [bid, ask] = [close - SPREAD, close + SPREAD]
    return Promise.resolve({ window: { rows: () => [[time, 0, 0, 0, bid, 0, 0, 0, ask, 1]] }, more: false })
  }
  const list = () => Promise.resolve(instruments as unknown as MarketInstrument[])
  return new CurrencyPrices({ list, bars } as never, () => NOW).list()
}

it('Currencies have their price in dollars and its change in 24 hours, whichever way a venue writes them', async () => {
  const found = await pricesOf([
    { dealt: 'XBT', quote: 'USDT', live: 60_000, stored: { time: NOW - HOUR, now: 59_000, before: 50_000 } },
    { dealt: 'USD', quote: 'JPY', stored: { time: NOW - HOUR, now: 160, before: 150 } },
    { dealt: 'ETH', quote: 'XBT', live: 0.05 },
  ])
  const bySymbol = Object.fromEntries(found.map(({ symbol, ...price }) => [symbol, price]))
  expect(Object.keys(bySymbol)).toEqual(['BTC', 'ETH', 'JPY', 'USD', 'USDT'])
  expect(bySymbol).toMatchObject({
    BTC: { name: 'Bitcoin', price: 60_000, time: NOW - 1000 },
    JPY: { price: 1 / 160, time: NOW - HOUR },
    USD: { price: 1, percentChange24h: 0 },
    ETH: { price: null, time: null, percentChange24h: null },
  })
  expect(bySymbol['BTC']?.percentChange24h).toBeCloseTo(20, 9)
  expect(bySymbol['JPY']?.percentChange24h).toBeCloseTo(100 * (150 / 160 - 1), 9)
})

it('A price older than four days is none, and a simulated one says so and stands behind a real one', async () => {
  const found = await pricesOf([
    { dealt: 'EUR', quote: 'USD', simulated: true, live: 1.1, stored: { time: NOW - HOUR, now: 1.1, before: 1 } },
    { dealt: 'ETH', quote: 'USDT', stored: { time: NOW - 95 * HOUR, now: 3000, before: 2900 } },
    { dealt: 'ETH', quote: 'USD', simulated: true, live: 1234 },
    { dealt: 'BTC', quote: 'USD', simulated: true, live: 5678 },
    { dealt: 'BTC', quote: 'USDT', stored: { time: NOW - 95 * HOUR, now: 60_000, before: 59_000 } },
    { dealt: 'GBP', quote: 'USD', stored: { time: NOW - 97 * HOUR, now: 1.3, before: 1.2 } },
  ])
  const percentChange24h = found.find(({ symbol }) => symbol === 'EUR')?.percentChange24h
  expect(percentChange24h).toBeCloseTo(10, 9)
  expect(found.map(({ symbol, price, simulated }) => [symbol, price, simulated])).toEqual([
    ['BTC', 60_000, false],
    ['ETH', 3000, false],
    ['EUR', 1.1, true],
    ['GBP', null, false],
    ['USD', 1, false],
    ['USDT', null, false],
  ])
})

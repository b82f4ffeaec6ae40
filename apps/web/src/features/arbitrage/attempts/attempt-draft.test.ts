import { expect, it } from 'vitest'
import { HERE, LOSS, pairOf, THERE } from '../arbitrage.fixture.ts'
import { expectedNow, lossAtLimits, problemsOf, readTexts, suggested } from './attempt-draft.ts'

const taker = { perLot: 0, percent: 0, minimum: 0, makerPercent: 0 }
const market = { lotSize: 0.001, minQuantity: 0.001, maxQuantity: 100, quoteStep: 0.1 }
const BUY = { ...HERE, ...market, commission: { ...taker, takerPercent: 0.04 } }
const SELL = { ...THERE, ...market, minNotional: 10, commission: { ...taker, takerPercent: 0.05 } }
const MARKETS = { buy: BUY, sell: SELL }
const PAIR = pairOf({
  levels: [
    [0.05, 61_802.6, 61_915.4],
    [0.07, 61_802.6, 61_910],
    [0.13, 61_805, 61_910],
    [0.17, 61_805, 61_890],
    [0.43, 61_815, 61_890],
    [0.37, 61_815, 61_850],
  ],
})

it('begins with what both books promise at a profit, at limits that take all of it', () => {
  const texts = suggested(PAIR, MARKETS, 1)
  expect(texts).toMatchObject({ quantity: '0.85', buyLimit: '61815', sellLimit: '61890', buyStop: '', sellStop: '' })
  const numbers = readTexts(texts)
  expect(problemsOf(numbers, MARKETS)).toEqual({})
  expect(expectedNow(PAIR, 0.85, MARKETS).net.toFixed(2)).toBe('26.19')
  // At these limits nothing is lost: half a percent of the value is what prices may move.
  expect(numbers.maxLoss).toBeCloseTo(0.85 * 61_802.6 * 0.005, 1)
})

it('begins with the smallest order of both where nothing is promised', () => {
  const texts = suggested(LOSS, { buy: THERE, sell: HERE }, 1)
  expect(problemsOf(readTexts(texts), { buy: THERE, sell: HERE })).toEqual({})
  const numbers = readTexts(texts)
  expect(lossAtLimits(numbers, { buy: THERE, sell: HERE }, null)).toBeCloseTo(numbers.quantity * 117, 6)
  expect(numbers.maxLoss).toBeGreaterThan(numbers.quantity * 117)
})

it('says which field is wrong, and reads an empty stop as none', () => {
  const texts = {
    ...suggested(PAIR, MARKETS, 1),
    quantity: '0.0001',
    sellLimit: '61890.05',
    maxLoss: 'x',
    buyStop: '-1',
  }
  const numbers = readTexts(texts)
  expect(numbers.sellStop).toBeNull()
  expect(Object.keys(problemsOf(numbers, MARKETS)).toSorted()).toEqual(['buyStop', 'maxLoss', 'quantity', 'sellLimit'])
})

it('counts what selling brings in another currency at its rate', () => {
  const conversion = { rate: 0.5, fee: 0, path: ['USDTUSD:BBB'] }
  const limits = { quantity: 1, buyLimit: 100, sellLimit: 200 }
  expect(lossAtLimits(limits, { buy: HERE, sell: THERE }, conversion)).toBeCloseTo(0, 9)
})

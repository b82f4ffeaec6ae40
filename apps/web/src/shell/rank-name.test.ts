import { expect, it } from 'vitest'
import { rankName } from './rank-name.ts'

it.each([
  ['RSI', 'rsi', 0],
  ['RSI reversal', 'rsi', 1],
  ['Fast RSI', 'rsi', 2],
  ['indicators.RSI', 'rsi', 2],
  ['StochasticRSI', 'rsi', 2],
  ['closePosition', 'position', 2],
  ['RSIAverage', 'average', 2],
  ['Über Größe', 'größe', 2],
  ['Version', 'rsi', 3],
  ['Backtests', 'rsi', null],
])('ranks %s for %s: %s', (name, search, rank) => {
  expect(rankName(name, search)).toBe(rank)
})

import { expect, it } from 'vitest'

import { dailyGrid } from './daily-grid.ts'

const DAY = 86_400_000
/** A Thursday. */
const START = Date.UTC(2024, 0, 4)
const input = (
  calendar: 'forex' | 'always',
  days: number,
  equity: readonly (readonly [day: number, value: number])[],
) => ({
  calendar,
  start: START,
  end: START + days * DAY,
  initialBalance: 100,
  days: { time: equity.map(([day]) => START + day * DAY), equity: equity.map(([, value]) => value) },
})
const returns = (...parts: Parameters<typeof input>) =>
  dailyGrid(input(...parts)).returns.map((value) => Math.round(value * 1e6) / 1e6)

it('daily returns have Sunday evening in that of Monday, and a day without prices as one without a return', () => {
  // Thursday, Friday, Sunday, and Tuesday: Monday has no prices.
  const equity = [
    [1, 110],
    [2, 99],
    [4, 198],
    [6, 396],
  ] as const
  expect(returns('forex', 6, equity)).toEqual([0.1, -0.1, 1, 1])
  expect(returns('always', 6, equity)).toEqual([0.1, -0.1, 0, 1, 0, 1])
})

it('daily returns are as many for every run over the same prices, whether its equity moves on the last weekend or not', () => {
  const still = [
    [1, 110],
    [2, 110],
    [4, 110],
  ] as const
  const moving = [
    [1, 110],
    [2, 110],
    [4, 121],
  ] as const
  expect([returns('forex', 4, still), returns('forex', 4, moving)]).toEqual([
    [0.1, 0, 0],
    [0.1, 0, 0.1],
  ])
})

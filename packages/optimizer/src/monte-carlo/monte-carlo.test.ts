import { createRandom } from '@tradeloom/domain'
import { expect, it } from 'vitest'

import { equityBands } from './equity-bands.ts'
import { shuffledDrawdowns } from './shuffled-drawdowns.ts'

it('positions in random orders have every drawdown that is possible, about equally often', () => {
  const options = { initialBalance: 100, draws: 3_000, seed: 5 }
  // Loss first: 20 of 100. In between: 20 of 110. Last: 20 of 120.
  const drawdowns = shuffledDrawdowns([10, 10, -20], options)
  const share = (depth: number) => drawdowns.filter((value) => Math.abs(value - depth) < 1e-12).length / 3_000
  for (const depth of [20 / 100, 20 / 110, 20 / 120]) expect(Math.abs(share(depth) - 1 / 3)).toBeLessThan(0.05)
  expect(shuffledDrawdowns([10, 10, -20], options)).toEqual(drawdowns)
  expect([...drawdowns]).toEqual([...drawdowns].toSorted((a, b) => a - b))
})

it('bands of equity widen with time around the median path', () => {
  const random = createRandom(1)
  const returns = Array.from({ length: 250 }, () => 0.001 + (random() - 0.5) / 50)
  const found = equityBands(returns, [0.05, 0.5, 0.95])
  const [low, middle, high] = (found?.bands ?? []).map(({ equity }) => equity)
  expect(found?.days.at(-1)).toBe(250)
  expect(found?.days).toHaveLength(120)
  const width = (k: number) => (high?.at(k) as number) - (low?.at(k) as number)
  expect(width(-1)).toBeGreaterThan(2 * width(10))
  const own = returns.reduce((level, value) => level * (1 + value), 1)
  expect(Math.abs(Math.log((middle?.at(-1) as number) / own))).toBeLessThan(0.03)
  expect(equityBands(returns.slice(0, 39), [0.5])).toBe(null)
})

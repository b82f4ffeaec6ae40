import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { equityBands } from './equity-bands.ts'
import { drawdownInOrder } from './drawdown-in-order.ts'
import { sharesOfBalance } from './shares-of-balance.ts'
import { shuffledDrawdowns } from './shuffled-drawdowns.ts'
import { steadierStake } from './steadier-stake.ts'

it('positions in random orders have every drawdown that is possible, about equally often', () => {
  const options = { initialBalance: 100, permuted: 'money', draws: 3_000, seed: 5 } as const
  // Loss first: 20 of 100. In between: 20 of 110. Last: 20 of 120.
  const drawdowns = shuffledDrawdowns([10, 10, -20], options)
  const share = (depth: number) => drawdowns.filter((value) => Math.abs(value - depth) < 1e-12).length / 3_000
  for (const depth of [20 / 100, 20 / 110, 20 / 120]) expect(Math.abs(share(depth) - 1 / 3)).toBeLessThan(0.05)
  expect(shuffledDrawdowns([10, 10, -20], options)).toEqual(drawdowns)
  expect([...drawdowns]).toEqual([...drawdowns].toSorted((a, b) => a - b))
})

describe('positions in another order', () => {
  /** 60 positions of a market that doubles, won and lost in turn, with a stake by the balance of the moment. */
  function grown(stakeOf: (balance: number) => number) {
    const random = createRandom(4)
    const columns = {
      instrument: [] as number[],
      quantity: [] as number[],
      notional: [] as number[],
      equityAtEntry: [] as number[],
    }
    const profits: number[] = []
    let balance = 10_000
    for (let k = 0; k < 60; k++) {
      const price = 100 * 2 ** (k / 60)
      const notional = stakeOf(balance)
      columns.instrument.push(0)
      columns.quantity.push(notional / price)
      columns.notional.push(notional)
      columns.equityAtEntry.push(balance)
      profits.push(notional * (random() < 0.7 ? 0.12 : -0.1))
      balance += profits.at(-1) as number
    }
    return { columns, profits, balance }
  }

  it('permute returns where each stake was a share of the equity, which never lose more than everything', () => {
    const { columns, profits, balance } = grown((equity) => equity)
    expect(balance).toBeGreaterThan(100_000)
    expect(steadierStake(columns)).toBe('share')
    const shares = sharesOfBalance(profits, 10_000) as Float64Array
    const options = { initialBalance: 10_000, draws: 2_000, seed: 20 }
    const actual = drawdownInOrder(profits, 10_000, 'money')
    expect(drawdownInOrder(shares, 10_000, 'share')).toBeCloseTo(actual, 12)
    const byShare = shuffledDrawdowns(shares, { ...options, permuted: 'share' })
    expect(byShare.at(-1)).toBeLessThan(0.9)
    // In money, the losses of the end come to a balance of the beginning.
    const byMoney = shuffledDrawdowns(profits, { ...options, permuted: 'money' })
    expect(byMoney.at(-1)).toBe(1)
    expect(byMoney.filter((depth) => depth === 1).length).toBeGreaterThan(100)
  })

  it('permute money where the stakes were the same, in money or in units', () => {
    const money = grown(() => 5_000)
    expect(steadierStake(money.columns)).toBe('money')
    const { columns } = grown((equity) => equity)
    expect(steadierStake({ ...columns, quantity: columns.quantity.map(() => 3) })).toBe('money')
    // Of two instruments, each its own.
    const instrument = columns.instrument.map((_, k) => k % 2)
    expect(steadierStake({ ...columns, instrument, quantity: instrument.map((k) => 3 + 500 * k) })).toBe('money')
    expect(steadierStake({ ...columns, instrument })).toBe('share')
  })

  it('end where everything is lost, and have no returns from there on', () => {
    expect(drawdownInOrder([50, -200, 400], 100, 'money')).toBe(1)
    expect(drawdownInOrder([0.5, -1.2, 4], 100, 'share')).toBe(1)
    expect(sharesOfBalance([50, -200, 400], 100)).toBe(null)
    expect([...(sharesOfBalance([50, -75, 25], 100) ?? [])]).toEqual([0.5, -0.5, 1 / 3])
  })
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

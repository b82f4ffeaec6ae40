import { expect, it } from 'vitest'
import { type EquityCurve, equityLines, pointAt } from './equity-curves.ts'

const curve: EquityCurve = {
  id: 'run',
  label: 'Equity',
  color: 'var(--accent)',
  initial: 100,
  time: [1000, 1200, 2000],
  equity: [100, 110, 90],
  balance: [100, 100, 95],
  drawdown: [0, 0.1, 0.25],
}
const benchmark = { id: 'hold', label: 'Buy and hold', color: '#808080', time: [1000, 3000], value: [200, 300] }

it('gives the equity chart each second once, with its last value', () => {
  const [equity, balance, drawdown] = equityLines([curve], [], 'money')
  expect(equity?.points).toEqual([
    { time: 1, value: 110 },
    { time: 2, value: 90 },
  ])
  expect(balance?.points.map(({ value }) => value)).toEqual([100, 95])
  expect(drawdown?.points.map(({ value }) => value)).toEqual([-10, -25])
})

it('shows runs and benchmarks in percent of what each began with', () => {
  const lines = equityLines([curve], [benchmark], 'percent')
  const last = (id: string) => lines.find((line) => line.id === id)?.points.at(-1)?.value
  expect(last('run')).toBeCloseTo(-10)
  expect(last('hold')).toBeCloseTo(50)
  expect(last('run drawdown')).toBe(-25)
})

it('reads the value of a line at a time as that of the last point before it', () => {
  const [line] = equityLines([], [benchmark], 'money')
  expect([0, 1, 2, 3, 9].map((time) => pointAt(line ?? { points: [] }, time))).toEqual([null, 200, 200, 300, 300])
})

it('fills the gaps of all runs in steps of the longest one, so that time is as wide in each of them', () => {
  const curve = (id: string, time: number[]) => ({
    id,
    label: id,
    color: 'red',
    time,
    equity: time.map((_, row) => row),
  })
  const [long, short] = [curve('long', [0, 1e6, 1e9]), curve('short', [5e8, 5.5e8, 6e8])]
  const [first, second] = equityLines([long, short], [], 'money')
  expect(first?.points).toHaveLength(1_001)
  expect(second?.points).toHaveLength(101)
  expect(first?.points.at(-2)?.value).toBe(1)
})

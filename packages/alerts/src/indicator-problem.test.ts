import { expect, it } from 'vitest'
import { indicatorProblem } from './indicator-problem.ts'

const of = (key: string, args: number[] = [], output = 'value') =>
  indicatorProblem({ kind: 'indicator', key, args, output })

it('accepts indicators with their outputs', () => {
  expect([of('RSI', [14]), of('SMA'), of('MACD', [12, 26, 9], 'signal'), of('MACD')]).toEqual([null, null, null, null])
})

it.each([
  ['an indicator that does not exist', of('NOPE'), "There is no indicator 'NOPE'"],
  ['a wrong argument', of('RSI', [0]), 'RSI: period must be a whole number from'],
  ['too many arguments', of('RSI', [14, 2]), 'RSI takes at most 1 arguments'],
  ['an output that does not exist', of('RSI', [], 'signal'), "RSI has no output 'signal'"],
])('refuses %s', (_, problem, message) => {
  expect(problem).toContain(message)
})

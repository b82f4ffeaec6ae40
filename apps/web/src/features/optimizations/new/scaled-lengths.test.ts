import { DAY } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { firstSearch } from './first-search.ts'
import { withoutScaledLengths, withScaledLengths } from './scaled-lengths.ts'

const of = (days: number) => ({ start: 0, end: days * DAY })
const lengths = ({ walkForward }: { walkForward: { trainDays: string; testDays: string } }) => [
  walkForward.trainDays,
  walkForward.testDays,
]

it('Lengths of a walk-forward scale with the period, until they are chosen', () => {
  const first = firstSearch([], null, null)
  expect([null, of(30), of(365), of(3)].map((period) => lengths(withScaledLengths(first, period)))).toEqual([
    ['60', '20'],
    ['9', '3'],
    ['135', '45'],
    ['3', '1'],
  ])
  const shown = withScaledLengths(first, of(30))
  const on = { walkForward: { ...shown.walkForward, isOn: true } }
  const switched = { ...first, ...withoutScaledLengths(on, first, shown) }
  expect(switched.walkForward.isOn).toBe(true)
  expect(lengths(withScaledLengths(switched, of(365)))).toEqual(['135', '45'])
  const chosen = { walkForward: { ...shown.walkForward, testDays: '5' } }
  const typed = { ...first, ...withoutScaledLengths(chosen, first, shown) }
  expect(lengths(withScaledLengths(typed, of(365)))).toEqual(['9', '5'])
})

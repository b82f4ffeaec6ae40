import type { Algorithm } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { sortAlgorithms } from './sort-algorithms.ts'

const one = (name: string, useCount: number, profitPercentage: number | null) =>
  ({ name, useCount, result: profitPercentage === null ? null : { profitPercentage } }) as Algorithm
const LIST = [one('new', 0, null), one('losing', 9, -4), one('winning', 3, 12), one('untested', 3, null)]

it.each([
  ['newest', ['new', 'losing', 'winning', 'untested']],
  ['used', ['losing', 'winning', 'untested', 'new']],
  ['result', ['winning', 'losing', 'new', 'untested']],
] as const)('orders shared algorithms: %s', (sort, names) => {
  expect(sortAlgorithms(LIST, sort).map(({ name }) => name)).toEqual(names)
})

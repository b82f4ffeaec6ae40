import { expect, it } from 'vitest'
import { formatStudy } from './format-study.ts'

it('shows six digits of a study, however small or large its values are', () => {
  expect([0.000512345678, 55.3, 1234.5, -0.1 - 0.2, 0].map(formatStudy)).toEqual([
    '0.000512346',
    '55.3',
    '1,234.5',
    '−0.3',
    '0',
  ])
})

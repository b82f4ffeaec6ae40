import { expect, it } from 'vitest'

import { inWords } from './units.ts'

const byLocale = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 8 }).replace('-', '−')

/** Of one to fifteen digits. */
const WHOLES = Array.from({ length: 15 }, (_, digits) => Math.round(123_456_789.876_543 * 10 ** (digits - 8)))
const PLACES = Array.from({ length: 12 }, (_, places) => places)

it('writes numbers like the locale of the United States, with a true minus sign', () => {
  const decimals = WHOLES.flatMap((whole) => PLACES.map((places) => Number(`${whole}e-${places}`)))
  const all = [...decimals, ...decimals.map((value) => -value), 1 / 3, 1e21, 1e-9, Infinity, NaN]
  expect(all.map((value) => inWords(value))).toEqual(all.map(byLocale))
  expect([0, -0, 999, 1_000, -1_234_567.00000001, 0.1 + 0.2].map((value) => inWords(value))).toEqual([
    '0',
    '−0',
    '999',
    '1,000',
    '−1,234,567.00000001',
    '0.3',
  ])
})

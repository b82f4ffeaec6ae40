import { expect, it } from 'vitest'
import { readPeriod } from './read-period.ts'

it.each([
  ['2024', '2024-01-01', '2025-01-01'],
  ['2024-S2', '2024-07-01', '2025-01-01'],
  ['2024-Q1', '2024-01-01', '2024-04-01'],
  ['2024-12', '2024-12-01', '2025-01-01'],
  ['2024-02-29', '2024-02-29', '2024-03-01'],
  ['2024-07-01T00:00:00.000', '2024-07-01', '2024-07-02'],
  ['2020-W53', '2020-12-28', '2021-01-04'],
  ['2021-W01', '2021-01-04', '2021-01-11'],
])('%s are the days from %s to before %s', (text, start, end) => {
  expect(readPeriod(text)).toEqual({ start: Date.parse(start), end: Date.parse(end) })
})

it.each(['', '24', '2023-02-29', '2024-13', '2024-Q5', '2024-Q0', '2024-S3', '2024-W54', '2024-1', 'March 2024'])(
  '"%s" is no period',
  (text) => expect(readPeriod(text)).toBeNull(),
)

import { describe, it } from 'vitest'

import { at, close, type Column, expectColumns, rows, sum, window } from '../../plain-columns.fixture.ts'

const average = (values: Column, length: number): Column =>
  rows.map((row) => {
    const last = window(values, row, length)
    return last && sum(last) / length
  })

describe('KST', () => {
  it.each([
    ['its usual periods', [], [10, 15, 20, 30], [10, 10, 10, 15], 9],
    ['other periods', [5, 4, 6, 9, 12, 3, 5, 7, 2], [4, 6, 9, 12], [3, 5, 7, 2], 5],
  ])('adds up four smoothed rates of change with %s', (_, args, lengths, smoothings, signal) => {
    const parts = lengths.map((length, i) =>
      average(
        rows.map((row) => (row < length ? null : 100 * (at(close, row) / at(close, row - length) - 1))),
        at(smoothings, i),
      ),
    )
    const line: Column = rows.map((row) =>
      parts.some((part) => part[row] === null) ? null : sum(parts.map((part, i) => (i + 1) * (part[row] as number))),
    )
    const signals = average(line, signal)
    const kst = line.map((value, row) => (signals[row] === null ? null : value))
    expectColumns({ key: 'KST', args }, { kst, signal: signals })
  })
})

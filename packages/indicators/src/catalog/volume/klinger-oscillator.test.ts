import { describe, it } from 'vitest'

import {
  at,
  close,
  type Column,
  expectColumns,
  high,
  low,
  rows,
  smoothed,
  volume,
} from '../../plain-columns.fixture.ts'

describe('KlingerOscillator', () => {
  it('adds up signed volume in variant 2', () => {
    const price = rows.map((row) => at(high, row) + at(low, row) + at(close, row))
    const force: Column = rows.map((row) =>
      row === 0 ? null : at(price, row) > at(price, row - 1) ? at(volume, row) : -at(volume, row),
    )
    const [fast, slow] = [smoothed(force, 34, 2 / 35), smoothed(force, 55, 2 / 56)]
    const line: Column = rows.map((row) => {
      const [a, b] = [fast[row] ?? null, slow[row] ?? null]
      return a === null || b === null ? null : a - b
    })
    const signal = smoothed(line, 13, 2 / 14)
    const kvo = line.map((value, row) => (signal[row] === null ? null : value))
    expectColumns({ key: 'KlingerOscillator', args: [34, 55, 13, 2] }, { kvo, signal })
  })
})

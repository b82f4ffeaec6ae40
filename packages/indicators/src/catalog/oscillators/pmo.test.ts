import { describe, it } from 'vitest'

import { at, close, expectColumns, rows, smoothed } from '../../plain-columns.fixture.ts'

describe('PMO', () => {
  it('smooths changes with weights of 2 / 35 and 2 / 20, times 10', () => {
    const changes = rows.map((row) => (row === 0 ? null : 100 * (at(close, row) / at(close, row - 1) - 1)))
    const once = smoothed(changes, 34, 2 / 35)
    const twice = smoothed(once, 19, 2 / 20)
    const line = twice.map((value) => (value === null ? null : 10 * value))
    const signal = smoothed(line, 10, 2 / 11)
    expectColumns({ key: 'PMO' }, { pmo: line.map((value, row) => (signal[row] === null ? null : value)), signal })
  })
})

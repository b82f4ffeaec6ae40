import { describe, it } from 'vitest'

import { type Column, expectColumns, rows, smoothed, volume } from '../../plain-columns.fixture.ts'

describe('PVO', () => {
  it('is the percentage price oscillator of the volume', () => {
    const [fast, slow] = [smoothed(volume, 12, 2 / 13), smoothed(volume, 26, 2 / 27)]
    const line: Column = rows.map((row) => {
      const [a, b] = [fast[row] ?? null, slow[row] ?? null]
      return a === null || b === null ? null : (100 * (a - b)) / b
    })
    const signal = smoothed(line, 9, 2 / 10)
    const shown = (use: (value: number, signal: number) => number): Column =>
      rows.map((row) => (signal[row] === null ? null : use(line[row] as number, signal[row] as number)))
    expectColumns(
      { key: 'PVO' },
      { pvo: shown((value) => value), signal, histogram: shown((value, average) => value - average) },
    )
  })
})

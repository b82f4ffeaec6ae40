import { describe, it } from 'vitest'

import { at, type Column, expectColumns, high, low, rows } from '../../plain-columns.fixture.ts'

describe('FractalChaosBands', () => {
  it('keeps the last fractal high and low from the bar that confirms them', () => {
    let [upper, lower] = [null, null] as [number | null, number | null]
    const outputs: Record<'upper' | 'middle' | 'lower', Column> = { upper: [], middle: [], lower: [] }
    for (const row of rows) {
      const sides = [row - 4, row - 3, row - 1, row]
      if (row >= 4) {
        if (sides.every((side) => at(high, side) < at(high, row - 2))) upper = at(high, row - 2)
        if (sides.every((side) => at(low, side) > at(low, row - 2))) lower = at(low, row - 2)
      }
      const isReady = upper !== null && lower !== null
      outputs.upper.push(isReady ? upper : null)
      outputs.middle.push(isReady ? ((upper as number) + (lower as number)) / 2 : null)
      outputs.lower.push(isReady ? lower : null)
    }
    expectColumns({ key: 'FractalChaosBands' }, outputs)
  })
})

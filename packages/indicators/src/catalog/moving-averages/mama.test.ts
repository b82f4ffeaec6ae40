import { describe, it } from 'vitest'

import { cycleOf } from '../../hilbert-cycle.fixture.ts'
import { at, type Column, expectColumns, median, rows } from '../../plain-columns.fixture.ts'

describe('MAMA', () => {
  it('weights the price by how fast the phase of the cycle turns', () => {
    const { i1, q1 } = cycleOf(median)
    const degrees = rows.map((row) => (at(i1, row) === 0 ? 0 : (Math.atan(at(q1, row) / at(i1, row)) * 180) / Math.PI))
    const [mama, fama]: [Column, Column] = [[], []]
    let [fast, slow] = [0, 0]
    for (const row of rows) {
      const price = at(median, row)
      if (row < 6) [fast, slow] = [price, price]
      else {
        const turn = (row === 6 ? 0 : at(degrees, row - 1)) - at(degrees, row)
        const weight = Math.max(0.5 / Math.max(turn, 1), 0.05)
        fast = weight * price + (1 - weight) * fast
        slow = 0.5 * weight * fast + (1 - 0.5 * weight) * slow
      }
      mama.push(row < 32 ? null : fast)
      fama.push(row < 32 ? null : slow)
    }
    expectColumns({ key: 'MAMA' }, { mama, fama })
  })
})

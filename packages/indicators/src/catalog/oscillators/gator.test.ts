import { describe, it } from 'vitest'

import { type Column, expectColumns, median, rows, smoothed } from '../../plain-columns.fixture.ts'

describe('Gator', () => {
  it('shows the distances between the lines of the Alligator', () => {
    const moved = (length: number, by: number): Column => {
      const line = smoothed(median, length, 1 / length)
      return rows.map((row) => line[row - by] ?? null)
    }
    const [jaw, teeth, lips] = [moved(13, 8), moved(8, 5), moved(5, 3)] as [Column, Column, Column]
    const apart = (a: Column, b: Column, sign: number): Column =>
      rows.map((row) => {
        const [first, second] = [a[row] ?? null, b[row] ?? null]
        return first === null || second === null || jaw[row] === null ? null : sign * Math.abs(first - second)
      })
    expectColumns({ key: 'Gator' }, { upper: apart(jaw, teeth, 1), lower: apart(teeth, lips, -1) })
  })
})

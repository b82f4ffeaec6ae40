import { describe, expect, it } from 'vitest'

import { computeIndicator } from '../../compute-indicator.ts'

describe('Renko', () => {
  const column = (values: readonly number[]) => Float64Array.from(values)

  it('makes bricks of a given percentage of the first close', () => {
    // Bricks of 1: up to 103, not yet back below 102, then down past 101 and 100.
    const closes = [100, 100.9, 101.2, 103.4, 102.3, 101.1, 100.9, 98.7, 99.9, 100.8]
    const close = column(closes)
    const bars = { time: close, open: close, high: close, low: close, close, volume: close, spread: close }
    const { outputs } = computeIndicator({ key: 'Renko', args: [1], bars })
    const expected: readonly (readonly [open: number, close: number, direction: number] | null)[] = [
      null,
      null,
      [100, 101, 1],
      [102, 103, 1],
      [102, 103, 1],
      [102, 103, 1],
      [102, 101, -1],
      [100, 99, -1],
      [100, 99, -1],
      [100, 99, -1],
    ]
    expected.forEach((brick, row) => {
      const found = ['open', 'close', 'direction'].map((name) => outputs[name]?.[row] ?? null)
      expect(found, `bar ${row}`).toEqual(brick === null ? [null, null, null] : [...brick])
    })
  })
})

import { createRandom } from '@tradeloom/domain'
import { latticeOfSettings } from '@tradeloom/optimizer'
import { describe, expect, it } from 'vitest'
import { sampleArrays, sampleRows, SAMPLE_SETTINGS } from '../rows/sample-rows.fixture.ts'
import { RowsBuffer } from '../rows/rows-buffer.ts'
import { profitFactor } from './profit-factor.ts'
import { rowOrder } from './row-order.ts'
import { shownRows } from './shown-rows.ts'
import { sortKeys } from './sort-keys.ts'

const NONE = new Set<number>()

describe('the table of an optimization', () => {
  it('sorts rows by a column, equal ones in their order, and those without a value last in both directions', () => {
    const request = { keys: Float64Array.of(2, NaN, 1, 2, -1), rows: Uint32Array.of(0, 1, 2, 3, 4) }
    expect([...rowOrder({ ...request, desc: false })]).toEqual([4, 2, 0, 3, 1])
    expect([...rowOrder({ ...request, desc: true })]).toEqual([0, 3, 2, 4, 1])
  })

  it('sorts as comparing does, whatever the keys', () => {
    const random = createRandom(3)
    const keys = Float64Array.from({ length: 500 }, () => (random() < 0.1 ? NaN : Math.round(random() * 40 - 20) / 4))
    const rows = Uint32Array.from({ length: 400 }, (_, k) => k + (k >> 3))
    for (const desc of [false, true]) {
      const expected = [...rows].sort((a, b) => {
        const [left, right] = [keys[a] as number, keys[b] as number]
        if (Number.isNaN(left) || Number.isNaN(right))
          return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || a - b
        return (desc ? right - left : left - right) || a - b
      })
      expect([...rowOrder({ keys, rows, desc })]).toEqual(expected)
    }
  })

  it('hides duplicates and what is not brushed', () => {
    const buffer = new RowsBuffer(latticeOfSettings(SAMPLE_SETTINGS), 2)
    buffer.append({ ...sampleArrays(0, 4), duplicateOf: Int32Array.of(-1, 0, -1, 2) })
    const rows = buffer.snapshot()
    expect([...shownRows(rows, null, false)]).toEqual([0, 2])
    expect([...shownRows(rows, null, true)]).toEqual([0, 1, 2, 3])
    expect([...shownRows(rows, Uint8Array.of(0, 1, 1, 1), false)]).toEqual([2])
  })

  it('has no result to sort by for rows that errored, but their externals', () => {
    const buffer = new RowsBuffer(latticeOfSettings(SAMPLE_SETTINGS), 2)
    buffer.append({ ...sampleArrays(0, 3), status: Uint8Array.of(0, 1, 0) })
    const rows = buffer.snapshot()
    expect(sortKeys(rows, 'profit', NONE)[1]).toBeNaN()
    expect([...sortKeys(rows, 'external:1', NONE)]).toEqual([10, 20, 30])
    expect([...sortKeys(rows, 'status', NONE)]).toEqual([0, 1, 0])
    expect([...sortKeys(rows, 'pareto', new Set([2]))]).toEqual([0, 0, 1])
  })

  it('divides profit by drawdown, and has no factor that is not positive', () => {
    const rows = { ...sampleRows(3), profitPercentage: Float64Array.of(6, -6, 0) }
    const drawdowns = { ...rows, maxDrawdownPercentage: Float64Array.of(4, 4, 4) }
    expect([0, 1, 2].map((row) => profitFactor(drawdowns, row))).toEqual([1.5, null, null])
    expect(profitFactor({ ...rows, maxDrawdownPercentage: Float64Array.of(0, 0, 0) }, 0)).toBeNull()
  })
})

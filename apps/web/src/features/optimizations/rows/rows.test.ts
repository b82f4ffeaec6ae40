import { latticeOfSettings } from '@tradeloom/optimizer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, mockApi } from '../../../testing/mock-api.ts'
import { externalValue } from './external-value.ts'
import { brush, brushedRows, createRowSelection } from './row-selection.ts'
import { RowsBuffer } from './rows-buffer.ts'
import { RowsReader } from './rows-reader.ts'
import { SAMPLE_SETTINGS, sampleArrays, sampleColumns, sampleRows } from './sample-rows.fixture.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

function createBuffer() {
  return new RowsBuffer(latticeOfSettings(SAMPLE_SETTINGS), 2)
}

function createReader() {
  return new RowsReader({ id: ID, buffer: createBuffer(), redrawMs: 5000 })
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('rows of an optimization', () => {
  it('have the values of their externals in the arithmetic of the search', () => {
    const rows = sampleRows(50)
    expect([0, 1, 2].map((axis) => externalValue(rows, 0, axis))).toEqual([5, 10, 0.5])
    expect([0, 1, 2].map((axis) => externalValue(rows, 13, axis))).toEqual([15, 40, 0.5])
  })

  it('replace themselves when they arrive again, and leave earlier snapshots their length', () => {
    const buffer = createBuffer()
    buffer.append(sampleArrays(0, 3))
    const before = buffer.snapshot()
    buffer.append({ ...sampleArrays(1, 5000), duplicateOf: new Int32Array(5000).fill(0) })
    const after = buffer.snapshot()
    expect(before.count).toBe(3)
    expect([...before.duplicateOf]).toEqual([-1, -1, -1])
    expect(after.count).toBe(5001)
    expect([...after.duplicateOf.subarray(0, 4)]).toEqual([-1, 0, 0, 0])
    expect(after.rowOf(4999)).toBe(4999)
    expect(after.rowOf(6000)).toBe(-1)
  })
})

describe('the reader of rows', () => {
  it('reads all pages, each after the revision of the one before', async () => {
    const api = mockApi({
      getOptimizationResults: ({ query }) =>
        query['after'] === '0' ? sampleColumns(0, 20, true) : sampleColumns(20, 30),
    })
    const reader = createReader()
    expect(reader.state.isLoading).toBe(true)
    await reader.read()
    expect(reader.state).toMatchObject({ isLoading: false, error: null, rows: { count: 50 } })
    expect(api.requests.map(({ query }) => query['after'])).toEqual(['0', '20'])
  })

  it('appends live rows without asking again, and redraws every five seconds', async () => {
    const api = mockApi({ getOptimizationResults: sampleColumns(0, 10) })
    const reader = createReader()
    await reader.read()
    const redrawn = vi.fn()
    reader.subscribe(redrawn)
    reader.receive(10, sampleColumns(10, 5))
    reader.receive(15, sampleColumns(15, 5))
    vi.advanceTimersByTime(4900)
    expect(redrawn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(redrawn).toHaveBeenCalledOnce()
    expect(reader.state.rows.count).toBe(20)
    expect(api.requests).toHaveLength(1)
  })

  it('shows the first live rows at once', async () => {
    mockApi({ getOptimizationResults: sampleColumns(0, 0) })
    const reader = createReader()
    await reader.read()
    reader.receive(0, sampleColumns(0, 4))
    vi.advanceTimersByTime(1)
    expect(reader.state.rows.count).toBe(4)
  })

  it('reads again from its own revision when an event was missed', async () => {
    let stored = 10
    const api = mockApi({
      getOptimizationResults: ({ query }) => {
        const after = Number(query['after'])
        return sampleColumns(after, stored - after)
      },
    })
    const reader = createReader()
    await reader.read()
    stored = 30
    reader.receive(20, sampleColumns(20, 10))
    await reader.read()
    expect(reader.state.rows.count).toBe(30)
    expect(api.requests.map(({ query }) => query['after'])).toEqual(['0', '10'])
    reader.receive(20, sampleColumns(20, 10))
    expect(api.requests).toHaveLength(2)
  })

  it('keeps what it has when the server fails, and says so until a later try succeeds', async () => {
    const api = mockApi({ getOptimizationResults: sampleColumns(0, 10) })
    const reader = createReader()
    await reader.read()
    api.use({ getOptimizationResults: () => errorReply(500, { code: 'broken', message: 'Out of order' }) })
    await reader.read()
    expect(reader.state.error).toMatchObject({ message: 'Out of order' })
    expect(reader.state.rows.count).toBe(10)
    api.use({ getOptimizationResults: sampleColumns(10, 2) })
    await reader.read()
    expect(reader.state).toMatchObject({ error: null, rows: { count: 12 } })
  })
})

describe('the brushed rows', () => {
  it('fulfill every condition, one for each column', () => {
    const rows = sampleRows(50)
    const selection = createRowSelection()
    expect(brushedRows(rows, selection.getState().conditions)).toBe(null)
    brush(selection, ['external:0'], [{ column: 'external:0', from: 20, to: 30 }])
    brush(selection, ['profit'], [{ column: 'profit', from: 90, to: Infinity }])
    const both = brushedRows(rows, selection.getState().conditions)
    expect(Array.from(both ?? [], (one, row) => (one ? row : -1)).filter((row) => row >= 0)).toEqual([23, 24, 25])
    brush(selection, ['external:0', 'profit'], [])
    expect(selection.getState().conditions).toEqual([])
  })
})

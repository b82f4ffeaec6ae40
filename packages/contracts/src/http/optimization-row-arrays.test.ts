import { expect, it } from 'vitest'
import { fromBase64, slowFromBase64, slowToBase64, toBase64 } from './base64.ts'
import { optimizationColumns } from './optimization-columns.ts'
import { packOptimizationRows, unpackOptimizationRows } from './optimization-row-arrays.ts'

const rows = {
  index: Uint32Array.of(4, 0),
  points: Uint32Array.of(1, 2, 3, 0, 0, 4_000_000_000),
  status: Uint8Array.of(0, 2),
  duplicateOf: Int32Array.of(-1, 4),
  positionCount: Uint32Array.of(12, 0),
  profit: Float64Array.of(-0.1, Number.NaN),
  profitPercentage: Float64Array.of(1e-300, 5),
  maxDrawdown: Float64Array.of(1, 2),
  maxDrawdownPercentage: Float64Array.of(3, 4),
  objectives: [Float64Array.of(1, Number.NaN), Float64Array.of(0.25, -7)],
  violation: Float64Array.of(0, Infinity),
  sharpe: Float64Array.of(0.05, Number.NaN),
  days: Uint32Array.of(250, 0),
}

it('rows of an optimization stay the same, bit by bit, on their way through text', () => {
  const columns = packOptimizationRows(rows, { revision: 9, more: false, errors: [] })
  expect(optimizationColumns.parse(columns)).toEqual(columns)
  expect(columns).toMatchObject({ count: 2, revision: 9 })
  expect(unpackOptimizationRows(columns, 3)).toEqual(rows)
})

it('columns of another length, or another number of externals, are rejected', () => {
  const columns = packOptimizationRows(rows, { revision: 9, more: false, errors: [] })
  expect(() => unpackOptimizationRows(columns, 2)).toThrow('Expected 16 bytes, not 24')
  expect(() => unpackOptimizationRows({ ...columns, profit: columns.days }, 3)).toThrow(RangeError)
})

it('base64 is what other programs write, at every length', () => {
  for (let length = 0; length < 20_000; length = length * 3 + 1) {
    const bytes = Uint8Array.from({ length }, (_, k) => (k * 167 + length) % 256)
    const text = Buffer.from(bytes).toString('base64')
    expect([toBase64(bytes), slowToBase64(bytes)]).toEqual([text, text])
    expect([fromBase64(text), slowFromBase64(text)]).toEqual([bytes, bytes])
  }
  expect(() => fromBase64('ab!d')).toThrow('character 3')
  expect(() => fromBase64('abc')).toThrow('multiple of four')
})

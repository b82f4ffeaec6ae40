import { fromBase64, toBase64 } from './base64.ts'
import type { OptimizationColumns } from './optimization-columns.ts'

/** `OptimizationColumns` in memory: the same names, numbers in place of text. */
export interface OptimizationRowArrays {
  readonly index: Uint32Array
  /** Row by row, one position for each externals setting. */
  readonly points: Uint32Array
  readonly status: Uint8Array
  readonly duplicateOf: Int32Array
  readonly positionCount: Uint32Array
  readonly profit: Float64Array
  readonly profitPercentage: Float64Array
  readonly maxDrawdown: Float64Array
  readonly maxDrawdownPercentage: Float64Array
  readonly objectives: readonly Float64Array[]
  readonly violation: Float64Array
  readonly sharpe: Float64Array
  readonly days: Uint32Array
}

type Page = Pick<OptimizationColumns, 'revision' | 'more' | 'errors'>

export function packOptimizationRows(rows: OptimizationRowArrays, page: Page): OptimizationColumns {
  return {
    ...page,
    count: rows.index.length,
    index: pack(rows.index),
    points: pack(rows.points),
    status: pack(rows.status),
    duplicateOf: pack(rows.duplicateOf),
    positionCount: pack(rows.positionCount),
    profit: pack(rows.profit),
    profitPercentage: pack(rows.profitPercentage),
    maxDrawdown: pack(rows.maxDrawdown),
    maxDrawdownPercentage: pack(rows.maxDrawdownPercentage),
    objectives: rows.objectives.map(pack),
    violation: pack(rows.violation),
    sharpe: pack(rows.sharpe),
    days: pack(rows.days),
  }
}

/** @throws {RangeError} if a column has another length than its count, or is not base64. */
export function unpackOptimizationRows(columns: OptimizationColumns, axes: number): OptimizationRowArrays {
  const { count } = columns
  const float = (text: string): Float64Array => new Float64Array(bytesOf(text, count * 8))
  const uint = (text: string, length = count): Uint32Array => new Uint32Array(bytesOf(text, length * 4))
  return {
    index: uint(columns.index),
    points: uint(columns.points, count * axes),
    status: new Uint8Array(bytesOf(columns.status, count)),
    duplicateOf: new Int32Array(bytesOf(columns.duplicateOf, count * 4)),
    positionCount: uint(columns.positionCount),
    profit: float(columns.profit),
    profitPercentage: float(columns.profitPercentage),
    maxDrawdown: float(columns.maxDrawdown),
    maxDrawdownPercentage: float(columns.maxDrawdownPercentage),
    objectives: columns.objectives.map(float),
    violation: float(columns.violation),
    sharpe: float(columns.sharpe),
    days: uint(columns.days),
  }
}

/** Every machine that this program runs on is little-endian. */
function pack(column: Uint32Array | Int32Array | Uint8Array | Float64Array): string {
  return toBase64(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
}

function bytesOf(text: string, length: number): ArrayBuffer {
  const { buffer } = fromBase64(text)
  if (buffer.byteLength !== length) throw new RangeError(`Expected ${length} bytes, not ${buffer.byteLength}`)
  return buffer
}

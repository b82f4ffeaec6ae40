import type { OrderColumns } from './order-columns.ts'
import type { PositionColumns } from './position-columns.ts'
import { unify } from './unify.ts'

const SEEDS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/**
 * A 128-bit hash of the columns of positions and orders, in hexadecimal, to compare whether two runs traded the same.
 * It protects against chance but not against deliberate collisions; `resultHash` protects against both.
 *
 * The same pass unifies the columns (see `unify`).
 */
export function ledgerHash(positions: PositionColumns, orders: OrderColumns): string {
  const lanes = Uint32Array.from(SEEDS)
  const singles = new Set<Float64Array>()
  for (const columns of [positions, orders]) {
    for (const column of Object.values(columns)) takeColumn(lanes, column, singles)
  }
  return Array.from(lanes, (lane) => lane.toString(16).padStart(8, '0')).join('')
}

/** `singles` are those that contain a single number, and may appear again. */
function takeColumn(lanes: Uint32Array, column: Float64Array, singles: Set<Float64Array>): void {
  const { length } = column
  // Many columns contain a single number.
  const only = singles.has(column) || isSingle(column)
  if (only) singles.add(column)
  const values = only ? column.subarray(0, 1) : column
  const even = values.length & ~1
  takePairs(lanes, values, even)
  unify(values.subarray(even))
  takePairs(lanes, Float64Array.of(values[even] ?? NaN, length), 2)
  // Each lane has processed a quarter of the words; they are combined here.
  for (let turn = 0; turn < 4; turn++) {
    const next = ((lanes[turn] as number) ^ (lanes[(turn + 3) & 3] as number)) >>> 0
    lanes[turn] = Math.imul(next ^ (next >>> 15), 0x2c1b3c6d)
  }
}

/** Whether all values of a column are the same; if they are NaN, they are unified. */
function isSingle(column: Float64Array): boolean {
  const { length } = column
  const first = column[0] as number
  if (first !== first) {
    for (let row = 0; row < length; row++) {
      if (column[row] === column[row]) return false
      column[row] = NaN
    }
    return true
  }
  // 0 and -0 are equal, but not the same.
  if (first === 0) {
    for (let row = 1; row < length; row++) if (!Object.is(column[row], first)) return false
    return true
  }
  for (let row = 1; row < length; row++) if (column[row] !== first) return false
  return true
}

/** The number of values must be even. */
function takePairs(lanes: Uint32Array, values: Float64Array, count: number): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, count * 2)
  let [a, b, c, d] = lanes as unknown as [number, number, number, number]
  for (let at = 0; at < count; at += 2) {
    if (values[at] !== values[at]) values[at] = NaN
    if (values[at + 1] !== values[at + 1]) values[at + 1] = NaN
    const word = at * 2
    a = scramble(a ^ (words[word] as number), 0x9e3779b1)
    b = scramble(b ^ (words[word + 1] as number), 0x85ebca77)
    c = scramble(c ^ (words[word + 2] as number), 0xc2b2ae3d)
    d = scramble(d ^ (words[word + 3] as number), 0x27d4eb2f)
  }
  lanes[0] = a
  lanes[1] = b
  lanes[2] = c
  lanes[3] = d
}

function scramble(value: number, factor: number): number {
  return Math.imul((value << 13) | (value >>> 19), factor)
}

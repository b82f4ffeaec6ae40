import type { OrderColumns } from '../record/order-columns.ts'
import type { PositionColumns } from '../record/position-columns.ts'
import type { SingleColumns } from '../record/single-columns.ts'
import { unify } from '../record/unify.ts'

const SEEDS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/**
 * A 128-bit hash of the columns of positions and orders, in hexadecimal, to compare whether two runs traded the same.
 * It protects against chance but not against deliberate collisions; `resultHash` protects against both.
 *
 * The same pass unifies the columns (see `unify`). Columns of which it is known that they contain a single number need no
 * search.
 */
export function ledgerHash(
  positions: PositionColumns,
  orders: OrderColumns,
  singles: readonly SingleColumns[] = [],
): string {
  const lanes = Int32Array.from(SEEDS)
  for (const columns of [positions, orders]) {
    for (const column of Object.values(columns)) {
      const isKnown = singles.some((made) => made.has(column))
      takeColumn(lanes, column, isKnown || isSingle(column))
    }
  }
  return Array.from(lanes, (lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Many columns contain a single number. */
function takeColumn(lanes: Int32Array, column: Float64Array, isOnlyOne: boolean): void {
  const { length } = column
  const values = isOnlyOne ? column.subarray(0, 1) : column
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

/** The bits of an exponent, in the second word of a number; all of them are set in NaN and in infinite numbers. */
const EXPONENT = 0x7ff00000

/** The number of values must be even. Steps are written out, because V8 does not inline all calls of a function. */
function takePairs(lanes: Int32Array, values: Float64Array, count: number): void {
  const words = new Int32Array(values.buffer, values.byteOffset, count * 2)
  // V8 keeps what an array of unknown contents returns as an object unless it is certain to be an integer.
  let a = (lanes[0] as number) | 0
  let b = (lanes[1] as number) | 0
  let c = (lanes[2] as number) | 0
  let d = (lanes[3] as number) | 0
  for (let word = 0; word < words.length; word += 4) {
    let second = words[word + 1] as number
    let fourth = words[word + 3] as number
    if ((second & EXPONENT) === EXPONENT || (fourth & EXPONENT) === EXPONENT) {
      unifyPair(values, word >> 1)
      second = words[word + 1] as number
      fourth = words[word + 3] as number
    }
    a ^= words[word] as number
    b ^= second
    c ^= words[word + 2] as number
    d ^= fourth
    a = Math.imul((a << 13) | (a >>> 19), 0x9e3779b1)
    b = Math.imul((b << 13) | (b >>> 19), 0x85ebca77)
    c = Math.imul((c << 13) | (c >>> 19), 0xc2b2ae3d)
    d = Math.imul((d << 13) | (d >>> 19), 0x27d4eb2f)
  }
  lanes[0] = a
  lanes[1] = b
  lanes[2] = c
  lanes[3] = d
}

function unifyPair(values: Float64Array, at: number): void {
  if (values[at] !== values[at]) values[at] = NaN
  if (values[at + 1] !== values[at + 1]) values[at + 1] = NaN
}

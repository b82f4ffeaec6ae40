import type { OrderColumns } from './order-columns.ts'
import type { PositionColumns } from './position-columns.ts'

const SEEDS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/**
 * A 128-bit hash of the columns of positions and orders, in hexadecimal, to compare whether two runs traded the same.
 * It protects against chance but not against deliberate collisions; `resultHash` protects against both.
 */
export function ledgerHash(positions: PositionColumns, orders: OrderColumns): string {
  const lanes = Uint32Array.from(SEEDS)
  for (const columns of [positions, orders]) for (const column of Object.values(columns)) takeColumn(lanes, column)
  return Array.from(lanes, (lane) => lane.toString(16).padStart(8, '0')).join('')
}

function takeColumn(lanes: Uint32Array, column: Float64Array): void {
  const { length } = column
  let distinct = 1
  while (distinct < length && Object.is(column[distinct], column[0])) distinct += 1
  // Many columns contain a single number.
  const values = distinct < length ? column : column.subarray(0, 1)
  const even = values.length & ~1
  takeWords(lanes, new Uint32Array(values.buffer, values.byteOffset, even * 2))
  takeWords(lanes, new Uint32Array(Float64Array.of(values[even] ?? NaN, length).buffer))
  // Each lane has processed a quarter of the words; they are combined here.
  for (let turn = 0; turn < 4; turn++) {
    const next = ((lanes[turn] as number) ^ (lanes[(turn + 3) & 3] as number)) >>> 0
    lanes[turn] = Math.imul(next ^ (next >>> 15), 0x2c1b3c6d)
  }
}

/** The number of words must be a multiple of four. */
function takeWords(lanes: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d] = lanes as unknown as [number, number, number, number]
  for (let at = 0; at < words.length; at += 4) {
    a = scramble(a ^ (words[at] as number), 0x9e3779b1)
    b = scramble(b ^ (words[at + 1] as number), 0x85ebca77)
    c = scramble(c ^ (words[at + 2] as number), 0xc2b2ae3d)
    d = scramble(d ^ (words[at + 3] as number), 0x27d4eb2f)
  }
  lanes[0] = a
  lanes[1] = b
  lanes[2] = c
  lanes[3] = d
}

function scramble(value: number, factor: number): number {
  return Math.imul((value << 13) | (value >>> 19), factor)
}

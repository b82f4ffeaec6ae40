import { describe, expect, it } from 'vitest'

import { newColumn } from '../record/column-pool.ts'
import { ledgerHash } from './ledger-hash.ts'
import { ORDER_COLUMNS, type OrderColumns } from '../record/order-columns.ts'
import { emptyPositionColumns } from '../record/position-columns.ts'
import { SingleColumns } from '../record/single-columns.ts'

const ROWS = 5

describe('the ledger hash', () => {
  it.each([
    ['all of a column', [0, 1, 2, 3, 4]],
    ['the first value', [0]],
    ['the second value', [1]],
    ['the third value', [2]],
    ['the last value', [4]],
  ])('is the same whatever bits NaN has in %s, and so are the columns', (_, rows) => {
    const plain = ledger()
    const other = ledger()
    for (const row of rows) {
      plain.positions.stopLoss[row] = NaN
      // A NaN with a sign and other bits than that of JavaScript, which may unify one that it reads as a number.
      new Uint32Array(other.positions.stopLoss.buffer).set([1, 0xfff80000], row * 2)
    }
    expect(ledgerHash(other.positions, other.orders)).toBe(ledgerHash(plain.positions, plain.orders))
    expect(new Uint32Array(other.positions.stopLoss.buffer)).toEqual(new Uint32Array(plain.positions.stopLoss.buffer))
  })

  it('tells 0 from -0, whether all values are the same or not', () => {
    const hashes = [[], [0], [4], [0, 1, 2, 3, 4]].map((rows) => {
      const { positions, orders } = ledger()
      positions.profit.fill(0)
      for (const row of rows) positions.profit[row] = -0
      return ledgerHash(positions, orders)
    })
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it.each([0, 7, NaN])('is the same whether it is known that a column contains only %f or not', (value) => {
    const singles = new SingleColumns(ROWS, newColumn)
    const plain = ledger()
    const { positions, orders } = ledger()
    plain.positions.stopLoss.fill(value)
    const known = { ...positions, stopLoss: singles.of(value) }
    expect(ledgerHash(known, orders, [singles])).toBe(ledgerHash(plain.positions, plain.orders))
  })

  it('is another one for infinite numbers', () => {
    const hashes = [Infinity, -Infinity, NaN, 1].map((value) => {
      const { positions, orders } = ledger()
      positions.profit[1] = value
      return ledgerHash(positions, orders)
    })
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it.each([0, 1, 2, 3, 4])('changes with value %i of a column', (row) => {
    const plain = ledger()
    const other = ledger()
    other.orders.quantity[row] = 8
    expect(ledgerHash(other.positions, other.orders)).not.toBe(ledgerHash(plain.positions, plain.orders))
  })
})

function ledger() {
  const positions = emptyPositionColumns(ROWS)
  for (const [place, column] of Object.values(positions).entries())
    for (let at = 0; at < ROWS; at++) column[at] = at + place
  const orders = Object.fromEntries(ORDER_COLUMNS.map((name) => [name, new Float64Array(ROWS).fill(7)])) as OrderColumns
  return { positions, orders }
}

import { describe, expect, it } from 'vitest'

import { ColumnPool } from './column-pool.ts'
import { NumberTable } from './number-table.ts'

describe('a pool of columns', () => {
  it('uses the memory of a returned column for one of another length', () => {
    const pool = new ColumnPool()
    const first = pool.take(1_000)
    expect(first).toHaveLength(1_000)
    pool.give(first)
    const second = pool.take(700)
    expect(second).toHaveLength(700)
    expect(second.buffer).toBe(first.buffer)
    expect(pool.take(700).buffer).not.toBe(first.buffer)
  })

  it('keeps no more memory than its limit', () => {
    const pool = new ColumnPool()
    const given = Array.from({ length: 5 }, () => pool.take(1 << 19))
    for (const column of given) pool.give(column)
    const again = Array.from({ length: 5 }, () => pool.take(1 << 19).buffer)
    expect(given.filter(({ buffer }) => again.includes(buffer))).toHaveLength(4)
  })
})

describe('a released table', () => {
  it('is empty, and its memory becomes that of another one with rows as wide', () => {
    const [table, other] = [new NumberTable(41), new NumberTable(41)]
    const piece = table.pieceOf(table.add())
    table.release()
    expect(table.count).toBe(0)
    expect(other.pieceOf(other.add())).toBe(piece)
    expect(table.pieceOf(table.add())).not.toBe(piece)
  })
})

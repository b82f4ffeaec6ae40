import type { OhlcColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { keptColumns } from './kept-columns.ts'

/** More than a third and less than half of them fit. */
const LARGE = 900_000

function bars(rows: number): OhlcColumns {
  const column = new Float64Array(rows)
  return { time: column, open: column, high: column, low: column, close: column, volume: column, spread: column }
}

describe('the kept values of indicators', () => {
  it('are not for the first use, and the same columns for all others', () => {
    const some = bars(10)
    expect(keptColumns(some, 'EMA 9', 2)).toBeNull()
    const second = keptColumns(some, 'EMA 9', 2)
    expect(second?.columns.map(({ length }) => length)).toEqual([10, 10])
    expect(second?.filled).toBe(0)
    expect(keptColumns(some, 'EMA 9', 2)).toBe(second)
  })

  it('are apart for other arguments and for other bars', () => {
    const [some, others] = [bars(10), bars(10)]
    const use = (of: OhlcColumns, key: string) => [1, 2].map(() => keptColumns(of, key, 1))[1]
    const found = [use(some, 'EMA 9'), use(some, 'EMA 10'), use(others, 'EMA 9')]
    expect(new Set(found.map((kept) => kept?.columns[0])).size).toBe(3)
  })

  it('take a limited amount of memory, until earlier ones have not been used for long', () => {
    const some = bars(LARGE)
    const use = (key: string) => keptColumns(some, key, 1)
    for (const key of ['SMA 1', 'SMA 2', 'SMA 3']) use(key)
    const first = use('SMA 1')
    expect([first, use('SMA 2')]).not.toContain(null)
    expect(use('SMA 3')).toBeNull()
    for (let turn = 0; turn < 400; turn++) {
      use(`SMA ${10 + turn}`)
      if (turn % 100 === 0) expect(use('SMA 1')).toBe(first)
    }
    use('SMA 3')
    expect(use('SMA 3')).not.toBeNull()
    expect(use('SMA 1')).toBe(first)
    use('SMA 2')
    expect(use('SMA 2')).toBeNull()
  })
})

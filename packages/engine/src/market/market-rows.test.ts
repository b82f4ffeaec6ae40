import { describe, expect, it } from 'vitest'

import { minuteBars, tickRows } from '../run.fixture.ts'
import { marketRows } from './market-rows.ts'

describe('rows of a market', () => {
  const bars = minuteBars(
    [
      [1.1, 1.1004, 1.0998, 1.1002],
      [1.1002, 1.1003, 1.1001, 1.1001],
    ],
    0.0003,
  )

  it('uses one side for both, or the mid price', () => {
    const bid = marketRows(bars, 'bid', 5)
    const ask = marketRows(bars, 'ask', 5)
    const mid = marketRows(bars, 'mid', 5)
    expect([bid.bidHigh[0], bid.askHigh[0]]).toEqual([1.1004, 1.1004])
    expect([ask.bidLow[1], ask.askLow[1]]).toEqual([1.1004, 1.1004])
    // Half of three points is one and a half points.
    expect([mid.bidClose[0], mid.askClose[0]]).toEqual([1.10035, 1.10035])
    expect([mid.bidOpen[0], mid.askOpen[0]]).toEqual([1.10015, 1.10015])
  })

  it('stores equal columns once, and others however late they differ', () => {
    const candles = Array.from({ length: 100 }, (): [number, number, number, number] => [1.1, 1.1004, 1.0998, 1.1002])
    const bare = minuteBars(candles, 0)
    expect(bare.askClose).not.toBe(bare.bidClose)
    const rows = marketRows(bare, 'both', 5)
    expect(rows.askClose).toBe(rows.bidClose)
    expect(rows.askHigh).toBe(rows.bidHigh)
    const late = minuteBars(candles, 0)
    late.askLow[99] = 1.0999
    const different = marketRows(late, 'both', 5)
    expect(different.askClose).toBe(different.bidClose)
    expect([different.bidLow[99], different.askLow[99]]).toEqual([1.0998, 1.0999])
  })

  it('keeps bid and ask unchanged', () => {
    const both = marketRows(bars, 'both', 5)
    expect([both.bidOpen[0], both.askOpen[0], both.rowMs]).toEqual([1.1, 1.1003, 60_000])
    const ticks = marketRows(tickRows([[0, 1.1, 1.1002]]), 'both', 5)
    expect([ticks.kind, ticks.bidOpen[0], ticks.askClose[0], ticks.rowMs]).toEqual(['tick', 1.1, 1.1002, 0])
  })
})

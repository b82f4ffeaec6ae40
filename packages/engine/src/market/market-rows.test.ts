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

  it('keeps bid and ask unchanged', () => {
    const both = marketRows(bars, 'both', 5)
    expect([both.bidOpen[0], both.askOpen[0], both.rowMs]).toEqual([1.1, 1.1003, 60_000])
    const ticks = marketRows(tickRows([[0, 1.1, 1.1002]]), 'both', 5)
    expect([ticks.kind, ticks.bidOpen[0], ticks.askClose[0], ticks.rowMs]).toEqual(['tick', 1.1, 1.1002, 0])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type MarketRows, marketRows } from '../market/market-rows.ts'
import { ExtremeSteps, extremeRow } from './extreme-steps.ts'

/** Few different prices, so that many are equal. */
const anyHighs = fc.array(fc.integer({ min: 10, max: 40 }), { minLength: 1, maxLength: 900 })

describe('the steps between extremes', () => {
  it('lead to the same highest and lowest prices as a scan of any span', () => {
    fc.assert(
      fc.property(anyHighs, fc.nat(), fc.nat(), fc.boolean(), (highs, a, b, isBid) => {
        const rows = rowsOf(highs)
        const { high, low } = stepsOf(rows)[isBid ? 'bid' : 'ask']
        const from = Math.min(a % highs.length, b % highs.length)
        const to = Math.max(a % highs.length, b % highs.length) + 1
        const [top, bottom] = isBid ? [rows.bidHigh, rows.bidLow] : [rows.askHigh, rows.askLow]
        const topRow = extremeRow(high, top, 1, from, to)
        const bottomRow = extremeRow(low, bottom, -1, from, to)
        expect(topRow).toBe(top.indexOf(Math.max(...top.subarray(from, to)), from))
        expect(bottomRow).toBe(bottom.indexOf(Math.min(...bottom.subarray(from, to)), from))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['rise', (row: number) => row],
    ['fall', (row: number) => 2_000 - row],
    ['are equal', () => 7],
    ['have their only records far apart', (row: number) => (row % 400 === 0 ? row : 1)],
  ])('find the extremes of long spans of prices that %s', (_, priceOf) => {
    const rows = rowsOf(Array.from({ length: 1_200 }, (__, row) => 10 + priceOf(row)))
    const { high, low } = stepsOf(rows).bid
    for (const [from, to] of [
      [0, 1_200],
      [3, 257],
      [3, 258],
      [3, 259],
      [500, 755],
      [1_000, 1_200],
    ] as const) {
      const highest = rows.bidHigh[extremeRow(high, rows.bidHigh, 1, from, to)]
      const lowest = rows.bidLow[extremeRow(low, rows.bidLow, -1, from, to)]
      expect([highest, lowest]).toEqual([
        Math.max(...rows.bidHigh.subarray(from, to)),
        Math.min(...rows.bidLow.subarray(from, to)),
      ])
    }
  })

  it('are not for the first run over rows, and the same for all others', () => {
    const rows = rowsOf([10, 11, 12])
    expect(ExtremeSteps.forRun(rows)).toBeNull()
    const second = ExtremeSteps.forRun(rows)
    expect(second).toBeInstanceOf(ExtremeSteps)
    expect(ExtremeSteps.forRun(rows)).toBe(second)
  })
})

function stepsOf(rows: MarketRows): ExtremeSteps {
  ExtremeSteps.forRun(rows)
  return ExtremeSteps.forRun(rows) as ExtremeSteps
}

function rowsOf(highs: readonly number[]): MarketRows {
  const bidHigh = Float64Array.from(highs)
  const bidLow = bidHigh.map((high, row) => high - 1 - (row % 5))
  const columns = {
    kind: 'bar' as const,
    time: bidHigh.map((_, row) => row * 60_000),
    bidOpen: bidHigh,
    bidHigh,
    bidLow,
    bidClose: bidLow,
    askOpen: bidHigh,
    askHigh: bidHigh.map((high, row) => high + (row % 3)),
    askLow: bidLow.map((low, row) => low + (row % 2)),
    askClose: bidLow.map((low, row) => low + (row % 2)),
    volume: bidHigh,
  }
  return marketRows(columns, 'both', 5)
}

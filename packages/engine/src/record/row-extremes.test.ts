import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { marketRows } from '../market/market-rows.ts'
import { RowExtremes } from './row-extremes.ts'

const rows = (() => {
  const length = 9_000
  const wave = Float64Array.from({ length }, (_, row) => 2 + Math.sin(row / 7) + Math.sin(row / 900) / 2)
  const above = wave.map((value) => value + 0.1)
  const columns = {
    kind: 'bar' as const,
    time: wave.map((_, row) => row * 60_000),
    bidOpen: wave,
    bidHigh: above,
    bidLow: wave.map((value) => value - 0.2),
    bidClose: wave,
    askOpen: above,
    askHigh: above.map((value) => value + 0.3),
    askLow: wave,
    askClose: above,
    volume: wave,
  }
  return marketRows(columns, 'both', 5)
})()

describe('RowExtremes', () => {
  it('matches a scan of every row for any span', () => {
    const extremes = RowExtremes.of(rows)
    fc.assert(
      fc.property(fc.nat(9_000), fc.nat(9_000), fc.boolean(), (a, b, isBid) => {
        const [from, to] = a < b ? [a, b] : [b, a]
        const span = (column: Float64Array) => [...column.subarray(from, to)]
        const highs = span(isBid ? rows.bidHigh : rows.askHigh)
        const lows = span(isBid ? rows.bidLow : rows.askLow)
        expect(extremes.highest(isBid, from, to)).toBe(highs.reduce((x, y) => Math.max(x, y), -Infinity))
        expect(extremes.lowest(isBid, from, to)).toBe(lows.reduce((x, y) => Math.min(x, y), Infinity))
      }),
      { numRuns: 300 },
    )
  })
})

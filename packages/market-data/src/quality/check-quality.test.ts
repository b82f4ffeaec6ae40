import { describe, expect, it } from 'vitest'

import { resolveInstrument } from '../index.ts'
import type { SeriesTable } from '../store/series.ts'
import { checkQuality } from './check-quality.ts'
import { countOpenSlots } from './open-market.ts'

const EURUSD = resolveInstrument('EURUSD:TEST')
const BTCUSD = resolveInstrument('BTCUSD:TEST')
const MINUTE = 60_000
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 8)

/** One-price minute bars at the given minutes; the price moves a little from row to row. */
function bars(minutes: readonly number[], price: (row: number) => number = wiggle, start = MONDAY): SeriesTable {
  const time = Float64Array.from(minutes, (minute) => start + minute * MINUTE)
  const close = time.map((_, row) => price(row))
  const columns = [time, close, close.map((value) => value + 1e-5), close.map((value) => value - 1e-5), close]
  return { key: { interval: 'M1', price: 'trade' }, rows: time.length, columns: [...columns, time.map(() => 5)] }
}

function wiggle(row: number): number {
  return 1.1 + (row % 7) * 1e-5
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

describe('gaps', () => {
  it('lists the largest gaps of missing minutes first', () => {
    const report = checkQuality(bars([...range(0, 10), ...range(12, 20), ...range(50, 60)]), BTCUSD)
    expect(report).toMatchObject({ gapCount: 2, missingBars: 32 })
    expect(report.gaps).toEqual([
      { start: MONDAY + 20 * MINUTE, end: MONDAY + 50 * MINUTE, missing: 30 },
      { start: MONDAY + 10 * MINUTE, end: MONDAY + 12 * MINUTE, missing: 2 },
    ])
  })

  it('does not count the forex weekend as a gap, but does for a cryptocurrency', () => {
    const friday = Date.UTC(2024, 0, 12, 21, 50)
    const table = bars([...range(0, 10), ...range(48 * 60 + 10, 48 * 60 + 20)], wiggle, friday)
    expect(checkQuality(table, EURUSD)).toMatchObject({ gapCount: 0, missingBars: 0 })
    expect(checkQuality(table, BTCUSD)).toMatchObject({ gapCount: 1, missingBars: 48 * 60 })
  })

  it('counts only open minutes of a gap that reaches into a weekend', () => {
    const friday = Date.UTC(2024, 0, 12, 21, 30)
    const table = bars([...range(0, 10), ...range(48 * 60 + 35, 48 * 60 + 40)], wiggle, friday)
    expect(checkQuality(table, EURUSD)).toMatchObject({ gapCount: 1, missingBars: 20 + 5 })
  })

  it('lists at most twenty gaps', () => {
    const every = checkQuality(bars(range(0, 100).map((row) => row * 2)), BTCUSD)
    expect(every).toMatchObject({ gapCount: 99, missingBars: 99 })
    expect(every.gaps).toHaveLength(20)
  })

  it('expects the minutes of many weeks by the New York clock', () => {
    const weeks = countOpenSlots(MONDAY, MONDAY + 10 * 7 * 86_400_000, 3_600_000, 'forex')
    // One of the ten weekends is an hour shorter: New York switches to daylight saving time.
    expect(weeks).toBe(10 * (168 - 48) + 1)
  })
})

describe('prices', () => {
  it('reports a spike that returns as an outlier, but not a trend', () => {
    const spike = checkQuality(
      bars(range(0, 200), (row) => (row === 100 ? 1.2 : wiggle(row))),
      EURUSD,
    )
    expect(spike).toMatchObject({ outliers: 1, scaleSuspect: false })
    expect(spike.samples.outlier?.[0]).toMatchObject({ time: MONDAY + 100 * MINUTE })
    const trend = checkQuality(
      bars(range(0, 200), (row) => 1.1 + row * 1e-4),
      EURUSD,
    )
    expect(trend.outliers).toBe(0)
  })

  it.each([
    [100_000, 'EURUSD:TEST', 1.1],
    [100, 'USDJPY:TEST', 150],
    [0.01, 'USDJPY:TEST', 150],
  ])('suspects prices scaled by %d for %s', (factor, id, price) => {
    const table = bars(range(0, 50), (row) => (price + (row % 5) / 1000) * factor)
    expect(checkQuality(table, resolveInstrument(id))).toMatchObject({
      scaleSuspect: true,
      scaleFactor: factor,
      outliers: 50,
    })
    const right = bars(range(0, 50), (row) => price + (row % 5) / 1000)
    expect(checkQuality(right, resolveInstrument(id))).toMatchObject({
      scaleSuspect: false,
      scaleFactor: 1,
      outliers: 0,
    })
  })

  it('suspects prices that change their unit halfway, for every symbol', () => {
    const table = bars(range(0, 50), (row) => (row < 25 ? 40_000 : 400) + (row % 5))
    expect(checkQuality(table, BTCUSD)).toMatchObject({ scaleSuspect: true, scaleFactor: 0.01, outliers: 1 })
  })

  it('counts rows outside of high and low, without movement or without volume, with file and line', () => {
    const time = Float64Array.of(MONDAY, MONDAY + MINUTE, MONDAY + 2 * MINUTE)
    const columns = [
      [1, 1, 1],
      [1.1, 1, 1.05],
      [0.9, 1, 0.9],
      [1.2, 1, 1],
      [0, 3, 4],
    ].map((list) => Float64Array.from(list))
    const table: SeriesTable = { key: { interval: 'M1', price: 'trade' }, rows: 3, columns: [time, ...columns] }
    const report = checkQuality(table, BTCUSD, (row) => ({ file: 'a.csv', line: row + 2 }), 4)
    expect(report).toMatchObject({ inconsistent: 1, flat: 1, zeroVolume: 1, duplicates: 4 })
    expect(report.samples.inconsistent).toEqual([
      { time: MONDAY, note: 'open 1, high 1.1, low 0.9, close 1.2', file: 'a.csv', line: 2 },
    ])
  })

  it('counts ticks with an ask below the bid as crossed, and ten silent open minutes as a gap', () => {
    const time = Float64Array.of(0, 10, 10, 9 * MINUTE, 25 * MINUTE).map((offset) => MONDAY + offset)
    const bid = Float64Array.of(1.1, 1.1001, 1.1001, 1.1, 1.1)
    const ask = Float64Array.of(1.1002, 1.1, 1.1, 1.1001, 1.1001)
    const report = checkQuality(
      { key: { interval: 'Tick', price: 'quote' }, rows: 5, columns: [time, bid, ask] },
      EURUSD,
    )
    expect(report).toMatchObject({ crossed: 2, duplicates: 1, gapCount: 1 })
    expect(report.gaps[0]?.missing).toBe(15)
  })
})

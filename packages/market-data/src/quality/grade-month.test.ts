import { describe, expect, it } from 'vitest'

import { resolveInstrument } from '../index.ts'
import type { SeriesInterval, SeriesTable } from '../store/series.ts'
import { checkQuality } from './check-quality.ts'
import { gradeMonth } from './grade-month.ts'

const EURUSD = resolveInstrument('EURUSD:TEST')
const BTCUSD = resolveInstrument('BTCUSD:TEST')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 8)

const wiggle = (row: number): number => 1.1 + (row % 7) * 1e-5

/** Bars that open at the previous close; `price` is the close of a row. */
function bars(
  times: readonly number[],
  price: (row: number) => number = wiggle,
  interval: SeriesInterval = 'M1',
): SeriesTable {
  const time = Float64Array.from(times)
  const close = time.map((_, row) => price(row))
  const open = time.map((_, row) => (row === 0 ? price(0) : price(row - 1)))
  const high = time.map((_, row) => Math.max(open[row] as number, close[row] as number) + 1e-5)
  const low = time.map((_, row) => Math.min(open[row] as number, close[row] as number) - 1e-5)
  return {
    key: { interval, price: 'trade' },
    rows: time.length,
    columns: [time, open, high, low, close, time.map(() => 5)],
  }
}

function minutes(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index * MINUTE)
}

/** Minutes of forex weeks on a clock that is `hours` off. */
function weeks(first: number, count: number, hours: number): number[] {
  // Sunday 22:00 to Friday 22:00 UTC: the forex week in New York's winter.
  return Array.from({ length: count }, (_, week) =>
    minutes(first - 2 * HOUR + week * 7 * DAY + hours * HOUR, 5 * 24 * 60),
  ).flat()
}

describe('slots', () => {
  it('grades clean data as good, day by day', () => {
    const { summary, days, defects } = gradeMonth(bars(minutes(MONDAY, 2 * 1440)), EURUSD)
    expect(summary).toMatchObject({ expected: 2880, good: 2880, missing: 0, goodPercent: 100, gaps: 0, closed: 0 })
    expect(days).toEqual([
      { day: MONDAY, expected: 1440, good: 1440, missing: 0 },
      { day: MONDAY + DAY, expected: 1440, good: 1440, missing: 0 },
    ])
    expect(defects).toEqual([])
  })

  it('splits gaps where the market closes and counts them on their days', () => {
    const friday = Date.UTC(2024, 0, 12, 21, 30)
    // Ends 20 minutes before the week does and resumes 15 minutes after it began.
    const times = [...minutes(friday, 10), ...minutes(friday + 48 * HOUR + 45 * MINUTE, 10)]
    const { summary, days, defects } = gradeMonth(bars(times), EURUSD)
    expect(summary).toMatchObject({ expected: 55, good: 20, missing: 35, gaps: 2 })
    const closes = Date.UTC(2024, 0, 12, 22)
    const opens = Date.UTC(2024, 0, 14, 22)
    expect(defects).toEqual([
      { kind: 'gap', from: closes - 20 * MINUTE, to: closes, count: 20 },
      { kind: 'gap', from: opens, to: opens + 15 * MINUTE, count: 15 },
    ])
    expect(days.map(({ expected, missing }) => [expected, missing])).toEqual([[30, 20], [25, 15]]) // prettier-ignore
  })

  it('does not expect rows on a holiday, and counts a row in it as in closed hours', () => {
    const closures = [{ from: MONDAY + HOUR, to: MONDAY + 3 * HOUR }]
    const times = [...minutes(MONDAY, 61), ...minutes(MONDAY + 3 * HOUR, 60)]
    expect(gradeMonth(bars(times), EURUSD, { closures }).summary).toMatchObject({
      expected: 120, good: 120, missing: 0, gaps: 0, closed: 1,
    }) // prettier-ignore
    expect(gradeMonth(bars(times), EURUSD).summary).toMatchObject({ expected: 240, missing: 119, gaps: 1, closed: 0 })
  })

  it('grades ticks by minutes: a crossed quote spoils one, and ten silent ones are a gap', () => {
    const time = Float64Array.of(0, 10, 90_000, 91_000, 15 * MINUTE).map((offset) => MONDAY + offset)
    const bid = Float64Array.of(1.1, 1.1001, 1.1, 1.1002, 1.1)
    const ask = Float64Array.of(1.1002, 1.1002, 1.1001, 1.1, 1.1001)
    const table: SeriesTable = { key: { interval: 'Tick', price: 'quote' }, rows: 5, columns: [time, bid, ask] }
    const { summary, defects } = gradeMonth(table, EURUSD)
    expect(summary).toMatchObject({ expected: 16, good: 2, missing: 13, gaps: 1, crossed: 1 })
    expect(defects.map(({ kind, count }) => [kind, count])).toEqual([['crossed', 1], ['gap', 13]]) // prettier-ignore
  })

  it('shifts daily bars with the clock of New York without a gap', () => {
    const evening = (day: number, hour: number): number => Date.UTC(2024, 2, day, hour)
    const times = [evening(6, 22), evening(7, 22), evening(10, 21), evening(11, 21), evening(12, 21)]
    expect(gradeMonth(bars(times, wiggle, 'D1'), EURUSD).summary).toMatchObject({ expected: 5, good: 5, gaps: 0 })
  })
})

describe('prices', () => {
  it('distinguishes a jump that stays, a spike that returns, and a trend', () => {
    const jump = bars(minutes(MONDAY, 400), (row) => wiggle(row) + (row >= 200 ? 0.02 : 0))
    // The bar after the jump opens at the close of the jump: only a hole between two bars is a jump.
    ;(jump.columns[1] as Float64Array)[200] = 1.12
    ;(jump.columns[3] as Float64Array)[200] = 1.1199
    const graded = gradeMonth(jump, EURUSD)
    expect(graded.summary).toMatchObject({ jumps: 1, outliers: 0, good: 399 })
    expect(graded.defects).toEqual([{ kind: 'jump', from: MONDAY + 200 * MINUTE, to: MONDAY + 201 * MINUTE, count: 1 }])
    const spike = gradeMonth(
      bars(minutes(MONDAY, 400), (row) => (row === 200 ? 1.2 : wiggle(row))),
      EURUSD,
    )
    expect(spike.summary).toMatchObject({ jumps: 0, outliers: 1 })
    const trend = gradeMonth(
      bars(minutes(MONDAY, 400), (row) => 1.1 + row * 1e-3),
      EURUSD,
    )
    expect(trend.summary).toMatchObject({ jumps: 0, outliers: 0, goodPercent: 100 })
  })

  it('counts a bar whose sides are both inconsistent once, in spans of neighbors only', () => {
    const one = bars(minutes(MONDAY, 60))
    const side = one.columns.slice(1, 5) as Float64Array[]
    for (const row of [10, 11, 13]) (side[1] as Float64Array)[row] = (side[0] as Float64Array)[row]! - 1e-5
    const [time, volume] = [one.columns[0], one.columns[5]] as [Float64Array, Float64Array]
    const both: SeriesTable = {
      key: { interval: 'M1', price: 'quote' },
      rows: one.rows,
      columns: [time, ...side, ...side.map((column) => column.map((price) => price + 1e-4)), volume],
    }
    const graded = gradeMonth(both, EURUSD)
    expect(graded.summary).toMatchObject({ inconsistent: 3, good: 57 })
    expect(graded.defects).toEqual([
      { kind: 'inconsistent', from: MONDAY + 10 * MINUTE, to: MONDAY + 12 * MINUTE, count: 2 },
      { kind: 'inconsistent', from: MONDAY + 13 * MINUTE, to: MONDAY + 14 * MINUTE, count: 1 },
    ])
    expect(checkQuality(both, EURUSD).inconsistent).toBe(3)
  })

  it('allows any price after a weekend, but not after missing minutes', () => {
    const closes = Date.UTC(2024, 0, 12, 22)
    const far = (row: number): number => wiggle(row) + (row >= 60 ? 0.02 : 0)
    const over = (times: readonly number[]): SeriesTable => {
      const table = bars(times, far)
      ;(table.columns[1] as Float64Array)[60] = far(60)
      ;(table.columns[3] as Float64Array)[60] = far(60) - 1e-4
      return table
    }
    const weekend = over([...minutes(closes - HOUR, 60), ...minutes(closes + 48 * HOUR, 60)])
    expect(gradeMonth(weekend, EURUSD).summary).toMatchObject({ jumps: 0, gaps: 0 })
    const hole = over([...minutes(MONDAY, 60), ...minutes(MONDAY + HOUR + 4 * MINUTE, 60)])
    expect(gradeMonth(hole, EURUSD).summary).toMatchObject({ jumps: 1, gaps: 1, missing: 4 })
  })

  it('counts bars with a spike inside as outliers', () => {
    const table = bars(minutes(MONDAY, 300))
    ;(table.columns[2] as Float64Array)[100] = 1.2
    expect(gradeMonth(table, EURUSD).summary).toMatchObject({ outliers: 1, good: 299 })
  })

  it('counts long stretches without movement as flat, but not short ones', () => {
    const still = (from: number, to: number): SeriesTable => {
      const table = bars(minutes(MONDAY, 100), (row) => (row >= from && row < to ? 1.1 : wiggle(row)))
      for (let row = from; row < to; row++) {
        for (const column of [1, 2, 3]) (table.columns[column] as Float64Array)[row] = 1.1
      }
      return table
    }
    expect(gradeMonth(still(20, 39), EURUSD).summary).toMatchObject({ flat: 0 })
    const graded = gradeMonth(still(20, 45), EURUSD)
    expect(graded.summary).toMatchObject({ flat: 25, good: 75 })
    expect(graded.defects).toEqual([{ kind: 'flat', from: MONDAY + 20 * MINUTE, to: MONDAY + 45 * MINUTE, count: 25 }])
  })

  it('grades prices of another scale as all bad', () => {
    const { summary, defects } = gradeMonth(
      bars(minutes(MONDAY, 60), (row) => 110_000 + row),
      EURUSD,
    )
    expect(summary).toMatchObject({ scaleFactor: 100_000, good: 0, goodPercent: 0 })
    expect(defects.filter(({ kind }) => kind === 'scale')).toEqual([
      { kind: 'scale', from: MONDAY, to: MONDAY + HOUR, count: 60 },
    ])
  })
})

describe('the clock of the data', () => {
  it.each([0, 1, -1, 2, -5, 7])('is detected to be %d hours off', (hours) => {
    const { summary } = gradeMonth(bars(weeks(MONDAY, 4, hours)), EURUSD)
    const shift = hours === 0 ? null : { hours, by: 'week', weeks: 3, of: 3 }
    expect([summary.weekends, summary.shift]).toEqual([3, shift])
    expect(summary.closed > 0).toBe(hours !== 0)
  })

  it('is fine if one week of four differs, but was changed at the wrong date if two do', () => {
    const mixed = (off: number): SeriesTable =>
      bars([0, 1, 2, 3, 4].flatMap((week) => weeks(MONDAY + week * 7 * DAY, 1, week >= 5 - off ? 1 : 0)))
    expect(gradeMonth(mixed(2), EURUSD).summary.shift).toBeNull()
    expect(gradeMonth(mixed(3), EURUSD).summary.shift).toMatchObject({ hours: 1, weeks: 2, of: 3 })
  })

  it.each([0, 3, -4])('is detected from nightly pauses if no week ends in the rows: %d hours off', (hours) => {
    const nights = (days: number, from: number): number[] =>
      minutes(MONDAY + hours * HOUR, days * 1440).filter((at) => {
        const minute = ((at - hours * HOUR - MONDAY) / MINUTE) % 1440
        return minute < from || minute >= from + 6
      })
    // 22:00 UTC is 17:00 in New York's winter.
    const shift = hours === 0 ? null : { hours, by: 'night', weeks: 4, of: 4 }
    expect(gradeMonth(bars(nights(4, 22 * 60 - 2)), EURUSD).summary.shift).toEqual(shift)
    // Two nights are too few, and a pause that does not begin on a whole hour is not the market's.
    expect(gradeMonth(bars(nights(2, 22 * 60)), EURUSD).summary.shift).toBeNull()
    expect(gradeMonth(bars(nights(4, 22 * 60 + 20)), EURUSD).summary.shift).toBeNull()
  })

  it('cannot be detected for a market that never closes', () => {
    expect(gradeMonth(bars(weeks(MONDAY, 4, 3)), BTCUSD).summary).toMatchObject({ weekends: 0, shift: null })
  })
})

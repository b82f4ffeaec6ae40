import { expect, it } from 'vitest'
import { withGaps } from './gap-rows.ts'
import { heikinAshi } from './heikin-ashi.ts'
import { weekendBands } from './weekend-bands.ts'

const HOUR = 3_600_000
/** Bars from one UTC time to another, without the hours from Friday 22:00 to Sunday 22:00. */
function forex(start: string, end: string, ms: number): number[][] {
  const rows: number[][] = []
  for (let time = Date.parse(start); time < Date.parse(end); time += ms) {
    const [day, hour] = [new Date(time).getUTCDay(), new Date(time).getUTCHours()]
    if (day === 6 || (day === 5 && hour >= 22) || (day === 0 && hour < 22)) continue
    rows.push([time, 1, 1, 1, 1, 0])
  }
  return rows
}

const always = (start: string, count: number, ms: number): number[][] =>
  Array.from({ length: count }, (_, i) => [Date.parse(start) + i * ms, 1, 1, 1, 1, 0])

it('bands the bars of a market that is open at weekends, from Friday 22:00 to Sunday 22:00', () => {
  // Friday 00:00: the 22nd bar starts at 22:00, and Sunday's 22:00 is 48 bars later.
  expect(weekendBands(always('2024-03-08T00:00Z', 96, HOUR), 'H1')).toEqual([{ from: 21.5, to: 69.5 }])
})

it('cuts a bar of four hours where the weekend starts within it', () => {
  // The bar of Friday 20:00 has index 5; its middle is 22:00.
  const [band] = weekendBands(always('2024-03-08T00:00Z', 24, 4 * HOUR), 'H4')
  expect(band).toEqual({ from: 5, to: 17 })
})

it('separates two weeks with a line where the market is closed at weekends', () => {
  const rows = forex('2024-03-08T12:00Z', '2024-03-11T12:00Z', HOUR)
  expect(weekendBands(rows, 'H1')).toEqual([{ from: 9.5, to: 9.5 }])
})

it('bands the empty bars of a weekend when gaps are shown', () => {
  const rows = withGaps(forex('2024-03-08T12:00Z', '2024-03-11T12:00Z', HOUR), 'H1')
  expect(rows).toHaveLength(72)
  expect(weekendBands(rows, 'H1')).toEqual([{ from: 9.5, to: 57.5 }])
})

it('does not fill a gap of months', () => {
  const rows = [...always('2020-01-01T00:00Z', 2, 60_000), ...always('2021-01-01T00:00Z', 2, 60_000)]
  expect(withGaps(rows, 'M1')).toHaveLength(4)
})

it('computes Heikin-Ashi bars as by hand', () => {
  const rows = [
    [0, 10, 14, 8, 12, 5],
    [60_000, 12, 13, 9, 10, 6],
    [120_000, 10, 20, 10, 18, 7],
  ]
  expect(heikinAshi(rows)).toEqual([
    // Open (10 + 12) / 2, close (10 + 14 + 8 + 12) / 4.
    [0, 11, 14, 8, 11, 5],
    // Open (11 + 11) / 2, close (12 + 13 + 9 + 10) / 4.
    [60_000, 11, 13, 9, 11, 6],
    // Open (11 + 11) / 2, close (10 + 20 + 10 + 18) / 4.
    [120_000, 11, 20, 10, 14.5, 7],
  ])
})

it('forgets where Heikin-Ashi started: sixty bars later two starts agree', () => {
  const prices = Array.from({ length: 200 }, (_, i) => 1.1 + Math.sin(i / 7) / 100)
  const rows = prices.map((price, i) => [i * 60_000, price, price + 0.001, price - 0.001, price + 0.0004, 1])
  const [whole, late] = [heikinAshi(rows).slice(120), heikinAshi(rows.slice(60)).slice(60)]
  for (const [i, row] of late.entries()) expect(row[1]).toBeCloseTo(whole[i]?.[1] ?? 0, 12)
})

import { expect, it } from 'vitest'
import type { ChartSource } from './chart-source.ts'
import { UTC_CLOCK } from './chart-clock.ts'
import { axisTime, crosshairTime } from './chart-times.ts'
import { barTime, chartTime, rowTime } from './price-bars.ts'
import { PriceLoader } from './price-loader.ts'
import { tickRows } from './tick-rows.ts'

const MINUTE = 60_000
/** `TickMarkType.Time` of the library. */
const TIME_MARK = 3
const FRIDAY_CLOSE = Date.UTC(2024, 0, 5, 22)
const SUNDAY_OPEN = Date.UTC(2024, 0, 7, 22)
const { signal } = new AbortController()

it('takes the price of the side, and the middle between both', () => {
  const prices = (side: 'bid' | 'ask' | 'mid') => tickRows([[0, 1, 3]], side).map((row) => row[4])
  expect([prices('bid'), prices('ask'), prices('mid')]).toEqual([[1], [3], [2]])
})

it('gives ticks of one millisecond places of their own, and keeps their time', () => {
  const time = Date.UTC(2024, 0, 5, 10, 0, 0, 250)
  const rows = tickRows([time, time, time + 1, time + 9].map((at) => [at, 1, 1] as const) as never, 'bid')
  expect(rows.map((row) => chartTime(row) - time)).toEqual([0, 1, 2, 9])
  expect(rows.map((row) => barTime(row) - time)).toEqual([0, 0, 1, 9])
})

it('writes the times of ticks to the millisecond, and those of bars to the minute or second', () => {
  const time = Date.UTC(2024, 0, 5, 10, 15, 30, 250)
  expect(crosshairTime(time as never, 'Tick', UTC_CLOCK)).toBe('2024-01-05 10:15:30.250')
  expect(crosshairTime((time / 1000 - 0.25) as never, 'S5', UTC_CLOCK)).toBe('2024-01-05 10:15:30')
  expect(crosshairTime((time / 1000 - 0.25) as never, 'M1', UTC_CLOCK)).toBe('2024-01-05 10:15')
  expect(axisTime(time as never, TIME_MARK, 'Tick', UTC_CLOCK)).toBe('10:15:30')
})

/** A market with a tick every second, closed at the weekend. */
const isOpen = (time: number): boolean => time < FRIDAY_CLOSE || time >= SUNDAY_OPEN
const every = (ms: number, { start, end }: { start: number; end: number }): number[] => {
  const times: number[] = []
  for (let time = Math.ceil(start / ms) * ms; time < end; time += ms) if (isOpen(time)) times.push(time)
  return times
}
const longest: number[] = []
const SOURCE: ChartSource = {
  instrumentId: 'EURUSD:TEST',
  symbol: 'EURUSD',
  isSimulated: false,
  start: FRIDAY_CLOSE - 90 * MINUTE,
  end: SUNDAY_OPEN + 90 * MINUTE,
  intervals: ['M1'],
  interval: 'M1',
  load: async (_, span) => every(MINUTE, span).map((time) => [time, 1, 1, 1, 1, 1]),
  ticks: async (side, span) => {
    longest.push(span.end - span.start)
    return tickRows(
      every(1000, span).map((time) => [time, 1, 1]),
      side,
    )
  },
}

it('loads ticks in windows of at most 30 minutes, and passes over a weekend in both directions', async () => {
  const loader = new PriceLoader({ source: SOURCE, interval: 'Tick', side: 'bid' })
  const first = await loader.loadBefore(SUNDAY_OPEN - 3 * 60 * MINUTE, signal)
  expect(rowTime(first.rows.at(-1) ?? [])).toBe(FRIDAY_CLOSE - 1000)
  const right = await loader.loadMore('right', signal)
  expect(right?.rows.map(rowTime)).toContain(SUNDAY_OPEN)
  const left = await loader.loadMore('left', signal)
  const times = left?.rows.map(rowTime) ?? []
  expect(times).toEqual(every(1000, { start: times[0] ?? 0, end: (times.at(-1) ?? 0) + 1 }))
  expect(times[0]).toBe(FRIDAY_CLOSE - 60 * MINUTE)
  expect(Math.max(...longest)).toBeLessThanOrEqual(30 * MINUTE)
})

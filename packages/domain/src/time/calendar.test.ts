import { describe, expect, it } from 'vitest'

import { isMarketOpen, nextChange } from './calendar.ts'
import { joinClosures } from './closures.ts'
import { newYorkOffset, nextRollover } from './new-york-time.ts'
import { createRandom } from '../random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  timeZoneName: 'longOffset',
})

/** The same clock from the runtime's time zone database. */
function wallClock(time: number): { weekday: string; hour: number; clock: string; offset: number } {
  const parts = Object.fromEntries(newYork.formatToParts(time).map(({ type, value }) => [type, value]))
  const offset = Number((parts['timeZoneName'] as string).slice(3, 6)) * HOUR
  const clock = `${parts['hour']}:${parts['minute']}:${parts['second']}`
  return { weekday: parts['weekday'] as string, hour: Number(parts['hour']), clock, offset }
}

const iso = (time: number): string => new Date(time).toISOString().slice(0, 16)

describe('newYorkOffset and nextRollover', () => {
  it('follow the law of each year, to the millisecond', () => {
    // The last three have special rules: the energy crisis, the rule until 1986, and the rule until 2006.
    const changes = [
      [Date.UTC(2024, 2, 10, 7), -5, -4],
      [Date.UTC(2024, 10, 3, 6), -4, -5],
      [Date.UTC(2007, 2, 11, 7), -5, -4],
      [Date.UTC(2006, 3, 2, 7), -5, -4],
      [Date.UTC(2006, 9, 29, 6), -4, -5],
      [Date.UTC(1987, 3, 5, 7), -5, -4],
      [Date.UTC(1986, 3, 27, 7), -5, -4],
      [Date.UTC(1974, 0, 6, 7), -5, -4],
      [Date.UTC(1975, 1, 23, 7), -5, -4],
    ] as const
    for (const [time, before, after] of changes) {
      expect([newYorkOffset(time - 1) / HOUR, newYorkOffset(time) / HOUR], iso(time)).toEqual([before, after])
    }
  })

  it('agree with the time zone database from 1967 to 2037', () => {
    const random = createRandom(4)
    const [first, last] = [Date.UTC(1967, 0, 1), Date.UTC(2037, 11, 31)]
    for (let turn = 0; turn < 20_000; turn++) {
      const time = first + Math.floor(random() * (last - first))
      expect(newYorkOffset(time), iso(time)).toBe(wallClock(time).offset)
    }
    for (let day = first; day < last; day += 3 * DAY) expect(newYorkOffset(day)).toBe(wallClock(day).offset)
  })

  it('reach 17:00 exactly once a day, even when the clocks change', () => {
    const random = createRandom(5)
    for (let turn = 0; turn < 5_000; turn++) {
      const time = Math.floor(Date.UTC(1990, 0, 1) + random() * 40 * 365 * DAY)
      const next = nextRollover(time)
      expect(next).toBeGreaterThan(time)
      expect(wallClock(next).clock, iso(time)).toBe('17:00:00')
      expect(nextRollover(next - 1)).toBe(next)
      expect(next - time).toBeLessThanOrEqual(25 * HOUR)
    }
    // None is skipped or repeated: forty years have as many rollovers as days.
    let count = 0
    for (let at = Date.UTC(1985, 0, 1); at < Date.UTC(2025, 0, 1); at = nextRollover(at)) count += 1
    expect(count).toBe((Date.UTC(2025, 0, 1) - Date.UTC(1985, 0, 1)) / DAY + 1)
    const friday = Date.UTC(2024, 2, 8, 22)
    const days = [friday, nextRollover(friday), nextRollover(nextRollover(friday))]
    expect(days.map(iso)).toEqual(['2024-03-08T22:00', '2024-03-09T22:00', '2024-03-10T21:00'])
    expect(iso(nextRollover(Date.UTC(2024, 10, 2, 21)))).toBe('2024-11-03T22:00')
    expect(iso(nextRollover(Date.UTC(2024, 10, 2, 21) - 1))).toBe('2024-11-02T21:00')
  })
})

describe('isMarketOpen and nextChange', () => {
  it('open Sunday 17:00 to Friday 17:00 in New York, in winter and in summer', () => {
    const changes = (from: number, count: number): string[] => {
      const times: number[] = []
      for (let at = from; times.length < count;) times.push((at = nextChange('forex', at)))
      return times.map(iso)
    }
    expect(changes(Date.UTC(2024, 2, 6), 4)).toEqual([
      '2024-03-08T22:00', '2024-03-10T21:00', '2024-03-15T21:00', '2024-03-17T21:00',
    ]) // prettier-ignore
    expect(changes(Date.UTC(2024, 9, 30), 3)).toEqual(['2024-11-01T21:00', '2024-11-03T22:00', '2024-11-08T22:00'])
    // Until 2006, daylight saving time began in April.
    expect(changes(Date.UTC(2006, 2, 30), 2)).toEqual(['2006-03-31T22:00', '2006-04-02T21:00'])
    expect(isMarketOpen('forex', Date.UTC(2024, 2, 15, 20, 59, 59, 999))).toBe(true)
    expect(isMarketOpen('forex', Date.UTC(2024, 2, 15, 21))).toBe(false)
    expect(isMarketOpen('always', Date.UTC(2024, 0, 13))).toBe(true)
    expect(nextChange('always', Date.UTC(2024, 0, 13))).toBe(Number.POSITIVE_INFINITY)
  })

  it('agree with the time zone database at random times', () => {
    const random = createRandom(6)
    for (let turn = 0; turn < 10_000; turn++) {
      const time = Math.floor(Date.UTC(1980, 0, 1) + random() * 55 * 365 * DAY)
      const { weekday, hour } = wallClock(time)
      const open = weekday === 'Sun' ? hour >= 17 : weekday === 'Fri' ? hour < 17 : weekday !== 'Sat'
      expect(isMarketOpen('forex', time), iso(time)).toBe(open)
    }
  })

  it('close during closures', () => {
    const christmas = { from: Date.UTC(2024, 11, 24, 18), to: Date.UTC(2024, 11, 25, 23) }
    const open = (time: number): boolean => isMarketOpen('forex', time, [christmas])
    expect([open(christmas.from - 1), open(christmas.from), open(christmas.to - 1), open(christmas.to)]).toEqual([
      true, false, false, true,
    ]) // prettier-ignore
    expect(nextChange('forex', Date.UTC(2024, 11, 24), [christmas])).toBe(christmas.from)
    expect(nextChange('forex', christmas.from, [christmas])).toBe(christmas.to)
    expect(nextChange('always', christmas.from - 1, [christmas])).toBe(christmas.from)
    expect(nextChange('always', christmas.to, [christmas])).toBe(Number.POSITIVE_INFINITY)
    const forever = { from: Date.UTC(2030, 0, 2), to: Number.POSITIVE_INFINITY }
    expect(nextChange('forex', forever.from, [forever])).toBe(Number.POSITIVE_INFINITY)
  })

  it('change at exactly the same times with any closures', () => {
    const random = createRandom(7)
    const start = Date.UTC(2024, 1, 20)
    for (let turn = 0; turn < 300; turn++) {
      const closures = joinClosures(
        Array.from({ length: Math.floor(random() * 6) }, () => {
          const from = start + Math.floor(random() * 40 * 24) * HOUR
          return { from, to: from + Math.floor(random() * 80) * HOUR }
        }),
      )
      const calendar = random() < 0.7 ? 'forex' : 'always'
      const time = start + Math.floor(random() * 40 * DAY)
      const change = nextChange(calendar, time, closures)
      const open = isMarketOpen(calendar, time, closures)
      const end = Math.min(change, time + 30 * DAY)
      // Every edge is at a whole hour, so half-hour steps miss none.
      for (let at = time; at < end; at += HOUR / 2) expect(isMarketOpen(calendar, at, closures)).toBe(open)
      if (change === Number.POSITIVE_INFINITY) continue
      expect(isMarketOpen(calendar, change - 1, closures)).toBe(open)
      expect(isMarketOpen(calendar, change, closures)).toBe(!open)
    }
  })

  it('merge adjacent closures and ignore empty ones', () => {
    const spans = [
      { from: 50, to: 60 },
      { from: 10, to: 20 },
      { from: 20, to: 30 },
      { from: 55, to: 58 },
      { from: 5, to: 5 },
      { from: Number.NaN, to: 3 },
    ]
    expect(joinClosures(spans)).toEqual([
      { from: 10, to: 30 },
      { from: 50, to: 60 },
    ])
  })
})

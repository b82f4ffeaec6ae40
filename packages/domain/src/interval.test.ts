import { describe, expect, it } from 'vitest'

import { type BarDays, barEnd, type BarInterval, barStart } from './interval.ts'

const iso = (time: number): string => new Date(time).toISOString().slice(0, 16)
const barOf = (text: string, interval: BarInterval, days?: BarDays): [string, string] => {
  const start = barStart(Date.parse(`${text}:00Z`), interval, days)
  return [iso(start), iso(barEnd(start, interval, days))]
}

describe('bars of days and weeks', () => {
  it('end at 00:00 UTC, with weeks from Sunday, unless the instrument says otherwise', () => {
    expect(barOf('2024-01-10T13:37', 'D1')).toEqual(['2024-01-10T00:00', '2024-01-11T00:00'])
    expect(barOf('2024-01-10T13:37', 'W1')).toEqual(['2024-01-07T00:00', '2024-01-14T00:00'])
    expect(barOf('2024-01-07T12:00', 'W1', { weekStart: 'monday' })).toEqual(['2024-01-01T00:00', '2024-01-08T00:00'])
    expect(barOf('2024-01-08T00:00', 'W1', { weekStart: 'monday' })).toEqual(['2024-01-08T00:00', '2024-01-15T00:00'])
  })

  it('end at 17:00 in New York where the instrument says so, so that no day has only a Sunday evening', () => {
    const days: BarDays = { dayEnd: 'new-york' }
    expect(barOf('2024-01-10T13:37', 'D1', days)).toEqual(['2024-01-09T22:00', '2024-01-10T22:00'])
    expect(barOf('2024-07-10T20:59', 'D1', days)).toEqual(['2024-07-09T21:00', '2024-07-10T21:00'])
    expect(barOf('2024-07-10T21:00', 'D1', days)).toEqual(['2024-07-10T21:00', '2024-07-11T21:00'])
    // The market opens on Sunday at 17:00: the start of Monday.
    expect(barOf('2024-01-07T22:00', 'D1', days)).toEqual(['2024-01-07T22:00', '2024-01-08T22:00'])
    expect(barOf('2024-01-07T22:00', 'W1', { ...days, weekStart: 'monday' })).toEqual([
      '2024-01-07T22:00',
      '2024-01-14T22:00',
    ])
    expect(barOf('2024-01-07T21:59', 'W1', days)).toEqual(['2024-01-06T22:00', '2024-01-13T22:00'])
  })

  it('have 23 or 25 hours when the clocks of New York change', () => {
    const days: BarDays = { dayEnd: 'new-york', weekStart: 'monday' }
    // Daylight saving time began on 2024-03-10 and ended on 2024-11-03, both Sundays at 02:00.
    expect(barOf('2024-03-10T12:00', 'D1', days)).toEqual(['2024-03-09T22:00', '2024-03-10T21:00'])
    expect(barOf('2024-11-03T12:00', 'D1', days)).toEqual(['2024-11-02T21:00', '2024-11-03T22:00'])
    expect(barOf('2024-03-08T12:00', 'W1', days)).toEqual(['2024-03-03T22:00', '2024-03-10T21:00'])
    expect(barOf('2024-11-01T12:00', 'W1', days)).toEqual(['2024-10-27T21:00', '2024-11-03T22:00'])
  })

  it('follow each other without a gap, and contain their times, for sixty years', () => {
    for (const interval of ['D1', 'W1'] as const) {
      for (const days of [{ dayEnd: 'new-york' }, { dayEnd: 'new-york', weekStart: 'monday' }] as BarDays[]) {
        let start = barStart(Date.UTC(1970, 0, 1), interval, days)
        while (start < Date.UTC(2030, 0, 1)) {
          const end = barEnd(start, interval, days)
          for (const time of [start, start + 1, end - 1]) expect(barStart(time, interval, days)).toBe(start)
          start = end
        }
      }
    }
  })

  it('change nothing about shorter bars', () => {
    expect(barOf('2024-01-10T13:37', 'H4', { dayEnd: 'new-york' })).toEqual(['2024-01-10T12:00', '2024-01-10T16:00'])
  })
})

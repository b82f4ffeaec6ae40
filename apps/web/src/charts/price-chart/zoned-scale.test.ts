// @vitest-environment jsdom
import { zoneOffset } from '@tradeloom/domain/zones'
import type { Mutable, TimeScalePoint, UTCTimestamp } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { axisTime, crosshairTime, rowTimeText } from './chart-times.ts'
import { ZonedScale } from './zoned-scale.ts'

const HOUR = 3600
const DAY_WEIGHT = 50
const NEW_YORK = { name: 'New York', offsetAt: zoneOffset('America/New_York') }
const seconds = (text: string): UTCTimestamp => (Date.parse(`${text}Z`) / 1000) as UTCTimestamp

/** The times at which a new day begins on the axis. */
function days(scale: ZonedScale, step = 1): string[] {
  const start = seconds('2026-03-06T00:00')
  const points = Array.from({ length: 96 }, (_, i) => ({
    timeWeight: 0,
    time: scale.convertHorzItemToInternal((start + i * HOUR) as UTCTimestamp),
    originalTime: start + i * HOUR,
  })) as unknown as Mutable<TimeScalePoint>[]
  for (let i = 0; i < points.length; i += step) {
    const known = points.slice(0, i + step)
    scale.fillWeightsForPoints(known, i)
  }
  return points
    .filter(({ timeWeight }) => timeWeight >= DAY_WEIGHT)
    .map(({ originalTime }) => new Date(Number(originalTime) * 1000).toISOString().slice(5, 16))
}

it('begins days where they begin on its clock, also when clocks change, and when points come one by one', () => {
  const toAdd = (time: number): number => NEW_YORK.offsetAt(time * 1000) / 1000
  const midnights = ['03-06T05:00', '03-07T05:00', '03-08T05:00', '03-09T04:00']
  expect(days(new ZonedScale(toAdd), 96)).toEqual(midnights)
  expect(days(new ZonedScale(toAdd))).toEqual(midnights)
  expect(days(new ZonedScale(() => 0), 96)).toContain('03-07T00:00')
})

it('writes axis, crosshair and legend by one clock, and dates of daily bars as their market has them', () => {
  const time = seconds('2026-03-09T02:30')
  expect(crosshairTime(time, 'M15', NEW_YORK)).toBe('2026-03-08 22:30')
  expect(rowTimeText(time * 1000, 'M15', NEW_YORK)).toBe('2026-03-08 22:30')
  const mark = (type: 0 | 1 | 2 | 3 | 4): string => axisTime(time, type, 'M15', NEW_YORK)
  expect([mark(0), mark(1), mark(2), mark(3), mark(4)]).toEqual(['2026', 'Mar', '8', '22:30', '22:30:00'])
  expect(crosshairTime(time, 'D1', NEW_YORK)).toBe('2026-03-09 02:30')
})

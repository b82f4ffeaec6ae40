import { expect, it } from 'vitest'
import { FormingBars } from './forming-bars.ts'

const MINUTE = 60_000
const QUARTER = Date.UTC(2026, 2, 2, 10, 15)
const minute = (number: number, ...values: number[]): number[] => [QUARTER + number * MINUTE, ...values]

it('makes a forming bar of minutes, of each of which the newest row counts', () => {
  const bars = new FormingBars('M15')
  expect(bars.missing(QUARTER)).toBeNull()
  expect(bars.add(minute(0, 1, 1.5, 0.9, 1.2, 10))).toEqual([QUARTER, 1, 1.5, 0.9, 1.2, 10])
  expect(bars.add(minute(0, 1, 1.6, 0.9, 1.4, 12))).toEqual([QUARTER, 1, 1.6, 0.9, 1.4, 12])
  expect(bars.missing(QUARTER + MINUTE)).toBeNull()
  expect(bars.add(minute(1, 1.4, 1.4, 0.7, 0.8, 3))).toEqual([QUARTER, 1, 1.6, 0.7, 0.8, 15])
})

it('begins the next bar with its first minute', () => {
  const bars = new FormingBars('M15')
  bars.add(minute(14, 1, 2, 0.5, 1, 4))
  expect(bars.add(minute(15, 3, 3, 3, 3, 1))).toEqual([QUARTER + 15 * MINUTE, 3, 3, 3, 3, 1])
  expect(bars.add(minute(14, 1, 2, 0.5, 1, 4))).toBeNull()
  expect(bars.endOf(QUARTER + 16 * MINUTE)).toBe(QUARTER + 30 * MINUTE)
})

it('asks for the finished minutes of a bar that it meets in the middle, and after minutes that it missed', () => {
  const bars = new FormingBars('M15')
  expect(bars.missing(QUARTER + 4 * MINUTE)).toEqual({ start: QUARTER, end: QUARTER + 4 * MINUTE })
  bars.restart([QUARTER, 1, 9, 0.1, 2, 100])
  expect(bars.add(minute(4, 2, 3, 2, 3, 5))).toEqual([QUARTER, 1, 9, 0.1, 3, 105])
  expect(bars.missing(QUARTER + 5 * MINUTE)).toBeNull()
  expect(bars.missing(QUARTER + 7 * MINUTE)).toEqual({ start: QUARTER, end: QUARTER + 7 * MINUTE })
})

import { expect, it } from 'vitest'
import { computeUnits } from './compute-units.ts'
import { unitsOfWindows } from './units-of-windows.ts'

const DAY = 86_400_000
const units = (days: number, resolution: 0 | 1): number => computeUnits({ start: 0, end: days * DAY }, resolution)

it('charges a run on every tick one unit for each three days begun', () => {
  expect([units(1, 0), units(3, 0), units(3.01, 0), units(31, 0)]).toEqual([1, 1, 2, 11])
})

it('charges a run on bars one unit for each thirty days begun', () => {
  expect([units(1, 1), units(30, 1), units(30.01, 1), units(365, 1)]).toEqual([1, 1, 2, 13])
})

it('charges nothing for a period that is empty or reversed', () => {
  expect([units(0, 1), units(-5, 0)]).toEqual([0, 0])
})

it('charges each walk-forward window its whole search and one test', () => {
  const window = { trainStart: 0, trainEnd: 31 * DAY, testStart: 32 * DAY, testEnd: 42 * DAY }
  const next = { trainStart: DAY, trainEnd: 32 * DAY, testStart: 33 * DAY, testEnd: 43 * DAY }
  expect(unitsOfWindows([window, next], 5, 1)).toBe(2 * (2 * 5 + 1))
  expect(unitsOfWindows([window], 5, 0)).toBe(11 * 5 + 4)
})

it('charges a training once that several windows share', () => {
  const window = { trainStart: 0, trainEnd: 31 * DAY, testStart: 32 * DAY, testEnd: 42 * DAY }
  expect(unitsOfWindows([window, { ...window, testEnd: 52 * DAY }], 5, 1)).toBe(2 * 5 + 2)
})

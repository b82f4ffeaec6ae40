import { expect, it } from 'vitest'
import { sessionIntervals } from './session-intervals.ts'

const LONGER = ['M10', 'M15', 'M30', 'H1', 'H2', 'H4', 'H8', 'H12', 'D1']

it('offers sessions the intervals of the specification, on FXCM without 1, 2 and 5 minutes', () => {
  expect(sessionIntervals('OANDA')).toEqual(['Tick', 'M1', 'M2', 'M5', ...LONGER])
  expect(sessionIntervals('FXCM')).toEqual(['Tick', ...LONGER])
})

import type { Indicator } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { indicatorTypings } from './indicator-typings.ts'

const RANGE = {
  key: 'MyRange',
  name: 'Range */ of bars',
  description: 'High minus low',
  system: false,
  parameters: [{ name: 'factor', defaultValue: 2 }],
} as unknown as Indicator

it('declares own indicators with their parameters, and copied ones by their keys', () => {
  const typings = indicatorTypings([RANGE, { ...RANGE, key: 'RSI', system: true }], ['MyRange', 'Theirs'])
  expect(typings).toBe(`interface Indicators {
  /** Range * / of bars. High minus low */
  MyRange(interval: BarInterval | TickCount | KnownSeries, factor?: number | null): Indicator<any>
  /** Copied with this algorithm. */
  Theirs(interval: BarInterval | TickCount | KnownSeries, ...parameters: (number | null)[]): Indicator<any>
}
`)
  expect(indicatorTypings([], [])).toBe('')
})

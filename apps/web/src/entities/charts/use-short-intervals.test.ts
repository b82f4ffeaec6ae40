import { expect, it } from 'vitest'
import type { ChartSource } from '../../charts/price-chart/chart-source.ts'
import { withShortIntervals } from './use-short-intervals.ts'

const source = { instrumentId: 'EURUSD:TEST', intervals: ['M1', 'H1'] } as unknown as ChartSource

it('offers ticks and bars of seconds only where there is data to make them from', () => {
  const offered = (...stored: string[]) => {
    const { intervals, ticks } = withShortIntervals(
      source,
      stored.map((interval) => ({ interval })),
    )
    return [...(ticks === undefined ? [] : ['Tick']), ...intervals]
  }
  expect(offered('M1')).toEqual(['M1', 'H1'])
  expect(offered('S30', 'M1')).toEqual(['S30', 'M1', 'H1'])
  expect(offered('S1')).toEqual(['S5', 'S15', 'S30', 'M1', 'H1'])
  expect(offered('Tick')).toEqual(['Tick', 'S5', 'S15', 'S30', 'M1', 'H1'])
})

it('leaves a chart of one interval as it is', () => {
  const one = { ...source, intervals: ['M15'] as const }
  expect(withShortIntervals(one, [{ interval: 'Tick' }])).toBe(one)
})

import type { SeriesStepsReply } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { UTC_CLOCK } from '../../../charts/price-chart/chart-clock.ts'
import { plotOnBars } from '../../../charts/price-chart/price-bars.ts'
import { overlayLine } from './overlay-line.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const STEPS: SeriesStepsReply = {
  known: [at('2024-02-13T13:30'), at('2024-03-12T12:30'), at('2024-03-14T12:30'), at('2024-03-15T12:30')],
  periods: [at('2024-01-01T00:00'), at('2024-02-01T00:00'), at('2024-02-01T00:00'), at('2024-02-01T00:00')],
  values: [308.4, 310.3, null, 310.5],
  qualities: ['lagged', 'vintage', 'vintage', 'vintage'],
}
const lineOver = (interval: 'M15' | 'D1' | 'Tick') =>
  overlayLine('FRED:CPI', STEPS, { interval, days: undefined, clock: UTC_CLOCK })

describe('a dataset over prices', () => {
  it('has on each bar the value that was known when the bar ended, and none before anything was known', () => {
    const { bars, detailAt } = lineOver('M15')
    const valueAt = (text: string) => bars.get(at(text))?.last
    expect(valueAt('2024-02-13T13:00')).toBeNull()
    expect(detailAt?.(at('2024-02-13T13:00'))).toBe('not available yet')
    // Published when the first bar ended, so it is not in that one.
    expect(valueAt('2024-02-13T13:15')).toBeNull()
    expect(valueAt('2024-02-13T13:30')).toBe(308.4)
    expect(detailAt?.(at('2024-02-13T13:30'))).toBe('of 2024-01-01, available 2024-02-13 13:30, lagged')
    expect(valueAt('2024-03-12T12:15')).toBe(308.4)
    expect(valueAt('2024-03-12T12:30')).toBe(310.3)
    expect(lineOver('D1').bars.get(at('2024-03-12T00:00'))?.last).toBe(310.3)
    expect(lineOver('D1').bars.get(at('2024-03-11T00:00'))?.last).toBe(308.4)
    expect(lineOver('Tick').bars.get(at('2024-03-12T12:29:59.999'))?.last).toBe(308.4)
    expect(lineOver('Tick').bars.get(at('2024-03-12T12:30'))?.last).toBe(310.3)
  })

  it('is steps on an axis of its own, and no step leads over a withdrawn value', () => {
    const line = lineOver('D1')
    expect(line).toMatchObject({ isStepped: true, ownAxis: { decimals: 1 } })
    const rows = ['13', '14', '15', '16'].map((day) => [at(`2024-03-${day}T00:00`), 1, 1, 1, 1])
    expect(plotOnBars(rows, line)).toEqual([
      { time: at('2024-03-13T00:00') / 1000, value: 310.3 },
      { time: at('2024-03-14T00:00') / 1000 },
      { time: at('2024-03-15T00:00') / 1000, value: 310.5, color: 'transparent' },
      { time: at('2024-03-16T00:00') / 1000, value: 310.5 },
    ])
  })
})

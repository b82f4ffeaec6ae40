import { BAR_INTERVALS, barStart, INTERVALS } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { plotWindow } from './plot-windows.ts'

const MINUTE = 60_000
const START = Date.UTC(2024, 0, 3, 7, 13)
/** A value every minute for ten days, without a weekend and with a gap every hundredth time. */
const times = Array.from({ length: 14_400 }, (_, i) => START + i * MINUTE).filter(
  (time) => ![0, 6].includes(new Date(time).getUTCDay()),
)
const values = times.map((_, i) => (i % 100 === 7 ? NaN : Math.sin(i / 50) * 10 + (i % 13)))
const PLOT = {
  name: 'line',
  pane: 'overlay',
  color: null,
  time: Float64Array.from(times),
  value: Float64Array.from(values),
} as const

it.each(BAR_INTERVALS)(
  'plots on %s bars are the last, lowest and highest value that the script plotted',
  (interval) => {
    const { ms } = INTERVALS[interval]
    const from = barStart(START + 2 * 86_400_000, interval)
    const to = from + Math.min(2_000, Math.ceil((5 * 86_400_000) / ms)) * ms
    const expected = new Map<number, number[]>()
    for (const [i, time] of times.entries()) {
      if (time < from || time >= to) continue
      const bar = barStart(time, interval)
      expected.set(bar, [...(expected.get(bar) ?? []), values[i] as number])
    }
    const window = plotWindow(PLOT, { interval, from, to })
    expect(window.time).toEqual([...expected.keys()])
    for (const [at, all] of [...expected.values()].entries()) {
      const drawn = all.filter((value) => !Number.isNaN(value))
      const last = all.at(-1) as number
      expect(window.last[at]).toBe(Number.isNaN(last) ? null : last)
      if (window.min === null || window.max === null) expect(all).toHaveLength(1)
      else {
        expect(window.min[at]).toBe(drawn.length === 0 ? null : Math.min(...drawn))
        expect(window.max[at]).toBe(drawn.length === 0 ? null : Math.max(...drawn))
      }
    }
  },
)

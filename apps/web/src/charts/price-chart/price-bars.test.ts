import type { Position } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { addPlotWindow, type ScriptLine } from './plot-lines.ts'
import { barIndexAt, joinRows, locatePositions, plotOnBars, rangesOnBars } from './price-bars.ts'

const MINUTE = 60_000
const rows = [0, 1, 2, 5, 6].map((minute) => [minute * MINUTE, 1, 1, 1, 1, 0])

const position = (changes: Partial<Position>): Position => ({ openTime: 0, closeTime: null, ...changes }) as Position

describe('bars with a gap', () => {
  it('finds the bar that contains a time, or the one before a gap', () => {
    expect([-1, 0, 90_000, 4 * MINUTE, 99 * MINUTE].map((time) => barIndexAt(rows, time))).toEqual([-1, 0, 1, 2, 4])
  })

  it('joins chunks without duplicate bars', () => {
    expect(joinRows(rows.slice(0, 3), rows.slice(2)).map(([time]) => time)).toEqual(rows.map(([time]) => time))
  })

  it('locates positions that overlap the bars, and leaves out the others', () => {
    const located = locatePositions(
      rows,
      [
        position({ openTime: MINUTE + 1, closeTime: 5 * MINUTE }),
        position({ openTime: 6 * MINUTE, closeTime: null }),
        position({ openTime: -9 * MINUTE, closeTime: -8 * MINUTE }),
        position({ openTime: 8 * MINUTE, closeTime: null }),
      ],
      7 * MINUTE,
    )
    expect(located.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 4],
    ])
  })

  it('draws the last value of a plot on each existing bar, and keeps the extremes within a bar', () => {
    const lines: ScriptLine[] = []
    const plot = { name: 'line', pane: 'overlay', color: null, steps: false } as const
    const time = [0, 1, 3, 6].map((minute) => minute * MINUTE)
    addPlotWindow(lines, [{ ...plot, time, last: [2, null, 4, 5], min: [1, null, 4, 5], max: [2, null, 4, 9] }])
    const [line] = lines as [ScriptLine]
    expect(plotOnBars(rows, line)).toEqual([{ time: 0, value: 2 }, { time: 60 }, { time: 360, value: 5 }])
    expect(rangesOnBars(rows, line)).toEqual([
      { barIndex: 0, min: 1, max: 2 },
      { barIndex: 4, min: 5, max: 9 },
    ])
    // A later window adds its bars.
    addPlotWindow(lines, [{ ...plot, time: [5 * MINUTE], last: [7], min: null, max: null }])
    expect(plotOnBars(rows, line).at(-2)).toEqual({ time: 300, value: 7 })
    expect(lines).toHaveLength(1)
  })
})

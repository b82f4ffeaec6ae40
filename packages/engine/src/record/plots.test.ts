import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { flatBars, MINUTE, MONDAY, runScript, startRun } from '../run.fixture.ts'
import type { PlotSeries, RunResult } from '../run-result.ts'
import { NumberColumn, plotSeries, readPlot } from './plot-columns.ts'
import { Plots } from './plots.ts'

const points = (plot: PlotSeries | undefined) => {
  if (!plot) return []
  const { time, value } = readPlot(plot)
  return Array.from(time, (one, row) => [one, value[row]])
}

const byName = ({ plots }: RunResult, name: string) => points(plots.find((plot) => plot.name === name))

describe('plots of a run', () => {
  it('keeps every plotted value of a long run exactly', () => {
    const rows = 10_000
    const source = `
      let n = 0
      const given = (at) => Math.sin(at / 7) / 3
      function onIntervalClose(bar) { plot('wave', given(n), { pane: 'study', color: 'red' }); n += 1 }`
    // A market without weekends.
    const instrument = defineInstrument('BTCUSD:TEST')
    const result = runScript(source, flatBars(1.1, rows), { instrument, end: MONDAY + rows * MINUTE })
    const [plot] = result.plots
    expect(plot).toMatchObject({ name: 'wave', pane: 'study', color: 'red', count: rows })
    const expected = Array.from({ length: rows }, (_, at) => [MONDAY + (at + 1) * MINUTE, Math.sin(at / 7) / 3])
    expect(byName(result, 'wave')).toEqual(expected)
    expect(result.warnings).toEqual([])
  })

  it('keeps the last value at each time, and gaps as gaps', () => {
    const source = `
      let n = 0
      function onIntervalClose() {
        plot('line', 1)
        plot('line', [3, null, NaN][n++])
      }`
    const result = runScript(source, flatBars(1.1, 3), { end: MONDAY + 3 * MINUTE })
    expect(byName(result, 'line')).toEqual([
      [MONDAY + MINUTE, 3],
      [MONDAY + 2 * MINUTE, NaN],
      [MONDAY + 3 * MINUTE, NaN],
    ])
  })

  it('encodes plots the same however many rows a step takes', () => {
    const source = `let n = 0\nfunction onTick() { plot('n', 1 / n++); plot('odd', n % 2 ? n : null) }`
    const texts = [1, 7, 1_000].map((rows) => {
      const run = startRun(source, flatBars(1.1, 2_000), { end: MONDAY + 2_000 * MINUTE })
      while (run.step(rows));
      return JSON.stringify(run.finish().plots)
    })
    expect(new Set(texts).size).toBe(1)
  })
})

describe('a run with more values than the limit', () => {
  it('ends all series at the same time when the limit is reached, and warns', () => {
    const plots = new Plots(5)
    expect(plots.omission()).toBeNull()
    for (let at = 0; at < 4; at++) {
      plots.add(MONDAY + at, 'a', at, undefined)
      plots.add(MONDAY + at, 'b', -at, undefined)
    }
    const [a, b] = plots.columns().map(plotSeries)
    expect([points(a), points(b)]).toEqual([
      [
        [MONDAY, 0],
        [MONDAY + 1, 1],
        [MONDAY + 2, 2],
      ],
      [
        [MONDAY, -0],
        [MONDAY + 1, -1],
      ],
    ])
    expect(plots.omission()).toBe(
      'Plots hold their first 5 values, those before 2024-01-08T00:00:00.002Z; later ones were not kept. Plot less often to keep them all',
    )
  })
})

describe('columns as text', () => {
  it.each([0, 1, 2, 3, 3_071, 3_072, 3_073, 9_217])('encodes and decodes %d values', (count) => {
    const [times, values] = [new NumberColumn(), new NumberColumn()]
    const time = Array.from({ length: count }, (_, at) => MONDAY + at * at * 1_000)
    const value = Array.from({ length: count }, (_, at) => (at % 5 === 0 ? NaN : Math.exp(at % 300) / 7))
    for (const one of time) times.push(one)
    for (const one of value) values.push(one)
    const text = plotSeries({ name: '', pane: 'study', color: null, time: times.toArray(), value: values.toArray() })
    expect(text.values).toBe(Buffer.from(Float64Array.from(value).buffer).toString('base64'))
    const read = readPlot(text)
    expect(Array.from(read.time)).toEqual(time)
    expect(Array.from(read.value)).toEqual(value)
  })
})

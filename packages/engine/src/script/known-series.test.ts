import { isAllLeftOut, knownColumns, type KnownRevision } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { type Candle, minuteBars, MINUTE, MONDAY, runOnce, tickRows } from '../run.fixture.ts'
import { readPlot } from '../record/plot-columns.ts'
import type { RunResult } from '../run-result.ts'
import type { SourceSeries } from '../series.ts'

const ROWS = 240
const HOUR = 60 * MINUTE
const flat = minuteBars(Array.from({ length: ROWS }, (): Candle => [1.1, 1.1, 1.1, 1.1]))
const end = MONDAY + ROWS * MINUTE

function revision(month: number, value: number, afterMonday: number): KnownRevision {
  const [periodStart, periodEnd] = [Date.UTC(2023, month, 1), Date.UTC(2023, month + 1, 1)]
  return { periodStart, periodEnd, value, knownAt: MONDAY + afterMonday, vintage: null, quality: 'vintage' }
}

/** A series of three periods. The last one is revised ten times while the run goes on, the one before it once. */
const planted: readonly KnownRevision[] = [
  revision(8, 100, -30 * 24 * HOUR),
  revision(9, 101, -20 * 24 * HOUR),
  revision(10, 102, -HOUR),
  ...Array.from({ length: 10 }, (_, i) => revision(10, 110 + i, (i + 1) * 20 * MINUTE + i * 7_000)),
  revision(9, 99, 100 * MINUTE + 59_000),
].sort((a, b) => a.knownAt - b.knownAt)

function source(revisions: readonly KnownRevision[], id = 'FRED:CPIAUCSL'): SourceSeries {
  return { id, columns: knownColumns(revisions) }
}

function run(script: string, sources: readonly SourceSeries[], interval: 'M1' | 'M15' = 'M1'): RunResult {
  return runOnce(script, flat, { end, interval }, [], { sources })
}

const shown = ({ log }: RunResult): string[] => log.map(({ message }) => message)

/** The newest values of each period that a store served by a time, newest period first. */
function served(revisions: readonly KnownRevision[], time: number): number[] {
  const periods = new Map<number, number>()
  for (const { knownAt, periodStart, value } of revisions) if (knownAt <= time) periods.set(periodStart, value)
  return [...periods.entries()].sort(([a], [b]) => b - a).map(([, value]) => value)
}

describe('a series in an algorithm', () => {
  it('is at every minute what was known two seconds before, with earlier periods in the same state', () => {
    const result = run(
      `const cpi = series('FRED:CPIAUCSL')
      function onIntervalClose() { log(now(), cpi.value, cpi.ago(1), cpi.ago(2), cpi.ago(3), cpi.count) }`,
      [source(planted)],
    )
    const expected = Array.from({ length: ROWS }, (_, row) => {
      const time = MONDAY + (row + 1) * MINUTE
      const values = served(planted, time - 2_000)
      return `${time} ${values.join(' ')} NaN ${values.length}`
    })
    expect(shown(result)).toEqual(expected)
    expect(new Set(expected.map((line) => line.split(' ')[1])).size).toBe(11)
  })

  it('draws a series, and whatever asks for it, as steps', () => {
    const { plots } = run(
      `const cpi = series('FRED:CPIAUCSL')
      function onIntervalClose(bar) {
        plot('cpi', cpi)
        plot('value', cpi.value)
        plot('held', bar.close, { steps: true })
        plot('joined', cpi, { steps: false })
      }`,
      [source(planted)],
    )
    expect(plots.map(({ name, steps }) => [name, steps])).toEqual([
      ['cpi', true],
      ['value', undefined],
      ['held', true],
      ['joined', undefined],
    ])
    const [cpi, value] = plots.map((plot) => [...readPlot(plot).value])
    expect(cpi).toEqual(value)
    expect(new Set(cpi).size).toBe(11)
  })

  it('gives the same run when its store has received later revisions since', () => {
    const script = `const cpi = series('FRED:CPIAUCSL')
      function onIntervalClose() {
        if (cpi.isNew) { closeAll(); if (cpi.value > cpi.ago(1)) buy({ quantity: 1000 }) }
        plot('cpi', cpi.value)
      }`
    const later = [revision(8, 500, 300 * MINUTE), revision(10, 501, 301 * MINUTE), revision(11, 502, 400 * MINUTE)]
    const then = run(script, [source(planted)])
    expect(then.orders.length).toBeGreaterThan(10)
    expect(run(script, [source([...planted, ...later])])).toEqual(then)
    // The same revisions do change a run whose period they lie in.
    const early = [...planted, revision(8, 500, 30 * MINUTE)].sort((a, b) => a.knownAt - b.knownAt)
    expect(run(script, [source(early)])).not.toEqual(then)
  })

  it('is seen inside of a bar from the next bar on, and by real ticks from its millisecond on', () => {
    const cpi = [revision(9, 1, -HOUR), revision(10, 2, 2 * MINUTE)]
    const script = `const cpi = series('FRED:CPIAUCSL', { delay: 0.5 })
      function onTick(tick) { log(tick.time - ${MONDAY}, cpi.value) }`
    const bars = shown(runOnce(script, flat, { end: MONDAY + 4 * MINUTE }, [], { sources: [source(cpi)] }))
    const row = (start: number, value: number) => [0, 20_000, 40_000, 59_999].map((at) => `${start + at} ${value}`)
    expect(bars.slice(8)).toEqual([...row(120_000, 1), ...row(180_000, 2)])
    const times = [0, 119_999, 120_000, 120_499, 120_500, 120_501]
    const ticks = tickRows(times.map((time) => [time, 1.1, 1.1001] as const))
    const changes = { resolution: 0, interval: 'Tick', end: MONDAY + 4 * MINUTE } as const
    expect(shown(runOnce(script, ticks, changes, [], { sources: [source(cpi)] }))).toEqual(
      times.map((time) => `${time} ${time < 120_500 ? 1 : 2}`),
    )
  })

  it('is new once for each handler, and states its period, known time and quality', () => {
    const script = `const cpi = series('FRED:CPIAUCSL')
      every('M15', () => { if (cpi.isNew) log('quarter', now() - ${MONDAY}) })
      function onIntervalClose() { if (cpi.isNew) log('minute', now() - ${MONDAY}, cpi.period, cpi.knownAt - ${MONDAY}, cpi.quality) }`
    const later = revision(10, 2, 10 * MINUTE)
    const result = run(script, [source([revision(9, 1, -HOUR), { ...later, quality: 'lagged' }])])
    expect(shown(result)).toEqual([
      `minute ${11 * MINUTE} ${later.periodStart} ${10 * MINUTE} lagged`,
      `quarter ${15 * MINUTE}`,
    ])
  })

  it('leaves forecasts out unless the script asks for them', () => {
    const cpi = [revision(9, 1, -HOUR), { ...revision(20, 9, -HOUR), periodEnd: MONDAY + 999 * 24 * HOUR }]
    const script = `const facts = series('FRED:CPIAUCSL'), all = series('FRED:CPIAUCSL', { forecasts: true })
      function onStart() { log(facts.value, facts.count, all.value, all.count) }
      function onIntervalClose() {}`
    const result = run(script, [source(cpi)])
    expect(shown(result)).toEqual(['1 1 9 2'])
    const leftOut = '1 value was left out as forecasts, which were published before their period ended'
    expect(result.warnings).toEqual([`Series FRED:CPIAUCSL: ${leftOut}`])
    const [, forecast] = cpi
    const all = run(script, [source([forecast as KnownRevision])]).warnings
    expect(all).toEqual([`Series FRED:CPIAUCSL had no value at any time: all of its ${leftOut}`])
    expect(all.map(isAllLeftOut)).toEqual([true])
    expect(isAllLeftOut(result.warnings[0] as string)).toBe(false)
  })

  it('is dated by the lag that the script assumes, which the result states', () => {
    // October ended 68 days before.
    const usual = { ...revision(9, 1, -23 * 24 * HOUR), quality: 'lagged' as const }
    const before = { ...revision(8, 0, -54 * 24 * HOUR), quality: 'lagged' as const }
    const script = `const usual = series('FRED:CPIAUCSL'), own = series('FRED:CPIAUCSL', { lag: 68 })
      function onIntervalClose() { if (own.isNew) log(now() - ${MONDAY}, own.value, own.ago(1), own.quality, usual.value) }`
    const result = run(script, [source([before, usual])])
    expect(shown(result)).toEqual([`${MINUTE} 1 0 lagged 1`])
    const warned = (delay: string) =>
      `Series FRED:CPIAUCSL uses revised values: some were read that are dated by ${delay}, because their first publication is not on record`
    expect(result.warnings).toEqual([warned('an assumed delay of 68 days'), warned('an assumed delay')])
  })

  it('is the source of an indicator, which counts releases and follows revisions', () => {
    const script = `const cpi = series('FRED:CPIAUCSL')
      const average = indicators.SMA(cpi, 3)
      function onIntervalClose() { log(average.ready, average.value(), average.value(1), average.forming) }`
    const expected = Array.from({ length: ROWS }, (_, row) => {
      const [a = NaN, b = NaN, c = NaN] = served(planted, MONDAY + (row + 1) * MINUTE - 2_000)
      const mean = (a + b + c) / 3
      return [mean, mean]
    })
    const found = shown(run(script, [source(planted)])).map((line) => line.split(' '))
    found.forEach(([ready, value, before, forming], row) => {
      expect([ready, before]).toEqual(['true', 'NaN'])
      expect(Number(value)).toBeCloseTo(expected[row]?.[0] ?? NaN, 9)
      expect(forming).toBe(value)
    })
  })

  it('is the second series of an indicator of two', () => {
    const script = `const cpi = series('FRED:CPIAUCSL')
      const strength = indicators.PriceRelativeStrength('M1', cpi, 5)
      function onIntervalClose() { log(strength.value().ratio) }`
    const ratio = 1.1 / (served(planted, MONDAY + 100 * MINUTE - 2_000)[0] as number)
    expect(Number(shown(run(script, [source(planted)]))[99])).toBeCloseTo(ratio, 12)
  })

  it.each([
    [`series('FRED:GDP')`, 'this run has no data of FRED:GDP'],
    [`series('FRED:CPIAUCSL', { column: 'other' })`, 'this run has no data of FRED:CPIAUCSL#other'],
    [
      `series('FRED:CPIAUCSL', { lag: 10 })`,
      'no value of FRED:CPIAUCSL is dated by an assumed delay, so it takes no lag',
    ],
    [`series('FRED:CPIAUCSL', { lag: -1 })`, 'The lag of a series must be a whole number from 0 to 3650 days'],
    [`indicators.Beta(series('FRED:CPIAUCSL'), bars('M1'), 20)`, 'Beta compares two series bar by bar'],
    [`indicators.SMA(series('FRED:CPIAUCSL'), 0)`, 'SMA: period must be a whole number from 1'],
  ])('refuses %s', (call, message) => {
    expect(() => run(`const it = ${call}\nfunction onIntervalClose() { log(it) }`, [source(planted)])).toThrow(message)
  })
})

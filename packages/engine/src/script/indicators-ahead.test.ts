import { createRandom, defineInstrument, type BarColumns } from '@tradeloom/domain'
import { SYSTEM_INDICATORS } from '@tradeloom/indicators'
import { describe, expect, it } from 'vitest'

import type { RunInputs } from '../run.ts'
import { type Candle, minuteBars, MINUTE, MONDAY, startRun, startSession } from '../run.fixture.ts'
import type { RunSpec } from '../run-spec.ts'

/** More than one block of columns. */
const ROWS = 1_300

function walk(rows: number, seed = 3): Candle[] {
  const random = createRandom(seed)
  let close = 110_000
  return Array.from({ length: rows }, (): Candle => {
    const open = close
    close += Math.round((random() - 0.5) * 60)
    const [top, bottom] = [Math.max(open, close) + 7, Math.min(open, close) - 9]
    return [open / 1e5, top / 1e5, bottom / 1e5, close / 1e5]
  })
}

function without(columns: BarColumns, isLeftOut: (row: number) => boolean): BarColumns {
  const cut = Object.entries(columns).map(([name, column]) => [
    name,
    typeof column === 'string' ? column : (column as Float64Array).filter((_, row) => !isLeftOut(row)),
  ])
  return Object.fromEntries(cut) as BarColumns
}

function logged(
  script: string,
  columns: BarColumns,
  changes: Partial<RunSpec>,
  options: Partial<RunInputs> = {},
): string[] {
  const known = { end: MONDAY + 14 * 86_400_000, barIntervals: { 'EURUSD:TEST': 'M1' as const }, ...changes }
  const limits = { logLines: 100_000, logBytes: 1e9, logTotal: 1e9 }
  const run = startRun(script, columns, known, [], { limits, ...options })
  while (run.step(700));
  return run.finish().log.map(({ message }) => message)
}

/** A session does not know the rows in advance, so it computes its indicators bar by bar. */
function barByBar(script: string, columns: BarColumns, changes: Partial<RunSpec>): string[] {
  const session = startSession(script, { barIntervals: { 'EURUSD:TEST': 'M1' }, ...changes })
  session.take({ kind: 'ROWS', instrumentId: 'EURUSD:TEST', columns })
  return session.finish().log.map(({ message }) => message)
}

function expectEqual(script: string, columns: BarColumns, changes: Partial<RunSpec> = {}): void {
  for (const merge of [false, true]) {
    const exact = barByBar(script, columns, changes)
    expect(exact.length).toBeGreaterThan(0)
    // The second run over the same columns keeps its values, and the third one reads them.
    for (let run = 1; run <= 3; run++) expect(logged(script, columns, changes, { merge })).toEqual(exact)
  }
}

const SOME = `
  const all = [indicators.SMA('M1', 11), indicators.EMA('M1', 20), indicators.RSI('M1'), indicators.MACD('M1'),
    indicators.ATR('M1'), indicators.BollingerBands('M1', 30), indicators.KAMA('M1'), indicators.EMA('M5', 4)]
  const readings = (k) => all.map((one) => JSON.stringify(one.value(k))).join() + all.map((one) => one.ready)`

describe('indicators over rows that are known in advance', () => {
  const columns = minuteBars(walk(ROWS), 0.0002)

  it('have the same values as bar by bar, for all indicators', () => {
    const keys = Object.values(SYSTEM_INDICATORS).filter(({ takesOther }) => !takesOther)
    const script = `
      const all = [${keys.map(({ key }) => `indicators.${key}('M1')`).join()}]
      let bars = 0
      function onIntervalClose() {
        bars += 1
        if (bars % 37 === 0 || bars < 60) log(now(), all.map((one) => JSON.stringify(one.value()) + one.ready).join())
        if (bars % 400 === 0) log(all.map((one) => JSON.stringify(one.value(Math.floor(bars / 2)))).join())
      }`
    const exact = barByBar(script, columns, {})
    for (let run = 1; run <= 3; run++) expect(logged(script, columns, {})).toEqual(exact)
  })

  it('never show a handler a value of an unfinished bar, whatever the index', () => {
    const script = `${SOME}
      function onTick() { log(readings(0), readings(1)) }
      function onIntervalClose() { for (const k of [0, -1, -5, 0.5, -0.5, NaN, Infinity, 2000, 1e9]) log(k, readings(k)) }`
    expectEqual(script, minuteBars(walk(120), 0.0002))
  })

  it('omit gaps and closed hours', () => {
    // Sixteen hours of minutes, with an early close.
    const closures = [{ from: MONDAY + 200 * MINUTE, to: MONDAY + 260.5 * MINUTE }]
    const gaps = without(columns, (row) => row % 90 > 70 || (row > 500 && row < 640))
    expectEqual(`${SOME}\nfunction onIntervalClose() { log(now(), readings(0), readings(3)) }`, gaps, { closures })
  })

  it('continue bar by bar after the first value with a forming bar', () => {
    expectEqual(
      `${SOME}
      let bars = 0
      function onIntervalClose() { bars += 1; log(readings(0), readings(2)) }
      function onTick() { if (bars > 90 && bars < 140 && bars % 9 < 3) log(all.map((one) => JSON.stringify(one.forming))) }`,
      minuteBars(walk(200), 0.0002),
    )
  })

  it('start at their creation in the middle of a run', () => {
    expectEqual(
      `const early = indicators.SMA('M1', 5)
      let late = null
      let bars = 0
      function onIntervalClose() {
        bars += 1
        if (bars === 50) late = indicators.SMA('M1', 5)
        log(early.value(), late?.value(), late?.value(20), late?.ready)
      }`,
      minuteBars(walk(120)),
    )
  })

  it('are the same after a run that has ended early, and with other arguments', () => {
    const script = (period: number) => `const average = indicators.SMA('M1', ${period})
      function onIntervalClose() { log(average.value(), average.value(9)) }`
    const exact = barByBar(script(5), columns, {})
    const start = () =>
      startRun(script(5), columns, { barIntervals: { 'EURUSD:TEST': 'M1' }, end: MONDAY + 14 * 86_400_000 })
    for (let run = 1; run <= 2; run++) {
      const cut = start()
      cut.step(200)
      cut.finish('stopped')
    }
    expect(logged(script(5), columns, {})).toEqual(exact)
    expect(logged(script(6), columns, {})).toEqual(barByBar(script(6), columns, {}))
    expect(logged(script(5), columns, {})).toEqual(exact)
  })

  it('serve as the second series of indicators that compare two', () => {
    expectEqual(
      `const average = indicators.SMA('M1', 5)
      const strength = indicators.PriceRelativeStrength('M1', average, 5)
      const beta = indicators.Beta('M1', indicators.EMA('M1', 9), 20)
      function onIntervalClose() { log(JSON.stringify(strength.value()), beta.value(), average.value()) }`,
      minuteBars(walk(200)),
    )
  })

  it('are computed bar by bar if rows do not start where bars do', () => {
    const shifted = minuteBars(walk(200), 0, MONDAY + 7_000)
    expectEqual(`${SOME}\nfunction onIntervalClose(bar) { log(bar.time, readings(0), readings(7)) }`, shifted)
  })

  it('have values far back, also when they are first read late', () => {
    expectEqual(
      `const averages = [indicators.SMA('M1', 5), indicators.EMA('M1', 20)]
      const bands = indicators.BollingerBands('M1', 30)
      let bars = 0
      function onIntervalClose() {
        bars += 1
        if (bars % 500 !== 0) return
        const farthest = [0, 1, 3_070, 3_071, 3_072, 3_073, 4_095, 4_096, 5_900].filter((k) => k < bars / 2 || bars > 4_500)
        for (const k of farthest) log(k, averages.map((one) => one.value(k)), JSON.stringify(bands.value(k)))
      }`,
      minuteBars(walk(6_100)),
    )
  })

  it('drop values beyond the history limit', () => {
    const rows = 67_000
    const long = minuteBars(walk(rows))
    const script = `const average = indicators.SMA('M1', 5)
      let bars = 0
      function onIntervalClose() {
        bars += 1
        if (bars % 16_000 === 0 || bars > ${rows - 2}) for (const k of [0, 15_999, 65_535, 65_536, 66_000]) log(average.value(k))
      }`
    const open = { instrument: defineInstrument('BTCUSD:TEST'), end: MONDAY + rows * MINUTE }
    const changes = { ...open, barIntervals: { 'BTCUSD:TEST': 'M1' as const } }
    for (let run = 1; run <= 3; run++) {
      const found = logged(script, long, changes)
      expect(found.length).toBeGreaterThanOrEqual(20)
      expect(found.slice(-5).map((text) => text === 'NaN')).toEqual([false, false, false, true, true])
    }
  })
})

import { createRandom, defineInstrument } from '@tradeloom/domain'
import type { CustomIndicator } from '@tradeloom/indicators'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { describe, expect, it } from 'vitest'

import type { RunInputs } from '../run.ts'
import { type Candle, minuteBars, MINUTE, MONDAY, startRun, testSpec } from '../run.fixture.ts'
import type { RunSpec } from '../run-spec.ts'

function walk(rows: number, seed = 3): Candle[] {
  const random = createRandom(seed)
  let close = 110_000
  return Array.from({ length: rows }, (): Candle => {
    const open = close
    close += Math.round((random() - 0.5) * 60)
    return [open / 1e5, (Math.max(open, close) + 7) / 1e5, (Math.min(open, close) - 9) / 1e5, close / 1e5]
  })
}

/** Compiles an indicator as hosts do. */
function custom(key: string, script: string): CustomIndicator {
  const { javascript, parameters, takesOther, errors } = analyzeScript(script, 'indicator')
  if (errors[0]) throw new Error(errors[0].message)
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const factory = (0, eval)(wrapScript(javascript, [], 'indicator')) as CustomIndicator['factory']
  return { key, parameters, takesOther, factory }
}

function run(
  script: string,
  indicators: Readonly<Record<string, string>>,
  changes: Partial<RunSpec> = {},
  options: Partial<RunInputs> = {},
) {
  const compiled = Object.entries(indicators).map(([key, text]) => custom(key, text))
  const known = { end: MONDAY + 14 * 86_400_000, ...changes }
  const started = startRun(script, minuteBars(walk(400), 0.0002), known, [], { indicators: compiled, ...options })
  while (started.step(100));
  return started
}

function logged(...parts: Parameters<typeof run>): string[] {
  return run(...parts)
    .finish()
    .log.map(({ message }) => message)
}

const MEAN = `let closes = null
function onTick(period = 20) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? closes.mean() : null
}`

describe('a custom indicator', () => {
  it('has the values of the same system indicator, also with forming bars, to the last bit', () => {
    const script = `
      const all = [[indicators.Mean('M1', 9), indicators.SMA('M1', 9)], [indicators.Mean('M5'), indicators.SMA('M5')]]
      let ticks = 0
      let found = 0
      function check(read, text) {
        for (const [mine, theirs] of all) {
          const [a, b] = [read(mine), read(theirs)]
          if (!Object.is(a, b)) log(text, a, b)
          if (a === a) found += 1
        }
      }
      function onIntervalClose() { check((one) => one.value(), 'value'); check((one) => one.value(3), 'before') }
      function onTick() { ticks += 1; if (ticks % 3 === 0) check((one) => one.forming, 'forming') }
      function onStop() { log('compared', found > 1500) }`
    expect(logged(script, { Mean: MEAN }, { barIntervals: { 'EURUSD:TEST': 'M1' } })).toEqual(['compared true'])
  })

  it('has several values under the names of its outputs', () => {
    const bands = `const outputs = ['upper', 'lower']
      const lines = { upper: NaN, lower: NaN }
      function onTick(distance = 0.001) {
        lines.upper = bar.high + distance
        lines.lower = bar.low - distance
        return lines
      }`
    const script = `const bands = indicators.Bands('M1', 0.5)
      function onIntervalClose(bar) {
        const { upper, lower } = bands.value()
        if (upper !== bar.high + 0.5 || lower !== bar.low - 0.5) log('wrong')
        if (bar.time === ${MONDAY + 3 * MINUTE}) log(Object.keys(bands.value()).join(), Object.keys(bands.forming).join())
      }`
    expect(logged(script, { Bands: bands })).toEqual(['upper,lower upper,lower'])
  })

  it('shares no state between two uses', () => {
    const count = `let bars = 0
      function onIntervalClose(step = 1) { bars += step; return bars }`
    const script = `const [one, ten] = [indicators.Count('M1'), indicators.Count('M1', 10)]
      let n = 0
      function onIntervalClose() { n += 1; if (n === 3) log(one.value(), ten.value(), indicators.Count('M1').value()) }`
    const [line] = logged(script, { Count: count }, { start: MONDAY, barIntervals: {} })
    expect(line).toBe('3 30 NaN')
  })

  it('with onIntervalClose only keeps its last value while a bar is forming', () => {
    const last = 'function onIntervalClose() { return bar.close }'
    const script = `const last = indicators.Last('M5')
      function onTick() { if (!Object.is(last.forming, last.value())) log('changed') }
      function onStop() { log(last.ready) }`
    expect(logged(script, { Last: last })).toEqual(['true'])
  })

  it('requests ten times its largest whole parameter as history, or what it states', () => {
    const plain = 'function onTick(period = 20, factor = 2.5) { return period * factor }'
    const bars = (script: string, text = plain) => run(script, { Own: text }).warmup[0]?.bars
    expect(bars(`indicators.Own('M1'); function onTick() {}`)).toBe(200)
    expect(bars(`indicators.Own('M1', 4); function onTick() {}`)).toBe(100)
    expect(bars(`indicators.Own('M1', 50); function onTick() {}`)).toBe(500)
    expect(bars(`indicators.Own('M1', 50); function onTick() {}`, `const warmup = 7\n${plain}`)).toBe(7)
  })

  it('works on the bars of another market and as a second series', () => {
    const own = 'function onTick() { return bar.close }'
    const ratio = 'function onTick() { return bar.close / other() }'
    const script = `const pound = market('GBPUSD')
      const ratio = indicators.Ratio('M1', pound.indicators.Own('M1'))
      const symbol = pound.indicators.Name('M1')
      let last = ''
      const pounds = pound.bars('M1')
      function onIntervalClose(bar) { last = [ratio.value() === bar.close / pounds.at(0).close, symbol.value()].join() }
      function onStop() { log(last) }`
    const other = { instrument: defineInstrument('GBPUSD:TEST'), closures: [], swap: null, funding: null }
    const columns = minuteBars(walk(400, 9), 0.0002)
    const { instrument } = testSpec()
    const series = [
      { instrumentId: instrument.id, columns: minuteBars(walk(400), 0.0002) },
      { instrumentId: other.instrument.id, columns },
    ]
    const name = `function onTick() { return instrument.symbol === 'GBPUSD' ? 1 : 0 }`
    const indicators = { Own: own, Ratio: ratio, Name: name }
    expect(logged(script, indicators, { markets: [other] }, { series })).toEqual(['true,1'])
  })

  it('cannot replace a system indicator, and unknown keys stay unknown', () => {
    const script = `const mine = indicators.SMA('M1', 5)
      function onStop() { log(mine.value() !== 42, typeof indicators.Nothing) }
      function onTick() {}`
    expect(logged(script, { SMA: 'function onTick() { return 42 }' })).toEqual(['true undefined'])
    expect(() => run(`indicators.Nothing('M1'); function onTick() {}`, {})).toThrow(
      'indicators.Nothing is not a function',
    )
  })

  it('cannot change the bar, which others read', () => {
    const hostile = 'function onTick() { bar.close = 5; return 1 }'
    expect(() => run(`indicators.Bad('M1'); function onTick() {}`, { Bad: hostile })).toThrow(
      /Cannot set property close/,
    )
  })

  it.each([
    [`const outputs = ['a', 'a']\nfunction onTick() {}`, 'Own: const outputs must not contain a name twice'],
    [`const outputs = ['constructor']\nfunction onTick() {}`, 'Own: const outputs must be a list'],
    [`const pane = 'left'\nfunction onTick() {}`, `Own: const pane must be 'overlay' or 'study'`],
    [`const warmup = -1\nfunction onTick() {}`, 'Own: const warmup must be a whole number'],
    [`function onTick() { return 'high' }`, 'Own must return a number or null'],
    [`function onTick() { return { up: 1 } }`, 'Own must return a number or null'],
    [`const outputs = ['a', 'b']\nfunction onTick() { return 1 }`, 'Own must return null or an object with a, b'],
  ])('%j is refused', (text, message) => {
    expect(() => run(`indicators.Own('M1'); function onTick() {}`, { Own: text })).toThrow(message)
  })

  it('takes plain arguments, and null for a default', () => {
    const text = `function onTick(a = 1, b = 'x', c = true, d = [1]) {
      return a === 1 && b === 'y' && c === false && d.length === 2 && Object.isFrozen(d) ? 1 : 0
    }`
    const script = `const own = indicators.Own('M1', null, 'y', false, [1, 'z'])
      function onTick() {}
      function onStop() { log(own.value()) }`
    expect(logged(script, { Own: text })).toEqual(['1'])
    const start = (args: string) => run(`indicators.Own('M1', ${args}); function onTick() {}`, { Own: text })
    expect(() => start('{}')).toThrow('Own: a must be a number, a text, true, false, null or a list of these')
    expect(() => start('() => 1')).toThrow('Own: a must be')
    expect(() => start('NaN')).toThrow('Own: a must be')
    expect(() => start('1, 2, 3, 4, 5')).toThrow('Own takes at most 4 arguments after the interval, not 5')
  })
})

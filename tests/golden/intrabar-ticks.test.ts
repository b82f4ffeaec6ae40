import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { type BarColumns, defineInstrument, type TickColumns } from '../../packages/domain/src/index.ts'
import {
  createRangedRun,
  DEFAULT_MODELS,
  type RunInputs,
  type RunResult,
  type ScriptFactory,
} from '../../packages/engine/src/index.ts'
import { wrapScript } from '../../packages/script/src/index.ts'
import { readPriceFiles, readTickDays, sharedData } from './read-price-files.ts'

const data = sharedData()
if (!data) console.warn('Runs with intrabar ticks are skipped: ../shared/data is absent')

/** Brackets so tight that many minutes contain both of their ends. */
const SOURCE = `
  let n = 0
  function onIntervalClose() {
    n += 1
    if (positions.count > 20) return
    const bracket = { quantity: 10000, stopLossPips: 1.9, takeProfitPips: 0.2 }
    if (n % 2 === 0) buy(bracket)
    else sell(bracket)
  }`
const MONDAY = Date.UTC(2014, 4, 5)
const instrument = defineInstrument('EURUSD:OANDA')

function run(bars: BarColumns, ticks: TickColumns | null, path: 'ohlc' | 'olhc'): RunResult {
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const factory = (0, eval)(wrapScript(SOURCE, [])) as ScriptFactory
  const inputs: RunInputs = {
    spec: {
      ...DEFAULT_MODELS,
      path,
      instrument,
      conversions: [],
      interval: 'M1',
      resolution: 1,
      start: MONDAY,
      end: MONDAY + 5 * 86_400_000,
      initialBalance: 10_000,
      accountCurrency: 'USD',
      externals: {},
      closures: [],
      seed: 1,
    },
    series: [
      { instrumentId: instrument.id, columns: bars },
      ...(ticks ? [{ instrumentId: instrument.id, columns: ticks }] : []),
    ],
    factory,
    intervals: false,
  }
  const made = createRangedRun(inputs, () => undefined)
  while (made.step(2_048));
  return made.finish()
}

describe.skipIf(!data)('real ticks in addition to minutes', () => {
  it('decide every minute whose bar is ambiguous, whatever the path', () => {
    const bars = readPriceFiles(join(data as string, 'fx/eurusd-oanda-lean/minute'), null)
    const ticks = readTickDays(join(data as string, 'fx/eurusd-oanda-lean/tick'), '2014050')
    const quotes = new Map<number, { bid: number[]; ask: number[] }>()
    for (const [row, time] of ticks.time.entries()) {
      const known = quotes.get(time) ?? { bid: [], ask: [] }
      known.bid.push(ticks.bid[row] as number)
      known.ask.push(ticks.ask[row] as number)
      quotes.set(time, known)
    }
    const without = run(bars, null, 'ohlc')
    expect(without.statistics.ambiguousPositions).toBeGreaterThan(10)
    expect(Number(without.statistics.ambiguousWorstProfit)).toBeLessThan(Number(without.statistics.ambiguousBestProfit))
    for (const path of ['ohlc', 'olhc'] as const) {
      const closely = run(bars, ticks, path)
      expect(closely.finerMinutes).toBeGreaterThan(10)
      expect(closely.statistics.ambiguousPositions).toBe(0)
      expect(closely.statistics.ambiguousWorstProfit).toBe(closely.statistics.profit)
      // What closes at the time of a real tick closes at exactly its price.
      let count = 0
      for (const { closeTime, closePrice, direction } of closely.positions) {
        const quoted = closeTime === null ? undefined : quotes.get(closeTime)
        // The four times of a bar may coincide with those of a tick.
        if (!quoted || (closeTime as number) % 20_000 === 0) continue
        expect(quoted[direction === 'LONG' ? 'bid' : 'ask']).toContain(closePrice)
        count += 1
      }
      expect(count).toBeGreaterThan(10)
    }
  })
})

import { createRandom, defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { type Candle, minuteBars, MINUTE, MONDAY, runScript } from '../run.fixture.ts'
import type { RunSpec } from '../run-spec.ts'

const ROWS = 60

function walk(seed: number, price: number): Candle[] {
  const random = createRandom(seed)
  let close = price
  return Array.from({ length: ROWS }, (): Candle => {
    const open = close
    close = Math.round((close + (random() - 0.5) / 100) * 1e5) / 1e5
    return [open, Math.max(open, close), Math.min(open, close), close]
  })
}

const euro = walk(1, 1.1)
const pound = walk(2, 1.3)
const other = { instrumentId: 'GBPUSD:TEST', columns: minuteBars(pound) }
const changes: Partial<RunSpec> = {
  end: MONDAY + ROWS * MINUTE,
  markets: [{ instrument: defineInstrument('GBPUSD:TEST'), closures: [], swap: null, funding: null }],
}

/** What the script logged at each finished bar. */
function values(script: string): (number | null)[] {
  const { log } = runScript(script, minuteBars(euro), changes, [other])
  return log.map(({ message }) => (message === 'NaN' ? null : Number(message)))
}

function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [meanX, meanY] = [mean(x), mean(y)]
  const sum = (use: (i: number) => number) => x.reduce((total, _, i) => total + use(i), 0)
  const both = sum((i) => ((x[i] as number) - meanX) * ((y[i] as number) - meanY))
  return both / Math.sqrt(sum((i) => ((x[i] as number) - meanX) ** 2) * sum((i) => ((y[i] as number) - meanY) ** 2))
}

describe('an indicator of two series', () => {
  it('compares bars that end at the same time in two markets, without a lag', () => {
    const found = values(`const r = indicators.CorrelationCoefficient('M1', market('GBPUSD').bars('M1'), 10)
      function onIntervalClose() { log(r.value()) }`)
    expect(found).toHaveLength(ROWS)
    const [own, others] = [euro, pound].map((candles) => candles.map((candle) => candle[3])) as [number[], number[]]
    found.forEach((value, row) => {
      if (row < 9) expect(value).toBeNull()
      else expect(value).toBeCloseTo(correlation(own.slice(row - 9, row + 1), others.slice(row - 9, row + 1)), 9)
    })
  })

  it('compares the close with another indicator of the same market', () => {
    const found = values(`const average = indicators.SMA('M1', 3)
      const strength = indicators.PriceRelativeStrength('M1', average, 5)
      function onIntervalClose() { log(strength.value().ratio) }`)
    const closes = euro.map((candle) => candle[3])
    found.forEach((value, row) => {
      // Two bars without an average, then five more before the change.
      if (row < 7) return expect(value).toBeNull()
      const [a, b, c] = closes.slice(row - 2, row + 1) as [number, number, number]
      return expect(value).toBeCloseTo(c / ((a + b + c) / 3), 9)
    })
  })

  it('has the forming value of both series while their bars are forming', () => {
    const found = values(`const r = indicators.CorrelationCoefficient('M5', bars('M5'), 2)
      let forming = NaN
      function onTick() { forming = r.forming }
      function onIntervalClose() { log(forming) }`)
    // A series is perfectly correlated with itself, or does not vary.
    expect(found.slice(15).every((value) => value === null || value === 0 || Math.abs(value - 1) < 1e-9)).toBe(true)
    expect(found.filter((value) => value !== null).length).toBeGreaterThan(30)
  })

  it.each([
    [`indicators.Beta('M1', 20)`, 'Beta: the first argument after the interval must be a series'],
    [`indicators.Beta('M1', indicators.MACD('M1'))`, 'Beta: the first argument after the interval must be a series'],
    [`indicators.Beta('M1', { value() { return 1 } }, 20)`, 'must be a series'],
    [`indicators.Beta('M1', bars('M1'), 1)`, 'Beta: period must be a whole number from 2'],
  ])('refuses %s', (call, message) => {
    expect(() => values(`const beta = ${call}\nfunction onIntervalClose() { log(beta.value()) }`)).toThrow(message)
  })
})

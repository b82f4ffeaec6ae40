import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPlot } from '../record/plot-columns.ts'
import { type Candle, flatBars, minuteBars, runScript, secondTicks, TICKS } from '../run.fixture.ts'

const SAMPLE = join(import.meta.dirname, '../../../../apps/server/samples/moving-average-cross.js')
const TELL = 'function onStop() { log(runInterval) }\nfunction onTick() {}'

/** Two days of minutes in waves of seven hours, with noise that makes minute averages cross constantly. */
function waves(): Candle[] {
  return Array.from({ length: 2 * 1440 }, (_, minute): Candle => {
    const price = 1.1 + 0.004 * Math.sin(minute / 67) + 0.0003 * Math.sin(minute * 2.1)
    const close = Math.round(price * 1e5) / 1e5
    return [close, close, close, close]
  })
}

describe('runInterval', () => {
  it("equals the run's interval, or a minute if the interval has no bars", () => {
    const of = (changes: object, columns = flatBars(1.1, 3)) => runScript(TELL, columns, changes).log[0]?.message
    expect(of({ interval: 'H1' })).toBe('H1')
    expect(runScript(TELL, secondTicks([1.1, 1.2]), TICKS).log[0]?.message).toBe('M1')
  })

  it.each(['M5', 'M15', 'M30'] as const)('lets the moving average sample trade every cross on %s', (interval) => {
    const externals = { fastPeriod: 3, slowPeriod: 8, units: 1000 }
    const { plots, positions } = runScript(readFileSync(SAMPLE, 'utf8'), minuteBars(waves()), { interval, externals })
    const [fast = [], slow = []] = plots.map((plot) => [...readPlot(plot).value])
    const above = fast.map((value, i) => Math.sign(value - (slow[i] ?? NaN))).filter((sign) => sign !== 0)
    const crosses = above.filter((sign, i) => i > 0 && sign !== above[i - 1]).length
    expect(crosses).toBeGreaterThan(4)
    expect(positions.length).toBe(crosses)
  })
})

import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { flatBars, MONDAY, runScript, secondTicks, startRun, TICKS } from './run.fixture.ts'

const random = createRandom(5)
const PRICES = Array.from({ length: 1_000 }, () => 1.1 + Math.round((random() - 0.5) * 2_000) / 1e5)
const COLUMNS = secondTicks(PRICES, 0.0002)
const LOGS = `every({ ticks: 7 }, (bar) => log(JSON.stringify([now(), bar.time, bar.open, bar.high, bar.low, bar.close])))
function onTick() {}`

/** Every seven prices as a bar, from a row on. */
function sevens(from: number): number[][] {
  const bars: number[][] = []
  for (let at = from; at + 7 <= PRICES.length; at += 7) {
    const part = PRICES.slice(at, at + 7)
    const time = (row: number) => MONDAY + row * 1_000
    bars.push([time(at + 6), time(at), part[0] ?? 0, Math.max(...part), Math.min(...part), part[6] ?? 0])
  }
  return bars
}

describe('tick bars', () => {
  it('contain n ticks each, and are reported with the last one', () => {
    const { log } = runScript(LOGS, COLUMNS, TICKS)
    expect(log.map(({ message }) => JSON.parse(message))).toEqual(sevens(0))
  })

  it('are the same for steps of any size', () => {
    const logs = [1, 7, 64, 5_000].map((size) => {
      const run = startRun(LOGS, COLUMNS, TICKS)
      while (run.step(size));
      return run.finish().log
    })
    for (const log of logs) expect(log).toEqual(logs[0])
  })

  it('begin with the first tick of the run, with history counted backward from it', () => {
    const source = `const mean = indicators.SMA({ ticks: 7 }, 5)
      const seen = bars({ ticks: 7 })
      let n = 0
      function onTick(tick) {
        n += 1
        if (n === 1) log(seen.count, mean.value(), seen.time(0), seen.forming.time)
        if (n === 8) log(seen.count, seen.close(0), seen.forming.open, seen.interval.ticks)
      }`
    const start = MONDAY + 500_000
    const { log, warmupRows } = runScript(source, COLUMNS, { ...TICKS, start })
    const closes = [465, 472, 479, 486, 493].map((at) => PRICES[at + 6] as number)
    const mean = closes.reduce((sum, close) => sum + close, 0) / 5
    expect(warmupRows).toBeGreaterThanOrEqual(35)
    const [count, value, time, forming] = (log[0]?.message ?? '').split(' ').map(Number)
    expect(value).toBeCloseTo(mean, 12)
    expect([time, forming]).toEqual([MONDAY + 493_000, start])
    expect(log[1]?.message).toBe(`${(count ?? 0) + 1} ${PRICES[506]} ${PRICES[507]} 7`)
    // Another indicator that requests more history moves no boundary.
    const more = runScript(`const far = indicators.SMA({ ticks: 11 }, 20)\n${source}`, COLUMNS, { ...TICKS, start })
    expect(Number(more.log[0]?.message.split(' ')[1])).toBe(value)
  })

  it('let orders meet the next tick', () => {
    const source =
      'every({ ticks: 10 }, () => { if (positions.count === 0) buy({ quantity: 1 }) })\nfunction onTick() {}'
    const { orders } = runScript(source, COLUMNS, TICKS)
    expect(orders[0]).toMatchObject({ time: MONDAY + 9_000, fillTime: MONDAY + 10_000, fillPrice: COLUMNS.ask[10] })
  })

  it('are rejected in runs without ticks, and for invalid counts', () => {
    const run = (interval: string, ticks = true) => {
      const source = `every(${interval}, () => {})\nfunction onTick() {}`
      return () => (ticks ? runScript(source, COLUMNS, TICKS) : runScript(source, flatBars(1.1, 10)))
    }
    expect(run('{ ticks: 100 }', false)).toThrow(
      'Bars of 100 ticks need the resolution of every tick: this run has bars of 1 min',
    )
    for (const bad of ['{ ticks: 0 }', '{ ticks: 1.5 }', '{ ticks: -3 }', "{ ticks: '5' }", '{ ticks: 1e9 }', '{}']) {
      expect(run(bad), bad).toThrow(/ticks must be a whole number from 1 to 1000000/)
    }
    expect(run("'M7'")).toThrow(/is not an interval of bars/)
  })
})

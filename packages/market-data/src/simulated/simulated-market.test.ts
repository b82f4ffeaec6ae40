import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { simulateBars as simulateColumns, SIMULATED, type SimulatedProfile } from '@tradeloom/simulation'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { ensureSimulatedMarket, type MarketStore, openMarketStore, resolveInstrument } from '../index.ts'
import { hashTable } from '../store/parquet-month.ts'
import { quoteTable, simulatedRange } from './ensure-simulated-market.ts'

const DAY = 86_400_000
/** The fast lane simulates one instrument of each calendar. */
const PROFILES = SIMULATED.filter(({ id }) => inject('lane') === 'full' || ['BTCUSDT:SIM', 'GBPUSD:SIM'].includes(id))
const EUR = SIMULATED[0] as SimulatedProfile
const instrument = resolveInstrument(EUR.id)
const simulateBars = (...period: Parameters<typeof simulateColumns>) => quoteTable(simulateColumns(...period))

/** Last minute before a weekend and first minute after it. */
const weekend = (friday: number): string[] => {
  const time = simulateBars(EUR, instrument, friday, friday + 3 * DAY).columns[0] as Float64Array
  const next = time.findIndex((value, row) => row > 0 && value - (time[row - 1] as number) > DAY)
  return [time[next - 1] as number, time[next] as number].map((value) => new Date(value).toISOString().slice(5, 16))
}

describe('simulated prices', () => {
  it('do not depend on the generated period', () => {
    const from = Date.UTC(2026, 2, 2)
    const long = simulateBars(EUR, instrument, from - 20 * DAY, from + 2 * DAY)
    const short = simulateBars(EUR, instrument, from, from + DAY)
    const at = (long.columns[0] as Float64Array).indexOf(from)
    for (const [index, column] of short.columns.entries()) {
      expect(column).toEqual(long.columns[index]?.subarray(at, at + short.rows))
    }
  })

  it('are the same as ever for this version of the generator', () => {
    const day = simulateBars(EUR, instrument, Date.UTC(2026, 2, 2), Date.UTC(2026, 2, 3))
    expect(hashTable(day)).toMatchInlineSnapshot(`"bc4b433c2f5e70136522aa391c2d0904a914312b514de523d4a30f5f0f1cbb73"`)
  })

  it('stop from Friday to Sunday 17:00 New York, in winter and in summer', () => {
    expect(weekend(Date.UTC(2026, 0, 9))).toEqual(['01-09T21:59', '01-11T22:00'])
    expect(weekend(Date.UTC(2026, 6, 10))).toEqual(['07-10T20:59', '07-12T21:00'])
    // The two weekends on which the clock changes.
    expect(weekend(Date.UTC(2026, 2, 6))).toEqual(['03-06T21:59', '03-08T21:00'])
    expect(weekend(Date.UTC(2026, 9, 30))).toEqual(['10-30T20:59', '11-01T22:00'])
  })

  it('have wider spreads when the day changes and move most while London and New York trade', () => {
    const { columns, rows } = simulateBars(EUR, instrument, Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1))
    const mean = (hour: number, value: (row: number) => number): number => {
      let [sum, count] = [0, 0]
      for (let row = 0; row < rows; row++) {
        if (new Date(columns[0]?.[row] as number).getUTCHours() !== hour) continue
        sum += value(row)
        count += 1
      }
      return sum / count
    }
    const spread = (row: number): number => (columns[8]?.[row] as number) - (columns[4]?.[row] as number)
    const range = (row: number): number => (columns[2]?.[row] as number) - (columns[3]?.[row] as number)
    expect(mean(22, spread)).toBeGreaterThan(2 * mean(14, spread))
    expect(mean(15, range)).toBeGreaterThan(2 * mean(5, range))
  })
})

describe('the simulated market', () => {
  let dir = ''
  let store: MarketStore
  const now = Date.UTC(2026, 10, 21)
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tradeloom-simulated-'))
    store = openMarketStore(dir)
    await ensureSimulatedMarket(store, { now, profiles: PROFILES })
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  it('has 13 full months of minutes and the days since, and a week of ticks of each instrument, all marked as simulated', async () => {
    const list = await store.instruments()
    expect(list.map(({ id, simulated }) => [id, simulated])).toEqual(PROFILES.map(({ id }) => [id, true]).toSorted())
    for (const { series, calendar } of list) {
      expect(series.map(({ interval }) => interval)).toEqual(['Tick', 'M1'])
      const [ticks, minutes] = series
      expect(minutes?.months.map(({ month }) => month)).toEqual([
        '2025-10', '2025-11', '2025-12',
        ...Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
      ]) // prettier-ignore
      expect(ticks?.rows).toBeGreaterThan(50_000)
      if (calendar === 'always') expect(minutes?.rows).toBe((396 + 20) * 1440)
      for (const { quality } of minutes?.months ?? []) {
        expect(quality).toMatchObject({ goodPercent: 100, gaps: 0, closed: 0, shift: null, scaleFactor: 1 })
      }
    }
  })

  it('agrees in ticks and minutes', async () => {
    const { start, end } = simulatedRange(now)
    expect(new Date(start).toISOString().slice(0, 10)).toBe('2025-10-01')
    const request = { instrumentId: 'GBPUSD:SIM', from: end - 4 * DAY, to: end - 3 * DAY }
    const minutes = await store.load({ ...request, series: 'M1' })
    const ticks = await store.load({ ...request, series: 'Tick' })
    if (minutes.kind !== 'bar' || ticks.kind !== 'tick') throw new Error('bars and ticks expected')
    let tick = 0
    for (const [row, time] of minutes.time.entries()) {
      const from = tick
      while ((ticks.time[tick] as number) < time + 60_000) tick += 1
      for (const side of ['bid', 'ask'] as const) {
        const prices = ticks[side].subarray(from, tick)
        const bar = [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1), prices.length]
        const columns = [`${side}Open`, `${side}High`, `${side}Low`, `${side}Close`, 'volume'] as const
        expect(bar).toEqual(columns.map((name) => minutes[name][row]))
      }
    }
  })

  it('is created once, and continued by the days that have passed, except of what was removed', async () => {
    const month = join(dir, 'SIM/GBPUSD/M1-quote/2026-10.parquet')
    const before = await stat(month)
    await store.remove('BTCUSDT:SIM')
    // A Sunday, of which currencies have nothing new but what follows Friday's midnight.
    const later = now + 1.5 * DAY
    await ensureSimulatedMarket(store, { now: later, profiles: PROFILES })
    await ensureSimulatedMarket(store, { now: later + 4 * DAY, profiles: PROFILES })
    expect((await stat(month)).mtimeMs).toBe(before.mtimeMs)
    const { end } = simulatedRange(later + 4 * DAY)
    expect(new Date(end).toISOString()).toBe('2026-11-26T00:00:00.000Z')
    for (const series of ['M1', 'Tick'] as const) {
      const { time } = await store.load({ instrumentId: 'GBPUSD:SIM', series, from: now - 3 * DAY, to: end })
      expect(end - (time.at(-1) as number)).toBeLessThanOrEqual(60_000)
      // Nothing twice, and nothing missing.
      expect(time.every((at, row) => row === 0 || at >= (time[row - 1] as number))).toBe(true)
      if (series === 'M1') expect(new Set(time).size).toBe(time.length)
    }
    expect(await store.instrument('BTCUSDT:SIM')).toBeNull()
  })
})

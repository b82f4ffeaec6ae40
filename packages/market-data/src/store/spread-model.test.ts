import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createRandom } from '@tradeloom/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { learnSpreadByHour, type MarketStore, openMarketStore, resolveInstrument } from '../index.ts'
import type { PriceSource } from './series.ts'
import { hourOfWeek } from './spread-model.ts'

const HOUR = 3_600_000
const ID = 'EURUSD:TEST'
/** A Sunday. */
const SUNDAY = Date.UTC(2024, 2, 10)
const BY_HOUR = Array.from({ length: 168 }, (_, hour) => hour / 10)

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-spread-'))
  store = openMarketStore(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function put(source: PriceSource, times: readonly number[], interval: 'M1' | 'Tick' = 'M1'): Promise<void> {
  const time = Float64Array.from(times)
  const price = time.map(() => 1.25)
  const columns = interval === 'M1' ? [time, price, price, price, price, price] : [time, price, price]
  await store.put({
    instrument: resolveInstrument(ID),
    table: { key: { interval, price: 'trade' }, rows: time.length, columns },
    source,
    coverage: [{ first: Math.min(...times), last: Math.max(...times) }],
  })
}

/** Bid and ask of each row, as pips from the price. */
async function sides(series: 'M1' | 'Tick'): Promise<number[][]> {
  const columns = await store.load({ instrumentId: ID, series, spreadByHour: BY_HOUR })
  const [bid, ask] = columns.kind === 'tick' ? [columns.bid, columns.ask] : [columns.bidHigh, columns.askLow]
  const pips = (price: number): number => Number(((price - 1.25) / 0.0001).toFixed(6))
  return [...bid].map((value, row) => [pips(value), pips(ask[row] as number)])
}

describe('the hour of the week', () => {
  it('counts from Sunday 00:00 UTC', () => {
    expect([SUNDAY - 1, SUNDAY, SUNDAY + HOUR, SUNDAY + 167 * HOUR].map(hourOfWeek)).toEqual([167, 0, 1, 167])
    expect(hourOfWeek(0)).toBe(4 * 24)
  })
})

describe('a spread by hour of the week', () => {
  const times = [SUNDAY + 22 * HOUR, SUNDAY + 23 * HOUR - 60_000, SUNDAY + 23 * HOUR, SUNDAY + 100 * HOUR]

  it('is applied around trades', async () => {
    await put('trade', times)
    expect(await sides('M1')).toEqual([[-1.1, 1.1], [-1.1, 1.1], [-1.15, 1.15], [-5, 5]]) // prettier-ignore
    const { spreadModel } = await store.columns({ instrumentId: ID, series: 'M1', spreadByHour: BY_HOUR })
    expect(spreadModel).toMatchObject({ kind: 'hourly', byHour: BY_HOUR, source: 'trade' })
    expect(spreadModel.pips).toBeCloseTo(8.35, 9)
    expect(spreadModel.text).toMatch(/one price \(trades\): a spread by hour of the week is assumed, 0 to 16\.7 pips/)
  })

  it.each([
    ['bid', [0, 2.2]],
    ['ask', [-2.2, 0]],
    ['mid', [-1.1, 1.1]],
  ] as const)('does not move a stored %s', async (source, expected) => {
    await put(source, times.slice(0, 1), 'Tick')
    expect(await sides('Tick')).toEqual([expected])
  })

  it('gives other columns than another spread, and the same again for the same spread', async () => {
    await put('trade', times)
    const snapshot = async (choice: object): Promise<string> =>
      (await store.columns({ instrumentId: ID, series: 'M1', ...choice })).snapshot
    const [none, fixed, hourly] = [await snapshot({}), await snapshot({ spreadPips: 1 }), await snapshot({ spreadByHour: BY_HOUR })] // prettier-ignore
    const wider = await snapshot({ spreadByHour: BY_HOUR.map((pips) => pips + 1) })
    expect(new Set([none, fixed, hourly, wider]).size).toBe(4)
    expect(await snapshot({ spreadByHour: [...BY_HOUR] })).toBe(hourly)
  })

  it.each([
    [{ spreadByHour: [1, 2] }, /has 168 values, not 2/],
    [{ spreadByHour: BY_HOUR.with(3, -1) }, /A spread of -1 pips is not possible/],
    [{ spreadByHour: BY_HOUR.with(3, Number.NaN) }, /A spread of NaN pips/],
    [{ spreadPips: -0.5 }, /A spread of -0\.5 pips/],
    [{ spreadPips: 1, spreadByHour: BY_HOUR }, /either fixed or by hour/],
  ])('is refused if it is invalid', async (choice, message) => {
    await put('trade', times)
    await expect(store.columns({ instrumentId: ID, series: 'M1', ...choice })).rejects.toThrow(message)
  })
})

describe('a learned spread', () => {
  it('is the median of each hour, despite a few wild quotes', () => {
    const random = createRandom(3)
    const rows = 100_000
    const time = Float64Array.from({ length: rows }, (_, row) => SUNDAY + row * 60_000)
    const bid = time.map(() => 1 + random())
    // Every ninth quote is wild; the others are within a tenth of the hour's spread, evenly above and below.
    const ask = bid.map((value, row) => {
      const pips = (BY_HOUR[hourOfWeek(time[row] as number)] as number) + 0.2
      return value + (row % 9 === 0 ? random() * 300 - 100 : pips * (0.9 + 0.2 * random())) * 0.0001
    })
    const { byHour, quotes } = learnSpreadByHour({ kind: 'tick', time, bid, ask }, 0.0001)
    expect(quotes.reduce((sum, count) => sum + count)).toBe(rows)
    for (const [hour, pips] of byHour.entries()) {
      const planted = (BY_HOUR[hour] as number) + 0.2
      expect(Math.abs(pips - planted), `hour ${hour}`).toBeLessThan(0.05 * planted)
    }
  })

  it('has the median of the others in hours without quotes, and zero for crossed quotes', () => {
    const time = Float64Array.of(SUNDAY, SUNDAY + 1, SUNDAY + HOUR, SUNDAY + 2 * HOUR)
    const bid = time.map(() => 1)
    const ask = Float64Array.of(1.0002, 1.0004, 1.0001, 0.9)
    const { byHour, quotes } = learnSpreadByHour({ kind: 'tick', time, bid, ask }, 0.0001)
    expect([byHour.slice(0, 4), quotes.slice(0, 4)]).toEqual([
      [3, 1, 0, 1],
      [2, 1, 1, 0],
    ])
    const none = new Float64Array(0)
    expect(() => learnSpreadByHour({ kind: 'tick', time: none, bid: none, ask: none }, 0.0001)).toThrow(/no quotes/)
  })
})

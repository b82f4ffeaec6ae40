import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BarDays, type BarInterval, barStart } from '@tradeloom/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveInstrument } from '../instrument-id.ts'
import { type MarketStore, openMarketStore } from '../market-store.ts'
import type { BarRow } from './month-bars.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.UTC(2024, 0, 20, 22)
const ID = 'EURUSD:TEST'
const INTERVALS: readonly BarInterval[] = ['M1', 'M5', 'H1', 'H4', 'D1', 'W1']

let dir: string
let store: MarketStore
/** Bid and ask are equal, so a row is its time, price and volume. */
let minutes: [time: number, price: number][]

/** A fixed sequence of numbers (linear congruential generator). */
let seed = 7
function below(count: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * count)
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-charts-'))
  store = openMarketStore(dir)
  // Seven weeks across three months, with a gap of some days and some missing minutes.
  minutes = Array.from({ length: 49 * 1440 }, (_, n): [number, number] => [
    START + n * MINUTE,
    below(100_000) / 1e5,
  ]).filter(([time]) => (time < START + 15 * DAY || time > START + 19 * DAY) && below(10) > 0)
  await put(minutes)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function put(rows: readonly [number, number][]): Promise<void> {
  const time = Float64Array.from(rows, ([at]) => at)
  const price = Float64Array.from(rows, ([, value]) => value)
  await store.put({
    instrument: resolveInstrument(ID),
    source: 'both',
    coverage: [{ first: time[0] as number, last: time.at(-1) as number }],
    table: {
      key: { interval: 'M1', price: 'quote' },
      rows: rows.length,
      columns: [time, ...Array.from({ length: 8 }, () => price), time.map(() => 3)],
    },
  })
}

/** The expected bars, by the simplest algorithm. */
function expected(interval: BarInterval, from: number, to: number, limit: number, days: BarDays = {}): BarRow[] {
  const bars = new Map<number, number[]>()
  for (const [time, price] of minutes) {
    if (time < from || time >= to) continue
    const start = barStart(time, interval, days)
    const bar = bars.get(start)
    if (bar) bar.push(price)
    else bars.set(start, [price])
  }
  const rows = [...bars].map(([time, prices]): BarRow => {
    const bar = [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)] as [number, number, number, number]
    return [time, ...bar, ...bar, prices.length * 3]
  })
  return rows.slice(-limit)
}

describe('bars of random periods', () => {
  it.each(INTERVALS)('%s equal the bars aggregated from the rows, as rows and as text', async (interval) => {
    // Enough for each combination of a length and a limit.
    const rounds = 25
    for (let n = 0; n < rounds; n++) {
      const from = START + below(50 * 1440) * MINUTE - DAY + below(2) * 30_000
      const to = from + 1 + below([90, 3000, 60_000][n % 3] as number) * MINUTE + below(2) * 15_000
      const limit = 1 + below(n % 2 === 0 ? 20 : 2000)
      const window = await store.chart({ instrumentId: ID, interval, from, to, limit })
      const rows = expected(interval, from, to, limit)
      expect(window?.rows(), `${interval} ${from} ${to} ${limit}`).toEqual(rows)
      expect(JSON.parse(window?.json() ?? '')).toEqual(rows)
      const bids = rows.map((row) => [...row.slice(0, 5), row[9]])
      expect(JSON.parse(window?.json('bid') ?? '')).toEqual(bids)
      const asks = rows.map((row) => [row[0], ...row.slice(5)])
      expect(JSON.parse(window?.json('ask') ?? '')).toEqual(asks)
      expect(window?.count).toBe(rows.length)
    }
  })

  it.each(INTERVALS)('%s without a start and an end are the newest ones', async (interval) => {
    const window = await store.chart({ instrumentId: ID, interval, limit: 300 })
    expect(window?.rows()).toEqual(expected(interval, -Infinity, Infinity, 300))
  })
})

describe('bars of days that end in New York', () => {
  const days: BarDays = { dayEnd: 'new-york', weekStart: 'monday' }
  beforeAll(async () => expect(await store.setBarDays(ID, days)).toBe(true))
  afterAll(() => store.setBarDays(ID, {}))

  it.each(['D1', 'W1'] as const)('%s equal the bars aggregated from the rows', async (interval) => {
    for (let n = 0; n < 25; n++) {
      const from = START + below(50 * 1440) * MINUTE - DAY
      const to = from + 1 + below(60_000) * MINUTE
      const limit = 1 + below(20)
      const window = await store.chart({ instrumentId: ID, interval, from, to, limit })
      expect(window?.rows(), `${interval} ${from} ${to} ${limit}`).toEqual(expected(interval, from, to, limit, days))
    }
  })
})

it('sets no days of an instrument without data', async () => {
  expect(await store.setBarDays('GBPUSD:TEST', { dayEnd: 'new-york' })).toBe(false)
  expect(await store.instrument('GBPUSD:TEST')).toBeNull()
})

it('puts mid prices between the bid and the ask', async () => {
  const time = Float64Array.of(START)
  const prices = [1, 4, 0.5, 2, 3, 6, 1.5, 4].map((price) => Float64Array.of(price))
  await store.put({
    instrument: resolveInstrument('USDCHF:TEST'),
    source: 'both',
    coverage: [{ first: START, last: START }],
    table: { key: { interval: 'M1', price: 'quote' }, rows: 1, columns: [time, ...prices, Float64Array.of(7)] },
  })
  const window = await store.chart({ instrumentId: 'USDCHF:TEST', interval: 'M1' })
  expect(JSON.parse(window?.json('mid') ?? '')).toEqual([[START, 2, 5, 1, 3, 7]])
  expect(JSON.parse(window?.json('ask') ?? '')).toEqual([[START, 3, 6, 1.5, 4, 7]])
})

it('has no chart for an instrument without data', async () => {
  expect(await store.chart({ instrumentId: 'GBPUSD:TEST', interval: 'M1' })).toBeNull()
})

describe('after an import', () => {
  const request = { instrumentId: ID, interval: 'H1', limit: 10 } as const

  it('shows the new prices at once, also in another process, and keeps the stamp of unchanged months', async () => {
    const span = { ...request, from: START, to: START + 2 * DAY }
    const [before, early] = [await store.chart(request), await store.chart(span)]
    const last = (minutes.at(-1) as [number, number])[0]
    const changed: [number, number][] = [
      [last, 9],
      [last + MINUTE, 8],
    ]
    const other = openMarketStore(dir)
    await other.chart(request)
    await put(changed)
    minutes = [...minutes.slice(0, -1), ...changed]
    for (const reader of [store, other]) {
      const after = await reader.chart(request)
      expect(after?.rows()).toEqual(expected('H1', -Infinity, Infinity, 10))
      expect(after?.stamp).not.toBe(before?.stamp)
      expect((await reader.chart(span))?.stamp).toBe(early?.stamp)
    }
  })

  it('shows nothing of a removed instrument', async () => {
    expect((await store.chart(request))?.count).toBe(10)
    await store.remove(ID)
    expect(await store.chart(request)).toBeNull()
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BAR_COLUMNS, type BarColumns, type BarInterval, INTERVALS } from '@tradeloom/domain'
import { type MarketStore, openMarketStore, resolveInstrument } from '@tradeloom/market-data'
import { MinuteWriter } from '@tradeloom/market-data/candles'
import { SIMULATED, simulateBars, sliceBars } from '@tradeloom/simulation'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readWindow } from './chart-window.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 9, 26)
const ID = 'BTCUSDT:SIM'
const profile = SIMULATED.find(({ id }) => id === ID) as (typeof SIMULATED)[number]
const all = simulateBars(profile, resolveInstrument(ID), START, START + 12 * DAY)

const folders: string[] = []
async function storeWith(bars: BarColumns | null): Promise<MarketStore> {
  const dir = await mkdtemp(join(tmpdir(), 'tradeloom-window-'))
  folders.push(dir)
  const store = openMarketStore(dir)
  if (bars === null) return store
  await store.put({
    instrument: resolveInstrument(ID),
    table: {
      key: { interval: 'M1', price: 'quote' },
      rows: bars.time.length,
      columns: BAR_COLUMNS.map((name) => bars[name]),
    },
    source: 'both',
    coverage: [{ first: START, last: bars.time.at(-1) as number }],
  })
  return store
}

let whole: MarketStore
beforeEach(async () => void (whole = await storeWith(all)))
afterEach(async () => {
  for (const dir of folders.splice(0)) await rm(dir, { recursive: true, force: true })
})

/** Where the stored series ends: inside bars of every interval above a minute. */
const SPLIT = 6 * 1440 + 17

it.each<BarInterval>(['M1', 'M15', 'H4', 'D1', 'W1'])(
  'a chart of stored and live %s bars equals one of stored bars alone, wherever it is cut',
  async (interval) => {
    const store = await storeWith(sliceBars(all, 0, SPLIT))
    const writer = new MinuteWriter(store.dir, ID)
    // Also the last stored minutes: they are not counted twice.
    writer.putAll(sliceBars(all, SPLIT - 30, all.time.length))
    writer.close()
    const { ms } = INTERVALS[interval]
    for (const [from, to] of [
      [START, START + 12 * DAY],
      [START + 5 * DAY + 61_000, START + 7 * DAY + 119_000],
      [START + 8 * DAY + 60_000, START + 9 * DAY],
      [START + DAY, START + 2 * DAY],
    ] as const) {
      for (const limit of [3, 20_000]) {
        const request = { instrumentId: ID, interval, from, to, limit }
        const [joined, stored] = [await readWindow(store, null, request), await readWindow(whole, null, request)]
        expect(joined?.rows()).toEqual(stored?.rows())
        expect(joined?.json('mid')).toBe(stored?.json('mid'))
        expect(joined?.count).toBeLessThanOrEqual(Math.min(limit, (to - from) / ms + 2))
      }
    }
  },
)

it('a chart of an instrument without stored prices begins with its live minutes, and its stamp changes with them', async () => {
  const store = await storeWith(null)
  const request = { instrumentId: ID, interval: 'M5', from: START, to: START + DAY, limit: 5000 } as const
  expect(await readWindow(store, null, request)).toBeNull()
  const writer = new MinuteWriter(store.dir, ID)
  writer.putAll(sliceBars(all, 0, 100))
  const before = await readWindow(store, null, request)
  expect(before?.rows()).toEqual((await readWindow(whole, null, { ...request, to: START + 100 * 60_000 }))?.rows())
  writer.putAll(sliceBars(all, 99, 101))
  writer.close()
  const after = await readWindow(store, null, request)
  expect(after?.count).toBe(21)
  expect(after?.stamp).not.toBe(before?.stamp)
})

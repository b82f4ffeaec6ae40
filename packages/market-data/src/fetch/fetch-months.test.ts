import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BarColumns } from '@tradeloom/domain'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import { type MarketStore, openMarketStore } from '../store/market-store.ts'
import { fetchMonths, type FetchRequest } from './fetch-months.ts'
import { missingParts } from './missing-parts.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const BTC = 'BTCUSDT:BINANCE'
const NOW = Date.UTC(2024, 3, 10, 12)
/** The first minute of the venue. */
const LISTED = Date.UTC(2024, 0, 20, 7)

let dir = ''
let store: MarketStore
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-fetch-'))
  store = openMarketStore(join(dir, 'market'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

/** Prices follow from their minute; of trades unless `spread` says otherwise. */
function venue({ spread = 0, failAt = [] as number[] } = {}) {
  const asked: number[] = []
  async function* candles(from: number, to: number): AsyncIterable<BarColumns> {
    asked.push(from)
    for (let start = Math.max(from, LISTED); start < to; start += DAY) {
      const failing = failAt.findIndex((at) => at >= start && at < start + DAY)
      if (failing >= 0) {
        failAt.splice(failing, 1)
        throw new Error('The venue did not answer')
      }
      const rows = Math.min(DAY, to - start) / MINUTE
      const price = (row: number, more: number): number => 60_000 + ((start / MINUTE + row) % 977) / 100 + more
      const column = (more: number): Float64Array => Float64Array.from({ length: rows }, (_, row) => price(row, more))
      yield {
        kind: 'bar',
        time: Float64Array.from({ length: rows }, (_, row) => start + row * MINUTE),
        bidOpen: column(0),
        bidHigh: column(2),
        bidLow: column(-2),
        bidClose: column(1),
        askOpen: column(spread),
        askHigh: column(2 + spread),
        askLow: column(-2 + spread),
        askClose: column(1 + spread),
        volume: column(0.000_000_1 - 60_000),
      }
    }
  }
  return { asked, candles }
}

async function missing(from: number, to: number, begins?: number) {
  const found = await store.instrument(BTC)
  return missingParts(found?.series ?? [], { from, to, now: NOW, begins, calendar: 'always' })
}

async function fetched(more: Partial<FetchRequest> & Pick<FetchRequest, 'candles' | 'parts'>) {
  const request = { store, quotaBytes: null, instrumentId: BTC, venue: 'BINANCE', dir: join(dir, 'scratch') }
  return fetchMonths({ ...request, pausesMs: [0, 0], ...more })
}

const days = (parts: readonly { from: number; to: number }[]): string[] =>
  parts.map(({ from, to }) => [from, to].map((time) => new Date(time).toISOString().slice(0, 16)).join(' '))

it('fetches whole months, newest first and up to the last full day, and the values are those of a file', async () => {
  const parts = await missing(Date.UTC(2024, 1, 15), NOW)
  expect(days(parts)).toEqual([
    '2024-04-01T00:00 2024-04-10T00:00',
    '2024-03-01T00:00 2024-04-01T00:00',
    '2024-02-01T00:00 2024-03-01T00:00',
  ])
  const { candles } = venue()
  const progress: number[] = []
  const outcome = await fetched({ candles, parts, onProgress: (one) => progress.push(one.progress) })
  expect(outcome).toMatchObject({ begins: null, problem: null })
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(await missing(Date.UTC(2024, 1, 15), NOW)).toEqual([])
  expect(readdirSync(dir)).toEqual(['market'])

  const [series] = (await store.instrument(BTC))?.series ?? []
  expect(series).toMatchObject({ interval: 'M1', price: 'trade', source: 'trade', rows: (9 + 31 + 29) * 1440 })
  expect(series?.months.map((one) => one.venue)).toEqual(['BINANCE', 'BINANCE', 'BINANCE'])
  for await (const page of candles(Date.UTC(2024, 2, 5), Date.UTC(2024, 2, 6))) {
    const loaded = await store.load({
      instrumentId: BTC,
      series: 'M1',
      from: page.time[0] as number,
      to: (page.time.at(-1) as number) + MINUTE,
    })
    expect(loaded).toMatchObject({ bidOpen: page.bidOpen, bidLow: page.bidLow, volume: page.volume })
  }
})

it('stores candles of both sides as quotes, and refuses them beside stored minutes of trades', async () => {
  const parts = await missing(Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 31))
  await fetched({ candles: venue({ spread: 0.5 }).candles, parts })
  expect((await store.instrument(BTC))?.series).toMatchObject([{ price: 'quote', source: 'both' }])
  await store.remove(BTC)
  await fetched({ candles: venue().candles, parts })
  const older = await missing(Date.UTC(2024, 1, 1), Date.UTC(2024, 1, 20))
  await expect(fetched({ candles: venue({ spread: 0.5 }).candles, parts: older })).rejects.toThrow('mixes trades')
})

it('goes on after the last page when a request fails, and keeps whole months when the venue stays away', async () => {
  const parts = await missing(Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 31))
  const once = venue({ failAt: [Date.UTC(2024, 2, 12)] })
  const away = Date.UTC(2024, 1, 9)
  const outcome = await fetched({
    candles: venue({ failAt: [Date.UTC(2024, 2, 12), away, away, away] }).candles,
    parts,
  })
  expect(outcome).toMatchObject({ problem: 'The venue did not answer', reports: [{ rows: 31 * 1440 }] })
  expect(days(await missing(Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 31)))).toEqual([
    '2024-02-01T00:00 2024-03-01T00:00',
  ])
  await fetched({ candles: once.candles, parts: await missing(Date.UTC(2024, 1, 1), NOW) })
  expect(once.asked).not.toContain(Date.UTC(2024, 2, 1))
  expect(await missing(Date.UTC(2024, 1, 1), NOW)).toEqual([])
})

it('finds where the history of the venue begins', async () => {
  const from = Date.UTC(2023, 10, 1)
  const { candles, asked } = venue()
  const outcome = await fetched({ candles, parts: await missing(from, NOW) })
  expect(outcome).toMatchObject({ begins: LISTED, problem: null })
  // Of the two months before it.
  expect(asked.filter((at) => at < Date.UTC(2024, 0, 1))).toHaveLength(2)
  expect(await missing(from, NOW, LISTED)).toEqual([])
  const nothing = await fetched({ candles, parts: await missing(from, Date.UTC(2023, 11, 2)) })
  expect(nothing.reports).toEqual([])
})

it('fetches only the ends of a month that was begun, and leaves months of files as they are', async () => {
  const { candles } = venue()
  const first = Date.UTC(2024, 2, 10)
  await fetched({ candles, parts: [{ from: first, to: first + 5 * DAY, minutes: 5 * 1440 }] })
  const parts = await missing(first, first)
  expect(days(await missing(first, first + DAY))).toEqual([
    '2024-03-15T00:00 2024-04-01T00:00',
    '2024-03-01T00:00 2024-03-10T00:00',
  ])
  expect(parts).toEqual([])
  const file = join(dir, 'own.csv')
  writeFileSync(file, 'time,open,high,low,close,volume\n2024-02-10T00:00Z,1,1,1,1,1\n2024-02-10T00:01Z,1,1,1,1,1\n')
  await importFiles({ store, files: [file], format: 'csv', instrument: BTC, interval: 'M1' })
  expect(await missing(Date.UTC(2024, 1, 1), Date.UTC(2024, 1, 20))).toEqual([])
})

it('keeps to the quota of its owner, and nobody shares what was fetched with a login', async () => {
  const own = store.forOwner('user-1')
  const parts = await missing(Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 31))
  const { candles } = venue()
  await expect(fetched({ store: own, quotaBytes: 1_000, candles, parts })).rejects.toThrow('of your 0 MB quota')
  await fetched({ store: own, quotaBytes: 50_000_000, candles, parts })
  expect(await store.instrument(BTC)).toBeNull()
  const shared = own.share(BTC, { interval: 'M1', price: 'trade' }, false)
  await expect(shared).rejects.toThrow('2024-03 of BTCUSDT:BINANCE was fetched with a login at BINANCE')
  expect(await store.instrument(BTC)).toBeNull()
})

it('stores nothing more once it is canceled', async () => {
  const parts = await missing(Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 31))
  const cancel = new AbortController()
  const onProgress = ({ month }: { month: string }): void => void (month === '2024-02' && cancel.abort())
  await expect(fetched({ candles: venue().candles, parts, onProgress, signal: cancel.signal })).rejects.toThrow(/abort/)
  expect((await store.instrument(BTC))?.series[0]?.months.map(({ month }) => month)).toEqual(['2024-03'])
})

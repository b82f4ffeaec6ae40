import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type MarketStore, openMarketStore, resolveInstrument } from '../index.ts'
import type { SeriesInterval, SeriesTable } from './series.ts'
import { withWriterLock } from './writer-lock.ts'

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-store-'))
  store = openMarketStore(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const MINUTE = 60_000
const START = Date.UTC(2024, 0, 31, 22)
const ID = 'EURUSD:TEST'

/** Quoted minute bars whose prices encode their row. */
function quotes(rows: number, start = START, add = 0): SeriesTable {
  const time = Float64Array.from({ length: rows }, (_, row) => start + row * MINUTE)
  const price = (extra: number): Float64Array => time.map((_, row) => 1 + row / 1000 + extra + add)
  const bid = [price(0), price(0.01), price(-0.01), price(0.005)]
  const ask = [price(0.1), price(0.11), price(0.09), price(0.105)]
  return { key: { interval: 'M1', price: 'quote' }, rows, columns: [time, ...bid, ...ask, time.map(() => 3)] }
}

function trades(rows: number, interval: SeriesInterval = 'M1', ms = MINUTE): SeriesTable {
  const time = Float64Array.from({ length: rows }, (_, row) => START + row * ms)
  const price = time.map((_, row) => 10 + row)
  return { key: { interval, price: 'trade' }, rows, columns: [time, price, price, price, price, time.map(() => 1)] }
}

function ticks(): SeriesTable {
  const offsets = [0, 10_000, 10_000, 59_999, 60_000, 200_000]
  const time = Float64Array.from(offsets, (offset) => START + offset)
  const bid = Float64Array.of(1.1, 1.3, 1.0, 1.2, 1.5, 1.6)
  return { key: { interval: 'Tick', price: 'quote' }, rows: 6, columns: [time, bid, bid.map((value) => value + 0.1)] }
}

function put(table: SeriesTable, source: 'both' | 'trade' | 'bid' = 'both', id = ID): ReturnType<MarketStore['put']> {
  const time = table.columns[0] as Float64Array
  const coverage = [{ first: time[0] as number, last: time[table.rows - 1] as number }]
  return store.put({ instrument: resolveInstrument(id), table, source, coverage })
}

async function sides(spreadPips?: number): Promise<unknown[]> {
  const request = { instrumentId: ID, series: 'M1', ...(spreadPips === undefined ? {} : { spreadPips }) } as const
  const [columns, { spreadModel }] = [await store.load(request), await store.columns(request)]
  return columns.kind === 'bar' ? [columns.bidClose[0], columns.askClose[0], spreadModel.pips, spreadModel.text] : []
}

describe('columns', () => {
  it('has the rows of the range in a raw file that other users may read', async () => {
    await put(quotes(300))
    const file = await store.columns({
      instrumentId: ID,
      series: 'M1',
      from: START + 119 * MINUTE,
      to: START + 122 * MINUTE,
    })
    expect(file).toMatchObject({ kind: 'bar', rows: 3, spreadModel: { kind: 'quoted', text: '' } })
    expect(file.columns.map(({ name }) => name)).toEqual([
      'time', 'bidOpen', 'bidHigh', 'bidLow', 'bidClose', 'askOpen', 'askHigh', 'askLow', 'askClose', 'volume',
    ]) // prettier-ignore
    const bytes = await readFile(file.path)
    const read = (name: string): number[] => {
      const column = file.columns.find((one) => one.name === name)
      return Array.from({ length: column?.length ?? 0 }, (_, row) =>
        bytes.readDoubleLE((column?.byteOffset ?? 0) + 8 * row),
      )
    }
    expect(read('time')).toEqual([119, 120, 121].map((minute) => START + minute * MINUTE))
    expect(read('bidOpen')).toEqual([1.119, 1.12, 1.121])
    expect((await stat(file.path)).mode & 0o777).toBe(0o644)
    expect(await store.load({ instrumentId: ID, series: 'M1', from: START + 299 * MINUTE })).toMatchObject({
      time: Float64Array.of(START + 299 * MINUTE),
      askLow: Float64Array.of(1 + 0.299 + 0.09),
    })
  })

  it('adds the chosen spread to one-price data', async () => {
    await put(trades(2), 'trade')
    expect(await sides()).toEqual([10, 10, 0, expect.stringMatching(/one price \(trades\): bid and ask are equal/)])
    expect(await sides(2)).toEqual([10 - 0.0001, 10 + 0.0001, 2, expect.stringMatching(/fixed spread of 2 pips/)])
  })

  it('keeps the snapshot until a value changes', async () => {
    await put(quotes(10))
    const request = { instrumentId: ID, series: 'M1' } as const
    const first = await store.columns(request)
    await put(quotes(10))
    const again = await openMarketStore(dir).columns(request)
    expect([again.snapshot, again.path]).toEqual([first.snapshot, first.path])
    const part = await store.columns({ ...request, to: START + 5 * MINUTE })
    expect(part.snapshot).not.toBe(first.snapshot)
    await put(quotes(1, START + 3 * MINUTE, 0.5))
    const changed = await store.columns(request)
    expect(changed.snapshot).not.toBe(first.snapshot)
    const columns = await store.load(request)
    expect(columns.kind === 'bar' && columns.bidOpen[3]).toBe(1.5)
  })

  it('makes minutes from ticks if there are no minutes', async () => {
    await put(ticks())
    const columns = await store.load({ instrumentId: ID, series: 'M1' })
    expect(columns).toMatchObject({
      time: Float64Array.of(START, START + MINUTE, START + 3 * MINUTE),
      bidOpen: Float64Array.of(1.1, 1.5, 1.6),
      bidHigh: Float64Array.of(1.3, 1.5, 1.6),
      bidLow: Float64Array.of(1, 1.5, 1.6),
      bidClose: Float64Array.of(1.2, 1.5, 1.6),
      volume: Float64Array.of(4, 1, 1),
    })
  })

  it('refuses missing data and lists what exists', async () => {
    await put(quotes(10))
    const request = { instrumentId: ID, series: 'Tick', from: START } as const
    await expect(store.columns(request)).rejects.toThrow(/no Tick data from 2024-01-31\. It has M1 2024-01-31/)
    await expect(store.columns({ instrumentId: 'GBPUSD:TEST', series: 'M1' })).rejects.toThrow(
      /no market data for GBPUSD:TEST/,
    )
    const late = { instrumentId: ID, series: 'M1', from: Date.UTC(2025, 0, 1) } as const
    await expect(store.columns(late)).rejects.toThrow(/no M1 data from 2025-01-01/)
  })

  it('deletes the least recently used columns above the size limit', async () => {
    const small = openMarketStore(dir, { cacheBytes: 3000 })
    await put(quotes(10))
    await put(quotes(10), 'both', 'GBPUSD:TEST')
    await put(quotes(30), 'both', 'AUDUSD:TEST')
    const old = await small.columns({ instrumentId: ID, series: 'M1' })
    const hourAgo = new Date(Date.now() - 3_600_000)
    await utimes(old.path, hourAgo, hourAgo)
    const recent = await small.columns({ instrumentId: 'GBPUSD:TEST', series: 'M1' })
    const last = await small.columns({ instrumentId: 'AUDUSD:TEST', series: 'M1' })
    const left = (await readdir(small.columnsDir)).map((name) => join(small.columnsDir, name))
    expect(left.sort()).toEqual([recent.path, last.path].sort())
  })
})

describe('bars for charts', () => {
  it.each([
    ['M5', [START, START + 5 * MINUTE], [1, 1.005]],
    ['H1', [START, START + 60 * MINUTE], [1, 1.06]],
    ['D1', [Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 1)], [1, 1.12]],
    ['W1', [Date.UTC(2024, 0, 28)], [1]],
  ] as const)('aligns %s to UTC, and weeks to Sunday', async (interval, times, opens) => {
    await put(quotes(300))
    const { rows } = await store.bars({ instrumentId: ID, interval })
    expect(rows.slice(0, 2).map(([time]) => time)).toEqual(times)
    expect(rows.slice(0, 2).map((row) => row[1])).toEqual(opens)
    expect(rows.reduce((sum, row) => sum + row[9], 0)).toBe(900)
  })

  it('returns the newest bars within the range', async () => {
    await put(quotes(300))
    const newest = await store.bars({ instrumentId: ID, interval: 'M1', limit: 2 })
    expect(newest.rows.map(([time]) => time)).toEqual([START + 298 * MINUTE, START + 299 * MINUTE])
    const range = { instrumentId: ID, interval: 'M1', from: START + MINUTE, to: START + 3 * MINUTE } as const
    expect((await store.bars(range)).rows.map(([time]) => time)).toEqual([START + MINUTE, START + 2 * MINUTE])
    const nothing = { instrumentId: ID, interval: 'M1', from: START + 400 * MINUTE } as const
    expect((await store.bars(nothing)).rows).toEqual([])
  })

  it('goes back over weeks without data until the limit is reached', async () => {
    await put(quotes(10))
    await put(quotes(10, START + 60 * 86_400_000))
    const { rows } = await store.bars({ instrumentId: ID, interval: 'M1', limit: 15 })
    expect(rows).toHaveLength(15)
  })
})

describe('the store', () => {
  it('lists its contents by instrument and series', async () => {
    await put(quotes(300))
    await put(ticks())
    await put(trades(2, 'H1', 3_600_000), 'trade', 'BTCUSDT:TEST')
    const list = await store.instruments()
    expect(list.map(({ id, series }) => [id, series.map((one) => [one.interval, one.price, one.rows])])).toEqual([
      ['BTCUSDT:TEST', [['H1', 'trade', 2]]],
      [ID, [['Tick', 'quote', 6], ['M1', 'quote', 300]]],
    ]) // prettier-ignore
    expect(list[1]?.series[1]?.months.map(({ month, rows, quality }) => [month, rows, quality.goodPercent])).toEqual([
      ['2024-01', 120, 100],
      ['2024-02', 180, 100],
    ])
  })

  it('rebuilds the record of a month if it is lost or does not match the file', async () => {
    await put(quotes(10))
    const record = join(dir, 'TEST/EURUSD/M1-quote/2024-01.json')
    const before = await store.instrument(ID)
    await rm(record)
    expect(await store.instrument(ID)).toEqual(before)
    await writeFile(record, '{ "rows": 7, "bytes": 1 }')
    expect(await store.instrument(ID)).toEqual(before)
  })

  it('lists an instrument whose description is damaged', async () => {
    await put(quotes(10))
    await writeFile(join(dir, 'TEST/EURUSD/instrument.json'), '{ "instr')
    await writeFile(join(dir, 'TEST/EURUSD/M1-quote/notes.txt'), 'mine')
    expect((await store.instruments()).map(({ id, pipSize, series }) => [id, pipSize, series[0]?.rows])).toEqual([
      [ID, 0.0001, 10],
    ])
  })

  it('returns values to readers who cannot store the record that they computed', async () => {
    await put(quotes(300))
    const before = await store.instrument(ID)
    const record = join(dir, 'TEST/EURUSD/M1-quote/2024-01.json')
    await rm(record)
    // A folder cannot be replaced by a file; a read-only folder, or a writer that clears it, has the same effect.
    await mkdir(record)
    expect(await store.instrument(ID)).toEqual(before)
    expect((await store.load({ instrumentId: ID, series: 'M1' })).time.length).toBe(300)
  })
})

describe('the writer lock', () => {
  it('admits one writer at a time', async () => {
    const lock = join(dir, '.lock')
    const order: string[] = []
    const work = (name: string): Promise<void> =>
      withWriterLock(lock, async () => {
        order.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 60))
        order.push(`${name} out`)
      })
    await Promise.all([work('a'), work('b'), work('c')])
    for (let index = 0; index < order.length; index += 2) {
      expect(order[index + 1]).toBe(order[index]?.replace('in', 'out'))
    }
  })

  it.each([
    ['a process that has ended', { pid: 2 ** 22 - 3, started: '1' }],
    ['an earlier process with the same id', { pid: process.pid, started: '1' }],
    ['rubbish', 'x'],
  ])('is taken over from %s', async (_, owner) => {
    const lock = join(dir, '.lock')
    await writeFile(lock, typeof owner === 'string' ? owner : JSON.stringify(owner))
    expect(await withWriterLock(lock, async () => 'mine')).toBe('mine')
    expect(await readdir(dir)).not.toContain('.lock')
  })
})

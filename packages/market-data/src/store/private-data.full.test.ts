import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { importCalendar, type MarketStore, openMarketStore, recoverMarket, resolveInstrument } from '../index.ts'
import type { PriceSource, SeriesInterval, SeriesTable } from './series.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ID = 'EURUSD:TEST'
const BEN = '0190b3f0-0000-7000-8000-00000000000b'
const CAT = '0190b3f0-0000-7000-8000-00000000000c'
/** Four hours, two in each month. */
const START = Date.UTC(2024, 0, 31, 22)
const FEBRUARY = Date.UTC(2024, 1, 1)

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-private-'))
  store = openMarketStore(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

interface Rows {
  readonly price: number
  readonly from?: number
  readonly rows?: number
  readonly interval?: SeriesInterval
  readonly source?: PriceSource | 'both'
  readonly id?: string
}

async function put(view: MarketStore, wanted: Rows): Promise<void> {
  const { price, from = START, rows = 240, interval = 'M1', source = 'both', id = ID } = wanted
  const time = Float64Array.from({ length: rows }, (_, row) => from + row * MINUTE)
  const width = interval === 'Tick' ? 2 : source === 'both' ? 9 : 5
  const columns = [time, ...Array.from({ length: width }, () => time.map(() => price))]
  const table: SeriesTable = { key: { interval, price: source === 'both' ? 'quote' : 'trade' }, rows, columns }
  const coverage = [{ first: from, last: from + (rows - 1) * MINUTE }]
  await view.put({ instrument: resolveInstrument(id), table, source, coverage })
}

/** Each price of the view's minutes, with its count. */
async function prices(view: MarketStore, price?: 'quote' | 'trade'): Promise<unknown> {
  const columns = await view.load({ instrumentId: ID, series: 'M1', ...(price ? { price } : {}) })
  if (columns.kind !== 'bar') throw new Error('bars expected')
  const counts = new Map<number, number>()
  for (const value of columns.bidOpen) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries(counts)
}

describe('private market data', () => {
  it('is visible only to its owner in every read of the store', async () => {
    await put(store.forOwner(BEN), { price: 1.5 })
    expect(await prices(store.forOwner(BEN))).toEqual({ 1.5: 240 })
    for (const view of [store, store.forOwner(null), store.forOwner(CAT)]) {
      expect(await view.instruments()).toEqual([])
      expect(await view.instrument(ID)).toBeNull()
      for (const read of [
        () => view.columns({ instrumentId: ID, series: 'M1' }),
        () => view.bars({ instrumentId: ID, interval: 'M5' }),
        () => view.quality({ instrumentId: ID }),
      ]) {
        await expect(read()).rejects.toThrow(`There is no market data for ${ID}. Import it first`)
      }
    }
    const [own] = await store.forOwner(BEN).instruments()
    expect(own?.series[0]?.months.map(({ month, isPrivate }) => [month, isPrivate])).toEqual([
      ['2024-01', true],
      ['2024-02', true],
    ])
  })

  it('replaces shared months one by one, without mixing rows', async () => {
    await put(store, { price: 1.1 })
    await put(store.forOwner(BEN), { price: 1.5, from: FEBRUARY + HOUR, rows: 30 })
    expect(await prices(store.forOwner(BEN))).toEqual({ 1.1: 120, 1.5: 30 })
    expect(await prices(store.forOwner(CAT))).toEqual({ 1.1: 240 })
    expect(await prices(store)).toEqual({ 1.1: 240 })
    const { rows } = await store.forOwner(BEN).bars({ instrumentId: ID, interval: 'H1' })
    expect(rows.map((row) => [row[0], row[1]])).toEqual([
      [START, 1.1],
      [START + HOUR, 1.1],
      [FEBRUARY + HOUR, 1.5],
    ])
    const request = { instrumentId: ID, series: 'M1' } as const
    const [shared, ben, cat] = await Promise.all(
      [store, store.forOwner(BEN), store.forOwner(CAT)].map((view) => view.columns(request)),
    )
    expect([shared?.isPrivate, ben?.isPrivate, cat?.isPrivate]).toEqual([false, true, false])
    expect([cat?.snapshot === shared?.snapshot, ben?.snapshot === shared?.snapshot]).toEqual([true, false])
    expect(ben?.path).not.toBe(shared?.path)
  })

  it('is used alone if the shared series has another kind of price', async () => {
    await put(store, { price: 1.1, source: 'bid' })
    await put(store.forOwner(BEN), { price: 1.5, source: 'trade', from: FEBRUARY, rows: 60 })
    expect(await prices(store.forOwner(BEN), 'trade')).toEqual({ 1.5: 60 })
    expect((await store.forOwner(BEN).instrument(ID))?.series).toMatchObject([{ source: 'trade', rows: 60 }])
    expect((await store.instrument(ID))?.series).toMatchObject([{ source: 'bid', rows: 240 }])
  })

  it('turns off the simulated mark for its owner', async () => {
    const instrument = { ...resolveInstrument(ID), simulated: true }
    const time = Float64Array.of(START)
    const columns = Array.from({ length: 10 }, (_, index) => (index === 0 ? time : Float64Array.of(1.1)))
    const table: SeriesTable = { key: { interval: 'M1', price: 'quote' }, rows: 1, columns }
    await store.put({ instrument, table, source: 'both', coverage: [] })
    await put(store.forOwner(BEN), { price: 1.5, interval: 'Tick' })
    const simulated = async (view: MarketStore) => (await view.instrument(ID))?.simulated
    expect([
      await simulated(store),
      await simulated(store.forOwner(BEN)),
      await simulated(store.forOwner(CAT)),
    ]).toEqual([true, false, true])
  })

  it('leaves no trace of private holidays in the grades of shared months', async () => {
    await put(store, { price: 1.1, rows: 120 })
    await put(store, { price: 1.1, from: START + 12 * HOUR, rows: 60 })
    const file = join(dir, 'days.csv')
    await writeFile(file, 'date,open,close\n2024-01-31,,\n2024-02-01,,\n')
    const before = await store.quality({ instrumentId: ID })
    const folder = join(dir, 'TEST/EURUSD/M1-quote')
    const files = () => readdir(folder).then((all) => Promise.all(all.map((name) => readFile(join(folder, name)))))
    const records = await files()
    const ben = store.forOwner(BEN)
    await importCalendar({ marketDir: ben.dir, sharedDir: dir, file, format: 'csv' })
    const seen = await ben.quality({ instrumentId: ID })
    expect(seen.summary).not.toEqual(before.summary)
    expect(await ben.quality({ instrumentId: ID })).toEqual(seen)
    expect(await files()).toEqual(records)
    expect(await store.forOwner(CAT).quality({ instrumentId: ID })).toEqual(before)
    const always = [resolveInstrument(ID), 0, Date.UTC(2100, 0)] as const
    expect(await store.forOwner(CAT).closures(...always)).toEqual({ closures: [], calendars: [] })
    expect((await ben.closures(...always)).calendars).toMatchObject([{ name: 'forex', isPrivate: true }])
  })

  it.each(['..', '../x', '', 'a/b', '.private', 'A'])('is never read for an owner called "%s"', (owner) => {
    expect(() => store.forOwner(owner)).toThrow('This is not the id of a user')
  })
})

describe('a removed series', () => {
  const folder = (): string => join(dir, 'TEST/EURUSD')

  it('is gone for every reader, and the rest of its instrument stays', async () => {
    await put(store, { price: 1.1, source: 'bid' })
    await put(store, { price: 1.1, interval: 'Tick' })
    expect(await store.remove(ID, { interval: 'M1', price: 'trade' })).toBe(1)
    expect((await store.instrument(ID))?.series.map(({ interval }) => interval)).toEqual(['Tick'])
    // Another kind of price is not refused because of what was removed.
    await put(store, { price: 1.1, source: 'trade' })
    expect((await store.instrument(ID))?.series).toMatchObject([{ interval: 'Tick' }, { source: 'trade' }])
    expect(await store.remove(ID)).toBe(2)
    expect([await store.instrument(ID), await store.instruments(), await store.remove(ID)]).toEqual([null, [], 0])
    expect((await readdir(folder())).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('stays removed if the remover died midway, and leaves nothing after the next start', async () => {
    await put(store, { price: 1.1, source: 'bid' })
    // As `removeFromFolder` leaves it between its first and last rename, with an impossible process id.
    await mkdir(join(folder(), '.switch'))
    await writeFile(join(folder(), '.switch/.generation'), 'x')
    await rename(join(folder(), 'M1-trade'), join(folder(), `.M1-trade.${2 ** 22 - 3}-1.tmp`))
    expect(await store.instrument(ID)).toBeNull()
    await recoverMarket(dir)
    expect((await readdir(folder())).sort()).toEqual(['.generation', 'instrument.json'])
    await put(store, { price: 1.2, source: 'trade' })
    expect((await store.instrument(ID))?.series).toMatchObject([{ source: 'trade', rows: 240 }])
  })

  it('stays private until it is shared, and is shared as its owner saw it', async () => {
    await put(store, { price: 1.1 })
    await put(store.forOwner(BEN), { price: 1.5, from: FEBRUARY + HOUR, rows: 30 })
    const before = await store.forOwner(BEN).columns({ instrumentId: ID, series: 'M1' })
    const share = (replace: boolean) => store.forOwner(BEN).share(ID, { interval: 'M1', price: 'quote' }, replace)
    await expect(share(false)).rejects.toThrow(`${ID} is shared with other values in 2024-02`)
    expect(await prices(store)).toEqual({ 1.1: 240 })
    expect(await share(true)).toEqual({ added: [], replaced: ['2024-02'], unchanged: [] })
    const after = await store.columns({ instrumentId: ID, series: 'M1' })
    expect([after.snapshot, after.isPrivate]).toEqual([before.snapshot, false])
    expect([await share(true), await store.forOwner(BEN).ownInstruments()]).toEqual([null, []])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { importFiles, ImportError, type MarketStore, openMarketStore, readColumns } from './index.ts'

/** Market data next to the repository; its tests are skipped if it is absent. */
const DATA = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'shared', 'data')
const there = existsSync(join(DATA, 'manifest.json'))
if (!there) console.warn(`Tests on real market data are skipped: ${join('..', 'shared', 'data')} is absent`)

interface Entry {
  readonly file: string
  readonly rows: number | null
}

const entries = (there ? (JSON.parse(readFileSync(join(DATA, 'manifest.json'), 'utf8')) as Entry[]) : []).filter(
  ({ file }) => /^(fx|crypto)\//.test(file),
)
/** Order book captures and instrument descriptions. */
const NO_PRICES = /binance-ws-raw|ob500|btcusdt-depth|book_snapshot|incremental_book|dukascopy-payloads\/instrument/

const withPrices = entries.filter(({ file }) => !NO_PRICES.test(file))
/** The fast lane reads the first file of each folder. */
const isFirst = ({ file }: Entry): boolean =>
  withPrices.find((one) => dirname(one.file) === dirname(file))?.file === file

function formatOf(file: string): string {
  if (file.includes('mt5')) return 'mt5'
  if (file.includes('m1-fxcm')) return 'fxcm'
  if (file.includes('lean')) return 'lean'
  return file.includes('dukascopy') ? 'dukascopy' : 'csv'
}

function instrumentOf(file: string): string {
  if (file.includes('gbpusd')) return 'GBPUSD:FXCM'
  if (file.includes('fxcm-lean')) return 'EURUSD:FXCM'
  return /eurusd|EUR-USD/.test(file) ? 'EURUSD:TEST' : 'BTCUSD:TEST'
}

describe.skipIf(!there)('real data', () => {
  let dir = ''
  let store: MarketStore
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tradeloom-manifest-'))
    store = openMarketStore(dir)
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  it.each(inject('lane') === 'full' ? withPrices : withPrices.filter(isFirst))(
    'reads $rows rows from $file',
    async ({ file, rows }) => {
      const { report } = await readColumns({
        files: [join(DATA, file)],
        format: formatOf(file),
        instrument: instrumentOf(file),
      })
      expect(report.problemCounts).toEqual({})
      if (rows === null) expect(report.files[0]?.rows).toBeGreaterThanOrEqual(file.includes('empty') ? 0 : 300)
      else expect(report.files.map((one) => one.rows)).toEqual([rows])
    },
  )

  it.each(entries.filter(({ file }) => NO_PRICES.test(file)))('refuses $file', async ({ file }) => {
    const request = { files: [join(DATA, file)], format: formatOf(file), instrument: 'BTCUSDT:TEST' }
    await expect(readColumns(request)).rejects.toThrow(ImportError)
  })

  it('imports the FXCM pair with both sides and crossed quotes, and changes nothing on a second import', async () => {
    const files = ['bid', 'ask'].map((side) => join(DATA, `fx/gbpusd-m1-fxcm/gbpusd-m1-${side}-2012.csv`))
    const request = { store, files, format: 'fxcm', instrument: 'GBPUSD:FXCM' }
    const first = await importFiles(request)
    // 120 between the rows of a week, and the last minute of four Fridays.
    expect(first).toMatchObject({ rows: 30_117, imported: 30_117, quality: { crossed: 347, missingBars: 124 } })
    const again = await importFiles(request)
    expect(again).toMatchObject({ imported: 0, replaced: 0, unchanged: 30_117 })
    expect(again.months.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])
    const from = Date.UTC(2012, 1, 1, 0, 1)
    const columns = await store.load({ instrumentId: 'GBPUSD:FXCM', series: 'M1', from, to: from + 60_000 })
    expect(columns).toMatchObject({
      time: Float64Array.of(from),
      bidOpen: Float64Array.of(1.57576),
      bidClose: Float64Array.of(1.57543),
      askOpen: Float64Array.of(1.57585),
      askLow: Float64Array.of(1.57552),
    })
  })

  it('imports the pair equally when names do not state the sides', async () => {
    const files = ['ask', 'bid'].map((side) => join(DATA, `fx/gbpusd-m1-fxcm/gbpusd-m1-${side}-2012.csv`))
    const links = await Promise.all(
      files.map(async (file, index) => {
        const link = join(dir, `side${index}.csv`)
        await symlink(file, link)
        return link
      }),
    )
    const { columns, report } = await readColumns({ files: links, format: 'fxcm', instrument: 'GBPUSD:FXCM' })
    expect(report.quality.crossed).toBe(347)
    expect(columns.kind === 'bar' && columns.bidOpen[0]).toBe(1.57597)
  })

  it('keeps all ticks of two weeks in order, folder by folder', { tags: ['full'] }, async () => {
    const folder = join(DATA, 'fx/eurusd-oanda-lean/tick')
    const report = await importFiles({ store, files: [folder], format: 'lean', instrument: 'EURUSD:OANDA' })
    expect(report).toMatchObject({ rows: 532_903, imported: 532_903, quality: { crossed: 0 } })
    const columns = await store.load({ instrumentId: 'EURUSD:OANDA', series: 'Tick' })
    expect(columns.time.length).toBe(532_903)
    expect(columns.time.every((time, row) => row === 0 || time >= (columns.time[row - 1] as number))).toBe(true)
    const one = join(folder, '20140507_quote.zip')
    const again = await importFiles({ store, files: [one], format: 'lean', instrument: 'EURUSD:OANDA' })
    expect(again).toMatchObject({ imported: 0, replaced: 0, unchanged: 41_367 })
  })

  it('makes the same minutes from ticks as the vendor', async () => {
    const day = join(DATA, 'fx/eurusd-oanda-lean/minute/20140506_quote.zip')
    const { columns: vendor } = await readColumns({ files: [day], format: 'lean', instrument: 'EURUSD:OANDA' })
    const ticks = join(DATA, 'fx/eurusd-oanda-lean/tick/20140506_quote.zip')
    await importFiles({ store, files: [ticks], format: 'lean', instrument: 'EURUSD:OANDA' })
    const from = Date.UTC(2014, 4, 6)
    const made = await store.load({ instrumentId: 'EURUSD:OANDA', series: 'M1', from, to: from + 86_400_000 })
    if (vendor.kind !== 'bar' || made.kind !== 'bar') throw new Error('bars expected')
    expect(made.time).toEqual(vendor.time)
    // The vendor opens a bar at the previous close; everything else matches the ticks.
    const same = made.time.filter(
      (_, row) => made.bidClose[row] === vendor.bidClose[row] && made.askClose[row] === vendor.askClose[row],
    )
    expect(same.length / made.time.length).toBeGreaterThan(0.99)
  })

  it('reports the crossed quotes of the FXCM ticks', { tags: ['full'] }, async () => {
    const folder = join(DATA, 'fx/eurusd-fxcm-lean/tick')
    const report = await importFiles({ store, files: [folder], format: 'lean', instrument: 'EURUSD:FXCM' })
    expect(report.timezone).toBe('UTC-05:00')
    expect(report).toMatchObject({ rows: 461_774, quality: { crossed: 48_141 } })
    expect(report.quality.samples.crossed?.[0]?.file).toContain('20140506_quote.zip')
    expect(report.first).toBe(Date.UTC(2014, 4, 6, 5, 0, 0, 339))
  })

  it('detects that the H4 prices are scaled by 100,000', async () => {
    const files = [join(DATA, 'fx/eurusd-h4d1/EURUSDh4.csv')]
    const { report, interval } = await readColumns({ files, format: 'csv', instrument: 'EURUSD:EJ' })
    expect(interval).toBe('H4')
    expect(report.quality).toMatchObject({ scaleSuspect: true, scaleFactor: 100_000, outliers: 14_400 })
  })

  it('reads MetaTrader times as Eastern European and adds the spread to the bid', async () => {
    const files = [join(DATA, 'fx/eurusd-m1-mt5/EURUSD_M1_2024_02.csv')]
    const { columns, report } = await readColumns({ files, format: 'mt5', instrument: 'EURUSD:BROKER' })
    expect(report.timezone).toBe('Europe/Athens')
    expect(columns.time[0]).toBe(Date.UTC(2024, 0, 31, 22, 5))
    if (columns.kind !== 'bar') throw new Error('bars expected')
    expect([columns.bidClose[0], columns.askClose[0]]).toEqual([1.08161, 1.08168])
  })

  it('decodes the deltas of Dukascopy', async () => {
    const files = [join(DATA, 'fx/dukascopy-payloads/ticks-EUR-USD-2026-7-13-12.json')]
    const { columns } = await readColumns({ files, format: 'dukascopy', instrument: 'EURUSD:DUKASCOPY' })
    if (columns.kind !== 'tick') throw new Error('ticks expected')
    const last = columns.time.length - 1
    expect([columns.time[0], columns.bid[0], columns.ask[0]]).toEqual([1_783_944_000_093, 1.14273, 1.14277])
    expect([columns.time[last], columns.bid[last], columns.ask[last]]).toEqual([1_783_947_597_150, 1.14309, 1.1431])
  })
})

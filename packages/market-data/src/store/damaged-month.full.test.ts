import { copyFile, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { calendarsFolder, writeCalendar } from '../calendar/calendar-file.ts'
import { marketForRun, type MarketStore, openMarketStore, resolveInstrument } from '../index.ts'
import { withDuckDb } from './duckdb.ts'
import { hashTable } from './parquet-month.ts'
import type { Batch } from './put-batch.ts'
import { sliceTable } from './series.ts'

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-damaged-'))
  store = openMarketStore(dir)
  await store.put(minutes('EURUSD:TEST'))
  await store.put(minutes('GBPUSD:TEST'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const START = Date.UTC(2024, 0, 31, 22)
const ID = 'EURUSD:TEST'
const RUN = {
  instrumentId: ID,
  resolution: 1,
  start: Date.UTC(2024, 1, 1),
  end: Date.UTC(2024, 1, 2),
  accountCurrency: 'USD',
} as const

/** Two hours of January and two of February. */
function minutes(id: string, source: 'trade' | 'bid' = 'trade'): Batch {
  const time = Float64Array.from({ length: 240 }, (_, row) => START + row * 60_000)
  const price = time.map((_, row) => 1 + row / 10_000)
  const columns = [time, price, price, price, price, time.map(() => 1)]
  const table = { key: { interval: 'M1', price: 'trade' }, rows: 240, columns } as const
  return { instrument: resolveInstrument(id), table, source, coverage: [] }
}

const january = (id = ID): string => join(dir, `TEST/${id.slice(0, 6)}/M1-trade/2024-01.parquet`)
const damagedMonths = async (): Promise<unknown> =>
  (await openMarketStore(dir).instruments()).map(({ id, series }) => [id, series[0]?.rows, series[0]?.damaged])

const DAMAGES: readonly (readonly [string, () => Promise<void>])[] = [
  ['empty', () => writeFile(january(), '')],
  ['cut', async () => truncate(january(), Math.floor((await stat(january())).size / 2))],
  ['of zeros', async () => writeFile(january(), Buffer.alloc((await stat(january())).size))],
  ['rubbish', () => writeFile(january(), 'starting and ending with PAR1')],
  [
    'of another schema',
    () => withDuckDb(async (one) => void (await one.run(`COPY (SELECT 1 AS x) TO '${january()}' (FORMAT parquet)`))),
  ],
]

describe('a month whose file is damaged', () => {
  it.each(DAMAGES)('(%s) is reported as the only lost one, and is repaired by the next import', async (_, damage) => {
    const whole = await damagedMonths()
    const before = await marketForRun(store, RUN)
    await damage()
    expect(await damagedMonths()).toEqual([
      [ID, 120, ['2024-01']],
      ['GBPUSD:TEST', 240, []],
    ])
    // Bars before the start are for indicators: without them, the same run would give another result.
    const text = 'The M1 data of EURUSD:TEST is damaged in 2024-01. Import it again'
    await expect(marketForRun(openMarketStore(dir), RUN)).rejects.toThrow(text)
    await expect(store.load({ instrumentId: ID, series: 'M1' })).rejects.toThrow(text)
    expect((await store.load({ instrumentId: ID, series: 'M1', from: RUN.start })).time).toHaveLength(120)
    expect((await store.bars({ instrumentId: ID, interval: 'H1' })).rows).toHaveLength(2)
    const quality = await store.quality({ instrumentId: ID })
    expect([quality.damaged, quality.months.map(({ month }) => month)]).toEqual([['2024-01'], ['2024-02']])
    const [first] = await store.put(minutes(ID))
    expect(first).toMatchObject({ month: '2024-01', status: 'written', imported: 120 })
    expect(await damagedMonths()).toEqual(whole)
    expect((await marketForRun(openMarketStore(dir), RUN)).snapshot).toBe(before.snapshot)
  })

  it('is reported when there is no other data', async () => {
    for (const month of ['2024-01', '2024-02']) await writeFile(january().replace('2024-01', month), '')
    expect(await damagedMonths()).toContainEqual([ID, 0, ['2024-01', '2024-02']])
    await expect(marketForRun(openMarketStore(dir), RUN)).rejects.toThrow(/is damaged in 2024-01, 2024-02/)
    expect((await openMarketStore(dir).bars({ instrumentId: ID, interval: 'H1' })).rows).toEqual([])
    expect(await openMarketStore(dir).quality({ instrumentId: ID })).toMatchObject({ damaged: ['2024-01', '2024-02'] })
  })

  it('is detected by its values when it can be read', async () => {
    const bytes = await readFile(january())
    const { atime, mtime } = await stat(january())
    // Prices are in zstd blocks, which may or may not detect it; both must end in the same way.
    for (const at of [40, Math.floor(bytes.length / 4), Math.floor(bytes.length / 2)]) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8(altered.readUInt8(at) ^ 4, at)
      await writeFile(january(), altered)
      expect(await damagedMonths()).toContainEqual([ID, 120, ['2024-01']])
      await utimes(january(), atime, mtime)
    }
    const { table } = minutes(ID)
    await withDuckDb(async (one) => {
      await one.run(`COPY (SELECT * REPLACE (close + 0.0005 AS close) FROM read_parquet('${january('GBPUSD:TEST')}'))
        TO '${january()}' (FORMAT parquet, KV_METADATA {tradeloom_values_sha256: '${hashTable(sliceTable(table, 0, 120))}'})`)
    })
    expect(await damagedMonths()).toContainEqual([ID, 120, ['2024-01']])
  })

  it('is detected in a run when size and time stamp reveal nothing', async () => {
    const record = await readFile(january().replace('.parquet', '.json'), 'utf8')
    const other = minutes('AUDUSD:TEST')
    const columns = other.table.columns.map((column, at) => (at % 5 === 0 ? column : column.map((one) => one + 0.0005)))
    await store.put({ ...other, table: { ...other.table, columns } })
    await copyFile(january('AUDUSD:TEST'), january())
    const { size, mtimeMs } = await stat(january())
    const body = { ...(JSON.parse(record.split('\n')[1] ?? '') as object), bytes: size, modified: mtimeMs }
    await writeFile(january().replace('.parquet', '.json'), JSON.stringify(body))
    expect(await damagedMonths()).toContainEqual([ID, 240, []])
    await expect(marketForRun(openMarketStore(dir), RUN)).rejects.toThrow(/damaged in 2024-01/)
    await store.put(minutes(ID))
    const columnsNow = await openMarketStore(dir).load({ instrumentId: ID, series: 'M1' })
    expect(columnsNow.kind === 'bar' && columnsNow.bidClose[0]).toBe(1)
  })
})

it('stops a run that needs a damaged calendar, but no list', async () => {
  await calendarsFolder(dir)
  await writeCalendar(dir, {
    name: 'forex',
    sources: ['test'],
    closures: [{ from: RUN.start, to: RUN.start + 3_600_000 }],
  })
  const before = await store.instruments()
  const text = await readFile(join(dir, '.calendars/forex.json'), 'utf8')
  for (const wrong of ['', text.slice(0, -9), 'null', '{"sources":[],"closures":[null]}']) {
    await writeFile(join(dir, '.calendars/forex.json'), wrong)
    expect((await store.instruments()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    await expect(marketForRun(store, RUN)).rejects.toThrow('The calendar forex is damaged. Import it again')
  }
  await writeFile(join(dir, '.calendars/forex.json'), text)
  expect(await store.instruments()).toEqual(before)
})

describe('a damaged file next to a month', () => {
  it.each([
    ['a record', '.json'],
    ['a grade', '.quality.json'],
  ])('is rebuilt from the prices (%s)', async (_, end) => {
    const path = january().replace('.parquet', end)
    const before = [await store.instrument(ID), await store.quality({ instrumentId: ID })]
    const text = await readFile(path, 'utf8')
    const digit = text.lastIndexOf('1')
    for (const wrong of [
      '',
      text.slice(0, -9),
      '\0'.repeat(40),
      `${text.slice(0, digit)}7${text.slice(digit + 1)}`,
      '{}',
    ]) {
      await writeFile(path, wrong)
      const fresh = openMarketStore(dir)
      expect([await fresh.instrument(ID), await fresh.quality({ instrumentId: ID })]).toEqual(before)
    }
  })

  it.each(['', '{', 'null'])('does not guess the price kind of a series when instrument.json is "%s"', async (text) => {
    await store.put(minutes('AUDUSD:TEST', 'bid'))
    await writeFile(join(dir, 'TEST/AUDUSD/instrument.json'), text)
    const [found] = await openMarketStore(dir).instruments()
    expect([found?.id, found?.series[0]?.damaged]).toEqual(['AUDUSD:TEST', ['2024-01', '2024-02']])
    await store.put(minutes('AUDUSD:TEST', 'bid'))
    const [again] = await openMarketStore(dir).instruments()
    expect(again?.series[0]).toMatchObject({ source: 'bid', rows: 240, damaged: [] })
  })
})

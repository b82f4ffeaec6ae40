import { schema } from '@tradeloom/database'
import { SourceError, SOURCES, type SourceTable } from '@tradeloom/market-data/sources'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { findFake, startSourceLab } from '@tradeloom/venue-lab/sources'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SourceCalls } from './source-calls.ts'
import { SourceTables } from './source-tables.ts'
import { SourcesService } from './sources.service.ts'
import { SourceIndex } from './source-index.ts'

const MINUTE = 60_000
const USER = '01890000-0000-7000-8000-000000000000'

let database: TestDatabase
let time: number
let asked: number
let answer: () => SourceTable
let sources: SourcesService

const table = (value: number): SourceTable => ({
  columns: [
    { name: 'Date', type: 'date' },
    { name: 'v', type: 'number' },
  ],
  order: 'asc',
  rows: [['2026-01-01', value]],
})

beforeAll(async () => {
  database = await startTestDatabase()
  await database.db.insert(schema.sourceSettings).values({ provider: 'ecb', isOn: true })
})
afterAll(() => database?.stop())
beforeEach(() => {
  time = Date.UTC(2026, 10, 27)
  asked = 0
  answer = () => table(1)
  const { db } = database
  sources = new SourcesService({
    db,
    providers: SOURCES,
    calls: {
      use: async () => {
        asked += 1
        return answer() as never
      },
    },
    index: new SourceIndex(db, () => time),
    keys: { ofUser: async () => null, ofOperator: async () => null },
    tables: new SourceTables(() => time),
    logger: { debug: () => undefined },
  })
})
const open = () => sources.dataset('ecb', 'EXR/X', null, USER)

it('a table is requested again after 15 minutes', async () => {
  await open()
  time += 15 * MINUTE - 1
  await open()
  expect(asked).toBe(1)
  time += 1
  answer = () => table(2)
  expect((await open()).data).toEqual([['2026-01-01', 2]])
  expect(asked).toBe(2)
})

it('while its provider is away for a day, a table is shown with its age and with what is wrong', async () => {
  const { meta } = await open()
  time += 20 * 60 * MINUTE
  answer = () => {
    throw new SourceError('away', 'ECB cannot be reached')
  }
  expect(await open()).toMatchObject({
    data: [['2026-01-01', 1]],
    meta: { fetched: meta.fetched },
    error: 'Error fetching ECB data',
  })
  time += 4 * 60 * MINUTE
  await expect(open()).rejects.toMatchObject({ status: 502, message: 'Error fetching ECB data' })
})

it('a table of a stand-in that is away for a day is shown with its age until the day is over', async () => {
  const lab = await startSourceLab(await findFake('ecb'))
  const { db } = database
  const calls = new SourceCalls({
    db,
    urls: { ecb: `${lab.url}service/` },
    secret: 'secret',
    now: () => time,
    closing: new AbortController().signal,
  })
  const [index, tables] = [new SourceIndex(db, () => time), new SourceTables(() => time)]
  const keys = { ofUser: async () => null, ofOperator: async () => null }
  const parts = { db, providers: SOURCES, calls, index, keys, tables, logger: { debug: () => undefined } }
  const page = () => new SourcesService(parts).dataset('ecb', 'EXR/D.USD.EUR.SP00.A', null, USER)
  try {
    const fresh = await page()
    const fetched = time
    expect([fresh.meta.fetched, fresh.error, fresh.data.length]).toEqual([fetched, null, 3])
    lab.fail({ do: 503, times: 100 })
    for (time += 20 * MINUTE; time < fetched + 24 * 60 * MINUTE; time += 8 * 60 * MINUTE)
      expect(await page()).toEqual({ ...fresh, error: 'Error fetching ECB data' })
    await expect(page()).rejects.toMatchObject({ status: 502 })
  } finally {
    await lab.stop()
  }
})

it('a table that was withdrawn is not shown any longer', async () => {
  await open()
  time += 20 * MINUTE
  answer = () => {
    throw new SourceError('gone', 'ECB has withdrawn it')
  }
  await expect(open()).rejects.toMatchObject({ status: 410, message: 'ECB has withdrawn this dataset.' })
})

it('the oldest tables make room for new ones', async () => {
  const rows = Array.from({ length: 500_000 }, (): [string, number] => ['2026-01-01', 1])
  answer = () => ({ ...table(1), rows })
  for (const code of ['A/1', 'A/2', 'A/3', 'A/4']) await sources.dataset('ecb', code, null, USER)
  expect(asked).toBe(4)
  await sources.dataset('ecb', 'A/4', null, USER)
  expect(asked).toBe(4)
  await sources.dataset('ecb', 'A/1', null, USER)
  expect(asked).toBe(5)
})

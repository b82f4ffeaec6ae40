import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schema } from '@tradeloom/database'
import { openKnownStore } from '@tradeloom/market-data'
import { SourceError, type SourceProvider, type SourceTable } from '@tradeloom/market-data/sources'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RefreshSeries } from './refresh-series.ts'
import { SourceSeries } from './source-series.ts'

const DAY = 24 * 60 * 60_000
const USER = '01890000-0000-7000-8000-000000000000'

let database: TestDatabase
let folder: string
let time = Date.UTC(2026, 10, 27, 9)
let asked = 0
let value: number | Error = 3

/** One that keeps no revisions. */
const provider = {
  name: 'lab',
  title: 'Lab',
  keyNeed: 'none',
  terms: { keep: 'forever', text: 'Made up.' },
  dataset: async (): Promise<SourceTable> => {
    asked += 1
    if (value instanceof Error) throw value
    const columns = [
      { name: 'Date', type: 'date' },
      { name: 'rate', type: 'number' },
    ] as const
    const rows = [
      ['2026-08-01', 1],
      ['2026-09-01', 2],
      ['2026-10-01', value],
    ] as const
    return { columns, order: 'asc', rows }
  },
} as unknown as SourceProvider

beforeAll(async () => {
  database = await startTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tradeloom-refresh-'))
})
afterAll(async () => {
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('a series is looked at once a day: equal values change nothing, others are known from then on, states nobody names go', async () => {
  const { db } = database
  const now = () => time
  const store = openKnownStore(folder, now)
  const logger = { warn: () => undefined }
  const series = new SourceSeries({
    db,
    providers: [provider],
    sources: { providers: async () => [{ name: 'lab', isOn: true }] as never, keyOf: async () => null },
    calls: { use: (_, __, ___, work) => work({ now, key: null } as never) },
    store,
    logger,
    now,
  })
  const refresh = new RefreshSeries({ db, series, store, logger, now, closing: new AbortController().signal })
  const stored = async () => (await db.select().from(schema.sourceSeries))[0]!
  const valuesOf = async (hash: string) =>
    (await store.read({ code: 'LAB:RATE', hash })).map((one) => [one.value, one.knownAt, one.quality])
  const start = new Date(Date.UTC(2026, 9, 17))
  const [run] = await series.forRun(
    [{ code: 'LAB:RATE', column: null }],
    { start, end: new Date(Date.UTC(2026, 10, 10)) },
    USER,
  )
  const first = await stored()
  expect(run).toMatchObject({ id: 'LAB:RATE', generation: first.hash, qualities: ['lagged'] })
  expect(first).toMatchObject({ frequency: 'month', quality: 'observed', ownerId: null, column: '', problem: null })
  expect(asked).toBe(1)

  await refresh.look()
  expect(asked).toBe(1)
  time += DAY + 1
  await refresh.look()
  expect(asked).toBe(2)
  const second = await stored()
  expect(second.hash).toBe(first.hash)
  expect(second.checkedAt.getTime()).toBe(time)

  value = 3.5
  time += DAY + 1
  await refresh.look()
  const third = await stored()
  expect(third.hash).not.toBe(first.hash)
  expect((await valuesOf(third.hash)).at(-1)).toEqual([3.5, time, 'observed'])
  // What a run until November 10 could see has not changed.
  const until = { start, end: new Date(Date.UTC(2026, 10, 10)) }
  const [again] = await series.forRun([{ code: 'LAB:RATE', column: null }], until, USER)
  expect([again?.hash, again?.generation]).toEqual([run?.hash, third.hash])

  value = new SourceError('away', 'Lab cannot be reached')
  time += DAY + 1
  await refresh.look()
  expect(await stored()).toMatchObject({ hash: third.hash, problem: 'Lab cannot be reached' })
  time += DAY + 1
  await refresh.look()
  expect((await store.states()).map(({ hash }) => hash)).toEqual([third.hash])
})

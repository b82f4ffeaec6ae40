import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schema } from '@tradeloom/database'
import { SourceError, type SourceProvider, type SourceTable } from '@tradeloom/market-data/sources'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSeriesParts } from './series-parts.fixture.ts'

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
  const { store, series, refresh } = openSeriesParts(db, { provider, folder, now })
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

it('a state is kept as long as a run, an optimization or a series names it, and is deleted afterwards', async () => {
  const { db, pool } = database
  await pool.query('truncate source_series')
  const { store, refresh } = openSeriesParts(db, { provider, folder, now: () => time })
  const states = async () => (await store.states()).map(({ hash }) => hash).toSorted()
  for (const state of await store.states()) await store.remove(state)
  const revision = { periodStart: 0, periodEnd: DAY, knownAt: 2 * DAY, vintage: null, quality: 'lagged' as const }
  const put = async (code: string): Promise<string> => {
    const head = { code: `LAB:${code}`, column: null, frequency: 'day', unit: null } as const
    return (await store.put(head, [{ ...revision, value: 1 }], true)).hash
  }
  const named = { run: await put('RUN'), optimization: await put('OPTIMIZATION'), series: await put('SERIES') }
  await put('NOBODY')
  const sources = (generation: string): string => JSON.stringify([{ id: 'LAB:X', hash: '', generation, qualities: [] }])
  const run = `gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'EURUSD:SIM', true, 1, now(),
    now(), 'M1', 1, '{}', '{}', 'USD', 1`
  const runColumns = `id, user_id, algorithm_id, algorithm_version_id, instrument_id, simulated, initial_balance, start,
    "end", interval, resolution, externals, models, account_currency, seed`
  // Of users and algorithms that are not there.
  await pool.query(`set session_replication_role = replica;
    insert into backtests (${runColumns}, sources) values (${run}, '${sources(named.run)}');
    insert into optimizations (${runColumns}, externals_settings, strategy, objectives, constraints, permutation_count,
      total, sources)
    values (${run}, '[]', 'grid', '[]', '[]', 1, 1, '${sources(named.optimization)}');
    insert into source_series (id, provider, code, "column", frequency, timezone, quality, hash, checked_at, due_at, terms)
    values (gen_random_uuid(), 'nobody', 'SERIES', '', 'day', 'UTC', 'observed', '${named.series}', now(), now(), '');
    set session_replication_role = origin`)
  const clear = async (): Promise<void> => {
    time += DAY + 1
    await refresh.look()
  }
  await clear()
  expect(await states()).toEqual(Object.values(named).toSorted())
  for (const [table, hash] of [
    ['backtests', named.run],
    ['optimizations', named.optimization],
    // Live sessions name series: what they have been told is in their inputs.
    ['source_series', named.series],
  ] as const) {
    await pool.query(`delete from ${table}`)
    const left = (await states()).filter((one) => one !== hash)
    await clear()
    expect(await states(), table).toEqual(left)
  }
})

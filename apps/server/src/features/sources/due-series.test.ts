import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, schema } from '@tradeloom/database'
import { type Release, SourceError, type SourceProvider, type SourceTable } from '@tradeloom/market-data/sources'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSeriesParts, type SeriesParts } from './series-parts.fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const RELEASE = Date.UTC(2026, 10, 27, 13, 30)

let database: TestDatabase
let folder: string
let userId: string
let parts: SeriesParts
let time: number
/** Codes that were requested, and when. */
let asked: [code: string, minute: number][]
let values: Map<string, number>
let calendar: readonly Release[] | Error

/** One that keeps no revisions, and has a calendar. */
const provider = {
  name: 'lab',
  title: 'Lab',
  keyNeed: 'required',
  terms: { keep: 'forever', text: 'Made up.' },
  dataset: async (_: unknown, code: string): Promise<SourceTable> => {
    asked.push([code, (time - RELEASE) / MINUTE])
    const value = values.get(code)
    if (value === undefined) throw new SourceError('away', 'Lab cannot be reached')
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
  releases: async () => {
    if (calendar instanceof Error) throw calendar
    return calendar
  },
} as unknown as SourceProvider

beforeAll(async () => {
  database = await startTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tradeloom-due-'))
  userId = newId()
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: userId, ...person })
})
afterAll(async () => {
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.pool.query('truncate source_series')
  time = RELEASE - 2 * HOUR
  asked = []
  values = new Map()
  calendar = [{ id: '10', day: '2026-11-27', at: RELEASE }]
  parts = openSeriesParts(database.db, { provider, folder, now: () => time })
})

async function store(...codes: string[]): Promise<void> {
  for (const code of codes) {
    values.set(code, 3)
    const use = { code: `LAB:${code}`, column: null }
    await parts.series.forRun([use], { start: new Date(Date.UTC(2026, 10, 1)), end: new Date(time) }, userId)
  }
  asked = []
}

/** Looks whenever something is due, as the server does, until a time. */
async function passUntil(end: number): Promise<void> {
  while (time <= end) {
    const next = await parts.due.lookAtDue(() => false)
    time = Math.max(time, next ?? Infinity)
  }
  time = end
}

const rowOf = async (code: string) =>
  (await database.db.select().from(schema.sourceSeries)).find((row) => row.code === code)!

it('a series is looked at when its release comes out, 1, 5 and 30 minutes later, and a day after that', async () => {
  await store('CPI')
  expect(await rowOf('CPI')).toMatchObject({ releases: [{ id: '10', at: RELEASE }], dueAt: new Date(RELEASE) })
  await passUntil(RELEASE + 26 * HOUR)
  expect(asked.map(([, minute]) => minute)).toEqual([0, 1, 5, 30, 30 + 24 * 60])
})

it('a look that finds a change ends the search for its release', async () => {
  calendar = [RELEASE, RELEASE + 3 * HOUR].map((at) => ({ id: '10', day: '2026-11-27', at }))
  await store('CPI')
  await passUntil(RELEASE + 2 * MINUTE)
  values.set('CPI', 4)
  await passUntil(RELEASE + 4 * HOUR)
  expect(asked.map(([, minute]) => minute)).toEqual([0, 1, 5, 180, 181, 185, 210])
  expect((await rowOf('CPI')).releases).toEqual([])
})

it('what was known long before a release is not what the search is for', async () => {
  await store('CPI')
  const { dataset } = provider
  const day = Date.UTC(2026, 10, 26)
  // Of an archive, in which yesterday's state was not there yet when it was looked at.
  async function* revisions() {
    const period = { periodStart: Date.UTC(2026, 9), periodEnd: Date.UTC(2026, 10), vintage: '2026-11-26' }
    yield { ...period, value: 9, knownAt: day }
  }
  try {
    Object.assign(provider, { revisions, dataset: undefined })
    time = RELEASE
    const { releases, hash } = await parts.series.lookAt(await rowOf('CPI'))
    expect(releases).toHaveLength(1)
    expect((await parts.store.read({ code: 'LAB:CPI', hash })).map(({ value }) => value)).toContain(9)
  } finally {
    Object.assign(provider, { revisions: undefined, dataset })
  }
})

it('a look that began before a release is none after it', async () => {
  time = RELEASE - 1
  await store('CPI')
  const before = provider.dataset
  try {
    Object.assign(provider, {
      dataset: async (...of: Parameters<SourceProvider['dataset']>) => {
        const table = await before(...of)
        time = RELEASE + 1
        values.set('CPI', 4)
        return table
      },
    })
    values.set('CPI', 3.5)
    await parts.series.lookAt(await rowOf('CPI'))
  } finally {
    Object.assign(provider, { dataset: before })
  }
  const { releases, dueAt, checkedAt } = await rowOf('CPI')
  expect([releases.length, dueAt.getTime(), checkedAt.getTime()]).toEqual([1, RELEASE, RELEASE - 1])
})

it('one series speaks for the others of its release while nothing has come, and all of them are requested at last', async () => {
  const codes = Array.from({ length: 25 }, (_, n) => `S${n}`)
  await store(...codes)
  await passUntil(RELEASE + 25 * MINUTE)
  expect(asked.map(([, minute]) => minute)).toEqual([0, 1, 5])
  await passUntil(RELEASE + 30 * MINUTE)
  expect(
    asked
      .slice(3)
      .map(([code]) => code)
      .toSorted(),
  ).toEqual(codes.toSorted())
})

it('once one of a release has changed, the others are looked at until each of them has', async () => {
  const codes = Array.from({ length: 12 }, (_, n) => `S${n}`)
  await store(...codes)
  await passUntil(RELEASE + 2 * MINUTE)
  for (const code of codes) if (code !== 'S1') values.set(code, 4)
  await passUntil(RELEASE + 12 * HOUR)
  const looks = Map.groupBy(
    asked.filter(([, minute]) => minute > 1),
    ([code]) => code,
  )
  expect(looks.size).toBe(12)
  for (const [code, all] of looks)
    expect(
      all.map(([, minute]) => minute),
      code,
    ).toEqual(code === 'S1' ? [5, 30] : [5])
})

it('another release on the same key, and the same release on another key, are not spoken for', async () => {
  await store('CPI')
  calendar = [{ id: '50', day: '2026-11-27', at: RELEASE }]
  await store('JOBS')
  const bob = newId()
  const person = { name: 'bob', username: 'bob', displayUsername: 'bob', email: 'bob@example.com' }
  await database.db.insert(schema.users).values({ id: bob, ...person })
  calendar = [{ id: '10', day: '2026-11-27', at: RELEASE }]
  const use = { code: 'LAB:CPI', column: null }
  await parts.series.forRun([use], { start: new Date(Date.UTC(2026, 10, 1)), end: new Date(time) }, bob)
  asked = []
  await passUntil(RELEASE)
  expect(asked.map(([code]) => code).toSorted()).toEqual(['CPI', 'CPI', 'JOBS'])
})

it('a provider that is away at a release is asked again at the next of its looks, and later each hour', async () => {
  await store('CPI')
  values.delete('CPI')
  await passUntil(RELEASE + 100 * MINUTE)
  expect(asked.map(([, minute]) => minute)).toEqual([0, 1, 5, 30, 90])
  expect(await rowOf('CPI')).toMatchObject({ problem: 'Lab cannot be reached' })
})

it('while a provider is away, a key with many series asks for two of them an hour, and no broken one hides the others', async () => {
  calendar = []
  const codes = Array.from({ length: 15 }, (_, n) => `S${n}`)
  await store(...codes)
  const begun = (time - RELEASE) / MINUTE
  const hours = () => asked.map(([code, minute]) => [code, (minute - begun) / 60])
  values.clear()
  await passUntil(time + 25.5 * HOUR)
  expect(hours()).toEqual([
    ['S0', 24],
    ['S1', 24],
    ['S10', 25],
    ['S11', 25],
  ])
  asked = []
  for (const code of codes.slice(2)) values.set(code, 4)
  await passUntil(time + HOUR)
  const found = hours().filter(([code]) => values.has(String(code)))
  expect(found.toSorted()).toEqual(
    codes
      .slice(2)
      .map((code) => [code, 26])
      .toSorted(),
  )
})

it('requests a calendar once a week, keeps twelve releases, and does without it when it does not answer', async () => {
  calendar = Array.from({ length: 40 }, (_, n) => ({ id: 'daily', day: '', at: RELEASE + n * DAY }))
  await store('RATE')
  expect((await rowOf('RATE')).releases).toHaveLength(12)
  calendar = new SourceError('away', 'Lab cannot be reached')
  await passUntil(RELEASE + 8 * DAY)
  const { releases, problem, checkedAt } = await rowOf('RATE')
  expect([releases[0]?.at, problem, checkedAt.getTime()]).toEqual([RELEASE + 8 * DAY, null, RELEASE + 8 * DAY])
})

it('a series without a calendar is looked at each hour while a live session that is active reads it', async () => {
  calendar = []
  await store('SLOW', 'OTHER')
  const { id } = await rowOf('SLOW')
  const begun = time
  const { rows } = await database.pool.query(
    `insert into sessions (id, user_id, algorithm_name, broker_connection_id, broker_account_id, instrument_id,
       interval, externals, initial_balance, status, spec, spec_hash, engine_version)
     select gen_random_uuid(), user_id, 'Mine', connection_id, id, 'EURUSD:SIM', 'M1', '{}', 1000, 'Active', $2, '', ''
     from trading_accounts where user_id = $1 returning id`,
    [userId, { sources: [{ id: 'LAB:SLOW', seriesId: id }] }],
  )
  const hours = () => asked.map(([code, minute]) => [code, (minute + (RELEASE - begun) / MINUTE) / 60])
  // It began after the last look, which had made the next one due in a day.
  for (time = begun; time < begun + 3.5 * HOUR; time += 10 * MINUTE) await parts.due.lookAtDue(() => false)
  expect(hours()).toEqual([1, 2, 3].map((hour) => ['SLOW', hour]))
  values.delete('SLOW')
  for (; time < begun + 4.9 * HOUR; time += 10 * MINUTE) await parts.due.lookAtDue(() => false)
  expect(hours().slice(3)).toEqual([['SLOW', 4]])
  values.set('SLOW', 3)
  for (; time < begun + 5.9 * HOUR; time += 10 * MINUTE) await parts.due.lookAtDue(() => false)
  expect(hours().slice(4)).toEqual([['SLOW', 5]])
  await database.pool.query(`update sessions set status = 'Stopped' where id = $1`, [rows[0].id])
  asked = []
  for (; time < begun + 12 * HOUR; time += 10 * MINUTE) await parts.due.lookAtDue(() => false)
  expect(hours()).toEqual([['SLOW', 6]])
})

import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runModels, type StorageState } from '@tradeloom/contracts'
import { newId, schema } from '@tradeloom/database'
import { TickWriter } from '@tradeloom/market-data/ticks'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const DAY = 86_400_000
const PATH = '/api/admin/storage'

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let user: HttpClient
let userId: string
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  admin = await signUp(server.url, 'operator')
  user = await signUp(server.url, 'trader')
  userId = (await user.get('/api/user')).json.id
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** A price a day, for so many days until now. */
function log(instrumentId: string, days: number): void {
  const writer = new TickWriter(join(server.dataDir, 'market'), instrumentId)
  for (let day = days; day >= 0; day--) {
    const time = Date.now() - day * DAY
    writer.append({ time, receivedAt: time, bid: 1, ask: 2, flags: 0 })
  }
  writer.close()
}
const files = (id: string): string[] => readdirSync(join(server.dataDir, 'market', '.live', encodeURIComponent(id)))
const state = async (): Promise<StorageState> => (await admin.get(PATH)).json
const change = (kind: string, days: unknown) => admin.call('PUT', `${PATH}/retention`, { kind, days })
const preview = (kind: string, days: unknown) => admin.get(`${PATH}/deletions?kind=${kind}&days=${days}`)
const pin = (instrumentId: string, isPinned: boolean) => admin.call('PUT', `${PATH}/ticks`, { instrumentId, isPinned })

it('shows each kind of data with its size, largest first, its rule and its growth since it is measured', async () => {
  const first = await state()
  expect(first.kinds.map(({ bytes }) => bytes)).toEqual(first.kinds.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
  expect(first.since).toBe(null)
  expect(first.kinds.every(({ growth, rule }) => growth === null && rule !== '')).toBe(true)
  expect(first.kinds.filter(({ setting }) => setting).map(({ setting }) => setting)).toEqual(
    expect.arrayContaining([
      { kind: 'ticks', days: 35, min: 7 },
      { kind: 'backtests', days: null, min: 1 },
      { kind: 'optimizations', days: null, min: 1 },
    ]),
  )
  const market = first.kinds.find(({ kind }) => kind === 'market')
  const sample = { kind: 'market', bytes: (market?.bytes ?? 0) - 4_000_000 }
  const before = (days: number) => {
    const at = new Date(Date.now() - days * DAY)
    return { day: at.toISOString().slice(0, 10), at }
  }
  await database.db.insert(schema.storageSamples).values([
    { ...sample, ...before(4) },
    { ...sample, bytes: 0, ...before(20) },
  ])
  const then = await state()
  expect(Math.round(then.kinds.find(({ kind }) => kind === 'market')?.growth ?? 0)).toBeCloseTo(1_000_000, -4)
  expect(then.since?.slice(0, 10)).toBe(before(4).day)
  // A kind that was not measured then has no growth.
  expect(then.kinds.find(({ kind }) => kind === 'audit')?.growth).toBe(null)
})

it('notes the sizes of today once', async () => {
  const query = "select kind from storage_samples where day = (now() at time zone 'UTC')::date"
  await expect.poll(async () => (await database.pool.query(query)).rows.length).toBeGreaterThan(10)
})

it('deletes older ticks when the days are changed, and says before how much that is', async () => {
  log('OLD:SIM', 60)
  log('PINNED:SIM', 60)
  // Sizes may be up to some seconds old, and an unknown log cannot be pinned.
  await expect.poll(async () => (await state()).ticks.length, { timeout: 30_000 }).toBe(2)
  const pinned = await pin('PINNED:SIM', true)
  expect(pinned.json.ticks).toMatchObject([{ days: 61, sessions: 0, runs: 0 }, {}])
  expect(pinned.json.ticks.filter((one: { isPinned: boolean }) => one.isPinned)).toHaveLength(1)
  expect((await preview('ticks', 10)).json).toEqual({ items: 1, bytes: 50 * 64 })
  expect(files('OLD:SIM')).toHaveLength(61)
  expect((await change('ticks', 10)).status).toBe(200)
  await expect.poll(() => files('OLD:SIM').length).toBe(11)
  expect(files('PINNED:SIM').some((name) => name.endsWith('.ticks'))).toBe(true)
  expect((await preview('ticks', 10)).json).toEqual({ items: 0, bytes: 0 })
  const setting = (await state()).kinds.find(({ kind }) => kind === 'ticks')?.setting
  expect(setting?.days).toBe(10)
  expect((await pin('PINNED:SIM', false)).json.ticks).toMatchObject([{ isPinned: false }, { isPinned: false }])
})

it('deletes old runs without a star, of everybody, and none that waits or runs', async () => {
  const algorithmId = newId()
  const versionId = newId()
  const { db } = database
  await db.insert(schema.algorithms).values({ id: algorithmId, userId, name: 'Averages' })
  const version = { versionNo: 1, shared: false, message: '', script: '', scriptHash: '', externals: [] }
  await db.insert(schema.algorithmVersions).values({ id: versionId, algorithmId, ...version })
  const add = async (ended: number, changes: Partial<typeof schema.backtests.$inferInsert> = {}) => {
    const id = newId()
    const period = { start: new Date(0), end: new Date(1), interval: 'M1', resolution: 1 }
    const of = { userId, algorithmId, algorithmVersionId: versionId, instrumentId: 'EURUSD:SIM' }
    const terms = { simulated: false, initialBalance: 1, externals: {}, models: runModels.parse({}), seed: 1 }
    const at = { createdAt: new Date(Date.now() - 90 * DAY), endedAt: new Date(Date.now() - ended * DAY) }
    const row = {
      id,
      ...of,
      ...period,
      ...terms,
      ...at,
      accountCurrency: 'USD',
      status: 'Completed' as const,
      ...changes,
    }
    await db.insert(schema.backtests).values(row)
    await db
      .insert(schema.backtestResults)
      .values({ backtestId: id, warnings: [], manifest: {}, packed: randomBytes(9000) })
    return id
  }
  const ids = {
    old: await add(40),
    failed: await add(31, { status: 'Failed' }),
    young: await add(29),
    starred: await add(80, { isStarred: true }),
    running: await add(80, { status: 'In Progress' }),
  }
  const left = async () => {
    const { rows } = await database.pool.query('select id from backtests')
    const found = new Set((rows as { id: string }[]).map(({ id }) => id))
    return Object.entries(ids).flatMap(([name, id]) => (found.has(id) ? [name] : []))
  }
  const { items, bytes } = (await preview('backtests', 30)).json
  expect(items).toBe(2)
  expect(bytes).toBeGreaterThan(2 * 9000)
  const users = (await state()).users
  expect(users).toMatchObject([{ username: 'trader', marketBytes: 0, quotaBytes: 5120 * 1024 * 1024 }])
  expect(users[0]?.resultBytes).toBe(5 * 9000)
  expect(await left()).toHaveLength(5)
  await change('backtests', 30)
  await expect.poll(left).toEqual(['young', 'starred', 'running'])
  expect((await change('backtests', null)).status).toBe(200)
  expect(await left()).toHaveLength(3)
})

it('lets an administrator set the quota of a user, which imports and calendars keep', async () => {
  const quota = (id: string, megabytes: unknown) =>
    admin.call('PUT', `/api/admin/user/${id}/storage-quota`, { megabytes })
  const set = await quota(userId, 1)
  expect(set.json.users).toMatchObject([{ username: 'trader', quotaBytes: 1024 * 1024, hasOwnQuota: true }])
  expect((await user.get('/api/market-data/usage')).json.maxStoredBytes).toBe(1024 * 1024)
  const upload = async (seed = 0) => {
    const form = new FormData()
    form.append('instrumentId', 'EURUSD:QUOTA')
    form.append('format', 'histdata')
    const lines = Array.from({ length: 100_000 }, (_, row) => {
      const at = new Date(Date.UTC(2024, 0, 9) + row * 60_000).toISOString().replaceAll(/[-:T]/g, '')
      const price = (1.1 + Math.sin(row * 12.9898 + seed) / 1000).toFixed(9)
      return `${at.slice(0, 8)} ${at.slice(8, 14)};${price};${price};${price};${price};0`
    })
    form.append('file', new Blob([lines.join('\n')]), 'DAT_ASCII_EURUSD_M1_2024.csv')
    const { status, json } = await user.call('POST', '/api/market-data/imports', form)
    if (status !== 200) return [status, json.message]
    const own = async () =>
      (await user.get('/api/market-data/imports')).json.find(({ id }: { id: string }) => id === json.id)
    await expect.poll(async () => (await own()).status, { timeout: 60_000 }).toMatch(/Completed|Failed/)
    const ended = await own()
    return [ended.status, ended.detail]
  }
  expect(await upload()).toEqual(['Failed', expect.stringMatching(/of your 1 MB quota, and this adds/)])
  expect((await quota(userId, null)).json.users).toMatchObject([{ hasOwnQuota: false }])
  expect((await upload())[0]).toBe('Completed')
  await quota(userId, 1)
  expect(await upload()).toEqual([413, expect.stringMatching(/^Your market data uses [\d.]+ MB of your 1 MB quota/)])
  await quota(userId, null)
  for (const bad of [0, -5, 1.5, 'much', 1e9]) expect((await quota(userId, bad)).status).toBe(400)
  expect((await quota(newId(), 5)).status).toBe(404)
  const adminId = (await admin.get('/api/user')).json.id
  expect((await quota(adminId, 5)).json.message).toBe('Administrators have no quota')
})

it('refuses runs of a user whose results have reached the quota, until some of them are deleted', async () => {
  const period = { start: '2024-01-01T00:00:00Z', end: '2024-02-01T00:00:00Z', interval: 'M15', resolution: 1 }
  const of = { algorithmId: newId(), algorithmVersionId: newId(), instrumentId: 'EURUSD:SIM' }
  const terms = { ...of, ...period, initialBalance: 10_000 }
  const search = { externalsSettings: [{ name: 'fast', start: 1, end: 3, count: 3 }] }
  const starts = async () => [
    await user.post('/api/backtest', terms),
    await user.post('/api/optimisation', { ...terms, ...search }),
  ]
  const quota = (megabytes: number | null) =>
    admin.call('PUT', `/api/admin/user/${userId}/storage-quota`, { megabytes })
  // Nobody has this algorithm: it is looked for once there is room.
  const isAccepted = expect.objectContaining({ status: 404 })
  const { rows } = await database.pool.query<{ id: string }>('select id from backtests where user_id = $1', [userId])
  const large = 'update backtest_results set packed = $2 where backtest_id = $1'
  await database.pool.query(large, [rows[0]?.id, randomBytes(1_100_000)])
  await quota(1)
  for (const { status, json } of await starts()) {
    expect([status, json.code]).toEqual([413, 'storage-quota'])
    expect(json.message).toMatch(/^Your backtests and optimizations use 1\.1 MB of your 1 MB quota\. Delete some/)
  }
  await quota(2)
  expect(await starts()).toEqual([isAccepted, isAccepted])
  await quota(1)
  expect((await starts())[0]?.status).toBe(413)
  await database.pool.query('delete from backtests where id = $1', [rows[0]?.id])
  expect(await starts()).toEqual([isAccepted, isAccepted])
  await quota(null)
})

it('refuses what makes no sense, in words, and everybody but administrators', async () => {
  for (const days of [0, -1, 1.5, 'ten', 99_999, '']) {
    expect((await change('backtests', days)).status, String(days)).toBe(400)
    expect((await preview('backtests', days)).status, String(days)).toBe(400)
  }
  const few = await change('ticks', 6)
  expect([few.status, few.json.message]).toEqual([400, 'Ticks received live are kept for at least 7 days'])
  expect((await change('audit', 5)).status).toBe(400)
  expect((await pin('NOBODY:SIM', true)).status).toBe(404)
  expect((await pin('../../keys', true)).status).toBe(400)
  expect((await user.get(PATH)).status).toBe(403)
  expect((await user.call('PUT', `${PATH}/retention`, { kind: 'ticks', days: 7 })).status).toBe(403)
  const lines = (await admin.get('/api/admin/audit?action=retention-changed')).json
  expect(lines).toMatchObject([
    { detail: { kind: 'backtests', days: null } },
    { detail: { kind: 'backtests', days: 30 } },
    { detail: { kind: 'ticks', days: 10 } },
  ])
})

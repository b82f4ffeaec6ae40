import { type Answer, HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** The client's half of a conditional request. */
const get = (client: HttpClient, path: string, etag?: string | null): Promise<Answer> =>
  client.call('GET', path, undefined, etag ? { 'if-none-match': etag } : {})

const tagOf = (answer: Answer): string => answer.headers.get('etag') ?? ''

const PRICES = new URLSearchParams({
  instrumentId: TEST_MARKET.id,
  interval: 'H1',
  start: TEST_MARKET.start,
  end: TEST_MARKET.end,
}).toString()

let database: TestDatabase
let server: TestServer
/** Shares the database and data folder of the first server. */
let second: TestServer
let alice: HttpClient
let bob: HttpClient
let visitor: HttpClient
let algorithm: { id: string; latestVersion: { id: string } }

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  second = await startTestServer({ databaseUrl: database.url, dataDir: server.dataDir })
  alice = await signUp(server.url, 'alice')
  bob = await signUp(server.url, 'bob')
  visitor = new HttpClient(server.url)
})
afterAll(async () => {
  await second?.stop()
  await server?.stop()
  await database?.stop()
})
beforeEach(async () => {
  algorithm = (await alice.post('/api/algorithms', { name: 'First name' })).json
})

const namesIn = (answer: Answer): string[] => answer.json.map(({ name }: { name: string }) => name)

async function run(): Promise<string> {
  const { id: instrumentId, start, end } = TEST_MARKET
  const ids = { algorithmId: algorithm.id, algorithmVersionId: algorithm.latestVersion.id }
  const { json } = await alice.post('/api/backtest', { ...ids, instrumentId, start, end, interval: 'H1' })
  return json.id
}

const completed = (id: string): Promise<Answer> =>
  alice.until(`/api/backtest/${id}`, ({ status }: { status: string }) => status === 'Completed')

describe('a list', () => {
  it.each(['/api/algorithms', '/public-api/algorithms', '/api/backtests?limit=5'])(
    '%s is answered with 304 if the client has the current list',
    async (path) => {
      const first = await get(alice, path)
      const again = await get(alice, path, `"other", ${tagOf(first)}`)
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(tagOf(again)).toBe(tagOf(first))
      expect(await get(alice, path)).toMatchObject({ status: 200, text: first.text })
    },
  )

  it('of algorithms is current on all servers after every write', async () => {
    const path = '/api/algorithms'
    const id = algorithm.id
    const seen = async (): Promise<Answer> => {
      const [here, there] = await Promise.all([get(alice, path), get(alice.at(second.url), path)])
      expect(here.json).toEqual(there.json)
      return here
    }
    let before = await seen()
    const changes: [work: () => Promise<Answer>, shown: Record<string, unknown>][] = [
      [() => alice.call('PATCH', `/api/algorithm/${id}`, { name: 'Second name' }), { name: 'Second name' }],
      [() => alice.call('PATCH', `/api/algorithm/${id}`, { shared: true }), { shared: true }],
      [
        () => alice.post(`/api/algorithms/${id}/versions`, { script: 'function onTick() {}', message: 'two' }),
        { versionCount: 2 },
      ],
      [() => bob.post('/api/algorithms', { clonedFromAlgorithm: id }), { cloneCount: 1 }],
    ]
    for (const [work, shown] of changes) {
      expect((await work()).status).toBe(200)
      const after = await get(alice, path, tagOf(before))
      expect(after.status).toBe(200)
      expect(after.json.find((one: { id: string }) => one.id === id)).toMatchObject(shown)
      before = await seen()
    }
    await alice.call('DELETE', `/api/algorithm/${id}`)
    expect(namesIn(await get(alice, path, tagOf(before)))).not.toContain('Second name')
  })

  it('of backtests and their counts follow a run from its start to its deletion', async () => {
    const path = `/api/algorithms/${algorithm.id}/backtests`
    const empty = await get(alice, path)
    const id = await run()
    expect((await get(alice, path, tagOf(empty))).json).toHaveLength(1)
    await completed(id)
    const done = await get(alice, path)
    expect(done.json[0]).toMatchObject({ id, status: 'Completed' })
    expect((await get(alice.at(second.url), '/api/backtests')).json[0]).toMatchObject({ id, status: 'Completed' })
    const card = (answer: Answer) => answer.json.find((one: { id: string }) => one.id === algorithm.id)
    expect(card(await get(alice, '/api/algorithms'))).toMatchObject({ backtestCount: 1 })
    await alice.call('DELETE', `/api/backtest/${id}`)
    expect((await get(alice, path, tagOf(done))).json).toEqual([])
    expect(card(await get(alice, '/api/algorithms'))).toMatchObject({ backtestCount: 0 })
  })

  it('is never older than the response to a write of the same client, even if many clients write at once', async () => {
    const rename = async (n: number): Promise<void> => {
      const { json } = await alice.post('/api/algorithms', { name: `Written ${n}` })
      expect(namesIn(await get(alice, '/api/algorithms'))).toContain(`Written ${n}`)
      await alice.call('DELETE', `/api/algorithm/${json.id}`)
      expect(namesIn(await get(alice.at(second.url), '/api/algorithms'))).not.toContain(`Written ${n}`)
    }
    await Promise.all(Array.from({ length: 12 }, (_, n) => rename(n)))
  })
})

describe('answers of one path', () => {
  it.each(['/api/algorithms', '/public-api/algorithms', '/api/backtests'])(
    "%s are never given to another user, even with the first user's ETag",
    async (path) => {
      await alice.call('PATCH', `/api/algorithm/${algorithm.id}`, { shared: true })
      const id = await run()
      const own = await get(alice, path)
      const others = await get(bob, path, tagOf(own))
      expect(others.status).toBe(200)
      expect(tagOf(others)).not.toBe(tagOf(own))
      expect(others.text).not.toBe(own.text)
      expect(others.text).not.toContain(id)
      for (const one of others.json) expect(one.readOnly).toBe(one.username !== 'bob')
      await completed(id)
    },
  )

  it('change when a visitor signs in and when a user signs out', async () => {
    const carol = await signUp(server.url, 'carol')
    const path = '/public-api/algorithms'
    const signedIn = await get(carol, path)
    const { cookie } = carol
    await carol.get('/api/user/logout')
    expect((await get(visitor, path, tagOf(signedIn))).status).toBe(200)
    // The ended login is invalid on all servers, whatever they cached.
    for (const base of [server.url, second.url]) {
      const ended = new HttpClient(base)
      expect(await ended.call('GET', '/api/algorithms', undefined, { cookie })).toMatchObject({ status: 401 })
    }
  })

  it('may not be cached by proxies, and vary by cookie', async () => {
    for (const path of ['/api/algorithms', '/api/backtests', `/public-api/historical-prices?${PRICES}`]) {
      const { headers } = await get(alice, path)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('vary')).toContain('cookie')
    }
  })

  it('disappear for others when sharing ends', async () => {
    const path = `/public-api/algorithms/${algorithm.id}/backtests`
    await alice.call('PATCH', `/api/algorithm/${algorithm.id}`, { shared: true })
    const id = await run()
    await completed(id)
    const shown = await get(bob, path)
    expect(shown.json).toMatchObject([{ id, readOnly: true }])
    await alice.call('PATCH', `/api/algorithm/${algorithm.id}`, { shared: false })
    expect((await get(bob, path, tagOf(shown))).status).toBe(404)
    expect((await get(visitor, path, tagOf(shown))).status).toBe(404)
  })
})

describe('a login', () => {
  it('with a changed signature or token is invalid', async () => {
    const [name, value = ''] = (alice.cookie.split('; ').find((one) => one.includes('session_token')) ?? '').split('=')
    const ask = (changed: string): Promise<Answer> =>
      visitor.call('GET', '/api/user', undefined, { cookie: `${name}=${changed}` })
    expect((await ask(value)).status).toBe(200)
    const [token = '', signature = ''] = value.split('.')
    for (const changed of [
      token,
      `${token}.`,
      `${token}.AAAA`,
      `x${token}.${signature}`,
      `${token}.x${signature}`,
      '%',
    ])
      expect((await ask(changed)).status, changed).toBe(401)
  })

  it('is invalid if it has expired or was deleted from the database, and is extended if it is from yesterday', async () => {
    const dave = await signUp(server.url, 'dave')
    const change = (set: string) =>
      database.pool.query(`update logins set ${set} where user_id = (select id from users where username = 'dave')`)
    expect((await dave.get('/api/user')).status).toBe(200)
    await change("expires_at = now() + interval '6 days', updated_at = now() - interval '1 day'")
    const extended = await dave.get('/api/user')
    expect(extended.status).toBe(200)
    expect(extended.headers.getSetCookie().join()).toContain('session_token')
    await change("expires_at = now() - interval '1 second'")
    expect((await dave.get('/api/user')).status).toBe(401)
  })
})

it('prices are answered with 304 if the client has the current ones', async () => {
  const path = `/public-api/historical-prices?${PRICES}`
  const first = await get(visitor, path)
  expect(first.json.rows).toHaveLength(96)
  expect(await get(visitor, path, tagOf(first))).toMatchObject({ status: 304, text: '' })
  const newest = await get(visitor, `${path}&limit=3`, tagOf(first))
  expect(newest.json).toEqual({ rows: first.json.rows.slice(-3), more: true })
  const bids = await get(visitor, `${path}&sides=bid`, tagOf(first))
  expect(bids.json.rows).toEqual(first.json.rows.map((row: number[]) => [...row.slice(0, 5), row[9]]))
})

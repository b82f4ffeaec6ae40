import { randomUUID } from 'node:crypto'
import { HttpClient, ProgramClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'
import { newCredential } from '../../platform/api/api-credential.ts'

const PATH = '/api/api-keys'
const DAY_MS = 86_400_000

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let annId: string

beforeAll(async () => {
  database = await startTestDatabase()
  const env = { TRADELOOM_PROFILE: 'hosted', TRADELOOM_SERVICES: 'http,realtime', TRUSTED_PROXIES: 'loopback' }
  server = await startTestServer({ databaseUrl: database.url, env })
  ann = await signUp(server.url, 'ann')
  annId = (await ann.get('/api/user')).json.id
  await enableTwoFactor(ann)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})
beforeEach(() => database.pool.query('delete from api_keys'))

const make = (body: object = {}, owner = ann) => owner.post(PATH, { label: 'Robot', ...body })
async function program(body: object = {}): Promise<ProgramClient> {
  const made = await make(body)
  expect(made.status, made.text).toBe(200)
  return new ProgramClient(server.url, made.json)
}
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
/** As if it came from this address. */
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('a key', () => {
  it('is made with a secret that is shown once, and of which only a hash is stored', async () => {
    const made = await make({ label: ' My robot ' })
    expect(made.json).toEqual({
      key: expect.stringMatching(/^tk_[a-z2-7]{16}$/),
      label: 'My robot',
      secret: expect.stringMatching(/^ts_[A-Za-z0-9_-]{49}$/),
    })
    const { key, secret } = made.json
    const list = await ann.get(PATH)
    expect(list.json).toEqual([
      {
        key,
        label: 'My robot',
        scopes: ['read'],
        expires: null,
        addresses: [],
        created: expect.any(Number),
        lastUsed: null,
      },
    ])
    expect(list.text).not.toContain(secret)
    const { rows } = await database.pool.query('select row_to_json(k)::text as row from api_keys k')
    expect(rows[0].row).not.toContain(secret.slice(3, 40))
  })

  it('opens what its owner may see, and is refused once it is deleted', async () => {
    const robot = await program()
    expect((await robot.get('/api/user')).json).toMatchObject({ id: annId, username: 'ann' })
    const [{ key }] = (await ann.get(PATH)).json
    expect((await ann.call('DELETE', `${PATH}/${key}`)).json).toEqual({ ok: true })
    expect(await robot.get('/api/user')).toMatchObject({ status: 401, json: { code: 'unknown-key' } })
    expect((await ann.call('DELETE', `${PATH}/${key}`)).status).toBe(404)
  })

  it('is on record when it is made and deleted, without its secret', async () => {
    const { key, secret } = (await make({ scopes: ['read', 'write'] })).json
    await ann.call('DELETE', `${PATH}/${key}`)
    const lines = await ann.get('/api/user/audit?limit=2')
    expect(lines.json).toMatchObject([
      { action: 'api-key-deleted', actor: 'ann', object: key, via: 'web', detail: { label: 'Robot' } },
      { action: 'api-key-made', actor: 'ann', object: key, detail: { label: 'Robot', scopes: 'read write' } },
    ])
    expect(lines.text).not.toContain(secret)
  })

  it('notes its last use, to the minute', async () => {
    const robot = await program()
    await robot.get('/api/user')
    const { json } = await ann.until(PATH, ([one]: { lastUsed: number | null }[]) => one?.lastUsed !== null)
    expect(json[0].lastUsed % 60_000).toBe(0)
    expect(Date.now() - json[0].lastUsed).toBeLessThan(10 * 60_000)
  })

  it.each([
    ['an empty label', { label: ' ' }, 'label'],
    ['a label of two lines', { label: 'a\nb' }, 'label'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that does not exist', { scopes: ['admin'] }, 'scopes'],
    ['a day that is over', { expires: '2020-01-01T00:00:00Z' }, 'expires'],
    ['a name instead of an address', { addresses: ['example.com'] }, 'addresses'],
    ['trading without an end and without addresses', { scopes: ['read', 'trade'] }, 'scopes'],
    ['trading from everywhere', { scopes: ['trade'], addresses: ['0.0.0.0/0'] }, 'addresses'],
    [
      'trading from two halves of everywhere',
      { scopes: ['trade'], addresses: ['0.0.0.0/1', '128.0.0.0/1'] },
      'addresses',
    ],
    ['trading from all of IPv6', { scopes: ['trade'], addresses: ['10.0.0.1', '2000::/3'] }, 'addresses'],
  ])('is not made with %s', async (_, body, field) => {
    const refused = await make(body)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.json.fields)[0]).toMatch(new RegExp(`^${field}`))
  })

  it('may trade with an end or with addresses', async () => {
    expect((await make({ scopes: ['trade'], expires: inDays(1) })).status).toBe(200)
    expect((await make({ scopes: ['trade'], addresses: ['10.0.0.0/8', '::1'] })).status).toBe(200)
  })

  it('requires a recent login to create a key, because it outlives the login', async () => {
    const robot = { scopes: ['trade'], expires: inDays(1) }
    await database.pool.query("update logins set verified_at = now() - interval '11 minutes'")
    for (const wanted of [robot, {}])
      expect(await make(wanted)).toMatchObject({ status: 403, json: { code: 'recent-login-required' } })
    await database.pool.query('update logins set verified_at = now()')
    expect((await make(robot)).status).toBe(200)
  })

  it('trades only while two-factor login is on', async () => {
    const eve = await signUp(server.url, 'eve')
    const wanted = { scopes: ['trade'], expires: inDays(1) }
    expect(await make(wanted, eve)).toMatchObject({ status: 403, json: { code: 'two-factor-needed' } })
    await enableTwoFactor(eve)
    const made = await make(wanted, eve)
    const robot = new ProgramClient(server.url, made.json)
    const cancel = () => robot.call('DELETE', `/api/order/${randomUUID()}`)
    expect((await cancel()).status).toBe(404)
    await eve.call('DELETE', '/api/two-factor')
    expect(await cancel()).toMatchObject({ status: 403, json: { code: 'two-factor-needed' } })
  })

  it('is refused as the 21st, also when many are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => make()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, json: { kind: 'conflict' } })
    expect((await ann.get(PATH)).json).toHaveLength(20)
  })
})

describe('calls with a key', () => {
  it('are refused with cookies, even with right ones', async () => {
    const robot = await program()
    const both = await ann.call('GET', '/api/user', undefined, { authorization: robot.authorization })
    expect(both).toMatchObject({ status: 400, json: { message: 'Send an access key or cookies, but not both' } })
  })

  it('are not made by a key in the address', async () => {
    const robot = await program()
    const sent = encodeURIComponent(robot.authorization)
    for (const query of [`authorization=${sent}`, `access_token=${sent}`, `key=${sent}`])
      expect((await new HttpClient(server.url).get(`/api/user?${query}`)).status).toBe(401)
  })

  it('need the scope of the call', async () => {
    const reader = await program()
    expect(await reader.post('/api/algorithms', { name: 'X' })).toMatchObject({
      status: 403,
      json: { code: 'missing-scope', message: 'This access key has no scope write' },
    })
    const writer = await program({ scopes: ['read', 'write'] })
    expect((await writer.post('/api/algorithms', { name: 'X' })).status).toBe(200)
    expect((await writer.call('DELETE', `/api/order/${randomUUID()}`)).json.message).toBe(
      'This access key has no scope trade',
    )
  })

  it('are refused after its end, and from other addresses', async () => {
    const robot = await program({ expires: inDays(1), addresses: ['203.0.113.0/24'] })
    const call = (address: string) => robot.call('GET', '/api/user', undefined, from(address))
    expect((await call('203.0.113.9')).status).toBe(200)
    expect(await call('198.51.100.1')).toMatchObject({ status: 403, json: { code: 'wrong-address' } })
    await database.pool.query("update api_keys set expires_at = now() - interval '1 second'")
    expect(await call('203.0.113.9')).toMatchObject({ status: 401, json: { code: 'expired-key' } })
  })

  it('may not trade while an account of the user is at NO_NEW', async () => {
    const robot = await program({ scopes: ['trade'], expires: inDays(1) })
    const cancel = () => robot.call('DELETE', `/api/order/${randomUUID()}`)
    expect((await cancel()).status).toBe(404)
    const connection = randomUUID()
    await database.pool.query(
      `insert into broker_connections (id, user_id, type, broker) values ($1, $2, 'live', 'NONE')`,
      [connection, annId],
    )
    await database.pool.query(
      `insert into trading_accounts (id, connection_id, user_id, venue, account_no, model, currency, initial_balance, balance)
       values ($1, $1, $2, 'NONE', 'N1', 'spot', 'USD', 1, 1)`,
      [connection, annId],
    )
    await database.pool.query(`insert into account_control (account_id, level) values ($1, 'NO_NEW')`, [connection])
    expect(await cancel()).toMatchObject({ status: 403, json: { code: 'trading-stopped' } })
    await database.pool.query('delete from broker_connections where id = $1', [connection])
    expect((await cancel()).status).toBe(404)
  })

  it('with wrong keys are limited by address before anything is looked up, and right ones are let through', async () => {
    const robot = await program()
    const known = (address: string) => robot.call('GET', '/api/user', undefined, from(address))
    expect((await known('198.51.100.7')).status).toBe(200)
    const unknown = () =>
      new ProgramClient(server.url, newCredential()).call('GET', '/api/user', undefined, from('198.51.100.7'))
    for (let n = 0; n < 20; n++) expect((await unknown()).status).toBe(401)
    const limited = await unknown()
    expect(limited).toMatchObject({ status: 429, json: { code: 'too-many-wrong-keys' } })
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    const fresh = await program()
    const first = await fresh.call('GET', '/api/user', undefined, from('198.51.100.7'))
    expect(first.status, 'even right, it has never been looked up').toBe(429)
    expect((await known('198.51.100.7')).status).toBe(200)
    expect((await fresh.call('GET', '/api/user', undefined, from('198.51.100.8'))).status).toBe(200)
  })
})

describe('credits', () => {
  beforeEach(() => database.pool.query('delete from api_usage; delete from api_window'))

  it('sends used credits with every response, and shows them for 24 hours and 30 days', async () => {
    const robot = await program()
    const [{ used: before }] = (await ann.get('/api/api-usage')).json
    const cheap = await robot.get('/api/user')
    const dear = await robot.get('/public-api/historical-prices')
    const count = (answer: typeof cheap) => Number(answer.headers.get('x-credits-used'))
    expect(dear.status).toBe(400)
    expect(count(dear) - count(cheap)).toBe(5)
    expect(cheap.headers.get('x-credits-available')).toBe('1000')
    const reset = Number(cheap.headers.get('x-credits-reset')) * 1000 - Date.now()
    expect(reset).toBeGreaterThan(29 * DAY_MS)
    expect(reset).toBeLessThanOrEqual(30 * DAY_MS)
    expect((await ann.get('/api/api-usage')).json).toEqual([
      { period: '24h', used: before + 6, available: 1000 },
      { period: '30d', used: before + 6, available: 1000 },
    ])
  })

  it('that are used up answer 429, and say when there are more', async () => {
    const robot = await program()
    const hour = new Date(Date.now() - 29 * DAY_MS)
    hour.setUTCMinutes(0, 0, 0)
    await database.pool.query('insert into api_usage values ($1, $2, 1000)', [annId, hour])
    // What the server still holds of before.
    await ann.get('/api/api-usage')
    await database.pool.query('delete from api_window')
    const refused = await robot.get('/api/user')
    expect(refused).toMatchObject({ status: 429, json: { code: 'no-credits' } })
    const wait = Number(refused.headers.get('retry-after')) * 1000
    expect(Math.abs(Date.now() + wait - (hour.getTime() + 30 * DAY_MS))).toBeLessThan(60_000)
    expect(refused.headers.get('x-credits-available')).toBe('1000')
    expect((await ann.get('/api/user')).status).toBe(200)
  })
})

import { type AddressInfo, createServer } from 'node:net'
import { HttpClient, signUp, SocketClient, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
/** Behind the proxy that serves its public address. */
let base: string
let admin: HttpClient
let ann: HttpClient
let annId: string

beforeAll(async () => {
  database = await startTestDatabase()
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const settings = { TRADELOOM_PROFILE: 'hosted', TRADELOOM_ADMIN_FACTORS: 'optional' }
  const env = { ...settings, PUBLIC_URL: 'https://loom.example', PORT: String(port) }
  server = await startTestServer({ databaseUrl: database.url, env })
  admin = await signUp(base, 'admin', { setupToken: server.setupToken })
  ann = await signUp(base, 'ann')
  annId = (await ann.get('/api/user')).json.id
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
}

const update = (id: string, body: object) => admin.call('PATCH', `/api/admin/user/${id}`, body)

describe('the list of users', () => {
  it('shows everybody who can sign in, found by a part of name or email, but not the owner of the samples', async () => {
    const all = (await admin.get('/api/admin/users')).json
    expect(all.total).toBe(2)
    expect(all.users.map(({ username }: { username: string }) => username)).toEqual(['ann', 'admin'])
    expect(all.users[0]).toMatchObject({
      email: 'ann@example.com',
      isAdmin: false,
      packageId: 0,
      algorithmCount: 0,
      unitsUsed: 0,
    })
    expect(Date.parse(all.users[0].lastLogin)).toBeGreaterThan(Date.now() - 60_000)
    expect((await admin.get('/api/admin/users?search=NN%40exam')).json).toMatchObject({ total: 1 })
    expect((await admin.get('/api/admin/users?search=a_n')).json).toEqual({ total: 0, users: [] })
    expect((await admin.get('/api/admin/users?limit=1&offset=1')).json.users).toMatchObject([{ username: 'admin' }])
    const [system] = (await database.pool.query("select id from users where username = 'tradeloom'")).rows
    expect((await update(system.id, { isAdmin: true })).status).toBe(404)
    expect((await admin.post(`/api/admin/user/${system.id}/password-reset`)).status).toBe(404)
  })
})

describe('packages', () => {
  it('are listed with the prices and limits of the specification', async () => {
    const { json } = await new HttpClient(base).get('/public-api/packages')
    const figures = json.map((one: Record<string, unknown>) => [
      one['id'],
      one['name'],
      one['priceUsd'],
      one['httpCredits'],
      one['sockets'],
      one['backtestUnits'],
      one['liveSessions'],
      one['backtestTick'],
      one['multiUserExchanges'],
      one['exchangeConnections'],
    ])
    expect(figures).toEqual([
      [0, 'Free Demo', 0, 1000, 0, 500, 0, false, false, 0],
      [1, 'Basic Premium Plan', 10, 50_000, 1, 4000, 0, true, false, 1],
      [2, 'Standard Premium Plan', 35, 500_000, 5, 10_000, 1, true, false, 3],
      [3, 'Professional Premium Plan', 75, 2_000_000, 50, 20_000, 10, true, true, 20],
    ])
  })

  it('apply a package immediately to its user, whose pages are updated', async () => {
    const before = (await ann.get('/api/user')).json
    expect(before).toMatchObject({ subscriptionSku: 0, backtestUnits: 500, backtestTick: false })
    expect(before.accounts).toEqual([{ id: expect.any(String), connectionId: expect.any(String) }])
    const socket = await new SocketClient(ann).opened()
    socket.send({ type: 'subscribe', topic: 'user' })
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    expect(await update(annId, { packageId: 2 })).toMatchObject({ status: 200, json: { packageId: 2 } })
    const credited = await socket.next(
      (message) => message.type === 'event' && message.payload.event === 'credit-backtest-units',
    )
    expect(credited).toMatchObject({ topic: 'user', payload: { data: { backtestUnits: 10_000 } } })
    await socket.next((message) => message.type === 'event' && message.payload.event === 'user-changed')
    expect((await ann.get('/api/user')).json).toMatchObject({
      subscriptionSku: 2,
      backtestUnits: 10_000,
      backtestTick: true,
      liveTradingSessions: 1,
    })
    socket.close()
    await update(annId, { packageId: 0 })
  })

  it('assigned until a day end then by themselves, and the largest of all counts', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    expect((await update(annId, { packageId: 3, until, reason: 'a trial' })).json.packageId).toBe(3)
    const { rows } = await database.pool.query('select package_id, "by", reason from package_grants')
    expect(rows).toEqual([{ package_id: 3, by: (await admin.get('/api/user')).json.id, reason: 'a trial' }])
    expect((await ann.get('/api/user')).json).toMatchObject({ subscriptionSku: 3, liveTradingSessions: 10 })
    await database.pool.query(
      `insert into subscriptions (user_id, customer_id, status, package_id, synced_at) values ($1, 'cus_1', 'active', 2, now())`,
      [annId],
    )
    expect((await ann.get('/api/user')).json.subscriptionSku).toBe(3)
    await database.pool.query("update package_grants set until = now() - interval '1 s'")
    expect((await ann.get('/api/user')).json.subscriptionSku).toBe(2)
    expect((await admin.get('/api/admin/users?search=ann')).json.users).toMatchObject([{ packageId: 2 }])
    await database.pool.query('delete from subscriptions')
    expect((await ann.get('/api/user')).json.subscriptionSku).toBe(0)
    await update(annId, { packageId: 0 })
    expect((await database.pool.query('select from package_grants')).rowCount).toBe(0)
  })

  it('count what was used and credited this month', async () => {
    const month = `${new Date().toISOString().slice(0, 7)}-01`
    await database.pool.query('insert into unit_usage (user_id, month, used, credited) values ($1, $2, 120, 50)', [
      annId,
      month,
    ])
    await database.pool.query("insert into unit_usage (user_id, month, used) values ($1, '2020-01-01', 400)", [annId])
    expect((await ann.get('/api/user')).json.backtestUnits).toBe(430)
    const { users } = (await admin.get('/api/admin/users?search=ann')).json
    expect(users[0].unitsUsed).toBe(120)
  })

  it('without the right refuse every tick, a start of more than a year ago and other brokers', async () => {
    const algorithm = (await ann.post('/api/algorithms', { name: 'Limited' })).json
    const run = (changes: object) =>
      ann.post('/api/backtest', {
        algorithmId: algorithm.id,
        algorithmVersionId: algorithm.latestVersion.id,
        instrumentId: TEST_MARKET.id,
        start: new Date(Date.now() - 30 * 86_400_000).toISOString(),
        end: new Date(Date.now() - 86_400_000).toISOString(),
        interval: 'M15',
        ...changes,
      })
    expect(await run({ resolution: 0 })).toMatchObject({
      status: 403,
      json: { message: 'Backtesting every tick is available with our premium packages.' },
    })
    const long = await run({ start: new Date(Date.now() - 400 * 86_400_000).toISOString() })
    expect(long.json.fields).toEqual({ start: 'Backtests can begin at most one year back' })
    const other = await run({})
    expect(other.json.fields).toEqual({ instrumentId: 'Backtests are available for instruments of FXCM and OANDA' })
  })
})

describe('administrators', () => {
  it('create links to the address that browsers use', async () => {
    const { link, expires } = (await admin.post(`/api/admin/user/${annId}/password-reset`)).json
    expect(link).toMatch(/^https:\/\/loom\.example\/\?key=[\w-]{43}$/)
    expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 59 * 60_000)
  })

  it('appoints and dismisses administrators, but never dismisses the last one', async () => {
    const adminId = (await admin.get('/api/user')).json.id
    const refused = await update(adminId, { isAdmin: false })
    expect(refused).toMatchObject({ status: 409, json: { code: 'last-admin' } })
    expect((await update(annId, { isAdmin: true })).json.isAdmin).toBe(true)
    expect((await ann.get('/api/admin/users')).status).toBe(200)
    // Two dismissals at the same time must not leave nobody.
    const both = await Promise.all([update(adminId, { isAdmin: false }), update(annId, { isAdmin: false })])
    expect(both.map(({ status }) => status).toSorted()).not.toEqual([200, 200])
    await database.pool.query('update users set is_admin = (id = $1)', [adminId])
    expect((await ann.get('/api/admin/users')).status).toBe(403)
  })

  it('sign a user out everywhere, which closes open sockets', async () => {
    const away = await signUp(base, 'away')
    const { id } = (await away.get('/api/user')).json
    const socket = await new SocketClient(away).opened()
    const closed = new Promise<number>((done) => void socket.socket.once('close', done))
    expect((await admin.post(`/api/admin/user/${id}/sign-out`)).json).toEqual({ logins: 1 })
    expect(await closed).toBe(4001)
    expect((await away.get('/api/user')).status).toBe(401)
  })
})

describe('one user', () => {
  it('is shown with logins, package, units, credits, keys by label, sign-ins and sessions, without secrets', async () => {
    const kim = await signUp(base, 'kim')
    const { id } = (await kim.get('/api/user')).json
    const { secret } = (await kim.post('/api/api-keys', { label: 'My program' })).json
    await update(id, { packageId: 2, reason: 'a trial' })
    await database.pool.query(
      `insert into identities (id, user_id, issuer, subject, network, email)
       values (gen_random_uuid(), $1, 'https://desk.example', 'kim', 'desk', 'kim@desk.example')`,
      [id],
    )
    const detail = await admin.get(`/api/admin/user/${id}`)
    expect(detail.status, detail.text).toBe(200)
    expect(detail.json).toMatchObject({
      user: { username: 'kim', packageId: 2 },
      emailVerified: null,
      twoFactor: null,
      passkeys: 0,
      deletion: null,
      grant: { packageId: 2, until: null, reason: 'a trial', by: 'admin' },
      units: { used: 0, available: 10_000 },
      credits: { used: 0, available: 500_000 },
      keys: [{ label: 'My program', scopes: ['read'] }],
      identities: [{ network: 'desk', email: 'kim@desk.example' }],
      sessions: [],
      logins: [{ method: 'registration' }],
    })
    expect(detail.text).not.toContain(secret)
    expect((await ann.get(`/api/admin/user/${id}`)).status).toBe(403)
    const [system] = (await database.pool.query("select id from users where username = 'tradeloom'")).rows
    expect((await admin.get(`/api/admin/user/${system.id}`)).status).toBe(404)
  })

  it('sees wrong passwords of the own account, those of many guesses in few lines', async () => {
    const lea = await signUp(base, 'lea')
    const login = (username: string) => new HttpClient(base).post('/login', { username, password: 'a wrong password' })
    for (let guess = 0; guess < 10; guess++) expect((await login('lea')).status).toBe(401)
    expect((await login('nobody-of-that-name')).status).toBe(401)
    const failures = async (client: HttpClient, path: string) =>
      (await client.get(path)).json
        .filter(({ action }: { action: string }) => action === 'login-failed')
        .map(({ detail }: { detail: object }) => detail)
    expect(await failures(lea, '/api/user/audit')).toEqual([{ attempts: 10 }, { attempts: 1 }])
    expect(await failures(admin, '/api/admin/audit?user=lea')).toHaveLength(2)
    expect(await failures(admin, '/api/admin/audit?limit=200')).toHaveLength(2)
  })
})

describe('where strangers register', () => {
  it('administrators need two-factor login for what only they may do', async () => {
    const strict = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_PROFILE: 'hosted' } })
    try {
      const client = new HttpClient(strict.url)
      const login = { username: 'admin', password: 'correct horse' }
      await client.post('/login', login)
      const refused = async (one: HttpClient) => (await one.get('/public-api/bootstrap')).json.refusedWithoutFactors
      const need = {
        status: 403,
        json: {
          code: 'factors-required',
          message: 'Administrators need two-factor login here. Please turn it on in your settings, under Security',
        },
      }
      expect(await client.get('/api/admin/users')).toMatchObject(need)
      // What everybody sees is changed by calls of users, too.
      expect(await client.call('DELETE', '/api/market-data/calendars/forex')).toMatchObject(need)
      expect((await client.get('/api/accounts')).status).toBe(200)
      expect(await refused(client)).toBe('administration')
      const user = new HttpClient(strict.url)
      await user.post('/login', { ...login, username: 'ann' })
      expect((await user.get('/api/admin/users')).json.code).toBe('administrator-only')
      expect((await user.call('DELETE', '/api/market-data/calendars/forex')).json.code).not.toBe('factors-required')
      expect(await refused(user)).toBe('nothing')
      // Two factors that were shown to an issuer count for the login that they opened, and for no other.
      const other = new HttpClient(strict.url)
      await other.post('/login', login)
      const { rows } = await database.pool.query(
        `update logins set method = 'identity+issuer' where id = (select max(id::text)::uuid from logins) returning id`,
      )
      expect(rows).toHaveLength(1)
      expect((await other.get('/api/admin/users')).status).toBe(200)
      expect(await client.get('/api/admin/users')).toMatchObject(need)
      await enableTwoFactor(client)
      expect((await client.get('/api/admin/users')).status).toBe(200)
      expect(await refused(client)).toBe('nothing')
      await database.pool.query('delete from second_factors')
    } finally {
      await strict.stop()
    }
  })

  it('everybody needs two-factor login for everything, where the operator wants that', async () => {
    const strict = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_USER_FACTORS: 'required' } })
    try {
      const user = new HttpClient(strict.url)
      await user.post('/login', { username: 'ann', password: 'correct horse' })
      const need = { status: 403, json: { code: 'factors-required', message: expect.stringContaining('Every user') } }
      for (const path of ['/api/accounts', '/api/api-keys', '/api/account'])
        expect(await user.get(path)).toMatchObject(need)
      expect(await user.post('/api/algorithms', { name: 'None' })).toMatchObject(need)
      expect((await user.get('/public-api/bootstrap')).json.refusedWithoutFactors).toBe('everything')
      const socket = await new SocketClient(user).opened()
      socket.send({ type: 'subscribe', topic: 'user' })
      const answer = await socket.next((message) => 'topic' in message && message.topic === 'user')
      expect(answer).toMatchObject({ type: 'error', message: 'Please log in' })
      socket.close()
      await enableTwoFactor(user)
      expect((await user.get('/api/accounts')).status).toBe(200)
      expect((await user.get('/public-api/bootstrap')).json.refusedWithoutFactors).toBe('nothing')
      await database.pool.query('delete from second_factors')
    } finally {
      await strict.stop()
    }
  })
})

describe('logins', () => {
  it('are kept in a cookie that only this host can set, and only over TLS', async () => {
    const browser = new HttpClient(base)
    const { headers } = await browser.post('/login', { username: 'ann', password: 'correct horse' })
    const cookie = headers.getSetCookie().find((one) => one.includes('session_token')) ?? ''
    expect(cookie).toMatch(/^__Host-tradeloom\.session_token=/)
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie.split('; ')).toContain(part)
    expect(cookie).not.toContain('Domain')
    expect((await browser.get('/api/user')).json.username).toBe('ann')
    await browser.get('/api/user/logout')
    expect((await browser.get('/api/user')).status).toBe(401)
  })

  it('end 30 days after they began, however much they are used', async () => {
    const old = await signUp(base, 'old')
    const { id } = (await old.get('/api/user')).json
    await database.pool.query("update logins set created_at = now() - interval '31 days' where user_id = $1", [id])
    expect((await old.get('/api/user')).status).toBe(401)
    const { rows } = await database.pool.query('select id from logins where user_id = $1', [id])
    expect(rows).toEqual([])
  })
})

describe('settings of the web app', () => {
  it('are stored for each user alone, with any JSON value', async () => {
    const path = '/api/configuration/utc-dates'
    expect((await ann.get(path)).json).toEqual({ value: null })
    for (const value of [false, null, [1, 'two'], { docs: 300 }]) {
      expect((await ann.call('PUT', path, { value })).json).toEqual({ value })
      expect((await ann.get(path)).json).toEqual({ value })
    }
    expect((await admin.get(path)).json).toEqual({ value: null })
    // Also without a name for it, as the specification has it.
    expect((await ann.call('PUT', path, { plain: true })).json).toEqual({ value: { plain: true } })
    const tooLong = await ann.call('PUT', path, { value: 'x'.repeat(140_000) })
    expect([tooLong.status, tooLong.json.message]).toEqual([400, 'This setting is too long'])
    for (const value of ['1e400', '{"a":[-1e400]}', String.raw`"\u0000"`, '['.repeat(50_000) + ']'.repeat(50_000)]) {
      const { status, json } = await ann.call('PUT', path, `{"value":${value}}`)
      expect([status, json.message], value.slice(0, 20)).toEqual([
        400,
        'This setting is nested too deeply, or has a text or a number that cannot be stored',
      ])
    }
    expect((await ann.get('/api/configuration/No%20Path')).status).toBe(400)
  })
})

import { randomUUID } from 'node:crypto'
import { type Endpoint, type EndpointName, endpoints } from '@tradeloom/contracts'
import { GUARD_LIMIT_NAMES } from '@tradeloom/domain'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { SoftAuthenticator } from './soft-authenticator.fixture.ts'
import { enableTwoFactor, forgetCodes } from '../../testing/two-factor.fixture.ts'

let database: TestDatabase
let server: TestServer
let origin: string
let admin: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  origin = server.url.replace('127.0.0.1', 'localhost')
  admin = await signUp(origin, 'admin')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})
beforeEach(() => forgetCodes(database))

/** Eleven minutes later. */
async function grow(): Promise<void> {
  await database.pool.query("update logins set verified_at = verified_at - interval '11 minutes'")
}

const REFUSED = { status: 403, json: { code: 'recent-login-required' } }

const PASSKEY = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
const ISSUER = { label: 'Desk', issuer: 'https://desk.example', clientId: 'x', isTrustedForEmail: false }

/** Of calls that need a recent login and a body. */
const BODIES: Partial<Record<EndpointName, unknown>> = {
  addExchangeKey: { formStyle: 4, type: 'live', broker: 'NONE', apiKey: 'k', apiSecret: 's' },
  setGuardianKey: { formStyle: 4, apiKey: 'k', apiSecret: 's' },
  addIssuer: { network: 'desk', ...ISSUER },
  changeIssuer: ISSUER,
  addPasskey: {
    challenge: 'c'.repeat(43),
    name: 'Mine',
    passkey: { ...PASSKEY, response: { clientDataJSON: 'x', attestationObject: 'x' } },
  },
  changeRetention: { kind: 'ticks', days: null },
  changeEmail: { email: 'admin@example.com' },
  createApiKey: { label: 'Robot' },
  deleteAccount: { username: 'nobody' },
  enableTwoFactor: { code: '123456' },
  linkIdentity: { network: 'nobody' },
  markVenueConnection: { connectionId: null },
  releaseAccount: { reason: 'Looked at' },
  shareConnection: { person: 'nobody', role: 'viewer' },
  setSeal: { sealedFrom: '2026-01-01T00:00:00Z' },
  stateOrderOutcome: { outcome: 'not-placed' },
  switchVenue: { isOn: true },
  updateUser: { isAdmin: false },
}

describe('what needs a recent login', () => {
  const always = Object.entries<Endpoint>(endpoints).filter(([, { recentLogin }]) => recentLogin === 'always')

  it.each(always)('%s is refused ten minutes after it, and no sooner', async (name, { method, path, auth }) => {
    const user = auth === 'admin' ? admin : await signUp(origin, `u${Math.random().toString(36).slice(2, 12)}`)
    const address = path
      .replace('venue/:id', 'venue/NONE')

      .replace(/:\w+/g, randomUUID())
    const call = () => user.call(method, address, BODIES[name as EndpointName])
    await grow()
    expect(await call()).toMatchObject(REFUSED)
    await database.pool.query("update logins set verified_at = now() - interval '9 minutes'")
    expect((await call()).json.code).not.toBe('recent-login-required')
    await grow()
    expect(await call()).toMatchObject(REFUSED)
    expect((await user.post('/api/confirm-login', { password: 'correct horse' })).status).toBe(200)
    expect((await call()).json.code).not.toBe('recent-login-required')
  })

  it('a call that is sent again with its key takes effect after the user was asked', async () => {
    const user = await signUp(origin, 'again')
    const call = () => user.call('POST', '/api/api-keys', { label: 'Once' }, { 'idempotency-key': 'k'.repeat(20) })
    await grow()
    expect(await call()).toMatchObject(REFUSED)
    await user.post('/api/confirm-login', { password: 'correct horse' })
    expect(await call()).toMatchObject({ status: 200, json: { label: 'Once' } })
  })
})

describe('what removes a protection', () => {
  const told = async (user: HttpClient): Promise<{ subject: string; body: string }[]> => {
    const { notifications } = (await user.get('/api/notifications')).json
    return notifications.filter(({ kind }: { kind: string }) => kind === 'protection-lowered')
  }

  it('requires a recent login to raise or remove a daily loss limit, and notifies the user', async () => {
    const user = await signUp(origin, 'limited')
    const [account] = (await user.get('/api/accounts')).json
    const limit = (dailyLoss: number | null) => user.call('PUT', `/api/accounts/${account.id}/limits`, { dailyLoss })
    await grow()
    for (const free of [500, 400, 400]) expect((await limit(free)).json.dailyLoss).toBe(free)
    for (const weaker of [401, null]) expect(await limit(weaker)).toMatchObject(REFUSED)
    expect((await user.get('/api/accounts')).json).toMatchObject([{ dailyLoss: 400 }])
    expect(await told(user)).toEqual([])

    await user.post('/api/confirm-login', { password: 'correct horse' })
    for (const weaker of [401, null]) expect((await limit(weaker)).json.dailyLoss).toBe(weaker)
    const subject = 'A limit of an account was raised or removed'
    expect(await told(user)).toMatchObject([{ subject }, { subject }])
    const [removed, raised] = await told(user)
    expect([raised?.body, removed?.body].join()).toMatch(
      /largest loss of a day: 400 USD before, 401 now.*401 USD before, no limit now/s,
    )
  })

  it('requires one to raise or remove any limit of the guardian, and none to set or lower it', async () => {
    const user = await signUp(origin, 'drawn')
    const [account] = (await user.get('/api/accounts')).json
    for (const name of GUARD_LIMIT_NAMES) {
      const limit = (value: number | null) => user.call('PUT', `/api/accounts/${account.id}/limits`, { [name]: value })
      await grow()
      for (const free of [500, 400]) expect((await limit(free)).json[name]).toBe(free)
      for (const weaker of [401, null]) expect(await limit(weaker), name).toMatchObject(REFUSED)
      await user.post('/api/confirm-login', { password: 'correct horse' })
      for (const weaker of [401, null]) expect((await limit(weaker)).json[name], name).toBe(weaker)
    }
  })

  it('requires one to release an account, and a reason', async () => {
    const user = await signUp(origin, 'released')
    const [account] = (await user.get('/api/accounts')).json
    const release = (body: object) => user.post(`/api/accounts/${account.id}/release`, body)
    await database.pool.query(`update account_control set level = 'NO_NEW', reason = 'x' where account_id = $1`, [
      account.id,
    ])
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(201) }])
      expect((await release(body)).status).toBe(400)
    await grow()
    expect(await release({ reason: 'Looked at' })).toMatchObject(REFUSED)
    await user.post('/api/confirm-login', { password: 'correct horse' })
    expect((await release({ reason: 'Looked at' })).json).toMatchObject({ level: 'ACTIVE', levelReason: null })
    expect((await release({ reason: 'Looked at' })).status).toBe(409)
  })

  it('requires a recent login to turn off a warning, and notifies over its channel before', async () => {
    const user = await signUp(origin, 'warned')
    const change = (body: object) => user.call('PUT', '/api/notification-settings', body)
    const choice = (kind: string, isOn: boolean) => change({ kinds: [{ kind, channel: 'email', isOn }] })
    await change({ stillRunning: { at: 0, timeZone: 'UTC' } })
    await grow()
    for (const free of [choice('fills', false), choice('guardian-level', true), change({ sendsAmounts: true })])
      expect((await free).status).toBe(200)
    for (const weaker of [choice('guardian-level', false), choice('key-added', false), change({ stillRunning: null })])
      expect(await weaker).toMatchObject(REFUSED)
    await user.post('/api/confirm-login', { password: 'correct horse' })
    expect((await choice('guardian-level', false)).status).toBe(200)
    // It is off already.
    await grow()
    expect((await choice('guardian-level', false)).status).toBe(200)
    expect(await told(user)).toMatchObject([{ subject: 'Warnings are no longer sent over a channel' }])
  })
})

describe('a login becomes recent again', () => {
  it('with a password, a code or a passkey, of its user and here only', async () => {
    const ann = await signUp(origin, 'ann')
    const elsewhere = new HttpClient(origin)
    await elsewhere.post('/login', { username: 'ann', password: 'correct horse' })
    expect((await ann.get('/api/confirm-login')).json.methods).toEqual(['password'])
    const key = new SoftAuthenticator()
    const { challenge: asked } = (await ann.post('/api/passkeys/options')).json
    const passkey = key.make({ challenge: asked, origin, host: 'localhost' })
    expect((await ann.post('/api/passkeys', { challenge: asked, name: 'x', passkey })).status).toBe(200)
    const { code } = await enableTwoFactor(ann)
    expect((await ann.get('/api/confirm-login')).json.methods).toEqual(['password', 'code', 'backup-code', 'passkey'])
    const isRecent = async (client: HttpClient) =>
      (await client.post('/api/two-factor/backup-codes')).json.code !== 'recent-login-required'

    for (const shown of [{ password: 'correct horse' }, { code: code(1) }]) {
      await grow()
      expect(await isRecent(ann)).toBe(false)
      expect((await ann.post('/api/confirm-login', shown)).status).toBe(200)
      expect(await isRecent(ann)).toBe(true)
      expect(await isRecent(elsewhere)).toBe(false)
    }
    await grow()
    const { challenge } = (await ann.post('/api/confirm-login/challenge')).json
    const assertion = key.sign({ challenge, origin, host: 'localhost' })
    expect((await elsewhere.post('/api/confirm-login', { challenge: asked, assertion })).status).toBe(400)
    expect((await ann.post('/api/confirm-login', { challenge, assertion })).status).toBe(200)
    expect(await isRecent(ann)).toBe(true)
  })

  it('refuses factors that are wrong, used or of another user', async () => {
    const bob = await signUp(origin, 'bob')
    const { code } = await enableTwoFactor(bob)
    await grow()
    for (const shown of [{ password: 'not it' }, { code: '000000' }, { code: code() }]) {
      expect((await bob.post('/api/confirm-login', shown)).status).toBe(400)
    }
    expect((await bob.post('/api/confirm-login', {})).status).toBe(400)
    expect(await bob.post('/api/two-factor/backup-codes')).toMatchObject(REFUSED)
  })
})

describe('the logins of a user', () => {
  it('are listed with browser, address, since, last used and method, and end one by one or all others', async () => {
    const carl = await signUp(origin, 'carl')
    const clients = [new HttpClient(origin), new HttpClient(origin)] as const
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    for (const client of clients) {
      const headers = { 'user-agent': agent }
      await client.call('POST', '/login', { username: 'carl', password: 'correct horse' }, headers)
    }
    const logins = (await carl.get('/api/logins')).json
    expect(logins).toHaveLength(3)
    expect(logins.filter((one: { isThis: boolean }) => one.isThis)).toHaveLength(1)
    const other = logins.find((one: { isThis: boolean }) => !one.isThis)
    expect(other).toMatchObject({ browser: 'Firefox 140 on Linux', address: '127.0.0.1', method: 'password' })
    for (const name of ['since', 'lastUsed']) expect(Date.parse(other[name])).not.toBeNaN()

    const socket = await new SocketClient(clients[0]).opened()
    const told = new Promise((done) => void socket.socket.once('close', () => done(socket.messages.at(-1))))
    const [first] = (await clients[0].get('/api/logins')).json.filter((one: { isThis: boolean }) => one.isThis)
    expect((await carl.call('DELETE', `/api/logins/${first.id}`)).status).toBe(200)
    expect(await told).toMatchObject({ topic: 'user', payload: { event: 'logout' } })
    expect((await clients[0].get('/api/user')).status).toBe(401)
    expect((await clients[1].get('/api/user')).status).toBe(200)
    expect((await carl.post('/api/logins/end-others')).json).toEqual({ ended: 1 })
    expect((await clients[1].get('/api/user')).status).toBe(401)
    expect((await carl.get('/api/user')).status).toBe(200)
  })
})

import { type Answer, HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { SoftAuthenticator } from './soft-authenticator.fixture.ts'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'

let database: TestDatabase
let server: TestServer
let origin: string

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  // Passkeys work for host names only.
  origin = server.url.replace('127.0.0.1', 'localhost')
  await signUp(origin, 'admin')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

type Signing = Omit<Parameters<SoftAuthenticator['sign']>[0], 'challenge' | 'origin' | 'host'> & {
  readonly origin?: string
  readonly host?: string
}

async function add(
  user: HttpClient,
  authenticator: SoftAuthenticator,
  name: string,
  how: Signing = {},
): Promise<Answer> {
  const options = await user.post('/api/passkeys/options')
  expect(options.status, options.text).toBe(200)
  const { challenge } = options.json
  return user.post('/api/passkeys', {
    challenge,
    name,
    passkey: authenticator.make({ origin, host: 'localhost', ...how, challenge }),
  })
}

async function enter(authenticator: SoftAuthenticator, how: Signing = {}): Promise<Answer & { client: HttpClient }> {
  const client = new HttpClient(origin)
  const { challenge } = (await client.post('/login/passkey/challenge')).json
  const assertion = authenticator.sign({ origin, host: 'localhost', ...how, challenge })
  return { ...(await client.post('/login/passkey', { challenge, assertion })), client }
}

const REFUSED = { status: 400, json: { code: 'passkey-refused', message: 'This passkey was not accepted' } }

describe('a passkey', () => {
  it('is resident and verifies its user, and logs in without a name', async () => {
    const ann = await signUp(origin, 'ann')
    const options = (await ann.post('/api/passkeys/options')).json
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    expect(options.rp).toEqual({ id: 'localhost', name: 'Tradeloom' })
    const authenticator = new SoftAuthenticator()
    expect(await add(ann, authenticator, 'My phone')).toMatchObject({ status: 200, json: { name: 'My phone' } })
    const { id } = (await ann.get('/api/user')).json
    const entered = await enter(authenticator, { userHandle: id })
    expect(entered).toMatchObject({ status: 200, json: { username: 'ann' } })
    expect((await entered.client.get('/api/logins')).json[0]).toMatchObject({ isThis: true, method: 'passkey' })
    const [mine] = (await ann.get('/api/security')).json.passkeys
    expect(mine).toMatchObject({ name: 'My phone', host: 'localhost', lastUsed: expect.any(String) })
  })

  it('is refused without verification of its user, for another site, by a copy and for another user', async () => {
    const bob = await signUp(origin, 'bob')
    const authenticator = new SoftAuthenticator()
    expect(await add(bob, authenticator, 'x', { isVerified: false })).toMatchObject(REFUSED)
    expect(await add(bob, authenticator, 'x', { origin: 'http://localhost:1' })).toMatchObject(REFUSED)
    expect(await add(bob, authenticator, 'x', { host: 'example.com' })).toMatchObject(REFUSED)
    expect((await add(bob, authenticator, 'x')).status).toBe(200)
    expect((await add(bob, authenticator, 'again')).status).toBe(409)
    expect((await enter(authenticator, { counter: 7 })).status).toBe(200)
    expect(await enter(authenticator, { counter: 7 })).toMatchObject(REFUSED)
    expect(await enter(authenticator, { counter: 8, isVerified: false })).toMatchObject(REFUSED)
    expect(await enter(authenticator, { counter: 8, origin: 'http://127.0.0.1:1' })).toMatchObject(REFUSED)
    expect(await enter(authenticator, { counter: 8, host: 'example.com' })).toMatchObject(REFUSED)
    expect(await enter(authenticator, { counter: 8, userHandle: 'somebody' })).toMatchObject(REFUSED)
    expect(await enter(new SoftAuthenticator())).toMatchObject(REFUSED)
    expect((await enter(authenticator, { counter: 8 })).status).toBe(200)
  })

  it('signs a challenge once, in the browser that asked', async () => {
    const carl = await signUp(origin, 'carl')
    const authenticator = new SoftAuthenticator()
    await add(carl, authenticator, 'x')
    const client = new HttpClient(origin)
    const { challenge } = (await client.post('/login/passkey/challenge')).json
    const sign = () => authenticator.sign({ challenge, origin, host: 'localhost' })
    const stolen = await client.call(
      'POST',
      '/login/passkey',
      { challenge, assertion: sign() },
      { 'user-agent': 'other' },
    )
    expect(stolen).toMatchObject({ status: 400, json: { code: 'challenge-expired' } })
    expect((await client.post('/login/passkey', { challenge, assertion: sign() })).status).toBe(200)
    const again = await client.post('/login/passkey', { challenge, assertion: sign() })
    expect(again).toMatchObject({ status: 400, json: { code: 'challenge-expired' } })
  })

  it('is the second factor of a password, of its own user only', async () => {
    const dora = await signUp(origin, 'dora')
    const [hers, other] = [new SoftAuthenticator(), new SoftAuthenticator()]
    await add(dora, hers, 'x')
    await add(await signUp(origin, 'eve'), other, 'x')
    await enableTwoFactor(dora)
    const client = new HttpClient(origin)
    const asked = await client.post('/login', { username: 'dora', password: 'correct horse' })
    expect(asked).toMatchObject({ status: 202, json: { methods: ['code', 'backup-code', 'passkey'] } })
    const { challenge } = asked.json
    const show = (authenticator: SoftAuthenticator) =>
      client.post('/login/second-factor', {
        challenge,
        assertion: authenticator.sign({ challenge, origin, host: 'localhost' }),
      })
    expect(await show(other)).toMatchObject(REFUSED)
    expect(await show(hers)).toMatchObject({ status: 200, json: { username: 'dora' } })
    expect((await client.get('/api/logins')).json[0]).toMatchObject({ method: 'password+passkey' })
    // With a passkey alone, nothing more is asked: it is both.
    expect((await enter(hers)).status).toBe(200)
  })

  it('removes a password, which is refused from then on, unless it is the only way in', async () => {
    const hal = await signUp(origin, 'hal')
    expect(await hal.call('DELETE', '/api/password')).toMatchObject({ status: 409, json: { code: 'last-credential' } })
    const authenticator = new SoftAuthenticator()
    const { id } = (await add(hal, authenticator, 'x')).json
    expect((await hal.call('DELETE', '/api/password')).status).toBe(200)
    const entering = await new HttpClient(origin).post('/login', { username: 'hal', password: 'correct horse' })
    expect(entering.status).toBe(401)
    expect((await enter(authenticator)).status).toBe(200)
    expect((await hal.get('/api/identities')).json).toMatchObject({ isWithoutPassword: true })
    expect(await hal.call('DELETE', `/api/passkeys/${id}`)).toMatchObject({ json: { code: 'last-credential' } })
  })

  it('is renamed and removed by its user, after which it opens nothing', async () => {
    const fred = await signUp(origin, 'fred')
    const authenticator = new SoftAuthenticator()
    const { id } = (await add(fred, authenticator, 'Old')).json
    expect((await fred.call('PATCH', `/api/passkeys/${id}`, { name: 'New' })).json.name).toBe('New')
    expect((await fred.call('DELETE', `/api/passkeys/${id}`)).status).toBe(200)
    expect(await enter(authenticator)).toMatchObject(REFUSED)
  })
})

it('passkeys are not offered on a bare IP address', async () => {
  const visitor = new HttpClient(server.url)
  expect((await visitor.get('/public-api/bootstrap')).json.passkeyHost).toBeNull()
  const gina = await signUp(server.url, 'gina')
  expect((await gina.get('/api/security')).json.passkeyHost).toBeNull()
  expect(await gina.post('/api/passkeys/options')).toMatchObject({ status: 409, json: { code: 'no-passkeys' } })
  const named = new HttpClient(origin)
  expect((await named.get('/public-api/bootstrap')).json.passkeyHost).toBe('localhost')
})

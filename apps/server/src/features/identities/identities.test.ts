import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { CLIENT_ID, CLIENT_SECRET, TokenIssuer } from '../../testing/token-issuer.fixture.ts'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'

const TENANT = '11111111-2222-4333-8444-555555555555'
const OTHER_TENANT = '99999999-2222-4333-8444-555555555555'
const MICROSOFT = 'https://login.microsoftonline.com'

let database: TestDatabase
let server: TestServer
let google: TokenIssuer
let microsoft: TokenIssuer
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  database = await startTestDatabase()
  google = await TokenIssuer.start('https://accounts.google.com')
  const ofKeys = { issuer: `${MICROSOFT}/{tenantid}/v2.0` }
  microsoft = await TokenIssuer.start(`${MICROSOFT}/{tenantid}/v2.0`, ofKeys)
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-issuers-'))
  const secret = join(folder, 'secret')
  writeFileSync(secret, `${CLIENT_SECRET}\n`)
  env = {
    TRADELOOM_OIDC_GOOGLE: CLIENT_ID,
    TRADELOOM_OIDC_GOOGLE_SECRET_FILE: secret,
    TRADELOOM_OIDC_WINDOWS: CLIENT_ID,
    TRADELOOM_OIDC_WINDOWS_SECRET_FILE: secret,
    TRADELOOM_OUTBOUND_NETWORKS: '127.0.0.1',
    TRADELOOM_OIDC_URLS: JSON.stringify({
      'https://accounts.google.com': google.url,
      'https://oauth2.googleapis.com': google.url,
      [MICROSOFT]: microsoft.url,
    }),
  }
  server = await startTestServer({ databaseUrl: database.url, env })
  await signUp(server.url, 'admin')
})
afterAll(async () => {
  await server?.stop()
  await google?.stop()
  await microsoft?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let people = 0
/** A subject of its own, whose address the issuer has confirmed. */
function somebody(more: JWTPayload = {}): JWTPayload {
  const name = `person${++people}`
  return { sub: `subject-${name}`, email: `${name}@example.com`, email_verified: true, ...more }
}
const ofTenant = (more: JWTPayload = {}): JWTPayload =>
  somebody({ iss: `${MICROSOFT}/${TENANT}/v2.0`, tid: TENANT, ...more })

const pathOf = (address: string | null): string => {
  const { pathname, search } = new URL(address ?? '', server.url)
  return pathname + search
}

/** The browser goes to the issuer and comes back; returns the page that it is sent to. */
async function comeBack(client: HttpClient, page: string, issuer: TokenIssuer, claims: JWTPayload): Promise<string> {
  const back = await client.get(pathOf(issuer.agree(page, claims)))
  expect(back.status, back.text).toBe(302)
  return back.headers.get('location') ?? ''
}

let desk: TokenIssuer
const issuers: Readonly<Record<string, () => TokenIssuer>> = {
  google: () => google,
  windows: () => microsoft,
  desk: () => desk,
}

async function signIn(client: HttpClient, network: string, claims: JWTPayload): Promise<Answer> {
  await client.get('/public-api/bootstrap')
  const begun = await client.get(`/oauth/${network}/start?return=/algorithms`)
  expect(begun.status, begun.text).toBe(302)
  const issuer = issuers[network]!()
  expect(await comeBack(client, begun.headers.get('location') ?? '', issuer, claims)).toBe(
    `/algorithms?signIn=login.${network}`,
  )
  return client.post('/login/identity')
}

const register = (client: HttpClient, regUsername: string, regEmail: string): Promise<Answer> =>
  client.post('/login/identity/register', { regUsername, regEmail })

/** Somebody who has registered with an issuer, and is signed in. */
async function newcomer(network: string, claims: JWTPayload): Promise<HttpClient> {
  const client = new HttpClient(server.url)
  expect((await signIn(client, network, claims)).status).toBe(202)
  const answer = await register(client, String(claims.sub).replace('subject-', ''), String(claims['email']))
  expect(answer.status, answer.text).toBe(200)
  return client
}

async function link(client: HttpClient, claims: JWTPayload): Promise<Answer> {
  const begun = await client.post('/api/identities/begin', { network: 'google', purpose: 'link' })
  expect(begun.status, begun.text).toBe(200)
  await comeBack(client, begun.json.url, google, claims)
  return client.post('/api/identities', { network: 'google' })
}

const TAKEN = 'This address belongs to an account. Log in with your password, then connect Google under Security.'

describe('signing in with an issuer', () => {
  it('lets a new user choose a name, and opens the same account from then on', async () => {
    const client = new HttpClient(server.url)
    const claims = somebody({ name: 'Some Body' })
    const asked = await signIn(client, 'google', claims)
    expect(asked).toMatchObject({
      status: 202,
      json: { register: { label: 'Google', email: claims['email'], username: String(claims['email']).split('@')[0] } },
    })
    expect((await client.get('/api/user')).status).toBe(401)
    expect((await register(client, 'admin', String(claims['email']))).json.fields.regUsername).toContain('taken')
    const { json: user } = await register(client, 'newcomer', String(claims['email']))
    expect(user).toMatchObject({ username: 'newcomer', authenticated: true })
    expect((await client.get('/api/security')).json.email.verified).not.toBeNull()

    const later = new HttpClient(server.url)
    expect((await signIn(later, 'google', claims)).json).toMatchObject({ id: user.id, username: 'newcomer' })
    expect((await later.get('/api/logins')).json[0]).toMatchObject({ isThis: true, method: 'identity' })
    // Who brings the cookie of a sign-in again is refused, also in another browser.
    expect(
      (await database.pool.query('select count(*)::int from identities where user_id = $1', [user.id])).rows,
    ).toEqual([{ count: 1 }])
  })

  it('goes nowhere but to pages of this site', async () => {
    const client = new HttpClient(server.url)
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%09/evil',
      '/.//evil.example',
      '/%2e//evil.example',
      '/a/..//evil.example',
    ]) {
      const begun = await client.get(`/oauth/google/start?return=${encodeURIComponent(path)}`)
      const page = await comeBack(client, begun.headers.get('location') ?? '', google, somebody())
      expect(new URL(page, server.url).origin, path).toBe(server.url)
    }
  })

  it('takes each return once, in the browser that began it, and for what was begun', async () => {
    const claims = somebody()
    await newcomer('google', claims)
    const client = new HttpClient(server.url)
    const begun = await client.get('/oauth/google/start')
    const address = pathOf(google.agree(begun.headers.get('location') ?? '', claims))
    // Another browser has no such sign-in.
    const other = new HttpClient(server.url)
    await other.get(address)
    expect(await other.post('/login/identity')).toMatchObject({ status: 400, json: { code: 'sign-in-expired' } })
    await client.get(address)
    const { cookie } = client
    expect((await client.post('/login/identity')).status).toBe(200)
    const again = await other.call('POST', '/login/identity', {}, { cookie })
    expect(again).toMatchObject({ status: 400, json: { code: 'sign-in-expired' } })
    const wrong = new HttpClient(server.url)
    const started = await wrong.get('/oauth/google/start')
    await wrong.get(pathOf(google.agree(started.headers.get('location') ?? '', claims)).replace('state=', 'state=x'))
    expect(await wrong.post('/login/identity')).toMatchObject({ status: 400, json: { code: 'identity-refused' } })
  })

  it('says why nothing came of it', async () => {
    const client = new HttpClient(server.url)
    const begun = await client.get('/oauth/google/start?return=/about')
    const { searchParams } = new URL(begun.headers.get('location') ?? '')
    await client.get(`/oauth/google/callback?error=access_denied&state=${searchParams.get('state')}`)
    const denied = await client.post('/login/identity')
    expect(denied.json).toMatchObject({ code: 'sign-in-canceled', message: 'You have not signed in with Google.' })
    const unknown = await client.get('/oauth/nobody/start?return=/about')
    expect(unknown.headers.get('location')).toBe('/about?signIn=login.nobody')
    expect((await client.post('/login/identity')).json.message).toBe('Issuer not found')
  })

  it('asks for the second factor', async () => {
    const claims = somebody()
    await enableTwoFactor(await newcomer('google', claims))
    const asked = await signIn(new HttpClient(server.url), 'google', claims)
    expect(asked.status).toBe(202)
    expect(asked.json.methods).toContain('code')
  })
})

describe('an address', () => {
  it('does not link an account by its address: two subjects with one address stay two', async () => {
    const ann = await signUp(server.url, 'ann')
    const claims = somebody({ email: 'ann@example.com' })
    const refused = await signIn(new HttpClient(server.url), 'google', claims)
    expect(refused).toMatchObject({ status: 409, json: { code: 'address-taken', message: TAKEN } })
    // Who has not shown that the address is theirs learns of it as everybody who registers.
    const stranger = new HttpClient(server.url)
    const unverified = somebody({ email: 'ann@example.com', email_verified: 'false' })
    expect((await signIn(stranger, 'google', unverified)).status).toBe(202)
    expect((await register(stranger, 'stranger', 'ann@example.com')).json.fields).toEqual({ regEmail: TAKEN })
    expect((await register(stranger, 'stranger', 'stranger@example.com')).status).toBe(200)
    expect((await stranger.get('/api/security')).json.email.verified).toBeNull()
    const [annId, strangerId] = [(await ann.get('/api/user')).json.id, (await stranger.get('/api/user')).json.id]
    expect(annId).not.toBe(strangerId)
    expect((await ann.get('/api/identities')).json.identities).toEqual([])
  })

  it('is never confirmed by Microsoft, whose tenants state what they like', async () => {
    const client = await newcomer('windows', ofTenant())
    expect((await client.get('/api/security')).json.email.verified).toBeNull()
  })
})

describe('a token that a program brings', () => {
  const bring = async (network: string, token: (nonce: string) => string | Promise<string>): Promise<Answer> => {
    const client = new HttpClient(server.url)
    await client.get('/public-api/bootstrap')
    const nonce = /tradeloom\.nonce=([^;]+)/.exec(client.cookie)?.[1] ?? ''
    return client.post('/oauth', { network, accessToken: await token(nonce), expires: '2030-01-01T00:00:00Z' })
  }

  it('opens the account, once', async () => {
    const claims = ofTenant()
    const { id } = (await (await newcomer('windows', claims)).get('/api/user')).json
    const client = new HttpClient(server.url)
    await client.get('/public-api/bootstrap')
    const nonce = /tradeloom\.nonce=([^;]+)/.exec(client.cookie)?.[1] ?? ''
    const body = { network: 'windows', accessToken: await microsoft.sign({ ...claims, nonce }) }
    expect(await client.post('/oauth', body)).toMatchObject({ status: 200, json: { id } })
    expect(await client.post('/oauth', body)).toMatchObject({ status: 400, json: { code: 'identity-refused' } })
  })

  it('asks a new user for a name, as in a browser', async () => {
    const client = new HttpClient(server.url)
    await client.get('/public-api/bootstrap')
    const nonce = /tradeloom\.nonce=([^;]+)/.exec(client.cookie)?.[1] ?? ''
    const accessToken = await google.sign({ ...somebody(), nonce })
    expect((await client.post('/oauth', { network: 'google', accessToken })).status).toBe(202)
    expect((await register(client, 'by-token', 'by-token@example.com')).status).toBe(200)
  })

  it('may be an access token of Google, which Google is asked about', async () => {
    const facts = { sub: 'subject-opaque', email: 'opaque@example.com', email_verified: 'true' }
    const client = new HttpClient(server.url)
    await client.get('/public-api/bootstrap')
    const accessToken = google.give(facts)
    expect((await client.post('/oauth', { network: 'google', accessToken })).status).toBe(202)
    expect((await register(client, 'opaque', 'opaque@example.com')).status).toBe(200)
    expect((await client.get('/api/security')).json.email.verified).not.toBeNull()
    expect((await bring('google', () => accessToken)).json.code).toBe('identity-refused')
    const entered = await bring('google', () => google.give({ ...facts, exp: String(now() + 3600 - 240) }))
    expect(entered).toMatchObject({ status: 200, json: { username: 'opaque' } })
    const unverified = { ...facts, sub: 'another', email: 'ann@example.com', email_verified: 'false' }
    expect((await bring('google', () => google.give(unverified))).status).toBe(202)
    // Not for a browser that this server has not seen.
    const stranger = { network: 'google', accessToken: google.give(facts) }
    expect((await new HttpClient(server.url).post('/oauth', stranger)).json.code).toBe('identity-refused')
    google.isAway = true
    expect((await bring('google', () => google.give(facts))).json.code).toBe('issuer-away')
    google.isAway = false
  })

  const now = (): number => Math.floor(Date.now() / 1000)
  const BAD: Record<string, [string, (nonce: string) => string | Promise<string>]> = {
    'for another audience': ['google', (nonce) => google.sign({ ...somebody(), nonce, aud: 'another-client' })],
    'given to another client': ['google', (nonce) => google.sign({ ...somebody(), nonce, azp: 'another-client' })],
    'that has expired': ['google', (nonce) => google.sign({ ...somebody(), nonce, exp: now() - 60, iat: now() - 120 })],
    'older than five minutes': ['google', (nonce) => google.sign({ ...somebody(), nonce, iat: now() - 400 })],
    'without a nonce': ['google', () => google.sign(somebody())],
    'of another sign-in': ['google', (nonce) => google.sign({ ...somebody(), nonce: `${nonce}x` })],
    'of another issuer': ['google', (nonce) => google.sign({ ...somebody(), nonce, iss: 'https://evil.example' })],
    'that names nobody': ['google', (nonce) => google.sign({ nonce, sub: '' })],
    'that was signed by somebody else': [
      'google',
      (nonce) => microsoft.sign({ ...somebody(), nonce, iss: google.issuer }),
    ],
    'that was signed with the secret of the client': [
      'google',
      (nonce) =>
        google.sign({ ...somebody(), nonce }, { alg: 'HS256', key: new TextEncoder().encode(CLIENT_SECRET.repeat(3)) }),
    ],
    'that is not signed': [
      'google',
      (nonce) => {
        const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
        const claims = { ...somebody(), nonce, iss: google.issuer, aud: CLIENT_ID, iat: now(), exp: now() + 600 }
        return `${part({ alg: 'none' })}.${part(claims)}.`
      },
    ],
    'that Google does not know': ['google', () => 'ya29.an-opaque-access-token'],
    'of Google for another audience': ['google', () => google.give({ ...somebody(), aud: 'another-client' })],
    'of Google given to another client': ['google', () => google.give({ ...somebody(), azp: 'another-client' })],
    'of Google that has expired': ['google', () => google.give({ ...somebody(), exp: String(now() - 60) })],
    'of Google older than five minutes': ['google', () => google.give({ ...somebody(), exp: String(now() + 3200) })],
    'of Google that names nobody': ['google', () => google.give({ ...somebody(), sub: undefined })],
    'of Microsoft that only Microsoft can read': ['windows', () => google.give(somebody())],
    'of another tenant than it says': [
      'windows',
      (nonce) => microsoft.sign({ ...ofTenant({ tid: OTHER_TENANT }), nonce }),
    ],
    'of no tenant': ['windows', (nonce) => microsoft.sign({ ...somebody(), nonce })],
    'of a tenant that is a path': [
      'windows',
      (nonce) => microsoft.sign({ ...somebody({ tid: '../x', iss: `${MICROSOFT}/../x/v2.0` }), nonce }),
    ],
  }

  it.each(Object.entries(BAD))('%s is refused', async (_, [network, token]) => {
    const before = (await database.pool.query('select count(*) from identities')).rows
    expect(await bring(network, token)).toMatchObject({ status: 400, json: { code: 'identity-refused' } })
    expect((await database.pool.query('select count(*) from identities')).rows).toEqual(before)
  })
})

describe('a connected sign-in', () => {
  it('is added and removed with a recent login, belongs to one account, and is on record', async () => {
    const rita = await signUp(server.url, 'rita')
    await database.pool.query(
      `update logins set verified_at = now() - interval '1 hour' where user_id = (select id from users where username = 'rita')`,
    )
    const late = await rita.post('/api/identities/begin', { network: 'google', purpose: 'link' })
    expect(late.json.code).toBe('recent-login-required')
    expect((await rita.post('/api/confirm-login', { password: 'correct horse' })).status).toBe(200)
    const claims = somebody()
    const linked = await link(rita, claims)
    expect(linked, linked.text).toMatchObject({ status: 200, json: { network: 'google', email: claims['email'] } })
    expect((await signIn(new HttpClient(server.url), 'google', claims)).json.username).toBe('rita')
    const other = await signUp(server.url, 'other')
    expect((await link(other, claims)).json.code).toBe('identity-taken')
    expect((await other.call('DELETE', `/api/identities/${linked.json.id}`)).status).toBe(404)
    expect((await rita.call('DELETE', `/api/identities/${linked.json.id}`)).status).toBe(200)
    expect((await rita.get('/api/identities')).json).toEqual({ isWithoutPassword: false, identities: [] })
    const actions = (await rita.get('/api/user/audit?limit=50')).json.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 1)).toEqual(['identity-unlinked'])
    expect(actions).toContain('identity-linked')
  })

  it('that is the only way to log in stays, until there is a password', async () => {
    const claims = somebody()
    const client = await newcomer('google', claims)
    const [only] = (await client.get('/api/identities')).json.identities
    const { id } = (await client.get('/api/user')).json
    // A passkey of another site lets nobody in.
    await database.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, host, name)
       values (gen_random_uuid(), $1, 'moved', '', 0, '{}', 'old.example', 'Mine')`,
      [id],
    )
    expect((await client.call('DELETE', `/api/identities/${only.id}`)).json.code).toBe('last-credential')
    const boss = new HttpClient(server.url)
    await boss.post('/login', { username: 'admin', password: 'correct horse' })
    const moved = async () => (await boss.get('/api/admin/issuers')).json.movedPasskeys
    const warned = { host: 'localhost', hosts: ['old.example'], passkeys: 1, users: 1 }
    expect(await moved()).toEqual({ ...warned, lockedOut: 0 })
    await database.pool.query(
      'update identities set user_id = (select id from users where username = $2) where id = $1',
      [only.id, 'admin'],
    )
    expect(await moved()).toEqual({ ...warned, lockedOut: 1 })
    await database.pool.query('update identities set user_id = $2 where id = $1', [only.id, id])
    const email = String(claims['email'])
    await client.post('/public-api/request-password-reset', { email })
    const admin = new HttpClient(server.url)
    await admin.post('/login', { username: 'admin', password: 'correct horse' })
    const { link: address } = (await admin.post(`/api/admin/user/${id}/password-reset`)).json
    const key = new URL(address).searchParams.get('key')
    const body = { password: 'a first password', passwordVerification: 'a first password' }
    expect((await client.post(`/public-api/change-forgotten-password?key=${key}`, body)).status).toBe(200)
    expect((await client.call('DELETE', `/api/identities/${only.id}`)).status).toBe(200)
    const login = { username: email, password: 'a first password' }
    expect((await new HttpClient(server.url).post('/login', login)).status).toBe(200)
  })

  it('confirms the user of this account, and no other', async () => {
    const claims = somebody()
    const client = await newcomer('google', claims)
    expect((await client.get('/api/confirm-login')).json.methods).toEqual(['identity'])
    const confirm = async (shown: JWTPayload): Promise<Answer> => {
      const { url } = (await client.post('/api/identities/begin', { network: 'google', purpose: 'confirm' })).json
      expect(new URL(url).searchParams.get('prompt')).toBe('select_account')
      await comeBack(client, url, google, shown)
      return client.post('/api/confirm-login', { identity: true })
    }
    expect((await confirm(somebody())).json.code).toBe('other-identity')
    expect((await confirm(claims)).status).toBe(200)
  })
})

describe('issuers of the operator', () => {
  let admin: HttpClient
  beforeAll(async () => {
    admin = new HttpClient(server.url)
    await admin.post('/login', { username: 'admin', password: 'correct horse' })
    desk = await TokenIssuer.start('http://localhost')
  })
  afterAll(() => desk?.stop())

  const bodyOf = (changes: object = {}) => ({
    network: 'desk',
    label: 'Desk',
    issuer: desk.url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    isTrustedForEmail: true,
    ...changes,
  })
  const add = (changes?: object): Promise<Answer> => admin.post('/api/admin/issuers', bodyOf(changes))

  it('at addresses that are not on the internet are refused, and so are those that name such', async () => {
    const { url, port } = { url: desk.url, port: new URL(desk.url).port }
    for (const issuer of [
      'https://10.0.0.1',
      'https://192.168.0.1',
      'https://169.254.169.254',
      'https://[fd00::1]',
      'https://[::ffff:10.0.0.1]',
      `http://[::1]:${port}`,
      // Only 127.0.0.1 is listed.
      `http://127.0.0.2:${port}`,
    ]) {
      const refused = await add({ issuer })
      expect(refused, issuer).toMatchObject({ status: 400 })
      expect(refused.json.fields.issuer, issuer).toContain('is not on the internet')
    }
    expect(desk.asked).toBe(0)
    desk.issuer = url
    for (const endpoint of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
      desk.described = { [endpoint]: 'https://10.0.0.1/inside' }
      expect((await add()).json.fields.issuer, endpoint).toContain('10.0.0.1 is not on the internet')
    }
    desk.described = {}
  })

  it('are asked before they are stored, their secrets sealed, and changes are on record', async () => {
    // It describes itself as another one.
    desk.issuer = 'http://localhost'
    expect((await add()).json.fields.issuer).toContain('There is no issuer at this address')
    desk.issuer = desk.url
    expect((await add({ network: 'google' })).json.fields.network).toBe('This short name is taken')
    expect((await add({ issuer: 'http://desk.example' })).json.fields.issuer).toContain('https://')
    const added = await add()
    expect(added, added.text).toMatchObject({ status: 200, json: { hasSecret: true, users: 0 } })
    expect(added.json.callback).toBe(`${server.url}/oauth/desk/callback`)
    expect(added.text).not.toContain(CLIENT_SECRET)
    const { rows } = await database.pool.query('select client_secret from issuers')
    expect(rows[0].client_secret.toString('latin1')).not.toContain(CLIENT_SECRET)
    const path = `/api/admin/issuers/${added.json.id}`
    const { network: _, clientSecret: __, ...fields } = bodyOf()
    expect((await admin.call('PUT', path, { ...fields, label: 'Our desk' })).json.hasSecret).toBe(true)
    const client = new HttpClient(server.url)
    const begun = await client.get('/oauth/desk/start')
    await comeBack(client, begun.headers.get('location') ?? '', desk, somebody())
    expect((await client.post('/login/identity')).json.register.label).toBe('Our desk')
    expect((await admin.call('DELETE', path)).status).toBe(200)
    expect((await client.get('/public-api/bootstrap')).json.networks).toHaveLength(2)
    const actions = (await admin.get('/api/admin/audit?limit=50')).json
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action.startsWith('issuer-'))
    expect(actions).toEqual(['issuer-removed', 'issuer-changed', 'issuer-added'])
  })

  it('replace the second factor only if their word about it counts, and in a signed token', async () => {
    desk.issuer = desk.url
    const path = `/api/admin/issuers/${(await add()).json.id}`
    const claims = somebody()
    const client = await newcomer('desk', claims)
    await enableTwoFactor(client)
    const login = async (more: JWTPayload = {}): Promise<Answer> =>
      signIn(new HttpClient(server.url), 'desk', { ...claims, ...more })
    expect((await login({ amr: ['mfa'] })).status).toBe(202)
    const { network: _, clientSecret: __, ...fields } = bodyOf({ isTrustedForFactors: true })
    expect((await admin.call('PUT', path, fields)).json.isTrustedForFactors).toBe(true)
    for (const amr of [undefined, 'mfa', [], ['pwd'], ['otp'], ['pwd', 'pin'], ['pwd', 'unknown']])
      expect((await login({ amr })).status, JSON.stringify(amr)).toBe(202)
    for (const amr of [['mfa'], ['pwd', 'otp'], ['face', 'hwk']]) expect((await login({ amr })).status).toBe(200)
    const [newest] = (await client.get('/api/logins')).json.filter(({ isThis }: { isThis: boolean }) => !isThis)
    expect(newest.method).toBe('identity+issuer')
    expect((await admin.call('DELETE', path)).status).toBe(200)
  })

  it('refuses to confirm a user by an old session at the issuer', async () => {
    desk.issuer = desk.url
    const path = `/api/admin/issuers/${(await add()).json.id}`
    const claims = somebody()
    await newcomer('desk', claims)
    const client = new HttpClient(server.url)
    const now = Math.floor(Date.now() / 1000)
    await signIn(client, 'desk', { ...claims, auth_time: now - 3600 })
    const link = () => client.post('/api/identities/begin', { network: 'google', purpose: 'link' })
    expect((await link()).json.code).toBe('recent-login-required')
    const confirm = async (more: JWTPayload): Promise<Answer> => {
      const { url } = (await client.post('/api/identities/begin', { network: 'desk', purpose: 'confirm' })).json
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
      await comeBack(client, url, desk, { ...claims, ...more })
      return client.post('/api/confirm-login', { identity: true })
    }
    expect((await confirm({ auth_time: now - 3600 })).json.code).toBe('identity-not-recent')
    expect((await link()).json.code).toBe('recent-login-required')
    expect((await confirm({ auth_time: now })).status).toBe(200)
    expect((await link()).status).toBe(200)
    expect((await admin.call('DELETE', path)).status).toBe(200)
  })
})

describe('where passwords are off, and no network is listed', () => {
  let other: TestServer
  beforeAll(async () => {
    const changes = { TRADELOOM_PASSWORD_LOGIN: 'off', TRADELOOM_OUTBOUND_NETWORKS: '' }
    other = await startTestServer({ databaseUrl: database.url, env: { ...env, ...changes } })
  })
  afterAll(() => other?.stop())

  it("refuses passwords while password login is off, and accepts the operator's link", async () => {
    const client = new HttpClient(other.url)
    expect((await client.get('/public-api/bootstrap')).json).toMatchObject({
      passwordsAreOff: true,
      networks: [
        { network: 'google', label: 'Google' },
        { network: 'windows', label: 'Windows' },
      ],
    })
    const login = await client.post('/login', { username: 'admin', password: 'correct horse' })
    expect(login).toMatchObject({ status: 403, json: { code: 'password-login-off' } })
    await expect(signUp(other.url, 'late')).rejects.toThrow('password-login-off')
    const key = 'k'.repeat(43)
    await database.pool.query(
      `insert into account_links (key_hash, user_id, purpose, expires_at)
       select $1, id, 'login', now() + interval '1 hour' from users where username = 'admin'`,
      [createHash('sha256').update(key).digest('hex')],
    )
    expect((await client.post('/public-api/account-link', { key })).json.code).toBe('link-expired')
    expect((await client.post('/login/link', { key })).json.username).toBe('admin')
    expect((await client.post('/login/link', { key })).json.code).toBe('link-expired')
    // A password opens nothing here, nor does an issuer that is gone.
    const connect = async (network: string): Promise<string> => {
      const { rows } = await database.pool.query(
        `insert into identities (id, user_id, issuer, subject, network)
         select gen_random_uuid(), id, $1, 'admin', $1 from users where username = 'admin' returning id`,
        [network],
      )
      return rows[0].id
    }
    const [only] = [await connect('google'), await connect('gone')]
    expect((await client.call('DELETE', `/api/identities/${only}`)).json.code).toBe('last-credential')
    await connect('windows')
    expect((await client.call('DELETE', `/api/identities/${only}`)).status).toBe(200)
  })

  it('an issuer on this machine is not asked', async () => {
    const client = new HttpClient(other.url)
    const { asked } = google
    await client.get('/oauth/google/start?return=/about')
    expect((await client.post('/login/identity')).json.code).toBe('issuer-away')
    expect(google.asked).toBe(asked)
  })
})

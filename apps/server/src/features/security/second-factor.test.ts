import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Answer, HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { CLIENT_ID, CLIENT_SECRET, TokenIssuer } from '../../testing/token-issuer.fixture.ts'
import { type Authenticator, enableTwoFactor, forgetCodes } from '../../testing/two-factor.fixture.ts'

const SOURCES = join(import.meta.dirname, '..', '..')
const PASSWORD = 'correct horse'

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let ann: HttpClient
let authenticator: Authenticator
let google: TokenIssuer
let folder: string

beforeAll(async () => {
  database = await startTestDatabase()
  google = await TokenIssuer.start('https://accounts.google.com')
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-issuer-'))
  writeFileSync(join(folder, 'secret'), CLIENT_SECRET)
  const env = {
    TRADELOOM_OIDC_GOOGLE: CLIENT_ID,
    TRADELOOM_OIDC_GOOGLE_SECRET_FILE: join(folder, 'secret'),
    TRADELOOM_OUTBOUND_NETWORKS: '127.0.0.1',
    TRADELOOM_OIDC_URLS: JSON.stringify({ 'https://accounts.google.com': google.url }),
  }
  server = await startTestServer({ databaseUrl: database.url, env })
  admin = await signUp(server.url, 'admin')
  ann = await signUp(server.url, 'ann')
  authenticator = await enableTwoFactor(ann)
})
afterAll(async () => {
  await server?.stop()
  await google?.stop()
  rmSync(folder, { recursive: true, force: true })
  await database?.stop()
})
beforeEach(() => forgetCodes(database))

const browser = (): HttpClient => new HttpClient(server.url)
const linkTo = (username: string, subject: string) =>
  database.pool.query(
    `insert into identities (id, user_id, issuer, subject, network)
     select gen_random_uuid(), id, 'https://accounts.google.com', $2, 'google' from users where username = $1`,
    [username, subject],
  )
const begin = (client = browser(), username = 'ann') => client.post('/login', { username, password: PASSWORD })
const answer = (client: HttpClient, challenge: string, rest: object) =>
  client.post('/login/second-factor', { challenge, ...rest })

function expectAsked(asked: Answer): void {
  expect(asked.status, asked.text).toBe(202)
  expect(asked.headers.getSetCookie()).toEqual([])
  expect(Object.keys(asked.json)).toEqual(['challenge', 'methods'])
  expect(asked.json.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(asked.json.methods).toEqual(['code', 'backup-code'])
}

describe('every way to log in', () => {
  /** How each caller of `openLogin` is reached with two-factor login on; null where there can be no second factor. */
  const CALLERS: Record<string, (() => Promise<Answer>) | null> = {
    "platform/auth/users.service.ts 'password'": () => begin(),
    "platform/auth/users.service.ts 'reset'": async () => {
      const rita = await signUp(server.url, 'rita')
      await enableTwoFactor(rita)
      const { id } = (await rita.get('/api/user')).json
      const { link } = (await admin.post(`/api/admin/user/${id}/password-reset`)).json
      const key = new URL(link).searchParams.get('key')
      const body = { password: PASSWORD, passwordVerification: PASSWORD }
      return browser().post(`/public-api/change-forgotten-password?key=${key}`, body)
    },
    "features/identities/identities.service.ts 'identity'": async () => {
      const name = 'iris'
      await enableTwoFactor(await signUp(server.url, name))
      await linkTo(name, 'subject-of-iris')
      const client = browser()
      await client.get('/public-api/bootstrap')
      const nonce = /tradeloom\.nonce=([^;]+)/.exec(client.cookie)?.[1] ?? ''
      return client.post('/oauth', {
        network: 'google',
        accessToken: await google.sign({ sub: 'subject-of-iris', nonce }),
      })
    },
    "features/account/account.routes.ts 'link'": async () => {
      const lily = await signUp(server.url, 'lily')
      await enableTwoFactor(lily)
      const key = 'k'.repeat(43)
      await database.pool.query(
        `insert into account_links (key_hash, user_id, purpose, expires_at)
         select $1, id, 'login', now() + interval '1 hour' from users where username = 'lily'`,
        [createHash('sha256').update(key).digest('hex')],
      )
      return browser().post('/login/link', { key })
    },
    // A new account has none.
    "platform/auth/users.service.ts 'registration'": null,
    // It was shown to an issuer whose word about it counts.
    "features/identities/identities.service.ts 'identity+issuer'": null,
    // It was just shown; a passkey that has verified its user is both factors.
    'platform/auth/second-step.ts `${method as FirstMethod}+${shown}`': null,
    "platform/auth/second-step.ts 'passkey'": null,
  }

  it('goes through one function that asks for the second factor, and has no other', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
    )
    const sources = files.map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }))
    const found = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\.openLogin\(([^,]+), ([^,]+),/g)].map(
        ([, , method]) => `${relative(SOURCES, join(SOURCES, file))} ${method}`,
      ),
    )
    expect(found.toSorted()).toEqual(Object.keys(CALLERS).toSorted())
    const others = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
    expect(others(/\binternalAdapter\b/)).toEqual(['platform/auth/session-plugin.ts'])
    expect(others(/\bcreateLogin\b/).toSorted()).toEqual([
      'platform/auth/login-opener.ts',
      'platform/auth/session-plugin.ts',
    ])
    expect(others(/signIn(Email|Username|Social)|signUpEmail|insert\(logins\)/)).toEqual([])
  })

  it.each(Object.entries(CALLERS).filter((entry) => entry[1] !== null))(
    '%s answers 202 and no cookie',
    async (_, reach) => {
      expectAsked(await reach!())
    },
  )
})

describe('a code', () => {
  it('finishes the login, and is in the list of logins with how it was opened', async () => {
    const client = browser()
    const { challenge } = (await begin(client)).json
    expect((await client.get('/api/user')).status).toBe(401)
    const entered = await answer(client, challenge, { code: authenticator.code(1) })
    expect(entered).toMatchObject({ status: 200, json: { username: 'ann', authenticated: true } })
    const [mine] = (await client.get('/api/logins')).json
    expect(mine).toMatchObject({ isThis: true, method: 'password+code' })
  })

  it('counts once, even when two logins use it at the same moment', async () => {
    const code = authenticator.code(1)
    const clients = [browser(), browser(), browser()]
    const answers = await Promise.all(
      clients.map(async (client) => answer(client, (await begin(client)).json.challenge, { code })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const again = browser()
    const { challenge } = (await begin(again)).json
    expect(await answer(again, challenge, { code })).toMatchObject({ status: 400, json: { code: 'wrong-code' } })
    // Nor does an earlier one.
    expect(await answer(again, challenge, { code: authenticator.code(-1) })).toMatchObject({ status: 400 })
  })

  it('can be tried five times, then the login has to begin again', async () => {
    const client = browser()
    const { challenge } = (await begin(client)).json
    for (let tries = 0; tries < 5; tries++) {
      const wrong = await answer(client, challenge, { code: '000000' })
      expect(wrong.json).toMatchObject({ code: 'wrong-code', fields: { code: expect.any(String) } })
    }
    const sixth = await answer(client, challenge, { code: authenticator.code(1) })
    expect(sixth).toMatchObject({ status: 400, json: { code: 'challenge-expired' } })
    // A new challenge does not make guessing faster. The pause is over before a busy machine asks again.
    await database.pool.query("update login_guesses set next_at = next_at + interval '10 minutes'")
    const next = (await begin(client)).json.challenge
    expect(await answer(client, next, { code: authenticator.code(1) })).toMatchObject({ status: 429 })
  })

  it('is accepted in the browser that began, for five minutes and once', async () => {
    const client = browser()
    await client.get('/public-api/bootstrap')
    const { challenge } = (await begin(client)).json
    const code = authenticator.code(1)
    expect((await answer(browser(), challenge, { code })).json.code).toBe('challenge-expired')
    const disguised = await client.call(
      'POST',
      '/login/second-factor',
      { challenge, code },
      { 'user-agent': 'another' },
    )
    expect(disguised.json.code).toBe('challenge-expired')
    await database.pool.query("update login_challenges set expires_at = now() - interval '1 second'")
    expect((await answer(client, challenge, { code })).json.code).toBe('challenge-expired')
    const fresh = (await begin(client)).json.challenge
    expect((await answer(client, fresh, { code })).status).toBe(200)
    await forgetCodes(database)
    expect((await answer(client, fresh, { code })).json.code).toBe('challenge-expired')
  })

  it('is needed to turn two-factor login on, and its secret is stored sealed', async () => {
    const eve = await signUp(server.url, 'eve')
    const begun = (await eve.post('/api/two-factor/setup')).json
    expect(begun.uri).toBe(`otpauth://totp/Tradeloom%3Aeve?secret=${begun.secret}&issuer=Tradeloom`)
    expect(await eve.post('/api/two-factor', { code: '000000' })).toMatchObject({
      status: 400,
      json: { fields: { code: 'Wrong code, or it was used already' } },
    })
    expect((await begin(browser(), 'eve')).status).toBe(200)
    const { rows } = await database.pool.query<{ text: string }>(
      "select encode(secret, 'escape') as text from second_factors",
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { text } of rows) expect(text).not.toContain(begun.secret)
  })
})

describe('a backup code', () => {
  it('replaces a code once; only its hash is stored, and new ones void the old ones', async () => {
    const bob = await signUp(server.url, 'bob')
    const { backupCodes } = await enableTwoFactor(bob)
    expect(backupCodes).toHaveLength(10)
    expect(new Set(backupCodes).size).toBe(10)
    for (const code of backupCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const { rows } = await database.pool.query<{ code_hash: string }>('select code_hash from backup_codes')
    for (const row of rows) expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/)
    const [first = '', second = ''] = backupCodes
    const use = async (code: string) => {
      const client = browser()
      return answer(client, (await begin(client, 'bob')).json.challenge, { code })
    }
    expect((await use(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await use(first)).toMatchObject({ status: 400, json: { code: 'wrong-code' } })
    expect((await bob.get('/api/security')).json.twoFactor.backupCodesLeft).toBe(9)
    const fresh = (await bob.post('/api/two-factor/backup-codes')).json.backupCodes
    expect((await use(second)).status).toBe(400)
    expect((await use(fresh[0])).status).toBe(200)
  })
})

describe('a remembered browser', () => {
  it('is not asked again for 30 days, but every other one is', async () => {
    const client = browser()
    const first = (await begin(client)).json.challenge
    expect((await answer(client, first, { code: authenticator.code(1), remember: true })).status).toBe(200)
    expect((await begin(client)).status).toBe(200)
    expectAsked(await begin())
    await database.pool.query("update remembered_devices set expires_at = now() - interval '1 second'")
    expectAsked(await begin(client))
  })

  it('is asked again after a new password, and after signing out everywhere else', async () => {
    const remember = async () => {
      await forgetCodes(database)
      const client = browser()
      const { challenge } = (await begin(client)).json
      await answer(client, challenge, { code: authenticator.code(1), remember: true })
      expect((await begin(client)).status).toBe(200)
      return client
    }
    const one = await remember()
    expect((await ann.post('/api/logins/end-others')).status).toBe(200)
    expectAsked(await begin(one))
    const two = await remember()
    const change = { oldPassword: PASSWORD, newPassword: PASSWORD, confirmNewPassword: PASSWORD }
    expect((await ann.call('PUT', '/api/change-password', change)).status).toBe(200)
    expectAsked(await begin(two))
  })
})

describe('a login that has begun', () => {
  it('ends with the password that it began with', async () => {
    const client = browser()
    const { challenge } = (await begin(client)).json
    const change = { oldPassword: PASSWORD, newPassword: PASSWORD, confirmNewPassword: PASSWORD }
    expect((await ann.call('PUT', '/api/change-password', change)).status).toBe(200)
    const late = await answer(client, challenge, { code: authenticator.code(1) })
    expect(late).toMatchObject({ status: 400, json: { code: 'challenge-expired' } })
  })
})

describe('two-factor login', () => {
  it('is turned off with all its codes', async () => {
    const carl = await signUp(server.url, 'carl')
    await enableTwoFactor(carl)
    expect((await begin(browser(), 'carl')).status).toBe(202)
    expect((await carl.post('/api/two-factor/setup')).status).toBe(409)
    expect((await carl.call('DELETE', '/api/two-factor')).status).toBe(200)
    expect((await begin(browser(), 'carl')).status).toBe(200)
    expect((await carl.get('/api/security')).json.twoFactor).toEqual({ enabled: null, backupCodesLeft: 0 })
  })
})

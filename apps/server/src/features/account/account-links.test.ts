import { HttpClient, signUp, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'
import { type MailServer, startMailServer } from './mail-server.fixture.ts'

let database: TestDatabase
let mailServer: MailServer
let server: TestServer
let hosted: TestServer
let admin: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  mailServer = await startMailServer()
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'Tradeloom <desk@example.com>' }
  server = await startTestServer({ databaseUrl: database.url, env })
  hosted = await startTestServer({
    databaseUrl: database.url,
    env: { ...env, TRADELOOM_PROFILE: 'hosted', TRADELOOM_ADMIN_FACTORS: 'optional' },
    dataDir: server.dataDir,
  })
  admin = await signUp(server.url, 'admin')
})
afterAll(async () => {
  await hosted?.stop()
  await server?.stop()
  await mailServer?.stop()
  await database?.stop()
})

const readable = (mail: string): string => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')

/** The mail to an address with a subject, once it is there. */
async function mailTo(address: string, subject: string): Promise<string> {
  const mine = () =>
    mailServer.mails.filter((mail) => mail.includes(`To: ${address}`) && mail.includes(`Subject: ${subject}`))
  await until(() => mine().length > 0)
  return readable(mine().at(-1)!)
}

const keyIn = (text: string): string => /\?account=[a-z-]+\.([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
const open = (key: string) => new HttpClient(server.url).post('/public-api/account-link', { key })
const emailOf = async (client: HttpClient) => (await client.get('/api/security')).json.email
const login = (name: string) => new HttpClient(server.url).post('/login', { username: name, password: 'correct horse' })
const change = (client: HttpClient, email: string) => client.call('PUT', '/api/change-email', { email })

const VERIFY = 'Confirm your Tradeloom email address'
const NEW_ADDRESS = 'Your new Tradeloom email address'
const OLD_ADDRESS = 'The email address of your Tradeloom account changes'

describe('an email address', () => {
  it('is confirmed with the link that is mailed at the registration, once', async () => {
    const ann = await signUp(server.url, 'ann')
    expect(await emailOf(ann)).toEqual({ address: 'ann@example.com', verified: null, pending: null })
    const key = keyIn(await mailTo('ann@example.com', VERIFY))
    expect(await open(key)).toMatchObject({ status: 200, json: { purpose: 'verify-email', email: 'ann@example.com' } })
    expect((await emailOf(ann)).verified).toEqual(expect.any(String))
    expect(await open(key)).toMatchObject({ status: 400, json: { code: 'link-expired' } })
    expect((await ann.post('/api/verify-email')).status).toBe(400)
    const { rows } = await database.pool.query<{ key_hash: string }>('select key_hash from account_links')
    for (const row of rows) expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('changes an email address once the link sent to the new one is opened, and notifies both', async () => {
    const bob = await signUp(server.url, 'bob')
    expect((await change(bob, ' Robert@Example.com ')).status).toBe(200)
    expect(await emailOf(bob)).toEqual({ address: 'bob@example.com', verified: null, pending: 'robert@example.com' })
    expect(await mailTo('bob@example.com', OLD_ADDRESS)).toContain('robert@example.com')
    const key = keyIn(await mailTo('robert@example.com', NEW_ADDRESS))
    expect((await login('robert@example.com')).status).toBe(401)
    expect((await open(key)).json).toEqual({ purpose: 'change-email', email: 'robert@example.com' })
    expect(await emailOf(bob)).toMatchObject({
      address: 'robert@example.com',
      verified: expect.any(String),
      pending: null,
    })
    expect((await login('robert@example.com')).status).toBe(200)
    expect((await login('bob@example.com')).status).toBe(401)
  })

  it('comes back with the link of the old one within 7 days, which ends all logins and later changes', async () => {
    const carl = await signUp(server.url, 'carl')
    await change(carl, 'thief@example.com')
    const undo = keyIn(await mailTo('carl@example.com', OLD_ADDRESS))
    await open(keyIn(await mailTo('thief@example.com', NEW_ADDRESS)))
    // The thief changes it once more, and would undo the owner's undoing.
    await change(carl, 'thief2@example.com')
    const undoOfThief = keyIn(await mailTo('thief@example.com', OLD_ADDRESS))
    const later = keyIn(await mailTo('thief2@example.com', NEW_ADDRESS))
    // Nor does anybody get the old address meanwhile.
    const grab = { regUsername: 'grabber', regPassword: 'correct horse', regRepeatPassword: 'correct horse' }
    const grabbed = await new HttpClient(server.url).post('/public-api/register', {
      ...grab,
      regEmail: 'carl@example.com',
    })
    expect(grabbed).toMatchObject({ status: 409, json: { fields: { regEmail: expect.any(String) } } })
    expect((await change(await signUp(server.url, 'grabber2'), 'carl@example.com')).status).toBe(409)
    await database.pool.query(
      "update account_links set created_at = created_at - interval '6 days 23 hours', expires_at = expires_at - interval '6 days 23 hours' where purpose = 'undo-email' and email = 'carl@example.com'",
    )
    expect((await open(undo)).json).toEqual({ purpose: 'undo-email', email: 'carl@example.com' })
    expect((await carl.get('/api/user')).status).toBe(401)
    expect((await open(undoOfThief)).status).toBe(400)
    expect((await open(later)).status).toBe(400)
    expect((await login('carl@example.com')).json.email).toBe('carl@example.com')
  })

  it('is refused if it is taken or no address, and mail is bounded', async () => {
    const dora = await signUp(server.url, 'dora')
    const taken = { status: 409, json: { fields: { email: 'Email address is already registered' } } }
    expect(await change(dora, 'admin@example.com')).toMatchObject(taken)
    expect((await change(dora, 'dora@example.com')).json.fields.email).toBe('This is your address already')
    expect((await change(dora, 'nowhere')).json.fields.email).toBe('The email you entered looks invalid')
    for (const one of [1, 2, 3]) expect((await change(dora, `d${one}@example.com`)).status).toBe(200)
    expect((await change(dora, 'd4@example.com')).status).toBe(429)
    // Only the last one counts.
    expect((await emailOf(dora)).pending).toBe('d3@example.com')
    expect((await open(keyIn(await mailTo('d1@example.com', NEW_ADDRESS)))).status).toBe(400)
    await database.pool.query("update logins set verified_at = now() - interval '11 minutes'")
    expect((await change(dora, 'd5@example.com')).json.code).toBe('recent-login-required')
  })
})

describe('a new device', () => {
  it('is told to the confirmed address of the account, and known devices are not', async () => {
    const eve = await signUp(server.url, 'eve')
    await login('eve')
    await open(keyIn(await mailTo('eve@example.com', VERIFY)))
    const subject = 'New login to your Tradeloom account'
    const told = () => mailServer.mails.filter((mail) => mail.includes('To: eve@example.com') && mail.includes(subject))
    await eve.post('/login', { username: 'eve', password: 'correct horse' })
    await login('eve')
    expect(await mailTo('eve@example.com', subject)).toContain('127.0.0.1')
    expect(told()).toHaveLength(1)
  })
})

describe('a user who has lost everything', () => {
  const linkFor = async (client: HttpClient, at = admin) => {
    const { id } = (await client.get('/api/user')).json
    // Days have passed since the administrator has logged in.
    expect((await at.post('/api/confirm-login', { password: 'correct horse' })).status).toBe(200)
    return at.post(`/api/admin/user/${id}/remove-factors`)
  }

  it('gets a link of an administrator that removes the factors, ends all logins, is mailed and on record', async () => {
    const fred = await signUp(server.url, 'fred')
    await enableTwoFactor(fred)
    expect((await login('fred')).status).toBe(202)
    const { link } = (await linkFor(fred)).json
    await mailTo('fred@example.com', 'Your second factor is about to be removed')
    expect((await open(keyIn(link))).json).toEqual({ purpose: 'remove-factors', email: null })
    await mailTo('fred@example.com', 'Your second factor was removed')
    expect((await fred.get('/api/user')).status).toBe(401)
    expect((await login('fred')).status).toBe(200)
    expect((await open(keyIn(link))).status).toBe(400)
    const lines = (await admin.get('/api/admin/audit?user=fred')).json
    const actions = lines.map(({ action }: { action: string }) => action)
    for (const action of ['factors-link-made', 'factors-removed']) expect(actions).toContain(action)
  })

  it('waits a day where strangers register', async () => {
    const gina = await signUp(server.url, 'gina')
    await enableTwoFactor(gina)
    const { link, usable, expires } = (await linkFor(gina, admin.at(hosted.url))).json
    expect(Date.parse(usable) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(Date.parse(expires) - Date.parse(usable)).toBe(24 * 3_600_000)
    expect(await open(keyIn(link))).toMatchObject({ status: 409, json: { code: 'link-too-early' } })
    expect((await login('gina')).status).toBe(202)
    await database.pool.query("update account_links set usable_at = now() where purpose = 'remove-factors'")
    expect((await open(keyIn(link))).status).toBe(200)
  })
})

import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from './mail-server.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const NEW = 'harmless glass of water'
const SUBJECT = 'Your new Tradeloom password'

let database: TestDatabase
let mailServer: MailServer
let server: TestServer
let admin: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  mailServer = await startMailServer()
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'Tradeloom <desk@example.com>' }
  server = await startTestServer({ databaseUrl: database.url, env })
  admin = await signUp(server.url, 'admin')
})
afterAll(async () => {
  await server?.stop()
  await mailServer?.stop()
  await database?.stop()
})

const request = (email: string) => new HttpClient(server.url).post('/public-api/request-password-reset', { email })
const choose = (client: HttpClient, key: string, password = NEW) =>
  client.post(`/public-api/change-forgotten-password?key=${key}`, { password, passwordVerification: password })
const login = (username: string, password: string) => new HttpClient(server.url).post('/login', { username, password })

/** The newest mail about a password to an address, once there is one. */
async function mailTo(address: string): Promise<string> {
  const mine = () =>
    mailServer.mails.filter((mail) => mail.includes(`To: ${address}`) && mail.includes(`Subject: ${SUBJECT}`))
  await until(() => mine().length > 0)
  // Undoes quoted-printable.
  return mine().at(-1)!.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

const keyIn = (text: string): string => /\?key=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''

/** Opens a socket; `lastMessage` resolves when the server closes it. */
async function listen(client: HttpClient) {
  const socket = await new SocketClient(client).opened()
  const lastMessage = new Promise((done) => void socket.socket.once('close', () => done(socket.messages.at(-1))))
  return { lastMessage }
}

const LOGGED_OUT = { topic: 'user', payload: { event: 'logout', data: null } }

describe('a forgotten password', () => {
  it('is replaced with the key of a mailed link, once, and all logins end', async () => {
    const ann = await signUp(server.url, 'ann')
    const { lastMessage } = await listen(ann)
    expect(await request(' Ann@Example.com ')).toMatchObject({ status: 200, json: { ok: true } })
    const mail = await mailTo('ann@example.com')
    expect(mail).toContain('From: Tradeloom <desk@example.com>')
    expect(mail).toContain(`${server.url}/?key=`)
    const key = keyIn(mail)
    const browser = new HttpClient(server.url)
    expect(await choose(browser, key)).toMatchObject({ status: 200, json: { username: 'ann' } })
    expect(await lastMessage).toMatchObject(LOGGED_OUT)
    expect((await browser.get('/api/user')).json.username).toBe('ann')
    expect((await ann.get('/api/user')).status).toBe(401)
    expect((await login('ann', 'correct horse')).status).toBe(401)
    expect((await login('ann', NEW)).status).toBe(200)
    const again = await choose(new HttpClient(server.url), key)
    expect(again).toMatchObject({ status: 400, json: { code: 'reset-expired' } })
    const actions = (await browser.get('/api/user/audit')).json.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action === 'password-replaced')).toHaveLength(1)
  })

  it('gets the same answer for an unknown address, and no mail', async () => {
    const known = await request('admin@example.com')
    const unknown = await request('nobody@example.com')
    await mailTo('admin@example.com')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(mailServer.mails.filter((mail) => mail.includes('nobody@example.com'))).toEqual([])
    expect(await outbox()).not.toContainEqual(expect.objectContaining({ to: 'nobody@example.com' }))
  })

  it('is mailed at most three times an hour for one account, with the same answer', async () => {
    await signUp(server.url, 'busy')
    for (let count = 0; count < 5; count++) expect((await request('busy@example.com')).status).toBe(200)
    await until(async () => {
      const { rows } = await database.pool.query<{ left: string }>(
        "select count(*) as left from pgboss.job where name = 'reset-password' and state in ('created', 'active', 'retry')",
      )
      return rows[0]?.left === '0'
    })
    expect((await outbox()).filter(({ to }) => to === 'busy@example.com')).toHaveLength(3)
  })

  it('cannot be replaced with a weak password, a wrong repetition, or an expired or foreign key', async () => {
    const id = (await (await signUp(server.url, 'weak')).get('/api/user')).json.id
    const { link } = (await admin.post(`/api/admin/user/${id}/password-reset`)).json
    const key = keyIn(link)
    const visitor = new HttpClient(server.url)
    expect((await choose(visitor, key, 'password1')).json.fields.password).toMatch(/too easy/)
    expect((await choose(visitor, key, 'weakweak')).json.fields.password).toMatch(/must not be made of/)
    const path = `/public-api/change-forgotten-password?key=${key}`
    const different = await visitor.post(path, { password: NEW, passwordVerification: 'another' })
    expect(different.json.fields).toEqual({ passwordVerification: 'Passwords do not match!' })
    expect((await choose(visitor, 'x'.repeat(43))).json.code).toBe('reset-expired')
    await database.pool.query("update password_resets set expires_at = now() - interval '1 second'")
    expect(await choose(visitor, key)).toMatchObject({ status: 400, json: { code: 'reset-expired' } })
    expect((await login('weak', 'correct horse')).status).toBe(200)
  })

  it('leaves only the hash of the key in the database', async () => {
    const { rows } = await database.pool.query<{ key_hash: string }>('select key_hash from password_resets')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('mail', () => {
  it('is sent again if the mail server defers it, and its text is removed afterwards', async () => {
    await signUp(server.url, 'later')
    mailServer.refuseNext(1)
    await request('later@example.com')
    await until(async () => (await outbox()).some(({ to, sent }) => to === 'later@example.com' && sent !== null))
    const mine = (await outbox()).find(({ to }) => to === 'later@example.com')
    expect(mine).toMatchObject({ hasText: false, error: null })
    expect(keyIn(await mailTo('later@example.com'))).not.toBe('')
  })
})

describe('changing the password', () => {
  const change = (client: HttpClient, oldPassword: string, newPassword: string, confirmNewPassword = newPassword) =>
    client.call('PUT', '/api/change-password', { oldPassword, newPassword, confirmNewPassword })

  it('keeps this login and ends all others', async () => {
    const here = await signUp(server.url, 'carl')
    const there = new HttpClient(server.url)
    await there.post('/login', { username: 'carl', password: 'correct horse' })
    const { lastMessage } = await listen(there)
    expect(await change(here, 'correct horse', NEW)).toMatchObject({ status: 200, json: { ok: true } })
    expect(await lastMessage).toMatchObject(LOGGED_OUT)
    expect((await here.get('/api/user')).status).toBe(200)
    expect((await there.get('/api/user')).status).toBe(401)
    expect((await login('carl', NEW)).status).toBe(200)
  })

  it('ends a login that began with the old one and was not open yet', async () => {
    await signUp(server.url, 'cora')
    const changing = await database.pool.connect()
    await changing.query('begin')
    const { rows } = await changing.query<{ id: string }>(
      `select id from users where username = 'cora' for no key update`,
    )
    const id = rows[0]?.id
    await changing.query(`update credentials set password = 'another' where user_id = $1`, [id])
    await changing.query('delete from logins where user_id = $1', [id])
    const late = login('cora', 'correct horse')
    const waiting = () =>
      database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    await until(async () => (await waiting()).rowCount === 1)
    await changing.query('commit')
    changing.release()
    expect(await late).toMatchObject({ status: 401, json: { code: 'wrong-login' } })
    const left = await database.pool.query('select from logins where user_id = $1', [id])
    expect(left.rowCount).toBe(0)
  })

  it('needs the current password, and slows guesses down like the login form', async () => {
    const dora = await signUp(server.url, 'dora')
    const wrong = await change(dora, 'not it', NEW)
    expect(wrong).toMatchObject({ status: 400, json: { fields: { oldPassword: 'Wrong password' } } })
    let status = 0
    for (let guess = 0; guess < 15 && status !== 429; guess++)
      status = (await change(dora, `guess ${guess}`, NEW)).status
    expect(status).toBe(429)
  })

  it('refuses weak passwords and a wrong repetition', async () => {
    const emma = await signUp(server.url, 'emma')
    expect((await change(emma, 'correct horse', 'password1')).json.fields.newPassword).toMatch(/too easy/)
    expect((await change(emma, 'correct horse', NEW, 'other')).json.fields).toEqual({
      confirmNewPassword: 'Passwords do not match!',
    })
    expect((await change(emma, '', NEW)).json.fields.oldPassword).toBe('Please enter your current password')
  })
})

async function outbox() {
  const mails: { to: string; subject: string; sent: string | null }[] = (await admin.get('/api/admin/outbox')).json
  return mails.filter(({ subject }) => subject === SUBJECT)
}

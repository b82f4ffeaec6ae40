import { NOTIFICATION_KINDS, notify, type Notice } from '@tradeloom/database'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { type MailServer, startMailServer } from '../account/mail-server.fixture.ts'

let database: TestDatabase
let mailServer: MailServer
let server: TestServer

beforeAll(async () => {
  database = await startTestDatabase()
  mailServer = await startMailServer()
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'Tradeloom <desk@example.com>' }
  server = await startTestServer({ databaseUrl: database.url, env })
})
afterAll(async () => {
  await server?.stop()
  await mailServer?.stop()
  await database?.stop()
})

interface Person {
  readonly client: HttpClient
  readonly id: string
  readonly email: string
}

let people = 0

async function person({ isConfirmed = true } = {}): Promise<Person> {
  const name = `person${(people += 1)}`
  const client = await signUp(server.url, name)
  const set = 'update users set email_verified_at = $2 where username = $1 returning id, email'
  const { rows } = await database.pool.query(set, [name, isConfirmed ? new Date() : null])
  return { client, ...rows[0] }
}

const tell = (userId: string, notice: Partial<Notice> = {}): Promise<void> =>
  database.db.transaction((tx) =>
    notify(tx, userId, {
      kind: 'session-failed',
      subject: 'The session has failed',
      dedupKey: `${Math.random()}`,
      ...notice,
    }),
  )
const listOf = async ({ client }: Person) => (await client.get('/api/notifications')).json
const mailsTo = (email: string): string[] =>
  mailServer.mails
    .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('Subject: Tradeloom:'))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
const change = ({ client }: Person, body: object) => client.call('PUT', '/api/notification-settings', body)
const deliveriesOf = async (userId: string): Promise<{ state: string; next_at: Date }[]> =>
  (
    await database.pool.query(
      `select d.state, d.next_at from deliveries d join notifications n on n.id = d.notification_id where n.user_id = $1`,
      [userId],
    )
  ).rows

describe('notifications in the app', () => {
  it('are the own ones, newest first, page by page', async () => {
    const [ann, bob] = [await person(), await person()]
    for (const n of [1, 2, 3]) await tell(ann.id, { subject: `Number ${n}`, at: Date.now() - 10_000 + n })
    await tell(bob.id, { subject: 'Of Bob', object: 'session:7' })
    const first = (await ann.client.get('/api/notifications?limit=2')).json
    expect(first).toMatchObject({ unread: 3, hasMore: true })
    expect(first.notifications.map((one: { subject: string }) => one.subject)).toEqual(['Number 3', 'Number 2'])
    const rest = (await ann.client.get(`/api/notifications?limit=2&before=${first.notifications[1].id}`)).json
    expect(rest.hasMore).toBe(false)
    expect(rest.notifications.map((one: { subject: string }) => one.subject)).toEqual(['Number 1'])
    expect((await listOf(bob)).notifications).toMatchObject([
      { subject: 'Of Bob', severity: 'critical', link: '/sessions/7', isRead: false },
    ])
    expect((await new HttpClient(server.url).get('/api/notifications')).status).toBe(401)
  })

  it('are marked as read one by one and all, by their user alone, and each open page counts', async () => {
    const [ann, bob] = [await person(), await person()]
    for (const n of [1, 2, 3]) await tell(ann.id, { subject: `Number ${n}` })
    const socket = await new SocketClient(ann.client).opened()
    const counted = (unread: number) => () =>
      socket.messages.some((one) => JSON.stringify(one).includes(`"notifications","data":{"unread":${unread}}`))
    socket.send({ type: 'subscribe', topic: 'user' })
    await until(counted(3))
    const [{ id }] = (await listOf(ann)).notifications
    await bob.client.post('/api/notifications/read', { ids: [id] })
    expect((await listOf(ann)).unread).toBe(3)
    expect((await ann.client.post('/api/notifications/read', { ids: [id] })).json).toEqual({ unread: 2 })
    await until(counted(2))
    expect((await ann.client.post('/api/notifications/read', {})).json).toEqual({ unread: 0 })
    await until(counted(0))
    await tell(ann.id)
    await until(counted(1))
    socket.socket.close()
  })

  it('counts notifications that are collected, and sends others once', async () => {
    const ann = await person()
    const at = Math.floor(Date.now() / 900_000) * 900_000
    for (const n of [1, 2, 3])
      await tell(ann.id, { kind: 'fills', subject: 'Filled', amounts: `line ${n}`, dedupKey: 'x', at: at + n })
    for (const dedupKey of ['same', 'same']) await tell(ann.id, { subject: 'Once', dedupKey })
    const { notifications, unread } = await listOf(ann)
    expect(unread).toBe(2)
    expect(notifications).toMatchObject([
      { subject: 'Once', count: 1 },
      { subject: 'Filled', count: 3, body: 'line 1\nline 2\nline 3' },
    ])
  })

  it('are stored with what has happened, or not at all', async () => {
    const ann = await person()
    const work = database.db.transaction(async (tx) => {
      await notify(tx, ann.id, { kind: 'key-added', subject: 'Lost', dedupKey: 'lost' })
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    await tell(ann.id, { subject: 'Kept' })
    expect((await listOf(ann)).notifications.map((one: { subject: string }) => one.subject)).toEqual(['Kept'])
  })
})

describe('mail about what has happened', () => {
  it('goes to confirmed addresses only, without amounts unless these were chosen', async () => {
    const [ann, bob] = [await person(), await person({ isConfirmed: false })]
    const notice = { subject: 'Stopped out', body: 'Look at it', amounts: 'Lost 500 EUR', object: 'session:7' }
    await tell(bob.id, notice)
    await tell(ann.id, notice)
    await until(() => mailsTo(ann.email).length === 1)
    const [mail] = mailsTo(ann.email)
    expect(mail).toContain('Subject: Tradeloom: Stopped out')
    expect(mail).toContain('Look at it')
    expect(mail).toContain(`${server.url}/sessions/7`)
    expect(mail).not.toContain('500 EUR')
    await change(ann, { sendsAmounts: true })
    await tell(ann.id, notice)
    await until(() => mailsTo(ann.email).length === 2)
    expect(mailsTo(ann.email)[1]).toContain('Lost 500 EUR')
    expect(await deliveriesOf(bob.id)).toEqual([])
    expect(mailsTo(bob.email)).toEqual([])
  })

  it('arrives although the mail server was away for hours', async () => {
    const ann = await person()
    // All tries of the first job.
    mailServer.refuseNext(3, 'Subject: Tradeloom: Away')
    await tell(ann.id, { subject: 'Away' })
    const rowOf = async () => {
      const text =
        'select attempts, next_at > now() as is_later from mail_outbox where recipient = $1 and subject like $2'
      return (await database.pool.query(text, [ann.email, '%Away'])).rows[0]
    }
    await until(async () => (await rowOf())?.attempts === 3)
    expect(await rowOf()).toEqual({ attempts: 3, is_later: true })
    expect(mailsTo(ann.email)).toEqual([])
    await database.pool.query(
      `update mail_outbox set next_at = now(), created_at = now() - interval '2 hours' where recipient = $1`,
      [ann.email],
    )
    await until(() => mailsTo(ann.email).length === 1)
  })

  it('comes about what its user has chosen', async () => {
    const ann = await person()
    const { json } = await change(ann, {
      kinds: [
        { kind: 'session-failed', channel: 'email', isOn: false },
        { kind: 'search-done', channel: 'email', isOn: true },
      ],
    })
    const channels = Object.fromEntries(
      json.kinds.map((one: { kind: string; channels: string[] }) => [one.kind, one.channels]),
    )
    expect(channels['session-failed']).not.toContain('email')
    expect(channels['search-done']).toContain('email')
    // That a warning was turned off is told where it was sent.
    await until(() => mailsTo(ann.email).length === 1)
    expect(mailsTo(ann.email)[0]).toContain('Subject: Tradeloom: Warnings are no longer sent over a channel')
    // Mail that is not critical waits for minutes after another.
    await database.pool.query(
      `update deliveries d set next_at = now() - interval '1 hour' from notifications n
       where n.id = d.notification_id and n.user_id = $1`,
      [ann.id],
    )
    await tell(ann.id)
    await tell(ann.id, { kind: 'search-done', subject: 'Search done' })
    await until(() => mailsTo(ann.email).length === 2)
    expect(mailsTo(ann.email)[1]).toContain('Search done')
    expect(await deliveriesOf(ann.id)).toHaveLength(2)
    expect((await change(ann, { kinds: [{ kind: 'nothing', channel: 'email', isOn: true }] })).status).toBe(400)
    expect((await change(ann, { kinds: [{ kind: 'new-device', channel: 'email', isOn: false }] })).status).toBe(400)
  })

  it('waits in quiet hours, but not about what is critical', async () => {
    const ann = await person()
    const now = new Date()
    const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
    const quiet = { from: (minute + 1380) % 1440, until: (minute + 120) % 1440, timeZone: 'UTC' }
    expect((await change(ann, { quiet })).json.quiet).toEqual(quiet)
    await tell(ann.id, { kind: 'key-added', subject: 'Not now' })
    await tell(ann.id, { kind: 'order-unknown', subject: 'Right now' })
    await until(() => mailsTo(ann.email).length === 1)
    expect(mailsTo(ann.email)[0]).toContain('Right now')
    expect(mailsTo(ann.email)[0]).not.toContain('Not now')
    const held = async () => (await deliveriesOf(ann.id)).find(({ state }) => state === 'waiting')
    await until(async () => ((await held())?.next_at.getTime() ?? 0) > Date.now() + 3_600_000)
    expect((await change(ann, { quiet: { ...quiet, timeZone: 'Nowhere/Land' } })).status).toBe(400)
    expect((await change(ann, { quiet: null })).json.quiet).toBeNull()
  })

  it('comes at the hour that its user has chosen, also in quiet hours', async () => {
    const ann = await person()
    await change(ann, { quiet: { from: 0, until: 1439, timeZone: 'Europe/Berlin' } })
    const { json } = await change(ann, { stillRunning: { at: 480, timeZone: 'Europe/Paris' } })
    // A user is in one time zone.
    expect(json).toMatchObject({
      stillRunning: { at: 480, timeZone: 'Europe/Paris' },
      quiet: { from: 0, until: 1439, timeZone: 'Europe/Paris' },
    })
    await tell(ann.id, { kind: 'still-running', subject: 'Two sessions still running' })
    await until(() => mailsTo(ann.email).length === 1)
    expect((await change(ann, { stillRunning: { at: 480, timeZone: 'Nowhere/Land' } })).status).toBe(400)
    expect((await change(ann, { stillRunning: null })).json.stillRunning).toBeNull()
  })
})

it('administrators choose about the installation, others do not see that', async () => {
  const { rows } = await database.pool.query('select username from users where is_admin limit 1')
  const kindsOf = async ({ client }: Pick<Person, 'client'>): Promise<string[]> =>
    (await client.get('/api/notification-settings')).json.kinds.map(({ kind }: { kind: string }) => kind)
  const admin = new HttpClient(server.url)
  await admin.post('/login', { username: rows[0].username, password: 'correct horse' })
  expect(await kindsOf({ client: admin })).toEqual(Object.keys(NOTIFICATION_KINDS))
  expect(await kindsOf(await person())).not.toContain('disk-low')
})

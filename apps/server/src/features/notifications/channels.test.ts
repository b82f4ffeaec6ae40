import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notify, type Notice } from '@tradeloom/database'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { type PushService, type Receiver, startPushService, startWebhookReceiver } from './receivers.fixture.ts'
import { startTelegramServer, type TelegramServer } from './telegram-server.fixture.ts'

const TOKEN = '123:secret-of-the-bot'

let folder: string
let database: TestDatabase
let webhook: Receiver
let push: PushService
let telegram: TelegramServer
let server: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-channels-'))
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${TOKEN}\n`)
  database = await startTestDatabase()
  webhook = await startWebhookReceiver()
  push = await startPushService()
  telegram = await startTelegramServer(TOKEN)
  const env = {
    TRADELOOM_OUTBOUND_NETWORKS: '127.0.0.1',
    TRADELOOM_OUTBOUND_CA_FILE: push.caFile,
    TRADELOOM_TELEGRAM_TOKEN_FILE: tokenFile,
    TRADELOOM_TELEGRAM_API_URL: telegram.url,
  }
  server = await startTestServer({ databaseUrl: database.url, env })
})
afterAll(async () => {
  await server?.stop()
  await telegram?.stop()
  await push?.stop()
  await webhook?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Person {
  readonly client: HttpClient
  readonly id: string
}

let people = 0
async function person(): Promise<Person> {
  const name = `person${(people += 1)}`
  const client = await signUp(server.url, name)
  const { rows } = await database.pool.query('select id from users where username = $1', [name])
  return { client, id: rows[0].id }
}

const add = ({ client }: Person, body: object) => client.post('/api/notification-channels', body)
const channelsOf = async ({ client }: Person) => (await client.get('/api/notification-settings')).json.channels
/** What the audit log says of channels, newest first. */
const recordOf = async ({ client }: Person): Promise<{ what: string; actor: string | null; via: string }[]> =>
  (await client.get('/api/user/audit?limit=50')).json
    .filter(({ action }: { action: string }) => action.startsWith('notification-channel-'))
    .map(({ action, ...line }: { action: string }) => ({ what: action.replace('notification-channel-', ''), ...line }))
const tell = ({ id }: Person, notice: Partial<Notice> = {}): Promise<void> =>
  database.db.transaction((tx) =>
    notify(tx, id, {
      kind: 'session-failed',
      subject: 'The session has failed',
      body: 'Look at it',
      amounts: 'Lost 500 EUR',
      object: 'session:7',
      dedupKey: `${Math.random()}`,
      ...notice,
    }),
  )

describe('a webhook', () => {
  it('gets what has happened, signed with a secret that its user has seen once', async () => {
    webhook.answer(200)
    const ann = await person()
    const { status, json } = await add(ann, { kind: 'webhook', name: 'Desk', url: `${webhook.url}/hook` })
    expect(status).toBe(200)
    expect(json.secret).toMatch(/^whs_[A-Za-z0-9_-]{43}$/)
    expect((await ann.client.get('/api/notification-settings')).text).not.toContain(json.secret)
    const before = webhook.received.length
    await tell(ann)
    await until(() => webhook.received.length > before)
    const { headers, body } = webhook.received.at(-1)!
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['tradeloom-signature'])) ?? []
    expect(createHmac('sha256', json.secret).update(`${t}.${body.toString()}`).digest('hex')).toBe(v1)
    expect(JSON.parse(body.toString())).toMatchObject({
      kind: 'session-failed',
      severity: 'critical',
      subject: 'The session has failed',
      url: `${server.url}/sessions/7`,
    })
    expect(body.toString()).not.toContain('500 EUR')
    await until(async () => (await channelsOf(ann))[0].lastUsed !== null)
  })

  it('is tried with a button, which says why nothing has arrived', async () => {
    const [ann, bob] = [await person(), await person()]
    const { json } = await add(ann, { kind: 'webhook', name: 'Desk', url: webhook.url })
    const path = `/api/notification-channels/${json.channel.id}`
    webhook.answer(200)
    expect((await ann.client.post(`${path}/test`)).json).toEqual({ problem: null })
    expect((await channelsOf(ann))[0].lastUsed).not.toBeNull()
    webhook.answer(500)
    expect((await ann.client.post(`${path}/test`)).json).toEqual({ problem: 'It answered 500' })
    webhook.answer(200)
    for (const way of ['test', 'enable']) expect((await bob.client.post(`${path}/${way}`)).status).toBe(404)
    expect((await bob.client.call('DELETE', path)).status).toBe(404)
    expect((await ann.client.call('DELETE', path)).status).toBe(200)
    expect(await channelsOf(ann)).toEqual([])
    const lines = await recordOf(ann)
    const about = { actor: lines[0]?.actor, via: 'web', detail: { kind: 'webhook', name: 'Desk' } }
    expect(lines).toMatchObject(['removed', 'tested', 'tested', 'added'].map((what) => ({ ...about, what })))
    expect(JSON.stringify(lines)).not.toContain(webhook.url)
  })

  it('on this machine, in its network or without a name is refused', async () => {
    const ann = await person()
    for (const url of ['http://169.254.169.254/latest', 'http://10.0.0.1', 'http://[::1]:80', 'ftp://example.com', 'x'])
      expect((await add(ann, { kind: 'webhook', name: 'Bad', url })).status, url).toBe(400)
    expect(await channelsOf(ann)).toEqual([])
  })
})

describe('a push', () => {
  it('arrives encrypted for its browser alone, within the hour, with what is critical first', async () => {
    const ann = await person()
    const { publicKey } = (await ann.client.post('/api/notification-channels/push-key')).json
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    const browser = push.subscribe()
    expect((await add(ann, { kind: 'push', ...browser.subscription })).status).toBe(200)
    push.answer(201)
    const before = push.received.length
    await tell(ann, { body: 'ö'.repeat(1_900), dedupKey: 'same' })
    await until(() => push.received.length > before)
    const { headers, body } = push.received.at(-1)!
    expect(headers).toMatchObject({ ttl: '3600', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(String(headers['authorization'])).toContain(`k=${publicKey}`)
    const shown = browser.read(body) as { title: string; body: string; url: string }
    expect(shown).toMatchObject({ title: 'The session has failed', url: `${server.url}/sessions/7`, isCritical: true })
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(3_000)
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeGreaterThan(2_900)
    expect(shown.body).not.toContain('500 EUR')
  })

  it('waits where its service asks for that, and forgets browsers that have left', async () => {
    const ann = await person()
    await ann.client.post('/api/notification-channels/push-key')
    await add(ann, { kind: 'push', ...push.subscribe().subscription })
    push.answer(429, { 'retry-after': '600' })
    await tell(ann)
    const waits = async () => {
      const { rows } = await database.pool.query('select * from notification_channels where user_id = $1', [ann.id])
      return rows[0]
    }
    await until(async () => (await waits()).waits_until !== null)
    expect((await waits()).waits_until.getTime()).toBeGreaterThan(Date.now() + 300_000)
    push.answer(410)
    const wake = 'update notification_channels set waits_until = null where user_id = $1'
    await database.pool.query(wake, [ann.id])
    await database.pool.query(`update deliveries set next_at = now() where state = 'waiting'`)
    await tell(ann)
    await until(async () => (await channelsOf(ann)).length === 0)
    expect((await recordOf(ann))[0]).toMatchObject({ what: 'removed', actor: null, via: 'server' })
    push.answer(201)
  })

  it('goes to the user who uses the browser now', async () => {
    const [ann, bob] = [await person(), await person()]
    const { subscription } = push.subscribe()
    await add(ann, { kind: 'push', ...subscription })
    await add(bob, { kind: 'push', ...subscription })
    expect(await channelsOf(ann)).toEqual([])
    expect(await channelsOf(bob)).toHaveLength(1)
    expect((await recordOf(ann)).map(({ what }) => what)).toEqual(['removed', 'added'])
  })
})

describe('a chat on Telegram', () => {
  it('links a chat by the token of its link, once, and sends to it at most once a second', async () => {
    const ann = await person()
    expect((await ann.client.get('/api/notification-settings')).json.telegramBot).toBe('loom_bot')
    const { link, channel } = (await add(ann, { kind: 'telegram' })).json
    expect(channel).toBeNull()
    expect(await channelsOf(ann)).toEqual([])
    const token = new URL(link).searchParams.get('start')
    expect(link).toBe(`https://t.me/loom_bot?start=${token}`)
    telegram.write(7, `/start ${token}`)
    await until(async () => (await channelsOf(ann)).length === 1)
    expect((await channelsOf(ann))[0]).toMatchObject({ kind: 'telegram', name: 'user7' })
    const added = { what: 'added', actor: null, via: 'server', detail: { kind: 'telegram', name: 'user7' } }
    expect(await recordOf(ann)).toMatchObject([added])
    telegram.write(8, `/start ${token}`)
    await until(() => telegram.sent.some(({ chat_id: chat, text }) => chat === '8' && text.includes('expired')))
    await tell(ann, { subject: 'First' })
    await tell(ann, { subject: 'Second' })
    const told = () => telegram.sent.filter(({ chat_id: chat, text }) => chat === '7' && /First|Second/.test(text))
    await until(() => told().length === 2)
    expect(told()[1]!.at - told()[0]!.at).toBeGreaterThan(900)
    expect(told()[0]!.text).toContain(`${server.url}/sessions/7`)
    expect(told()[0]!.text).not.toContain('500 EUR')
  })

  it('waits as long as Telegram asks, and is forgotten when its user blocks the bot', async () => {
    const ann = await person()
    const { link } = (await add(ann, { kind: 'telegram' })).json
    telegram.write(9, `/start ${new URL(link).searchParams.get('start')}`)
    await until(() => telegram.sent.some(({ chat_id: chat }) => chat === '9'))
    telegram.refuse(1, { error_code: 429, description: 'Too many', parameters: { retry_after: 1 } })
    await tell(ann, { subject: 'Late' })
    await until(() => telegram.sent.some(({ text }) => text.includes('Late')))
    telegram.refuse(1, { error_code: 403, description: 'Blocked' })
    await tell(ann)
    await until(async () => (await channelsOf(ann)).length === 0)
  })
})

import { notify, newId, schema } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Deliverer, type DelivererParts } from './deliverer.ts'
import { DeliveryStore } from './delivery-store.ts'
import type { Message } from './message.ts'
import type { Sender, SendResult } from './sender.ts'
import { webhookSender } from './webhook-sender.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 5, 12)

let database: TestDatabase
let now = START
let userId: string
let answer: SendResult = { kind: 'sent' }
let sent: { readonly at: number; readonly message: Message }[] = []
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  now = START
  sent = []
  answer = { kind: 'sent' }
  userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await database.db.insert(schema.users).values({ id: userId, ...person, emailVerifiedAt: new Date(0) })
})

const { pausesMs, givesUpMs } = webhookSender(null as never, null as never, () => 0)
const sender: Sender = {
  pausesMs,
  givesUpMs,
  send: async (_channel, message) => {
    sent.push({ at: now, message })
    return answer
  },
}
const mails: { readonly subject: string; readonly body: string }[] = []

function partsOf(webhook: Sender): DelivererParts {
  return {
    store: new DeliveryStore(database.db, () => now),
    senderOf: () => webhook,
    transaction: (work) => database.db.transaction(work),
    postIn: async (_tx, mail) => void mails.push(mail),
    url: 'https://desk.example',
    now: () => now,
    logger: { warn: () => undefined } as never,
  }
}

/** Does what is due now. */
async function deliver(): Promise<void> {
  const parts = partsOf(sender)
  do {
    const deliverer = new Deliverer(parts)
    deliverer.look()
    // Ends what it has taken.
    await deliverer.stop()
  } while (((await parts.store.nextAt()) ?? Infinity) <= now)
}

async function webhook(): Promise<string> {
  const id = newId()
  const row = { id, userId, kind: 'webhook', name: 'Desk', address: 'https://receiver.example' } as const
  await database.db.insert(schema.notificationChannels).values(row)
  return id
}

const tell = (dedupKey: string, kind: 'session-failed' | 'key-added' = 'session-failed'): Promise<void> =>
  database.db.transaction((tx) => notify(tx, userId, { kind, subject: dedupKey, dedupKey, at: now }))

async function channel(id: string) {
  const { rows } = await database.pool.query('select * from notification_channels where id = $1', [id])
  return rows[0]
}

it('a webhook that fails is tried eight times within a day', async () => {
  const id = await webhook()
  answer = { kind: 'failed', problem: 'It answered 500' }
  await tell('lost')
  for (let minute = 0; minute <= 25 * 60; minute += 1) {
    const { rows } = await database.pool.query(
      `select 1 from deliveries where state = 'waiting' and channel_id = $1 and next_at <= $2`,
      [id, new Date(now)],
    )
    if (rows.length > 0) await deliver()
    now += 60_000
  }
  expect(sent.map(({ at }) => (at - START) / 60_000)).toEqual([0, 1, 6, 36, 96, 336, 816, 1416])
  expect(await channel(id)).toMatchObject({ problem: 'It answered 500', disabled_at: null })
})

it('switches off a webhook that has failed for three days, and notifies its user by mail', async () => {
  const id = await webhook()
  answer = { kind: 'failed', problem: 'It answered 500' }
  await tell('first')
  await deliver()
  now += 72 * HOUR - 1
  await tell('second')
  await deliver()
  expect((await channel(id)).disabled_at).toBeNull()
  now += 60_000
  await tell('third')
  await deliver()
  expect((await channel(id)).disabled_at).toEqual(new Date(now))
  now += 5 * 60_000
  await deliver()
  expect(mails.at(-1)?.subject).toBe('Tradeloom: The webhook Desk was switched off')
  sent = []
  await tell('fourth')
  await deliver()
  expect(sent).toEqual([])
})

it('a webhook that answers again has not failed', async () => {
  const id = await webhook()
  answer = { kind: 'failed', problem: 'It answered 500' }
  await tell('first')
  await deliver()
  answer = { kind: 'sent' }
  now += HOUR
  await tell('second')
  await deliver()
  expect(await channel(id)).toMatchObject({ failing_since: null, problem: null, used_at: new Date(now) })
})

it('mail that is not critical comes at most every five minutes, and then about all', async () => {
  mails.length = 0
  await tell('one', 'key-added')
  await deliver()
  now += 60_000
  await tell('two', 'key-added')
  now += 1
  await tell('three', 'key-added')
  await deliver()
  expect(mails).toHaveLength(1)
  now += 4 * 60_000
  await deliver()
  expect(mails.map(({ subject }) => subject)).toEqual(['Tradeloom: one', 'Tradeloom: two and 1 more'])
  expect(mails[1]?.body).toContain('three')
  await tell('critical')
  await deliver()
  expect(mails).toHaveLength(3)
})

it('does not let a hanging webhook delay others, and pauses it once it has failed', async () => {
  const slow = await webhook()
  for (let n = 0; n < 60; n += 1) await tell(`slow${n}`)
  const other = newId()
  const person = { name: other, username: other, displayUsername: other, email: `${other}@example.com` }
  await database.db.insert(schema.users).values({ id: other, ...person })
  const fast = newId()
  const row = { id: fast, userId: other, kind: 'webhook', name: 'Fast', address: 'https://fast.example' } as const
  await database.db.insert(schema.notificationChannels).values(row)
  const gate = Promise.withResolvers<SendResult>()
  const calls: string[] = []
  const hanging: Sender = {
    ...sender,
    send: async (to) => {
      calls.push(to.id)
      return to.id === slow ? gate.promise : { kind: 'sent' }
    },
  }
  const deliverer = new Deliverer(partsOf(hanging))
  deliverer.look()
  await expect.poll(() => calls).toEqual([slow])
  await database.db.transaction((tx) =>
    notify(tx, other, { kind: 'margin-call', subject: 'Now', dedupKey: 'm', at: now }),
  )
  deliverer.look()
  await expect.poll(() => calls).toEqual([slow, fast])
  gate.resolve({ kind: 'failed', problem: 'No answer within 10 seconds' })
  const resting = async () => (await channel(slow)).waits_until
  await expect.poll(resting).toEqual(new Date(now + 60_000))
  await deliverer.stop()
  expect(calls).toEqual([slow, fast])
  const { rows } = await database.pool.query(
    `select count(*) filter (where state = 'waiting')::int as waiting, max(tries) as tries from deliveries where channel_id = $1`,
    [slow],
  )
  expect(rows).toEqual([{ waiting: 60, tries: 1 }])
})

it('two servers deliver each notification once', async () => {
  await webhook()
  for (let n = 0; n < 120; n += 1) await tell(`n${n}`)
  await Promise.all([deliver(), deliver(), deliver()])
  expect(new Set(sent.map(({ message }) => message.subject)).size).toBe(120)
  expect(sent).toHaveLength(120)
})

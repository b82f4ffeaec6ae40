import type { IntentPayload } from '@tradeloom/trading'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BrokersLab, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_RIGHTS } from './fake-venue.fixture.ts'
import { feeIn } from '@tradeloom/trading'

const KEY = 'planted-key-1234'
const SECRET = 'planted-secret-5678'

let database: TestDatabase
let lab: BrokersLab
let user: string
let accountId: string
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  lab = new BrokersLab(database)
  await database.pool.query('delete from exchange_keys')
  await lab.switchOn()
  user = await lab.addUser()
  lab.venue.keys.set(KEY, { secret: SECRET, rights: FAKE_RIGHTS })
  await lab.connections.add(user, { type: 'live', broker: 'FAKE', apiKey: KEY, apiSecret: SECRET })
  accountId = await lab.accountId(user)
})
afterEach(() => lab.end())

const WAITED = /^it waited for more than/
const states = async () =>
  (
    await lab.rows<{ state: string; reason: string }>('select * from intents where user_id = $1 order by id', [user])
  ).filter(({ reason }) => !WAITED.test(reason ?? ''))
/** Writes again what had to wait too long on a busy machine. */
async function sends(payload: IntentPayload): Promise<void> {
  for (;;) {
    const id = await lab.write(user, payload)
    const intent = async () =>
      (await lab.rows<{ state: string; reason: string | null }>('select * from intents where id = $1', [id]))[0]
    await expect.poll(async () => (await intent())?.state).not.toMatch(/^(WRITTEN|SENDING)$/)
    if (!WAITED.test((await intent())?.reason ?? '')) return
  }
}
const positions = () =>
  lab.rows<{ quantity: number; status: string; close_reason: string; profit: number }>(
    'select * from positions where user_id = $1',
    [user],
  )
const entries = async (kind: string) =>
  (await lab.rows('select n from journal where account_id = $1 and kind = $2', [accountId, kind])).length

describe('an account at a venue', () => {
  it('opens nothing from the loss of its stream until it was compared again, and closes meanwhile', async () => {
    await sends({ ...LIMIT_BUY, type: 'MARKET', limitPrice: null })
    await expect.poll(() => lab.venue.orders.size).toBe(1)
    lab.venue.fill('1000', 0.5, 60_000)
    await expect.poll(positions).toHaveLength(1)
    lab.venue.tell({ kind: 'lost', reason: 'cut' })
    await sends(LIMIT_BUY)
    await expect
      .poll(states)
      .toMatchObject([
        { state: 'FILLED' },
        { state: 'UNSENT', reason: 'the account accepts no new positions (NO_NEW)' },
      ])
    const [{ id: positionId } = { id: '' }] = await lab.rows<{ id: string }>(
      'select id from positions where user_id = $1',
      [user],
    )
    await sends({ kind: 'CLOSE', positionId, quantity: 0.5 })
    await expect.poll(() => lab.venue.orders.size).toBe(2)
    const before = await entries('RECONCILED')
    lab.venue.tell({ kind: 'connected' })
    await expect.poll(() => entries('RECONCILED')).toBeGreaterThan(before)
    await sends(LIMIT_BUY)
    await expect.poll(() => lab.venue.orders.size).toBe(3)
  })

  it('sends nothing that was written before it is reconciled after a start', async () => {
    expect(await entries('RECONCILED')).toBeGreaterThan(0)
    await lab.stop()
    lab.venue.isAway = true
    await lab.write(user, LIMIT_BUY)
    lab.start()
    await expect.poll(() => lab.events.filter(({ kind }) => kind === 'ready').length).toBe(2)
    expect(lab.venue.placed).toEqual([])
    lab.venue.isAway = false
    await expect.poll(() => entries('RECONCILED')).toBeGreaterThan(1)
    await expect.poll(async () => (await states())[0]?.state).toMatch(/^(WORKING|UNSENT)$/)
  })
})

describe('a fee in a third currency', () => {
  const fill = { fee: 0.01, feeCurrency: 'BNB', price: 60_000 } as never
  const listing = { dealt: 'BTC', quote: 'USDT' }

  it('is counted at the price of that currency, and named where there is none', () => {
    expect(feeIn(fill, listing, 'USDT', 600)).toEqual({ amount: 6, text: '0.01 BNB' })
    expect(feeIn(fill, listing, 'USDT')).toEqual({ amount: null, text: '0.01 BNB' })
  })
})

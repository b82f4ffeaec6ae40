import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { VenueOrder } from '@tradeloom/venues'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { BrokersLab, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_RIGHTS } from './fake-venue.fixture.ts'

let database: TestDatabase
let lab: BrokersLab
let user: string
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())
beforeEach(async () => {
  lab = new BrokersLab(database)
  await lab.switchOn()
  user = await lab.addUser()
  lab.venue.keys.set('planted-key-1234', { secret: 'planted-secret', rights: FAKE_RIGHTS })
  const key = { apiKey: 'planted-key-1234', apiSecret: 'planted-secret' }
  await lab.connections.add(user, { type: 'live', broker: 'FAKE', ...key })
})
afterEach(() => lab.end())

const stateOf = async (id: string) =>
  (await lab.rows<{ state: string; reason: string | null }>('select state, reason from intents where id = $1', [id]))[0]

it('an account whose venue lists no trade of an executed order opens nothing, and closes what it has', async () => {
  await lab.sends(user, LIMIT_BUY)
  await expect.poll(() => [...lab.venue.orders.keys()]).toEqual(['1000'])
  lab.venue.balances = ['USDT', 'BTC'].map((currency) => ({ currency, total: 10_000, available: 10_000 }))
  lab.venue.fill('1000', 0.5, 60_000)
  const positions = () =>
    lab.rows<{ id: string; quantity: number }>('select * from positions where user_id = $1', [user])
  await expect.poll(positions).toMatchObject([{ quantity: 0.5 }])
  await lab.sends(user, LIMIT_BUY)
  await expect.poll(() => lab.venue.orders.size).toBe(2)
  const order = { ...(lab.venue.orders.get('1001') as VenueOrder), filled: 0.2, status: 'PARTIALLY_FILLED' } as const
  lab.venue.orders.set('1001', order)
  lab.venue.tell({ kind: 'order', order })
  const told = () => lab.rows(`select id from notifications where user_id = $1 and kind = 'fills-missing'`, [user])
  await expect.poll(told).toHaveLength(1)
  const opening = await lab.write(user, LIMIT_BUY)
  await expect
    .poll(() => stateOf(opening))
    .toEqual({ state: 'UNSENT', reason: 'the account accepts no new positions (NO_NEW)' })
  const [position] = await positions()
  const closing = await lab.sends(user, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 0.5 })
  await expect.poll(() => stateOf(closing)).toMatchObject({ state: 'WORKING' })
  expect(lab.venue.terms('1002')).toMatchObject({ side: 'SELL', type: 'MARKET', quantity: 0.5 })
})

import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { BrokersLab, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_RIGHTS } from './fake-venue.fixture.ts'

const KEY = 'planted-key-1234'
const SECRET = 'planted-secret-5678'

let database: TestDatabase
let lab: BrokersLab
let user: string
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
})
afterEach(() => lab.end())

const add = () => lab.connections.add(user, { type: 'live', broker: 'FAKE', apiKey: KEY, apiSecret: SECRET })
const positions = () => lab.rows<{ quantity: number }>('select * from positions where user_id = $1', [user])

it('a key of an account that the venue refuses for a while is told at once, and works again on its own', async () => {
  const added = await add()
  await lab.write(user, LIMIT_BUY)
  await expect.poll(() => lab.venue.orders.size).toBe(1)
  lab.venue.keys.delete(KEY)
  lab.venue.tell({ kind: 'connected' })
  await expect.poll(() => lab.status(added.id)).toBe(false)
  const told = () => lab.rows(`select subject from notifications where user_id = $1 and kind = 'key-refused'`, [user])
  await expect.poll(told).toEqual([{ subject: 'Fake venue refuses the key of your account' }])
  expect(await lab.connections.list(user)).toMatchObject([
    { isRefused: true, connectionError: 'Invalid API-key, IP, or permissions for action' },
  ])
  lab.venue.fill('1000', 0.5, 60_000, false)
  await lab.stop()
  lab.start()
  await expect.poll(() => lab.events.filter(({ kind }) => kind === 'ready')).toHaveLength(2)
  lab.venue.keys.set(KEY, { secret: SECRET, rights: FAKE_RIGHTS })
  await expect.poll(positions).toMatchObject([{ quantity: 0.5 }])
  await expect
    .poll(() => lab.connections.list(user))
    .toMatchObject([{ connectionError: null, connected: true, isRefused: false }])
  expect(await told()).toHaveLength(1)
})

it('a key that is entered again while the venue refuses it goes on with its account', async () => {
  await add()
  const accountId = await lab.accountId(user)
  lab.venue.keys.delete(KEY)
  lab.venue.tell({ kind: 'connected' })
  await expect.poll(async () => (await lab.connections.list(user))[0]?.connectionError).not.toBe(null)
  lab.venue.keys.set(KEY, { secret: SECRET, rights: FAKE_RIGHTS })
  const again = await add()
  await expect.poll(() => lab.connections.list(user)).toMatchObject([{ connectionError: null, connected: true }])
  expect(await lab.accountId(user)).toBe(accountId)
  expect(again.isRefused).toBe(false)
})

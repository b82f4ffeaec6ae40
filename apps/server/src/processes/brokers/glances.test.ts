import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { BrokersLab, LIMIT_BUY } from './brokers.fixture.ts'
import { FAKE_RIGHTS } from './fake-venue.fixture.ts'

const MARKETS = ['BTC', 'ETH', 'LTC', 'XRP', 'ADA', 'DOT', 'SOL', 'BNB'].map((coin) => `${coin}USDT:FAKE`)

let database: TestDatabase
let lab: BrokersLab
let user: string
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())
beforeEach(async () => {
  lab = new BrokersLab(database)
  await lab.switchOn()
  const listings = MARKETS.map((id) => ({ ...defineInstrument(id, { simulated: true }), simulated: false }))
  await putListings(
    database.db,
    listings.map((one) => listInstrument(one, { status: 'active', tradingOpen: true })),
  )
  user = await lab.addUser()
  lab.venue.keys.set('planted-key-1234', { secret: 'planted-secret', rights: FAKE_RIGHTS })
  const key = { apiKey: 'planted-key-1234', apiSecret: 'planted-secret' }
  await lab.connections.add(user, { type: 'live', broker: 'FAKE', ...key })
})
afterEach(() => lab.end())

it('looks at the orders of many markets in turn, and finds executions that were not told', async () => {
  for (const instrumentId of MARKETS) await lab.sends(user, { ...LIMIT_BUY, instrumentId })
  await expect.poll(() => lab.venue.orders.size).toBe(MARKETS.length)
  lab.venue.looks.clear()
  await expect.poll(() => [...lab.venue.looks].toSorted()).toEqual(MARKETS.toSorted())
  for (const venueId of lab.venue.orders.keys()) lab.venue.fill(venueId, 0.5, 60_000, false)
  const filled = () => lab.rows(`select id from intents where user_id = $1 and state = 'FILLED'`, [user])
  await expect.poll(filled).toHaveLength(MARKETS.length)
})

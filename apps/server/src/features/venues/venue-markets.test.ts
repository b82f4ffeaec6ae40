import { switchVenue } from '@tradeloom/contracts'
import { newId, readListings, schema, silentLogger, startDatabase, type Database } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type MarketFeed, systemClock, type VenueAdapter } from '@tradeloom/venues'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Login } from '../../platform/auth/login.ts'
import { ToldListings } from '../markets/told-listings.ts'
import { VenueListings } from '../markets/venue-listings.ts'
import { VenuesService } from './venues.service.ts'

const [SPOT, FUTURE] = ['BTCUSDT:TWOFOLD', 'BTCUSDT.P:TWOFOLD']
const isFuture = (instrumentId: string): boolean => instrumentId.includes('.P:')
const ADMIN = { user: { id: newId(), username: 'admin', isAdmin: true } } as unknown as Login

/** Its feed opens no stream. */
const ADAPTER: VenueAdapter = {
  id: 'TWOFOLD',
  displayName: 'Twofold',
  needs: 'switch',
  markets: [
    { id: 'spot', name: 'Spot', has: (id) => !isFuture(id) },
    { id: 'futures', name: 'Futures', has: isFuture },
  ],
  addresses: {},
  openFeed: () =>
    ({
      instruments: async (markets = []) =>
        [SPOT, FUTURE]
          .filter((id) => markets.includes(isFuture(id) ? 'futures' : 'spot'))
          .map((id) => listInstrument(defineInstrument('BTCUSDT:TWOFOLD', { id }), { status: 'active' })),
      close: () => undefined,
    }) as Pick<MarketFeed, 'instruments' | 'close'> as MarketFeed,
}

let container: TestDatabase
let database: Database
let listings: VenueListings
let venues: VenuesService
const written: object[] = []
beforeAll(async () => {
  container = await startTestDatabase()
  database = await startDatabase({ url: container.url, dataDir: '', logger: silentLogger })
  const { db } = database
  const person = { name: 'admin', username: 'admin', displayUsername: 'admin', email: 'admin@example.com' }
  await db.insert(schema.users).values({ id: ADMIN.user.id, ...person })
  const parts = { db, adapters: [ADAPTER], isSimulated: true }
  const told = new ToldListings(db, () => Date.now())
  listings = new VenueListings({
    ...parts,
    logger: silentLogger,
    urls: {},
    sharedDir: null,
    told,
    onChange: () => undefined,
  })
  venues = new VenuesService({
    ...parts,
    logger: { info: (fields) => written.push(fields) },
    listings,
    feeds: { of: () => null },
    apply: () => listings.refresh(),
    now: () => systemClock.now(),
  })
})
afterAll(async () => {
  listings?.stop()
  await database?.stop()
  await container?.stop()
})

const statuses = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await readListings(database.db)).map(({ id, status }) => [id, status]))

it('switches the markets of a venue one by one, and begins with the first', async () => {
  await expect(venues.switch('TWOFOLD', { isOn: true, market: 'futures' }, ADMIN)).rejects.toThrow('switch it on first')
  const on = await venues.switch('TWOFOLD', { isOn: true }, ADMIN)
  expect(on.markets).toMatchObject([
    { id: 'spot', name: 'Spot', isOn: true },
    { id: 'futures', name: 'Futures', isOn: false },
  ])
  expect([on.listed, await statuses()]).toEqual([1, { [SPOT]: 'active' }])
  const both = await venues.switch('TWOFOLD', { isOn: true, market: 'futures' }, ADMIN)
  expect([both.listed, await statuses()]).toEqual([2, { [SPOT]: 'active', [FUTURE]: 'active' }])
  const futures = await venues.switch('TWOFOLD', { isOn: false, market: 'spot' }, ADMIN)
  expect(futures.markets.map(({ isOn }) => isOn)).toEqual([false, true])
  expect([listings.has(SPOT), listings.has(FUTURE)]).toEqual([false, true])
  expect(await statuses()).toEqual({ [SPOT]: 'data-only', [FUTURE]: 'active' })
  // The venue's own switch leaves them as they are.
  await venues.switch('TWOFOLD', { isOn: false }, ADMIN)
  expect(await statuses()).toEqual({ [SPOT]: 'data-only', [FUTURE]: 'data-only' })
  const again = await venues.switch('TWOFOLD', { isOn: true }, ADMIN)
  expect(again.markets.map(({ isOn }) => isOn)).toEqual([false, true])
  expect(await statuses()).toEqual({ [SPOT]: 'data-only', [FUTURE]: 'active' })
})

it('refuses a market that the venue does not have, and everybody but administrators', async () => {
  await expect(venues.switch('TWOFOLD', { isOn: true, market: 'options' }, ADMIN)).rejects.toThrow('Market not found')
  const user = { user: { ...ADMIN.user, isAdmin: false } } as unknown as Login
  for (const login of [user, null]) {
    const refused = venues.switch('TWOFOLD', { isOn: true, market: 'spot' }, login)
    await expect(refused).rejects.toMatchObject({ status: 403 })
  }
  expect((await venues.list(ADMIN))[0]?.markets.map(({ isOn }) => isOn)).toEqual([false, true])
})

it.each([
  { isOn: true, market: null },
  { isOn: true, market: '' },
  { isOn: true, market: 'x'.repeat(25) },
  { isOn: true, market: ['spot'] },
  { isOn: true, markets: ['spot'] },
  { market: 'spot' },
])('refuses %j before anything is asked', (body) => {
  expect(switchVenue.body.safeParse(body).success).toBe(false)
})

it('switches a market once when it is asked twice at once, and writes no more than that down', async () => {
  written.length = 0
  const twice = [1, 2].map(() => venues.switch('TWOFOLD', { isOn: true, market: 'spot' }, ADMIN))
  for (const { markets } of await Promise.all(twice)) expect(markets.map(({ isOn }) => isOn)).toEqual([true, true])
  expect(written).toEqual([{ venue: 'TWOFOLD', market: 'spot', isOn: true, user: ADMIN.user.id }])
  await venues.switch('TWOFOLD', { isOn: false, market: 'spot' }, ADMIN)
})

it('counts what needs each market', async () => {
  const { db } = database
  const [account] = await db.select().from(schema.tradingAccounts)
  const id = newId()
  await db.insert(schema.positions).values({
    id,
    accountId: account?.id ?? '',
    userId: ADMIN.user.id,
    brokerId: id,
    broker: 'TWOFOLD',
    instrumentId: FUTURE,
    direction: 'LONG',
    quantity: 1,
    openPrice: 50_000,
    openTime: new Date(0),
    status: 'OPEN',
  })
  const [venue] = await venues.list(ADMIN)
  expect([venue?.positions, venue?.markets.map(({ positions }) => positions)]).toEqual([1, [0, 1]])
})

import { newId, readListings, schema, silentLogger, startDatabase, type Database } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { systemClock, type VenueAdapter } from '@tradeloom/venues'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Login } from '../../platform/auth/login.ts'
import { ToldListings } from '../markets/told-listings.ts'
import { VenueListings } from '../markets/venue-listings.ts'
import { VenuesService } from './venues.service.ts'

const EURUSD = 'EURUSD:LOCKED'
const loginOf = (id: string, isAdmin = true) => ({ user: { id, username: id, isAdmin } }) as unknown as Login
const [ANN, BEN] = [newId(), newId()] as const

/** It shows its prices to an account alone. */
const ADAPTER: VenueAdapter = {
  id: 'LOCKED',
  displayName: 'Locked',
  needs: 'switch',
  markets: [{ id: 'margin', name: 'Margin', has: () => true }],
  addresses: {},
  openAccountFeed: () => {
    throw new Error('The server opens no keys')
  },
}

let container: TestDatabase
let database: Database
let told: ToldListings
let listings: VenueListings
let venues: VenuesService
beforeAll(async () => {
  container = await startTestDatabase()
  database = await startDatabase({ url: container.url, dataDir: '', logger: silentLogger })
})
afterAll(async () => {
  listings?.stop()
  await database?.stop()
  await container?.stop()
})
beforeEach(async () => {
  const { db } = database
  await container.pool.query('truncate users, venue_settings, instruments cascade')
  for (const id of [ANN, BEN]) {
    const person = { name: id, username: id, displayUsername: id.slice(-4), email: `${id}@example.com`, isAdmin: true }
    await db.insert(schema.users).values({ id, ...person })
  }
  listings?.stop()
  told = new ToldListings(db, () => systemClock.now())
  const parts = { db, adapters: [ADAPTER], isSimulated: true }
  const of = { urls: {}, sharedDir: null, told, onChange: () => undefined }
  listings = new VenueListings({ ...parts, ...of, logger: silentLogger })
  venues = new VenuesService({
    ...parts,
    logger: { info: () => undefined },
    listings,
    feeds: { of: () => null },
    apply: () => listings.refresh(),
    now: () => systemClock.now(),
  })
})

/** A connection with a sealed key. */
async function connect(userId: string, broker = 'LOCKED'): Promise<string> {
  const id = newId()
  const { db } = database
  await db.insert(schema.brokerConnections).values({ id, userId, type: 'practice', broker })
  const key = { connectionId: id, credentials: Buffer.from('a sealed box'), maskedKey: '…abcd' }
  await db.insert(schema.exchangeKeys).values(key)
  return id
}

const listed = [listInstrument(defineInstrument(EURUSD), { status: 'active', tradingOpen: true })]

it('gets no requests, and says why, until an administrator marks a connection of their own', async () => {
  await expect(venues.mark('LOCKED', await connect(ANN), loginOf(ANN))).rejects.toThrow('switch it on first')
  const on = await venues.switch('LOCKED', { isOn: true }, loginOf(ANN))
  expect(on).toMatchObject({ state: 'no-login', login: { connection: null }, listed: 0 })
  expect([listings.logins, listings.open]).toEqual([{}, []])
  const id = await connect(ANN)
  const marked = await venues.mark('LOCKED', id, loginOf(ANN))
  expect(marked.login).toEqual({ connection: { id, key: '…abcd', owner: ANN.slice(-4), problem: null } })
  const credentials = Buffer.from('a sealed box').toString('base64')
  expect(listings.logins).toEqual({ LOCKED: { connectionId: id, environment: 'practice', credentials } })
  expect(marked.state).toBe('unreachable')
  told.take({ kind: 'listed', venueId: 'LOCKED', listings: listed })
  await listings.refresh()
  expect((await venues.list(loginOf(ANN)))[0]).toMatchObject({ state: 'ready', listed: 1 })
  expect(listings.has(EURUSD)).toBe(true)
  const unmarked = await venues.mark('LOCKED', null, loginOf(ANN))
  expect([unmarked.state, listings.logins, listings.has(EURUSD)]).toEqual(['no-login', {}, false])
  expect((await readListings(database.db)).map(({ status }) => status)).toEqual(['data-only'])
})

it('passes on why it does not answer', async () => {
  await venues.switch('LOCKED', { isOn: true }, loginOf(ANN))
  await venues.mark('LOCKED', await connect(ANN), loginOf(ANN))
  told.take({ kind: 'unlisted', venueId: 'LOCKED', message: 'The key is refused' })
  await listings.refresh()
  const [venue] = await venues.list(loginOf(ANN))
  expect([venue?.state, venue?.problem?.message]).toEqual(['unreachable', 'The key is refused'])
})

it('can only be marked by an administrator, who owns the connection', async () => {
  await venues.switch('LOCKED', { isOn: true }, loginOf(ANN))
  const own = await connect(ANN)
  await expect(venues.mark('LOCKED', own, loginOf(ANN, false))).rejects.toMatchObject({ status: 403 })
  await expect(venues.mark('LOCKED', own, null)).rejects.toMatchObject({ status: 403 })
  await expect(venues.mark('LOCKED', own, loginOf(BEN))).rejects.toMatchObject({ status: 404 })
  await expect(venues.mark('LOCKED', await connect(ANN, 'OTHER'), loginOf(ANN))).rejects.toMatchObject({ status: 404 })
  await expect(venues.mark('LOCKED', newId(), loginOf(ANN))).rejects.toMatchObject({ status: 404 })
  await expect(venues.mark('NOWHERE', own, loginOf(ANN))).rejects.toMatchObject({ status: 404 })
  expect(listings.logins).toEqual({})
})

it('gives no prices any longer once the key is erased or refused, or its owner is not an administrator', async () => {
  const { pool } = container
  await venues.switch('LOCKED', { isOn: true }, loginOf(ANN))
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    'Its key was deleted': (id) => pool.query('delete from exchange_keys where connection_id = $1', [id]),
    'Its key is refused': (id) =>
      pool.query('update exchange_keys set refused_at = now() where connection_id = $1', [id]),
    'Its owner is no longer an administrator': () =>
      pool.query('update users set is_admin = false where id = $1', [ANN]),
  }
  for (const [problem, end] of Object.entries(ends)) {
    const id = await connect(ANN)
    await venues.mark('LOCKED', id, loginOf(ANN))
    expect(Object.keys(listings.logins)).toEqual(['LOCKED'])
    await end(id)
    await listings.refresh()
    expect([problem, listings.logins]).toEqual([problem, {}])
    const [venue] = await venues.list(loginOf(BEN))
    expect(venue).toMatchObject({ state: 'no-login', login: { connection: { id, problem } } })
  }
  await pool.query('delete from broker_connections')
  expect((await venues.list(loginOf(BEN)))[0]?.login).toEqual({ connection: null })
})

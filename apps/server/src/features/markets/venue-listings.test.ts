import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readListings, schema, startDatabase, silentLogger, type Database } from '@tradeloom/database'
import { defineInstrument, type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { ADAPTERS, type MarketFeed, type VenueAdapter, type VenueContext } from '@tradeloom/venues'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ToldListings } from './told-listings.ts'
import { VenueListings } from './venue-listings.ts'

let container: TestDatabase
let database: Database
beforeAll(async () => {
  container = await startTestDatabase()
  database = await startDatabase({ url: container.url, dataDir: '', logger: silentLogger })
})
afterAll(async () => {
  await database.stop()
  await container.stop()
})
const started: VenueListings[] = []
beforeEach(async () => {
  await database.db.delete(schema.venueSettings)
  await database.db.delete(schema.instruments)
})
afterEach(() => {
  for (const one of started.splice(0)) one.stop()
})

const listed = (id: string): ListedInstrument =>
  listInstrument(defineInstrument(id.replace('.P', ''), { id, symbol: id.replace(/:.*/, '') }), { status: 'active' })

const isFuture = (instrumentId: string): boolean => instrumentId.includes('.P:')
const MARKETS: VenueAdapter['markets'] = [
  { id: 'spot', name: 'Spot', has: (id) => !isFuture(id) },
  { id: 'futures', name: 'Futures', has: isFuture },
]

/** A venue that notes who opens and asks it, and answers as told. */
function venue(id: string, needs: VenueAdapter['needs'], answer: { ids: readonly string[] | null }) {
  const opened: VenueContext['urls'][] = []
  const counts = { asked: 0, closed: 0 }
  const asked: (readonly string[] | undefined)[] = []
  const feed = {
    instruments: async (markets?: readonly string[]) => {
      counts.asked++
      asked.push(markets)
      if (answer.ids === null) throw new Error('HTTP 503')
      return answer.ids.map(listed)
    },
    close: () => void counts.closed++,
  } as unknown as MarketFeed
  const openFeed = ({ urls }: VenueContext): MarketFeed => {
    opened.push(urls)
    return feed
  }
  const adapter: VenueAdapter = { id, displayName: id, needs, markets: MARKETS, addresses: {}, openFeed }
  return { adapter, opened, counts, asked }
}

async function start(adapters: readonly VenueAdapter[], urls = {}): Promise<VenueListings> {
  const { db } = database
  const listings = new VenueListings({
    db,
    logger: { warn: () => {} },
    adapters,
    isSimulated: true,
    urls,
    sharedDir: null,
    onChange: () => {},
    told: new ToldListings(db, () => Date.now()),
  })
  started.push(listings)
  await listings.start()
  return listings
}

const set = (venueId: string, values: Partial<typeof schema.venueSettings.$inferInsert>): Promise<unknown> =>
  database.db
    .insert(schema.venueSettings)
    .values({ venueId, ...values })
    .onConflictDoUpdate({ target: schema.venueSettings.venueId, set: values })

const statuses = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await readListings(database.db)).map(({ id, status }) => [id, status]))

it('neither opens nor asks a venue that needs a switch and has not been switched on', async () => {
  const binance = venue('BINANCE', 'switch', { ids: ['BTCUSDT:BINANCE'] })
  const simulated = venue('SIM', 'nothing', { ids: ['EURUSD:SIM'] })
  const listings = await start([binance.adapter, simulated.adapter])
  await set('BINANCE', { isOn: false })
  await listings.refresh()
  expect([binance.opened, binance.counts.asked]).toEqual([[], 0])
  expect(['EURUSD:SIM', 'BTCUSDT:BINANCE'].map((id) => listings.has(id))).toEqual([true, false])
})

it('lists a venue from when it is switched on until it is switched off, at the addresses of its settings', async () => {
  const binance = venue('BINANCE', 'switch', { ids: ['BTCUSDT:BINANCE'] })
  const listings = await start([binance.adapter], { BINANCE: { rest: 'http://one', streams: 'ws://one' } })
  await set('BINANCE', { isOn: true, addresses: { rest: 'http://two' } })
  await listings.refresh()
  const urls = { rest: 'http://two', streams: 'ws://one' }
  expect([binance.opened, listings.urls, listings.has('BTCUSDT:BINANCE')]).toEqual([[urls], { BINANCE: urls }, true])
  await set('BINANCE', { isOn: true, addresses: {} })
  await listings.refresh()
  expect([binance.opened.length, binance.counts.closed]).toEqual([2, 1])
  await set('BINANCE', { isOn: false })
  await listings.refresh()
  expect([binance.counts, listings.urls, listings.has('BTCUSDT:BINANCE')]).toEqual([{ asked: 2, closed: 2 }, {}, false])
  expect(await statuses()).toEqual({ 'BTCUSDT:BINANCE': 'data-only' })
})

it('lists the markets of a venue that are on, asks no other ones, and keeps their streams while one is switched', async () => {
  const [spot, future] = ['BTCUSDT:BINANCE', 'BTCUSDT.P:BINANCE']
  // It answers with everything, whatever it is asked.
  const binance = venue('BINANCE', 'switch', { ids: [spot, future] })
  await set('BINANCE', { isOn: true })
  const listings = await start([binance.adapter])
  const has = (): boolean[] => [spot, future].map((id) => listings.has(id))
  expect([binance.asked, has(), listings.stateOf('BINANCE')?.listed]).toEqual([[['spot']], [true, false], 1])
  expect(await statuses()).toEqual({ [spot]: 'active' })
  await set('BINANCE', { markets: ['spot', 'futures'] })
  await listings.refresh()
  expect([binance.asked.at(-1), has()]).toEqual([
    ['spot', 'futures'],
    [true, true],
  ])
  expect(await statuses()).toEqual({ [spot]: 'active', [future]: 'active' })
  await set('BINANCE', { markets: ['futures'] })
  await listings.apply()
  expect(has()).toEqual([false, true])
  await listings.refresh()
  expect(await statuses()).toEqual({ [spot]: 'data-only', [future]: 'active' })
  await set('BINANCE', { markets: [] })
  await listings.refresh()
  expect([has(), binance.opened.length, binance.counts.closed]).toEqual([[false, false], 1, 1])
})

it('keeps the listing of a venue that does not answer, which delays no other one', async () => {
  const answer: { ids: string[] | null } = { ids: null }
  const binance = venue('BINANCE', 'switch', answer)
  const simulated = venue('SIM', 'nothing', { ids: ['EURUSD:SIM'] })
  await set('BINANCE', { isOn: true })
  const listings = await start([binance.adapter, simulated.adapter])
  expect(listings.has('EURUSD:SIM')).toBe(true)
  answer.ids = ['BTCUSDT:BINANCE', 'ETHUSDT:BINANCE']
  await listings.refresh()
  answer.ids = null
  await listings.refresh()
  expect(listings.has('BTCUSDT:BINANCE')).toBe(true)
  answer.ids = ['BTCUSDT:BINANCE']
  await listings.refresh()
  expect(await statuses()).toEqual({
    'BTCUSDT:BINANCE': 'active',
    'ETHUSDT:BINANCE': 'delisted',
    'EURUSD:SIM': 'active',
  })
})

it('opens no connection to a real venue before it is switched on', async () => {
  const requests: (string | undefined)[] = []
  const counter = createServer((request, response) => {
    requests.push(request.url?.split('?')[0])
    response.end('{"symbols":[]}')
  })
  let connections = 0
  counter.on('connection', () => connections++)
  counter.listen(0, '127.0.0.1')
  await once(counter, 'listening')
  const address = `127.0.0.1:${(counter.address() as AddressInfo).port}`
  const urls = { rest: `http://${address}`, streams: `ws://${address}`, wsApi: `ws://${address}` }
  const switched = ADAPTERS.filter(({ needs }) => needs === 'switch').map(({ id }) => id)
  const listings = await start(ADAPTERS, Object.fromEntries(switched.map((id) => [id, urls])))
  await listings.refresh()
  expect([switched, connections]).toEqual([['BINANCE', 'BITFINEX', 'OANDA'], 0])
  await set('BINANCE', { isOn: true })
  await listings.refresh()
  expect(requests).toEqual(['/api/v3/exchangeInfo'])
  counter.closeAllConnections()
  counter.close()
})

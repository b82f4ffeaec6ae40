import { newId, putListings, schema } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cachedTerms } from '../../trading-core/prices/cached-terms.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'
import { AccountProcesses } from './account-processes.ts'
import { AccountsService } from './accounts.service.ts'
import { TradingRepository } from './trading.repository.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const [BNB, BTC, EUR] = ['BNBUSDT:BINANCE', 'BTCUSDT:BINANCE', 'EURUSD:OANDA'] as const
const LISTINGS = [BNB, BTC, EUR].map((id) => listInstrument(defineInstrument(id), { status: 'active' }))

let database: TestDatabase
let userId: string
/** Bid and ask by market, and how long ago they were heard. */
let prices: Map<string, { readonly bid: number; readonly ask: number; readonly age: number }>
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

beforeEach(async () => {
  await database.pool.query('truncate users, instruments cascade')
  userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await database.db.insert(schema.users).values({ id: userId, ...person })
  await putListings(database.db, LISTINGS)
  prices = new Map([
    [BNB, { bid: 599, ask: 601, age: 2_000 }],
    [EUR, { bid: 1.08, ask: 1.1, age: 4_000 }],
  ])
})

/** An account at a venue with what it has of each currency. */
async function account(venue: string, currency: string, wallets: Readonly<Record<string, number>>) {
  const { db } = database
  const [id, connectionId] = [newId(), newId()]
  await db.insert(schema.brokerConnections).values({ id: connectionId, userId, broker: venue, type: 'live' })
  const of = { userId, connectionId, venue, accountNo: id, currency, model: 'netting', initialBalance: 0 } as const
  await db.insert(schema.tradingAccounts).values({ id, ...of, balance: 1_000 })
  await db.insert(schema.accountControl).values({ accountId: id })
  for (const [of, total] of Object.entries(wallets))
    await db
      .insert(schema.venueBalances)
      .values({ accountId: id, currency: of, total, available: total / 2, changedAt: new Date(NOW) })
  return id
}

function service(): AccountsService {
  const { db } = database
  const row = (id: string) => {
    const price = prices.get(id)
    return price && { sequence: 0, time: NOW, receivedAt: NOW - price.age, flags: 0, ...price }
  }
  const ticks = {
    last: async (id: string) => row(id) ?? null,
    heardAt: async (id: string) => row(id)?.receivedAt ?? null,
    read: async () => [],
    sequenceAt: async () => 0,
  }
  const now = (): number => NOW
  const valuation = new Valuation({ ticks, listings: async () => LISTINGS, now, termsOf: cachedTerms(db, now) })
  const paper = { isConnected: true, ensure: async () => true, onStatus: () => undefined }
  const venues = { isConnected: () => true, isStartingAgain: () => false, ensure: async () => true }
  const guard = {
    onChange: () => undefined,
    warningsOf: () => [],
    isWatching: () => true,
    ensure: async () => true,
    look: () => undefined,
  }
  const processes = new AccountProcesses(paper, venues, guard)
  const repository = new TradingRepository(db)
  return new AccountsService({
    db,
    repository,
    valuation,
    processes,
    rightsOf: async () => ({ exchangeConnections: 9 }),
    now,
  })
}

it('has a wallet for each currency, with the rate that is named and its age', async () => {
  const id = await account('BINANCE', 'USDT', { USDT: 1_000, BNB: 2, BTC: 0.5, XYZ: 7, DUST: 0 })
  const { wallets, usdValue, usdConversion } = await service().get(id, userId)
  expect(wallets).toEqual([
    { currency: 'USDT', total: 1_000, available: 500, conversion: { instrumentId: null, rate: 1, age: null } },
    // No instrument trades both.
    { currency: 'XYZ', total: 7, available: 3.5, conversion: null },
    { currency: 'BNB', total: 2, available: 1, conversion: { instrumentId: BNB, rate: 600, age: 2_000 } },
    // There is one, without a price.
    { currency: 'BTC', total: 0.5, available: 0.25, conversion: { instrumentId: BTC, rate: null, age: null } },
  ])
  expect([usdValue, usdConversion]).toEqual([1_000, { instrumentId: null, rate: 1, age: null }])
})

it('has no wallets where one currency is all there is, and its value in dollars by the market of its broker', async () => {
  const id = await account('OANDA', 'EUR', { EUR: 1_000 })
  const { wallets, usdValue, usdConversion } = await service().get(id, userId)
  expect(wallets).toEqual([])
  expect(usdValue).toBeCloseTo(1_090, 6)
  expect(usdConversion).toEqual({ instrumentId: EUR, rate: expect.closeTo(1.09, 9), age: 4_000 })
  prices.delete(EUR)
  expect(await service().get(id, userId)).toMatchObject({ usdValue: null, usdConversion: { rate: null } })
  const strange = await account('OANDA', 'ZZZ', { ZZZ: 1 })
  expect(await service().get(strange, userId)).toMatchObject({ usdValue: null, usdConversion: null })
})

it('says at which leverage and margin contracts are traded, where its owner has chosen them', async () => {
  const id = await account('BINANCE', 'USDT', { USDT: 1_000 })
  const terms = { instrumentId: 'BTCUSDT.P:BINANCE', leverage: 50, isIsolated: true }
  await database.db.insert(schema.contractTerms).values({ accountId: id, ...terms })
  expect((await service().get(id, userId)).contractTerms).toEqual([terms])
})

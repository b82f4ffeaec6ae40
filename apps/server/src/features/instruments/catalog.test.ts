import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let user: HttpClient
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  user = await signUp(server.url, 'trader')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const BITMEX = listInstrument(defineInstrument('XBTUSD:BITMEX'), {
  status: 'active',
  contract: 'inverse',
  positionCurrency: 'USD',
  marginRatios: { XBT: 0.01 },
  quoteStep: 0.5,
  minNotional: 100,
})

describe('GET of instruments', () => {
  it('has what a venue lists although no prices of it are stored, for visitors and users', async () => {
    await putListings(database.db, [BITMEX])
    for (const [client, path] of [
      [new HttpClient(server.url), '/public-api/instruments/USD'],
      [user, '/api/instruments'],
    ] as const) {
      const { status, json } = await client.get(path)
      expect(status).toBe(200)
      expect(json.find(({ id }: { id: string }) => id === BITMEX.id)).toMatchObject({
        displaySymbol: 'BTC/USD',
        exchangeName: 'BitMEX',
        positionCurrency: 'USD',
        contract: 'inverse',
        marginRatios: { XBT: 0.01 },
        pipPrecision: 2,
        quoteStep: 0.5,
        minNotional: 100,
        dealtPrecision: null,
        quotePrecision: null,
        hasDepth: true,
        status: 'active',
        // Crypto markets never close.
        tradingOpen: true,
        series: [],
      })
    }
  })

  it('has no bars of a listed instrument until there is a price, and finds no unlisted one', async () => {
    await putListings(database.db, [BITMEX])
    const bars = (id: string) =>
      new HttpClient(server.url).get(
        `/public-api/historical-prices?instrumentId=${id}&interval=M15&start=2026-01-01T00:00:00.000Z&end=2026-01-02T00:00:00.000Z`,
      )
    expect(await bars(BITMEX.id)).toMatchObject({ status: 200, json: { rows: [], more: false } })
    expect((await bars('BTCUSD:NOWHERE')).status).toBe(404)
  })

  it('replaces what a venue stated before, and keeps what others list', async () => {
    const other = listInstrument(defineInstrument('EURUSD:OANDA'), { status: 'active', marginRatios: { EUR: 0.0333 } })
    await putListings(database.db, [BITMEX, other])
    await putListings(database.db, [{ ...BITMEX, status: 'halted' }])
    const { json } = await user.get('/api/instruments')
    const found = (id: string) => json.find((one: { id: string }) => one.id === id)
    expect(found(BITMEX.id)).toMatchObject({ status: 'halted', tradingOpen: false })
    expect(found(other.id)).toMatchObject({ status: 'active', marginRatios: { EUR: 0.0333 }, hasDepth: false })
  })

  it('has no status but data-only for an instrument that only has stored prices', async () => {
    const { json } = await user.get('/api/instruments')
    const found = json.find(({ id }: { id: string }) => id === TEST_MARKET.id)
    expect(found).toMatchObject({ status: 'data-only', tradingOpen: false, pipPrecision: 4 })
    expect(found.quotePrecision).toBeGreaterThanOrEqual(4)
    expect(found.series).not.toEqual([])
  })
})

import { verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument, type ListedInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { LabClock, startBinanceLab, startBitfinexLab, startOandaLab, startUsdmLab } from '@tradeloom/venue-lab'
import type { VenueAddresses } from '@tradeloom/venues'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { KeyDesk } from './key-desk.fixture.ts'

const KEY = { apiKey: 'a key that later versions take', secret: 'a secret that they take' }
const LOGIN = { apiKey: KEY.apiKey, apiSecret: KEY.secret }
const SPOT_AND_NETTING = { status: 'active', tradingOpen: true, accounts: ['spot', 'netting'] } as const
const UNKNOWN = [
  { when: { request: '*', times: 100_000 }, do: 'unknownFields' },
  { when: { message: '*', times: 100_000 }, do: 'unknownFields' },
] as const

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

interface Venue {
  readonly venueId: string
  readonly accountNo: string
  readonly type: 'live' | 'practice'
  readonly login: { readonly apiKey: string; readonly apiSecret?: string }
  readonly listing: ListedInstrument
  readonly quantity: number
  readonly price: number
  readonly urls: VenueAddresses
  readonly faults: { readonly happened: readonly unknown[] }
  readonly stop: () => Promise<unknown>
}

const VENUES: Readonly<Record<string, () => Promise<Venue>>> = {
  'Binance spot': async () => {
    const clock = new LabClock(Date.now())
    const lab = await startBinanceLab({ clock, accounts: [{ ...KEY, balances: { USDT: '100000' } }], faults: UNKNOWN })
    clock.run(1)
    lab.markets.quote('BTCUSDT', { bid: '60000', ask: '60000.1', quantity: '50' })
    const { rest, streams, wsApi } = lab
    return {
      venueId: 'BINANCE',
      accountNo: '354937868',
      type: 'live',
      login: LOGIN,
      listing: listInstrument(defineInstrument('BTCUSDT:BINANCE'), SPOT_AND_NETTING),
      quantity: 0.3,
      price: 60_000,
      urls: { rest, streams, wsApi },
      faults: lab.faults,
      stop: () => lab.stop(),
    }
  },
  'Binance USD-M': async () => {
    const clock = new LabClock(Date.now())
    const rights = { enableFutures: true }
    const spot = await startBinanceLab({ clock, accounts: [{ ...KEY, rights }], faults: UNKNOWN })
    const lab = await startUsdmLab({ clock, accounts: [{ ...KEY, balances: { USDT: '100000' } }], faults: UNKNOWN })
    clock.run(1)
    lab.markets.quote('BTCUSDT', { bid: '60000.0', ask: '60000.1', quantity: '50' })
    const { rest, streams, wsApi } = spot
    const of = { precision: 1, lotSize: 0.001, minQuantity: 0.001, maxQuantity: 1_000, marginRate: 0.05 }
    return {
      venueId: 'BINANCE',
      accountNo: '354937868-usdm',
      type: 'live',
      login: LOGIN,
      listing: listInstrument(defineInstrument('BTCUSDT.P:BINANCE', of), {
        status: 'active',
        tradingOpen: true,
        quoteStep: 0.1,
        minNotional: 5,
        accounts: ['netting', 'hedging'],
      }),
      quantity: 0.3,
      price: 60_000,
      urls: { rest, streams, wsApi, futuresRest: lab.rest, futuresStreams: lab.streams },
      faults: lab.faults,
      stop: () => Promise.all([spot.stop(), lab.stop()]),
    }
  },
  OANDA: async () => {
    const clock = new LabClock(Date.now())
    const accounts = [{ id: '101-004-7-001' }]
    const lab = await startOandaLab({ clock, token: KEY.apiKey, accounts, faults: UNKNOWN })
    clock.run(1)
    lab.setTradeable('EUR_USD', true)
    lab.quote('EUR_USD', '1.08000', '1.08012')
    return {
      venueId: 'OANDA',
      accountNo: '101-004-7-001',
      type: 'practice',
      login: { apiKey: KEY.apiKey },
      listing: listInstrument(defineInstrument('EURUSD:OANDA'), { status: 'active', tradingOpen: true }),
      quantity: 1_000,
      price: 1.08,
      urls: { practiceRest: lab.rest, practiceStreams: lab.streams },
      faults: lab.faults,
      stop: () => lab.stop(),
    }
  },
  Bitfinex: async () => {
    const clock = new LabClock(Date.now())
    const wallets = { exchange: { USD: '50000' }, margin: { USD: '100000' } }
    const lab = await startBitfinexLab({ clock, accounts: [{ ...KEY, ...wallets }], faults: UNKNOWN })
    clock.run(1)
    lab.markets.quote('tBTCUSD', { bid: 60_000, ask: 60_001, amount: 50 })
    const { rest, streams, authenticated } = lab
    const of = { precision: 0, pipSize: 1, lotSize: 1e-8, minQuantity: 0.00002, maxQuantity: 2_000 }
    return {
      venueId: 'BITFINEX',
      accountNo: '269499-margin',
      type: 'live',
      login: LOGIN,
      listing: listInstrument(defineInstrument('BTCUSD:BITFINEX', of), { ...SPOT_AND_NETTING, quoteStep: 1 }),
      quantity: 0.3,
      price: 60_000,
      urls: { rest, publicRest: rest, publicStreams: streams, streams: authenticated },
      faults: lab.faults,
      stop: () => lab.stop(),
    }
  },
}

it.each(Object.entries(VENUES))(
  'fields, values and elements that %s has added since do not change what is traded',
  async (_, start) => {
    const { venueId, accountNo, type, login, faults, listing, quantity, price, urls, stop } = await start()
    const desk = await KeyDesk.open({ database, venueId, listings: [listing], urls: () => urls })
    onTestFinished(async () => {
      await desk.close()
      await stop()
    })
    desk.ticks.keep(price)
    const added = await desk.connect({ type, ...login })
    expect(added.connectionError).toBeNull()
    await expect.poll(() => desk.statusOf(added.id)).toBe(true)
    const accountId = await desk.accountOf(accountNo)
    const order = { ...MARKET_BUY, instrumentId: listing.id, quantity, stopLoss: price * 0.95 }
    await desk.send(accountId, order)
    await expect.poll(() => desk.open(accountId)).toMatchObject([{ direction: 'LONG' }])
    const stops = (): Promise<unknown[]> =>
      desk.rows(
        `select status from venue_orders where account_id = $1 and status = 'NEW' and (stop_price is not null or type like 'STOP%')`,
        [accountId],
      )
    await expect.poll(stops).toHaveLength(1)
    const [position] = await desk.open(accountId)
    await desk.send(accountId, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: position?.quantity ?? 0 })
    await expect.poll(() => desk.open(accountId)).toEqual([])
    await expect.poll(stops).toEqual([])
    const [control] = await desk.rows('select level from account_control where account_id = $1', [accountId])
    expect(control).toEqual({ level: 'ACTIVE' })
    expect(await verifyAccount(database.db, accountId)).toEqual([])
    expect(faults.happened.length).toBeGreaterThan(10)
  },
)

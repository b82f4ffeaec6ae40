import { verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type BitfinexLab, LabClock, type OandaLab, startBitfinexLab, startOandaLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { KeyDesk } from './key-desk.fixture.ts'

const EURUSD = 'EURUSD:OANDA'
const BTC = 'BTCUSD:BITFINEX'
const TOKEN = 'a practice token of bad luck'
const [NETTING, HEDGING] = ['101-004-7-001', '101-004-7-002'] as const
const FIRST = { apiKey: 'a key of the first one', apiSecret: 'a secret of the first one' }
const SECOND = { apiKey: 'a key of the second one', apiSecret: 'a secret of the second one' }

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

async function atOanda(accounts: NonNullable<Parameters<typeof startOandaLab>[0]>['accounts']) {
  const lab = await startOandaLab({ clock: new LabClock(Date.now()), token: TOKEN, ...(accounts ? { accounts } : {}) })
  lab.clock.run(1)
  // Whatever day it is.
  lab.setTradeable('EUR_USD', true)
  lab.quote('EUR_USD', '1.08000', '1.08012')
  const urls = { practiceRest: lab.rest, practiceStreams: lab.streams }
  const listings = [listInstrument(defineInstrument(EURUSD), { status: 'active', tradingOpen: true })] as const
  const desk = await KeyDesk.open({ database, venueId: 'OANDA', listings, urls: () => urls })
  onTestFinished(async () => {
    await desk.close()
    await lab.stop()
  })
  desk.ticks.keep(1.08)
  return { lab, desk }
}

/** Two users of Bitfinex, such as sub-accounts of one. */
async function atBitfinex() {
  const login = ({ apiKey, apiSecret: secret }: typeof FIRST) => ({ apiKey, secret })
  const lab = await startBitfinexLab({
    clock: new LabClock(Date.now()),
    accounts: [
      { ...login(FIRST), exchange: { USD: '50000' }, margin: { USD: '100000' } },
      { ...login(SECOND), userId: 269_500, margin: { USD: '700' } },
    ],
  })
  lab.clock.run(1)
  lab.markets.quote('tBTCUSD', { bid: 60_000, ask: 60_001, amount: 50 })
  const { rest, streams, authenticated } = lab
  const urls = { rest, publicRest: rest, publicStreams: streams, streams: authenticated }
  const terms = { precision: 0, pipSize: 1, lotSize: 1e-8, minQuantity: 0.00002, maxQuantity: 2_000 }
  const listing = listInstrument(defineInstrument(BTC, terms), {
    status: 'active',
    tradingOpen: true,
    quoteStep: 1,
    accounts: ['spot', 'netting'],
  })
  const desk = await KeyDesk.open({ database, venueId: 'BITFINEX', listings: [listing], urls: () => urls })
  onTestFinished(async () => {
    await desk.close()
    await lab.stop()
  })
  desk.ticks.keep(60_000)
  return { lab, desk }
}

async function connected(desk: KeyDesk, key: Parameters<KeyDesk['connect']>[0]): Promise<void> {
  const added = await desk.connect(key)
  expect(added.connectionError).toBeNull()
  await expect.poll(() => desk.statusOf(added.id)).toBe(true)
}

const errors = (desk: KeyDesk) =>
  desk.rows<{ connection_error: string }>(
    'select connection_error from broker_connections where connection_error is not null',
  )
const control = async (desk: KeyDesk, accountId: string) =>
  (
    await desk.rows<{ level: string; reason: string | null }>(
      'select level, reason from account_control where account_id = $1',
      [accountId],
    )
  )[0]

/** Connections that are open end, so that the accounts are compared with the venue at once. */
function cut(lab: OandaLab | BitfinexLab, connection: 'transactions' | 'authenticated'): void {
  lab.faults.add({ when: { connection, time: lab.clock.now() + 1 }, do: 'close' })
}

describe('at OANDA', () => {
  const order = { ...MARKET_BUY, instrumentId: EURUSD, quantity: 1_000, stopLoss: 1.07 }
  /** A level of the trade, or an order that can only reduce. */
  const stops = (lab: OandaLab, accountNo: string) =>
    lab
      .account(accountNo)
      .pendingOrders()
      .map(({ fields }) => fields.price)

  it('a key that opens accounts of MetaTrader alone is refused, and says why', async () => {
    const { desk } = await atOanda([{ id: '101-004-7-003', mt4AccountID: 1 }])
    const added = await desk.connect({ type: 'practice', apiKey: TOKEN })
    expect(added).toMatchObject({ connected: false, isRefused: true })
    expect(added.connectionError).toContain('linked to MetaTrader 4')
    expect(await desk.rows(`select id from trading_accounts where venue = 'OANDA'`)).toEqual([])
  })

  it('an account that is set to another mode while it trades opens nothing, and its stop stays', async () => {
    const { lab, desk } = await atOanda([{ id: NETTING }])
    await connected(desk, { type: 'practice', apiKey: TOKEN })
    const accountId = await desk.accountOf(NETTING)
    await desk.send(accountId, order)
    await expect.poll(() => stops(lab, NETTING)).toEqual(['1.07000'])
    lab.account(NETTING).isHedging = true
    cut(lab, 'transactions')
    await expect.poll(() => control(desk, accountId)).toMatchObject({ level: 'NO_NEW' })
    expect((await control(desk, accountId))?.reason).toContain('set to another position mode at OANDA')
    expect(await desk.open(accountId)).toMatchObject([{ direction: 'LONG', quantity: 1_000 }])
    await expect.poll(() => stops(lab, NETTING)).toEqual(['1.07000'])
    expect(await verifyAccount(database.db, accountId)).toEqual([])
  })

  it('an account whose answers lack what is needed stops and says so, and the other one goes on', async () => {
    const { lab, desk } = await atOanda([{ id: NETTING }, { id: HEDGING, hedging: true }])
    await connected(desk, { type: 'practice', apiKey: TOKEN })
    const [netting, hedging] = [await desk.accountOf(NETTING), await desk.accountOf(HEDGING)]
    for (const accountId of [netting, hedging]) await desk.send(accountId, order)
    await expect.poll(() => [stops(lab, NETTING), stops(lab, HEDGING)]).toEqual([['1.07000'], ['1.07000']])
    // No field without a value is written.
    Object.assign(lab.account(NETTING), { currency: undefined })
    cut(lab, 'transactions')
    const reason = 'OANDA answers in a way that this version does not understand'
    await expect.poll(() => errors(desk)).toEqual([{ connection_error: reason }])
    const [position] = await desk.open(hedging)
    await desk.send(hedging, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 1_000 })
    await expect.poll(() => desk.open(hedging)).toEqual([])
    expect(await desk.open(netting)).toMatchObject([{ quantity: 1_000 }])
    expect(stops(lab, NETTING)).toContain('1.07000')
    Object.assign(lab.account(NETTING), { currency: 'USD' })
    await expect.poll(() => errors(desk)).toEqual([])
  })
})

describe('at Bitfinex', () => {
  it('keys of sub-accounts open their own accounts, and a second key of one of them is refused', async () => {
    const { lab, desk } = await atBitfinex()
    for (const key of [FIRST, SECOND]) await connected(desk, { type: 'live', ...key })
    const accounts = await desk.rows(
      `select account_no, balance from trading_accounts where venue = 'BITFINEX' order by account_no`,
    )
    expect(accounts).toEqual([
      { account_no: '269499', balance: 50_000 },
      { account_no: '269499-margin', balance: 100_000 },
      { account_no: '269500', balance: 0 },
      { account_no: '269500-margin', balance: 700 },
    ])
    const order = { ...MARKET_BUY, instrumentId: BTC, quantity: 0.3 }
    const accountId = await desk.accountOf('269499-margin')
    await desk.send(accountId, order)
    await expect.poll(() => desk.open(accountId)).toMatchObject([{ quantity: 0.3 }])
    expect(lab.accounts.map(({ orders }) => orders.length)).toEqual([1, 0])
    Object.assign(lab.accounts[1] ?? {}, { userId: 269_499 })
    await desk.rows(`update broker_connections set deleted_at = now() where id in
      (select connection_id from trading_accounts where account_no = '269500')`)
    const again = await desk.connect({ type: 'live', ...SECOND })
    expect(again.connectionError).toBe('This account is connected already, with another key')
  })

  it('an account whose answers lack what is needed stops and says so, and the other wallet goes on', async () => {
    const { lab, desk } = await atBitfinex()
    await connected(desk, { type: 'live', ...FIRST })
    const [exchange, margin] = [await desk.accountOf('269499'), await desk.accountOf('269499-margin')]
    const order = { ...MARKET_BUY, instrumentId: BTC, quantity: 0.3, stopLoss: 59_000 }
    for (const accountId of [exchange, margin]) await desk.send(accountId, order)
    const [own] = lab.accounts
    if (!own) throw new Error('The stand-in has no account')
    const stops = () => own.orders.filter(({ isOpen, type }) => isOpen && type.endsWith('STOP')).length
    await expect.poll(stops).toBe(2)
    Object.assign(own, { walletRows: () => [['margin', 'USD']] })
    cut(lab, 'authenticated')
    const reason = 'Bitfinex answers in a way that this version does not understand'
    await expect.poll(() => errors(desk)).toEqual([{ connection_error: reason }])
    expect(await desk.open(margin)).toMatchObject([{ quantity: 0.3 }])
    expect(stops()).toBe(2)
    Reflect.deleteProperty(own, 'walletRows')
    cut(lab, 'authenticated')
    await expect.poll(() => errors(desk)).toEqual([])
    const [position] = await desk.open(margin)
    await desk.send(margin, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 0.3 })
    await expect.poll(() => desk.open(margin)).toEqual([])
  })
})

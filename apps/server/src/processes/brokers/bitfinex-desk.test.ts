import { verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { PlacePayload } from '@tradeloom/trading'
import { type BitfinexLab, LabClock, startBitfinexLab, toUnits } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { KeyDesk } from './key-desk.fixture.ts'

const BTC = 'BTCUSD:BITFINEX'
const SYMBOL = 'tBTCUSD'
const KEY = { apiKey: 'a key of the desk of Bitfinex', apiSecret: 'a secret of that desk' }
const [EXCHANGE, MARGIN] = ['269499', '269499-margin'] as const
const LISTINGS = [
  listInstrument(
    defineInstrument(BTC, { precision: 0, pipSize: 1, lotSize: 1e-8, minQuantity: 0.00002, maxQuantity: 2_000 }),
    { status: 'active', tradingOpen: true, quoteStep: 1, accounts: ['spot', 'netting'] },
  ),
] as const

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

let lab: BitfinexLab
let desk: KeyDesk

beforeEach(async () => {
  const clock = new LabClock(Date.now())
  const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
  lab = await startBitfinexLab({
    clock,
    accounts: [{ ...login, exchange: { USD: '50000' }, margin: { USD: '100000', LEO: '500' } }],
  })
  clock.run(1)
  const { rest, streams, authenticated } = lab
  const urls = { rest, publicRest: rest, publicStreams: streams, streams: authenticated }
  desk = await KeyDesk.open({ database, venueId: 'BITFINEX', listings: LISTINGS, urls: () => urls })
  quote(60_000)
})
afterEach(async () => {
  await desk.close()
  await lab.stop()
})

const own = () => {
  const [account] = lab.accounts
  if (!account) throw new Error('The stand-in has no account')
  return account
}

/** Bid and last price, with the ask above it. */
function quote(price: number): void {
  lab.markets.quote(SYMBOL, { bid: price, ask: price + 1, amount: 50 })
  lab.markets.trade(SYMBOL, price)
  desk.ticks.keep(price)
}

const ORDER: PlacePayload = {
  kind: 'PLACE',
  instrumentId: BTC,
  type: 'MARKET',
  side: 'BUY',
  quantity: 0.3,
  limitPrice: null,
  stopPrice: null,
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
}

async function connected(accountNo: string): Promise<string> {
  const added = await desk.connect({ type: 'live', ...KEY })
  expect(added.connectionError).toBeNull()
  await expect.poll(() => desk.statusOf(added.id)).toBe(true)
  return desk.accountOf(accountNo)
}

const balanceOf = async (accountId: string) =>
  (await desk.rows<{ balance: number }>('select balance from trading_accounts where id = $1', [accountId]))[0]?.balance
const levelOf = async (accountId: string) =>
  (await desk.rows<{ level: string }>('select level from account_control where account_id = $1', [accountId]))[0]?.level
const working = () => own().orders.filter(({ isOpen }) => isOpen)

it('one key opens both wallets, and a position of each has its stop and its target at the venue', async () => {
  for (const accountNo of [EXCHANGE, MARGIN]) {
    const accountId = await connected(accountNo)
    const before = own().orders.length
    await desk.send(accountId, { ...ORDER, stopLoss: 59_000, takeProfit: 62_000 })
    await expect.poll(() => desk.open(accountId)).toMatchObject([{ direction: 'LONG', open_price: 60_001 }])
    const words = accountNo === EXCHANGE ? ['EXCHANGE LIMIT', 'EXCHANGE STOP'] : ['LIMIT', 'STOP']
    await expect.poll(() => working().map(({ type }) => type)).toEqual(words)
    const [position] = await desk.open(accountId)
    await desk.send(accountId, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: position?.quantity ?? 0 })
    await expect.poll(() => desk.open(accountId)).toEqual([])
    // The order, the pair, and what closes: nothing was sent twice, and nothing to the other wallet.
    const sent = own().orders.slice(before)
    expect(sent.map(({ type }) => type.startsWith('EXCHANGE'))).toEqual(sent.map(() => accountNo === EXCHANGE))
    expect([sent.length, working()]).toEqual([4, []])
    expect(await verifyAccount(database.db, accountId)).toEqual([])
    await desk.rows('delete from exchange_keys')
  }
  expect(own().positions.size).toBe(0)
})

it('an order whose answer was lost is found by its number, and not sent again', async () => {
  const accountId = await connected(MARGIN)
  lab.faults.add({ when: { request: 'POST /v2/auth/w/order/submit' }, do: 'lostAck' })
  await desk.send(accountId, ORDER)
  await expect.poll(() => desk.open(accountId)).toMatchObject([{ direction: 'LONG', quantity: 0.3 }])
  expect(lab.orderNumbers).toHaveLength(1)
  expect(await levelOf(accountId)).toBe('ACTIVE')
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

/*
 * By hand, in dollars. Bought are 0.2 each at 60,001, 60,101 and 60,201: on average at 60,101, for 0.2 % of 12,000.2, 12,020.2 and 12,040.2,
 * which are 24.0004, 24.0404 and 24.0804. Sold are 0.2 at 61,000 with a profit of 179.8 for 24.4, then 0.1 at 59,000 with a loss of
 * 110.1 for 11.8, which are 1.475 LEO at 8. Holding 0.3 costs 1.8 and 5.99994, and brings 0.9. The last 0.3 are closed by force at
 * 55,000 with a loss of 1,530.3 for 33.
 * Balance: 100,000 - 72.1212 + 179.8 - 24.4 - 110.1 - 6.89994 - 1,530.3 - 33; the profit has the 11.8 as well.
 */
const BY_HAND_BALANCE = 98_402.978_86
const BY_HAND_PROFIT = -1_608.821_14

it('books fills, partial closings, fees, costs and a liquidation as they are worked out by hand, to the last digit', async () => {
  const leo = desk.ticksOf('LEOUSD:BITFINEX')
  onTestFinished(() => leo.stop())
  // Its middle is 8.
  leo.keep(7.999_9)
  const accountId = await connected(MARGIN)
  for (const [price, quantity] of [
    [60_000, 0.2],
    [60_100, 0.2],
    [60_200, 0.2],
  ] as const) {
    quote(price)
    const before = own().fills.length
    await desk.send(accountId, { ...ORDER, quantity })
    await expect.poll(() => own().fills.length).toBe(before + 1)
  }
  const held = async () => (await desk.open(accountId)).reduce((sum, { quantity }) => sum + quantity, 0)
  await expect.poll(held).toBeCloseTo(0.6, 8)
  for (const [price, quantity] of [
    [61_000, 0.2],
    [59_000, 0.1],
  ] as const) {
    quote(price)
    own().paysFeesIn = price === 59_000 ? { currency: 'LEO', price: toUnits('8') } : null
    const left = (await held()) - quantity
    const [position] = await desk.open(accountId)
    await desk.send(accountId, { kind: 'CLOSE', positionId: position?.id ?? '', quantity })
    await expect.poll(held).toBeCloseTo(left, 8)
  }
  own().paysFeesIn = null
  for (const cost of ['1.8', '5.99994']) lab.engine.charge(own(), SYMBOL, toUnits(cost))
  lab.engine.charge(own(), SYMBOL, -toUnits('0.9'))
  const funding = async () =>
    (await desk.rows<{ funding: number }>('select sum(funding_cost)::float8 as funding from positions'))[0]?.funding
  await expect.poll(funding, { timeout: 20_000 }).toBeCloseTo(1.8 + 5.999_94 - 0.9, 8)
  lab.engine.closeByForce(own(), SYMBOL, toUnits('55000'))
  await expect.poll(() => desk.open(accountId)).toEqual([])
  expect(Number(own().balance('margin', 'USD')) / 1e8).toBe(BY_HAND_BALANCE)
  expect(Number(own().balance('margin', 'LEO')) / 1e8).toBe(498.525)
  await expect.poll(() => balanceOf(accountId)).toBe(BY_HAND_BALANCE)
  const [{ profit } = { profit: NaN }] = await desk.rows<{ profit: number }>(
    'select sum(profit)::float8 as profit from positions',
  )
  expect(profit).toBeCloseTo(BY_HAND_PROFIT, 8)
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

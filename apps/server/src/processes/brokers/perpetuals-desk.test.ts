import { verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import type { PlacePayload } from '@tradeloom/trading'
import { type BinanceLab, LabClock, startBinanceLab, startUsdmLab, toUnits, type UsdmLab } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { KeyDesk } from './key-desk.fixture.ts'

const PERPETUAL = 'BTCUSDT.P:BINANCE'
const KEY = { apiKey: 'a key of the desk of perpetuals', apiSecret: 'a secret of that desk' }
const [SPOT, FUTURES] = ['354937868', '354937868-usdm'] as const
const LISTINGS = [
  listInstrument(
    defineInstrument(PERPETUAL, {
      precision: 1,
      lotSize: 0.001,
      minQuantity: 0.001,
      maxQuantity: 1_000,
      marginRate: 0.05,
    }),
    { status: 'active', tradingOpen: true, quoteStep: 0.1, minNotional: 5, accounts: ['netting', 'hedging'] },
  ),
  listInstrument(defineInstrument('BTCUSDT:BINANCE'), { status: 'active', tradingOpen: true, accounts: ['spot'] }),
] as const

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

let spot: BinanceLab
let futures: UsdmLab
let desk: KeyDesk

beforeEach(async () => {
  const clock = new LabClock(Date.now())
  const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
  spot = await startBinanceLab({
    clock,
    accounts: [{ ...login, balances: { USDT: '500' }, rights: { enableFutures: true } }],
  })
  futures = await startUsdmLab({ clock, accounts: [{ ...login, balances: { USDT: '100000' } }] })
  clock.run(1)
  const { rest, streams, wsApi } = spot
  const urls = { rest, streams, wsApi, futuresRest: futures.rest, futuresStreams: futures.streams }
  desk = await KeyDesk.open({ database, venueId: 'BINANCE', listings: LISTINGS, urls: () => urls })
})
afterEach(async () => {
  await desk.close()
  await Promise.all([spot.stop(), futures.stop()])
})

const own = () => futures.accounts.get(KEY.apiKey)
const market = () => futures.markets.get('BTCUSDT')

/** Bid and last price, with the ask above it. */
function quote(price: number): void {
  const [bid, ask] = [price.toFixed(1), (price + 0.1).toFixed(1)]
  futures.markets.quote('BTCUSDT', { bid, ask, quantity: '50' })
  futures.markets.trade('BTCUSDT', bid)
  desk.ticks.keep(price)
}

const ORDER: PlacePayload = {
  kind: 'PLACE',
  instrumentId: PERPETUAL,
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

/** What its owner places at the venue itself. */
const BY_HAND = {
  clientId: 'web_1',
  positionSide: 'BOTH',
  type: 'MARKET',
  timeInForce: 'GTC',
  price: 0n,
  goodTill: 0,
  reduceOnly: false,
} as const

async function connected(): Promise<string> {
  const added = await desk.connect({ type: 'live', ...KEY })
  expect(added.connectionError).toBeNull()
  await expect.poll(() => desk.statusOf(added.id)).toBe(true)
  return desk.accountOf(FUTURES)
}

const balanceOf = async (accountId: string) =>
  (await desk.rows<{ balance: number }>('select balance from trading_accounts where id = $1', [accountId]))[0]?.balance
const levelOf = async (accountId: string) =>
  (await desk.rows<{ level: string }>('select level from account_control where account_id = $1', [accountId]))[0]?.level

it('one key opens the spot account and the futures account, and a position has its stop and its target there', async () => {
  quote(60_000)
  const accountId = await connected()
  const accounts = await desk.rows(
    `select account_no, model, currency, balance from trading_accounts where venue = 'BINANCE' order by account_no`,
  )
  expect(accounts).toEqual([
    { account_no: SPOT, model: 'spot', currency: 'USDT', balance: 500 },
    { account_no: FUTURES, model: 'netting', currency: 'USDT', balance: 100_000 },
  ])
  await desk.send(accountId, { ...ORDER, stopLoss: 59_000, takeProfit: 62_000 })
  await expect.poll(() => desk.open(accountId)).toMatchObject([{ direction: 'LONG', open_price: 60_000.1 }])
  const protections = () => {
    const waiting = own().algos.filter(({ status }) => status === 'NEW')
    const resting = own().orders.filter(({ status }) => status === 'NEW')
    return [...waiting, ...resting].map(({ type, reduceOnly, side }) => ({ type, reduceOnly, side }))
  }
  const [stop, target] = ['STOP_MARKET', 'LIMIT'].map((type) => ({ type, reduceOnly: true, side: 'SELL' }))
  await expect.poll(protections).toEqual([stop, target])
  const [position] = await desk.open(accountId)
  await desk.send(accountId, { kind: 'CLOSE', positionId: position?.id ?? '', quantity: 0.3 })
  await expect.poll(() => desk.open(accountId)).toEqual([])
  expect(protections()).toEqual([])
  expect(own().position('BTCUSDT').amount).toBe(0n)
  expect(await levelOf(accountId)).toBe('ACTIVE')
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

/*
 * By hand, in USDT. Bought are 0.2 each at 60,000.1, 60,100.1 and 60,200.1: on average at 60,100.1, for 0.04 % of 12,000.02,
 * 12,020.02 and 12,040.02, which are 4.800008, 4.808008 and 4.816008. Sold are 0.2 at 61,000 with a profit of 179.98 for 4.88, then 0.1 at
 * 59,000 with a loss of 110.01 for 2.36, which are 0.004 BNB at 590. Funding on 0.3 at 60,000 costs 1.8 and 5.99994, and brings 0.9. The
 * last 0.3 are liquidated at 55,000 with a loss of 1,530.03 for 6.6.
 * Balance: 100,000 - 14.424024 + 179.98 - 4.88 - 110.01 - 6.89994 - 1,530.03 - 6.6; the profit has the 2.36 as well.
 */
const BY_HAND_BALANCE = 98_507.136_036
const BY_HAND_PROFIT = -1_495.223_964

it('books fills, partial closings, fees, funding and a liquidation as they are worked out by hand, to the last digit', async () => {
  quote(60_000)
  const bnb = desk.ticksOf('BNBUSDT:BINANCE')
  onTestFinished(() => bnb.stop())
  // Its middle is 590.
  bnb.keep(589.999_9)
  const accountId = await connected()
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
    if (price === 59_000) own().receive('BNB', toUnits('1'))
    own().paysFeesIn = price === 59_000 ? { asset: 'BNB', price: toUnits('590') } : null
    const left = (await held()) - quantity
    const [position] = await desk.open(accountId)
    await desk.send(accountId, { kind: 'CLOSE', positionId: position?.id ?? '', quantity })
    await expect.poll(held).toBeCloseTo(left, 8)
  }
  own().paysFeesIn = null
  futures.funding.setMark('BTCUSDT', '60000.0')
  const found = market()
  if (!found) throw new Error('The stand-in has no BTCUSDT')
  for (const rate of ['0.0001', '0.00033333']) futures.engine.fund(own(), found, toUnits(rate))
  futures.engine.fund(own(), found, -toUnits('0.00005'))
  const funding = async () =>
    (await desk.rows<{ funding: number }>('select sum(funding_cost)::float8 as funding from positions'))[0]?.funding
  await expect.poll(funding).toBeCloseTo(1.8 + 5.999_94 - 0.9, 8)
  futures.engine.closeByForce(own(), found, toUnits('55000'))
  await expect.poll(() => desk.open(accountId)).toEqual([])
  await expect.poll(() => levelOf(accountId)).toBe('NO_NEW')
  expect(Number(own().wallet('USDT')) / 1e8).toBe(BY_HAND_BALANCE)
  await expect.poll(() => balanceOf(accountId)).toBe(BY_HAND_BALANCE)
  const [{ profit } = { profit: NaN }] = await desk.rows<{ profit: number }>(
    'select sum(profit)::float8 as profit from positions',
  )
  expect(profit).toBeCloseTo(BY_HAND_PROFIT, 8)
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('a stop that is rejected once it is triggered leaves no position without one', async () => {
  quote(60_000)
  const accountId = await connected()
  await desk.send(accountId, { ...ORDER, stopLoss: 59_000 })
  await expect.poll(() => own().algos.filter(({ status }) => status === 'NEW')).toHaveLength(1)
  own().refusesTriggered = true
  quote(58_990)
  await expect.poll(() => own().algos.map(({ status }) => status)).toContain('REJECTED')
  own().refusesTriggered = false
  // It is held here instead, and its price has come already.
  await expect.poll(() => desk.open(accountId)).toEqual([])
  expect(own().position('BTCUSDT').amount).toBe(0n)
})

const legs = () =>
  own()
    .positionsIn('BTCUSDT')
    .map(({ amount }) => Number(amount) / 1e8)
const held = async (accountId: string) =>
  (await desk.open(accountId)).map(({ direction, quantity }) => [direction, quantity])
const stops = () =>
  own()
    .algos.filter(({ status }) => status === 'NEW')
    .map(({ side, positionSide, quantity }) => [side, positionSide, Number(quantity) / 1e8])

it('in hedge mode keeps both legs with their stops, and closes each position for itself', async () => {
  own().isHedging = true
  quote(60_000)
  const accountId = await connected()
  const [account] = await desk.rows('select model from trading_accounts where id = $1', [accountId])
  expect(account).toEqual({ model: 'hedging' })
  await desk.send(accountId, { ...ORDER, quantity: 0.3, stopLoss: 59_000 })
  await expect.poll(() => held(accountId)).toEqual([['LONG', 0.3]])
  await desk.send(accountId, { ...ORDER, quantity: 0.2, stopLoss: 58_000 })
  await expect.poll(() => held(accountId)).toHaveLength(2)
  await desk.send(accountId, { ...ORDER, side: 'SELL', quantity: 0.4, stopLoss: 61_000 })
  const both = [
    ['LONG', 0.3],
    ['LONG', 0.2],
    ['SHORT', 0.4],
  ]
  await expect.poll(() => held(accountId)).toEqual(both)
  expect(legs()).toEqual([0.5, -0.4])
  await expect.poll(stops).toEqual([
    ['SELL', 'LONG', 0.3],
    ['SELL', 'LONG', 0.2],
    ['BUY', 'SHORT', 0.4],
  ])
  // The second one of its leg, not the oldest.
  const second = (await desk.open(accountId)).find(({ quantity }) => quantity === 0.2)
  await desk.send(accountId, { kind: 'CLOSE', positionId: second?.id ?? '', quantity: 0.2 })
  await expect.poll(() => held(accountId)).toEqual([both[0], both[2]])
  expect(legs()).toEqual([0.3, -0.4])
  quote(61_010)
  await expect.poll(() => held(accountId)).toEqual([both[0]])
  expect(legs()).toEqual([0.3, 0])
  await expect.poll(stops).toEqual([['SELL', 'LONG', 0.3]])
  expect(await levelOf(accountId)).toBe('ACTIVE')
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('that is set to another mode while it trades opens nothing and stays guarded, until it is flat or set back', async () => {
  quote(60_000)
  const accountId = await connected()
  await desk.send(accountId, { ...ORDER, quantity: 0.3, stopLoss: 59_000 })
  await expect.poll(stops).toEqual([['SELL', 'BOTH', 0.3]])
  own().isHedging = true
  // It is compared with the venue at once when it connects again.
  futures.accounts.expireListenKey(KEY.apiKey)
  await expect.poll(() => levelOf(accountId)).toBe('NO_NEW')
  const [control] = await desk.rows<{ reason: string }>('select reason from account_control where account_id = $1', [
    accountId,
  ])
  expect(control?.reason).toContain('set to another position mode')
  expect(await held(accountId)).toEqual([['LONG', 0.3]])
  expect(stops()).toEqual([['SELL', 'BOTH', 0.3]])
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('books a fee in BNB at its price then, also of an execution that is told much later', async () => {
  quote(60_000)
  const then = Date.now() - 600_000
  const bnb = desk.ticksOf('BNBUSDT:BINANCE')
  onTestFinished(() => bnb.stop())
  bnb.add(600, 0, then - 500)
  bnb.keep(900)
  own().receive('BNB', toUnits('1'))
  own().paysFeesIn = { asset: 'BNB', price: toUnits('600') }
  const accountId = await connected()
  await desk.send(accountId, { ...ORDER, quantity: 0.3 })
  const fees = async () =>
    (
      await desk.rows<{ fee: number }>('select fee from fills where account_id = $1 order by quantity', [accountId])
    ).map(({ fee }) => fee)
  // 0.3 × 60,000.1 × 0.04 % are 0.01200002 BNB.
  await expect.poll(fees).toEqual([expect.closeTo(0.012_000_02 * 900.000_1, 4)])
  await desk.stop()
  await desk.rows(`update trading_accounts set created_at = now() - interval '1 hour' where id = $1`, [accountId])
  const found = market()
  if (!found) throw new Error('The stand-in has no BTCUSDT')
  futures.engine.place(own(), found, { ...BY_HAND, side: 'BUY', quantity: toUnits('0.1') })
  Object.assign(own().fills.at(-1) ?? {}, { time: then })
  await desk.start()
  // 0.1 × 60,000.1 × 0.04 % are 0.004 BNB, at 600 and not at 900.
  await expect.poll(fees).toEqual([expect.closeTo(0.004 * 600, 3), expect.closeTo(0.012_000_02 * 900.000_1, 4)])
})

it('books funding that was paid while the server was off on the position that was open then', async () => {
  quote(60_000)
  const accountId = await connected()
  futures.funding.setMark('BTCUSDT', '60000.0')
  await desk.send(accountId, { ...ORDER, quantity: 0.3 })
  await expect.poll(() => held(accountId)).toEqual([['LONG', 0.3]])
  await desk.stop()
  const found = market()
  if (!found) throw new Error('The stand-in has no BTCUSDT')
  futures.engine.fund(own(), found, toUnits('0.0001'))
  futures.engine.fund(own(), found, toUnits('0.0002'))
  const paidAt = futures.clock.now()
  await expect.poll(() => futures.clock.now()).toBeGreaterThan(paidAt)
  // Its owner closes it at the venue before the server is back.
  futures.engine.place(own(), found, { ...BY_HAND, side: 'SELL', quantity: toUnits('0.3'), reduceOnly: true })
  await desk.start()
  const costs = () => desk.rows('select status, funding_cost from positions where account_id = $1', [accountId])
  await expect.poll(costs).toEqual([{ status: 'CLOSED', funding_cost: expect.closeTo(1.8 + 3.6, 8) }])
  await expect.poll(() => balanceOf(accountId)).toBe(Number(own().wallet('USDT')) / 1e8)
  // Nothing is booked again when the server starts once more.
  await desk.stop()
  await desk.start()
  expect(await costs()).toEqual([{ status: 'CLOSED', funding_cost: expect.closeTo(1.8 + 3.6, 8) }])
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('keeps the leverage and the kind of margin that the account has at the venue', async () => {
  Object.assign(own().termsOf('BTCUSDT'), { leverage: 50n, isIsolated: true })
  quote(60_000)
  const accountId = await connected()
  const terms = () =>
    desk.rows('select instrument_id, leverage, is_isolated from contract_terms where account_id = $1', [accountId])
  await expect.poll(terms).toEqual([{ instrument_id: PERPETUAL, leverage: 50, is_isolated: true }])
  Object.assign(own().termsOf('BTCUSDT'), { leverage: 20n, isIsolated: false })
  futures.accounts.expireListenKey(KEY.apiKey)
  await expect.poll(terms).toEqual([])
})

const errorOf = async () =>
  (
    await desk.rows<{ connection_error: string | null }>(
      'select connection_error from broker_connections where connection_error is not null',
    )
  )[0]?.connection_error

it('of which one account cannot be traded as it is set works on the other one, and says what to change', async () => {
  own().isMultiAssets = true
  quote(60_000)
  const { connectionError } = await desk.connect({ type: 'live', ...KEY })
  expect(connectionError).toContain('Set its asset mode at Binance to single-asset')
  expect(await desk.accountOf(FUTURES)).toBe('')
  const accountId = await desk.accountOf(SPOT)
  await expect.poll(() => balanceOf(accountId)).toBe(500)
})

it('stops where an answer lacks what is needed, says so, and goes on once it is there', async () => {
  quote(60_000)
  const accountId = await connected()
  await desk.send(accountId, { ...ORDER, stopLoss: 59_000 })
  await expect.poll(stops).toEqual([['SELL', 'BOTH', 0.3]])
  // As a text there is none; the stand-in goes on counting with it.
  Object.assign(own().termsOf('BTCUSDT'), { leverage: { valueOf: () => 20n, toString: () => '' } })
  futures.accounts.expireListenKey(KEY.apiKey)
  await expect.poll(errorOf).toBe('Binance answers in a way that this version does not understand')
  expect(await held(accountId)).toEqual([['LONG', 0.3]])
  expect(stops()).toEqual([['SELL', 'BOTH', 0.3]])
  Object.assign(own().termsOf('BTCUSDT'), { leverage: 20n })
  futures.accounts.expireListenKey(KEY.apiKey)
  await expect.poll(errorOf).toBeUndefined()
})

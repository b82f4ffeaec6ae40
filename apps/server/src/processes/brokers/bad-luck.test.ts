import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, DUST, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type BinanceLab, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { KeyDesk } from './key-desk.fixture.ts'

const BTC = 'BTCUSDT:BINANCE'
const KEY = { apiKey: 'a key of bad luck', apiSecret: 'a secret of bad luck' }
const ACTIVE = { status: 'active', tradingOpen: true, accounts: ['spot'] } as const
const LISTED = listInstrument(defineInstrument(BTC), ACTIVE)

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

let lab: BinanceLab
let desk: KeyDesk

beforeEach(async () => {
  const clock = new LabClock(Date.now())
  const login = { apiKey: KEY.apiKey, secret: KEY.apiSecret }
  lab = await startBinanceLab({ clock, accounts: [{ ...login, balances: { USDT: '100000' } }] })
  clock.run(1)
  const { rest, streams, wsApi } = lab
  desk = await KeyDesk.open({
    database,
    venueId: 'BINANCE',
    listings: [LISTED],
    urls: () => ({ rest, streams, wsApi }),
  })
  lab.markets.quote('BTCUSDT', { bid: '60000', ask: '60000.1', quantity: '50' })
  lab.markets.trade('BTCUSDT', '60000')
  desk.ticks.keep(60_000)
})
afterEach(async () => {
  await desk.close()
  await lab.stop()
})

const ORDER = { ...MARKET_BUY, quantity: 0.3 }

async function connected(): Promise<string> {
  const added = await desk.connect({ type: 'live', ...KEY })
  expect(added.connectionError).toBeNull()
  await expect.poll(() => desk.statusOf(added.id)).toBe(true)
  return desk.accountOf('354937868')
}

const symbol = () => {
  const found = lab.markets.get('BTCUSDT')
  if (!found) throw new Error('The stand-in has no BTCUSDT')
  return found.symbol
}
/** The newest request of a kind, and what has become of it. */
const last = async (accountId: string, kind: string) =>
  (
    await desk.rows<{ state: string; reason: string | null }>(
      'select state, reason from intents where account_id = $1 and kind = $2 order by id desc limit 1',
      [accountId, kind],
    )
  )[0]
const stops = () =>
  lab.accounts
    .find(KEY.apiKey)
    ?.orders.filter(({ status }) => status === 'NEW')
    .map(({ side, quantity }) => [side, Number(quantity) / 1e8])

/** An account with a position that has a stop at the venue, and what closes it. */
async function opened() {
  const accountId = await connected()
  await desk.send(accountId, { ...ORDER, stopLoss: 59_000 })
  await expect.poll(stops).toEqual([['SELL', 0.2997]])
  const [position] = await desk.open(accountId)
  return {
    accountId,
    close: { kind: 'CLOSE', positionId: position?.id ?? '', quantity: position?.quantity ?? 0 } as const,
  }
}

async function expectHeld(accountId: string): Promise<void> {
  await expect.poll(() => desk.open(accountId)).toMatchObject([{ quantity: 0.2997, unprotected_since: null }])
  expect(stops()).toEqual([['SELL', 0.2997]])
  expect(await verifyAccount(database.db, accountId)).toEqual([])
}

it('a key of another venue is refused in the words of this one, and opens no account', async () => {
  const added = await desk.connect({ type: 'live', apiKey: '1f3c5a7b9d-1f3c5a7b9d', apiSecret: 'a token' })
  expect(added).toMatchObject({ connected: false, isRefused: true })
  expect(added.connectionError).toContain('Invalid API-key, IP, or permissions for action')
  expect(await desk.rows(`select id from trading_accounts where venue = 'BINANCE'`)).toEqual([])
})

it('a key whose right to trade is withdrawn opens and closes nothing, and its stop stays at the venue', async () => {
  const { accountId, close } = await opened()
  Object.assign(lab.accounts.find(KEY.apiKey)?.rights ?? {}, { enableSpotAndMarginTrading: false })
  await desk.send(accountId, ORDER)
  await expect
    .poll(() => last(accountId, 'PLACE'))
    .toEqual({
      state: 'REJECTED',
      reason: 'Invalid API-key, IP, or permissions for action. (-2015)',
    })
  await desk.send(accountId, close)
  await expect.poll(() => last(accountId, 'CLOSE')).toMatchObject({ state: 'REJECTED' })
  await expectHeld(accountId)
})

it('a position whose instrument is not listed any more cannot be closed, and keeps its stop', async () => {
  const { accountId, close } = await opened()
  symbol().status = 'BREAK'
  await putListings(database.db, [{ ...LISTED, status: 'delisted', tradingOpen: false }])
  await desk.send(accountId, ORDER)
  await expect.poll(() => last(accountId, 'PLACE')).toEqual({ state: 'REJECTED', reason: 'Market is closed. (-1013)' })
  await desk.send(accountId, close)
  const reason = 'the venue does not list its instrument any more'
  await expect.poll(() => last(accountId, 'CLOSE')).toEqual({ state: 'REJECTED', reason })
  await expectHeld(accountId)
  await desk.stop()
  await desk.start()
  await expectHeld(accountId)
})

it('a position below a minimum that was raised is dust, and keeps its stop', async () => {
  const { accountId, close } = await opened()
  Object.assign(symbol(), { minQty: '1.00000000', minNotional: '70000.0' })
  const raised = listInstrument(defineInstrument(BTC, { minQuantity: 1 }), { ...ACTIVE, minNotional: 70_000 })
  await putListings(database.db, [raised])
  await desk.send(accountId, close)
  await expect.poll(() => last(accountId, 'CLOSE')).toEqual({ state: 'REJECTED', reason: DUST })
  await expectHeld(accountId)
})

it('during maintenance nothing is sent twice, and afterwards a position is closed', async () => {
  const { accountId, close } = await opened()
  lab.faults.add({ when: { request: '*', times: 100_000 }, do: '503' })
  await desk.send(accountId, { ...ORDER, quantity: 0.1 })
  await desk.send(accountId, close)
  await expect.poll(() => last(accountId, 'CLOSE')).toMatchObject({ state: 'REJECTED' })
  await expectHeld(accountId)
  lab.faults.clear()
  await desk.send(accountId, close)
  await expect.poll(() => desk.open(accountId)).toEqual([])
  // The first one, its stop, and what has closed it.
  expect(lab.accounts.find(KEY.apiKey)?.orders.map(({ status }) => status)).toEqual(['FILLED', 'CANCELED', 'FILLED'])
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

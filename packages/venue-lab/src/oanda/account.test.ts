import { afterEach, describe, expect, it } from 'vitest'
import { type Json, OandaClient } from '../testing/oanda-client.fixture.ts'
import { EUR_USD } from './instrument.ts'
import {
  HEDGING_ACCOUNT,
  NETTING_ACCOUNT,
  type OandaLab,
  type OandaLabOptions,
  startOandaLab,
} from './start-oanda-lab.ts'

let lab: OandaLab
let client: OandaClient
afterEach(() => lab.stop())

async function start(options: OandaLabOptions = {}): Promise<void> {
  lab = await startOandaLab(options)
  client = new OandaClient(lab)
  lab.quote('EUR_USD', '1.10000', '1.10010')
}

const BUY = { type: 'MARKET', units: '1000' }
const own = { id: NETTING_ACCOUNT }

describe('the journal', () => {
  it('begins with the account and has no holes, whatever happens', async () => {
    await start()
    await client.order(BUY)
    await client.order({ ...BUY, units: '0' })
    lab.deposit('250.5')
    await client.call('PUT', '/orders/99/cancel')
    expect(lab.transactions().map(({ id, type }) => `${id} ${type}`)).toEqual([
      '1 CREATE',
      '2 TRANSFER_FUNDS',
      '3 MARKET_ORDER',
      '4 ORDER_FILL',
      '5 MARKET_ORDER_REJECT',
      '6 TRANSFER_FUNDS',
      '7 ORDER_CANCEL_REJECT',
    ])
    expect(lab.transactions()[5]).toMatchObject({ amount: '250.5000', accountBalance: '100250.5000' })
  })

  it('is read from an id on, in ranges, one by one, by type and by pages', async () => {
    await start()
    for (const units of ['1', '2', '3']) await client.order({ ...BUY, units })
    const ids = ({ body }: { readonly body: Json }): readonly string[] =>
      (body['transactions'] as readonly Json[]).map(({ id }) => String(id))
    expect(ids(await client.call('GET', '/transactions/sinceid?id=5'))).toEqual(['6', '7', '8'])
    expect(ids(await client.call('GET', '/transactions/idrange?from=2&to=4'))).toEqual(['2', '3', '4'])
    expect(ids(await client.call('GET', '/transactions/sinceid?id=2&type=ORDER_FILL'))).toEqual(['4', '6', '8'])
    expect((await client.call('GET', '/transactions/8')).body).toMatchObject({ transaction: { type: 'ORDER_FILL' } })
    expect((await client.call('GET', '/transactions?pageSize=5')).body).toMatchObject({
      count: 8,
      pages: [
        `${lab.rest}/v3/accounts/${NETTING_ACCOUNT}/transactions/idrange?from=1&to=5`,
        `${lab.rest}/v3/accounts/${NETTING_ACCOUNT}/transactions/idrange?from=6&to=8`,
      ],
    })
    for (const [path, status] of [
      ['/transactions/9', 404],
      ['/transactions/sinceid?id=9', 416],
      ['/transactions/sinceid', 400],
      ['/transactions/idrange?from=4&to=2', 416],
      ['/changes?sinceTransactionID=9', 416],
    ] as const)
      expect([path, (await client.call('GET', path)).status]).toEqual([path, status])
  })

  it('is streamed as it is written, with a heartbeat that names the last id', async () => {
    await start()
    const stream = await client.stream('transactions')
    await client.order({
      ...BUY,
      stopLossOnFill: { distance: '0.00500' },
      trailingStopLossOnFill: { distance: '0.01' },
    })
    lab.clock.advanceTo(lab.clock.now() + 5000)
    const messages = await stream.count(5)
    expect(messages.slice(0, 4)).toEqual(lab.transactions().slice(2))
    expect(messages[4]).toMatchObject({ type: 'HEARTBEAT', lastTransactionID: '6' })
    expect(messages.map(({ batchID }) => batchID)).toEqual(['3', '3', '3', '3', undefined])
    expect(stream.differences).toEqual([])
    stream.close()
  })

  it('says what has changed after an id, and what changes with each price', async () => {
    await start()
    await client.order({ ...BUY, stopLossOnFill: { price: '1.09000' }, trailingStopLossOnFill: { distance: '0.01' } })
    await client.call('PUT', '/trades/4/close', { units: '400' })
    const { body } = await client.call('GET', '/changes?sinceTransactionID=2')
    expect(body).toMatchObject({
      changes: {
        ordersCreated: [{ id: '3' }, { id: '5' }, { id: '6' }, { id: '7' }],
        ordersFilled: [{ id: '3' }, { id: '7' }],
        ordersCancelled: [],
        tradesOpened: [{ id: '4', currentUnits: '600' }],
        tradesReduced: [{ id: '4' }],
        tradesClosed: [],
        positions: [{ instrument: 'EUR_USD', long: { units: '600' } }],
      },
      state: {
        unrealizedPL: '-0.0600',
        orders: [{ id: '6', trailingStopValue: '1.09000' }],
        trades: [{ id: '4', unrealizedPL: '-0.0600' }],
      },
      lastTransactionID: '8',
    })
    expect((await client.call('GET', '/changes?sinceTransactionID=8')).body).toMatchObject({
      changes: { ordersCreated: [], transactions: [] },
    })
  })
})

describe('money', () => {
  it('takes a commission from the balance', async () => {
    const commission = { commission: '5', unitsTraded: '100000', minimumCommission: '0.1' }
    await start({ instruments: [{ ...EUR_USD, commission }] })
    await client.order({ ...BUY, units: '10000' })
    await client.order({ ...BUY, units: '10' })
    expect(lab.transactions().filter(({ type }) => type === 'ORDER_FILL')).toMatchObject([
      { commission: '0.5000', accountBalance: '99999.5000' },
      { commission: '0.1000', accountBalance: '99999.4000' },
    ])
  })

  it('charges each day at 17:00 of New York, on Wednesday for three days, and never at a weekend', async () => {
    await start()
    await client.order({ ...BUY, units: '10000' })
    lab.clock.advanceTo(Date.UTC(2026, 2, 9, 12))
    const charges = lab.transactions().filter(({ type }) => type === 'DAILY_FINANCING')
    // 11,000.50 USD at 3.65 % a year: 1.10005 a day.
    expect(charges.map(({ financing, time }) => `${time.slice(0, 16)} ${String(financing)}`)).toEqual([
      '2026-03-02T22:00 -1.1001',
      '2026-03-03T22:00 -1.1001',
      '2026-03-04T22:00 -3.3002',
      '2026-03-05T22:00 -1.1001',
      '2026-03-06T22:00 -1.1001',
    ])
    expect(charges.at(-1)).toMatchObject({
      accountBalance: '99992.2994',
      positionFinancings: [{ instrument: 'EUR_USD', openTradeFinancings: [{ tradeID: '4', financing: '-1.1001' }] }],
    })
    expect((await client.call('GET', '/trades/4')).body).toMatchObject({ trade: { financing: '-7.7006' } })
  })

  it('ties up margin for the net position of a netting account, and for the larger side of a hedging one', async () => {
    await start()
    const hedging = new OandaClient(lab, HEDGING_ACCOUNT)
    for (const units of ['1000', '-400'])
      for (const one of [client, hedging]) await one.order({ type: 'MARKET', units })
    const used = async (one: OandaClient): Promise<unknown> => (await one.call('GET', '/summary')).body
    // At a rate of 3.33 % of 1.10005 a unit.
    expect(await used(client)).toMatchObject({ account: { marginUsed: '21.9790', openTradeCount: 1 } })
    expect(await used(hedging)).toMatchObject({ account: { marginUsed: '36.6317', openTradeCount: 2 } })
  })

  it('warns an account that has less than its margin, and closes everything at half of it', async () => {
    await start({ accounts: [{ ...own, balance: '1000' }] })
    await client.order({
      ...BUY,
      units: '20000',
      takeProfitOnFill: { price: '1.20000' },
      clientExtensions: { id: 'mine' },
    })
    lab.quote('EUR_USD', '1.08600', '1.08610')
    lab.quote('EUR_USD', '1.10000', '1.10010')
    lab.quote('EUR_USD', '1.06600', '1.06610')
    lab.quote('EUR_USD', '1.06600', '1.06610')
    expect((await client.journal(5)).slice(0)).toEqual([
      'MARGIN_CALL_ENTER',
      'MARGIN_CALL_EXIT',
      'MARGIN_CALL_ENTER',
      'MARKET_ORDER MARGIN_CLOSEOUT',
      'ORDER_FILL MARKET_ORDER_MARGIN_CLOSEOUT',
      'ORDER_CANCEL LINKED_TRADE_CLOSED',
      'MARGIN_CALL_EXIT',
    ])
    const fill = lab.transactions().findLast(({ type }) => type === 'ORDER_FILL')
    expect(fill).toMatchObject({
      units: '-20000',
      pl: '-682.0000',
      accountBalance: '318.0000',
      tradesClosed: [{ tradeID: '4' }],
    })
    expect(fill).not.toHaveProperty('clientOrderID')
  })
})

describe('kinds of accounts', () => {
  it('refuses names for the orders of an account that MT4 uses', async () => {
    await start({ accounts: [{ ...own, mt4AccountID: 7654321 }] })
    expect((await client.call('GET', '/v3/accounts')).body).toEqual({
      accounts: [{ id: NETTING_ACCOUNT, mt4AccountID: 7654321, tags: [] }],
    })
    expect(await client.order({ ...BUY, clientExtensions: { id: 'mine' } })).toMatchObject({
      status: 400,
      body: { errorCode: 'TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED' },
    })
    expect((await client.order(BUY)).body).toHaveProperty('orderFillTransaction')
  })

  it('closes the oldest trade first where the rules of a country demand it', async () => {
    await start({ accounts: [{ ...own, fifo: true }] })
    for (const units of ['100', '200']) await client.order({ ...BUY, units })
    expect((await client.call('PUT', '/trades/6/close', {})).body).toMatchObject({
      orderCancelTransaction: { reason: 'FIFO_VIOLATION' },
    })
    expect((await client.call('PUT', '/trades/4/close', {})).body).toHaveProperty('orderFillTransaction')
    expect((await client.call('PUT', '/trades/6/close', {})).body).toHaveProperty('orderFillTransaction')
  })

  it('takes its own rate of margin where it is higher', async () => {
    await start({ accounts: [{ ...own, marginRate: '0.1' }] })
    await client.order(BUY)
    expect((await client.call('GET', '/summary')).body).toMatchObject({
      account: { marginRate: '0.1', marginUsed: '110.0050' },
    })
  })

  it('belongs to one key, which may have several, and keeps those of others to itself', async () => {
    const accounts = [own, { id: HEDGING_ACCOUNT }, { id: '101-004-2000002-001', token: 'another-practice-key' }]
    await start({ accounts })
    const other = new OandaClient(lab, '101-004-2000002-001', 'another-practice-key')
    const listed = async (one: OandaClient): Promise<unknown> =>
      (await one.call('GET', '/v3/accounts')).body['accounts']
    expect(await listed(client)).toHaveLength(2)
    expect(await listed(other)).toMatchObject([{ id: '101-004-2000002-001' }])
    expect((await other.call('GET', `/v3/accounts/${NETTING_ACCOUNT}/summary`)).status).toBe(403)
  })

  it('refuses orders whose profits it could not exchange', async () => {
    await start({ accounts: [{ ...own, currency: 'CHF' }] })
    expect(await client.order(BUY)).toMatchObject({ status: 400, body: { errorCode: 'INSTRUMENT_PRICE_UNKNOWN' } })
  })

  it('has a largest position, each side for itself', async () => {
    await start({ instruments: [{ ...EUR_USD, maximumPositionSize: '1500' }] })
    await client.order(BUY)
    expect((await client.order(BUY)).body).toMatchObject({
      orderCancelTransaction: { reason: 'POSITION_SIZE_EXCEEDED' },
    })
    expect((await client.order({ ...BUY, units: '-2500' })).body).toHaveProperty('orderFillTransaction')
  })

  it('states trades and positions as they were, with their names', async () => {
    await start()
    await client.order({ ...BUY, tradeClientExtensions: { id: 'trade', tag: 'one' } })
    await client.call('PUT', '/trades/@trade/clientExtensions', { clientExtensions: { id: 'trade', comment: 'two' } })
    await client.call('PUT', '/trades/@trade/close', { units: '600' })
    await client.call('PUT', '/trades/@trade/close', { units: '400' })
    expect((await client.call('GET', '/trades?state=CLOSED')).body).toMatchObject({
      trades: [{ id: '4', initialUnits: '1000', currentUnits: '0', clientExtensions: { comment: 'two' } }],
    })
    expect((await client.call('GET', '/trades')).body).toMatchObject({ trades: [] })
    expect((await client.call('GET', '/orders?state=ALL&count=1')).body).toMatchObject({
      orders: [{ state: 'FILLED', tradeClosedIDs: ['4'] }],
    })
    expect((await client.call('GET', '/positions')).body).toMatchObject({
      positions: [{ instrument: 'EUR_USD', pl: '-0.1000' }],
    })
    expect((await client.call('GET', '')).body).toMatchObject({
      account: { pl: '-0.1000', positions: [{ pl: '-0.1000' }] },
    })
  })

  it('lets an order of its own protect a trade, once, and renames an order that waits', async () => {
    await start()
    await client.order(BUY)
    const stop = { type: 'STOP_LOSS', instrument: undefined, tradeID: '4', price: '1.09000' }
    expect((await client.order(stop)).body).toMatchObject({
      orderCreateTransaction: { type: 'STOP_LOSS_ORDER', tradeID: '4', reason: 'CLIENT_ORDER' },
    })
    expect(await client.order(stop)).toMatchObject({
      status: 400,
      body: { errorCode: 'STOP_LOSS_ORDER_ALREADY_EXISTS' },
    })
    const moved = { type: 'STOP_LOSS', tradeID: '4', price: '1.09500' }
    expect((await client.call('PUT', '/orders/5', { order: moved })).body).toMatchObject({
      orderCancelTransaction: { orderID: '5', replacedByOrderID: '8' },
      orderCreateTransaction: { id: '8', price: '1.09500', replacesOrderID: '5' },
    })
    await client.call('PUT', '/orders/8/clientExtensions', { clientExtensions: { id: 'stop' } })
    expect((await client.call('GET', '/orders/@stop')).body).toMatchObject({ order: { id: '8' } })
  })
})

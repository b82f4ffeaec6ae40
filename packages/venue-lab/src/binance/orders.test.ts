import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { SigningClient, VENDOR_KEY } from '../testing/signing-client.fixture.ts'
import type { StreamClient } from '../testing/stream-client.fixture.ts'
import { type BinanceLab, startBinanceLab } from './start-binance-lab.ts'
import { BTCUSDT } from './symbol.ts'
import type { LabAccount } from './trading/lab-account.ts'
import { toUnits } from '../units.ts'

const NOON = Date.UTC(2026, 2, 2, 12)
const BOOK = {
  lastUpdateId: 1,
  bids: [
    ['60000.00', '1'],
    ['59999.00', '2'],
  ],
  asks: [
    ['60001.00', '1'],
    ['60002.00', '2'],
  ],
} as const

let lab: BinanceLab
let client: SigningClient
let account: LabAccount
let events: StreamClient

beforeEach(async () => {
  const options = { ...VENDOR_KEY, balances: { USDT: '200000', BTC: '5' }, maker: '0.0005' }
  lab = await startBinanceLab({ clock: new LabClock(NOON), accounts: [options], books: { BTCUSDT: BOOK } })
  client = new SigningClient(lab)
  account = lab.accounts.get(VENDOR_KEY.apiKey)
  lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60001.00', quantity: '1' })
  lab.markets.trade('BTCUSDT', '60000.50')
  events = await client.events()
})
afterEach(() => lab.stop())

/** Type, state and last quantity of the executions so far. */
async function executions(): Promise<readonly string[]> {
  await lab.sockets.delivered()
  return events.messages
    .map(({ event }) => event)
    .filter((event) => event?.['e'] === 'executionReport')
    .map((event) => `${String(event?.['x'])} ${String(event?.['X'])} ${Number(event?.['l'])}`)
}

const LIMIT = { type: 'LIMIT', timeInForce: 'GTC' }

describe('orders that execute at once', () => {
  it('takes the quote and then the book, each part with its fee, and pays what they cost', async () => {
    const answer = await client.order({ side: 'BUY', type: 'MARKET', quantity: '1.5', newClientOrderId: 'mine' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        clientOrderId: 'mine',
        status: 'FILLED',
        executedQty: '1.50000000',
        cummulativeQuoteQty: '90002.00000000',
        fills: [
          { price: '60001.00000000', qty: '1.00000000', commission: '0.00100000', commissionAsset: 'BTC' },
          { price: '60002.00000000', qty: '0.50000000', commission: '0.00050000', commissionAsset: 'BTC' },
        ],
      },
    })
    expect(answer.headers.get('x-mbx-order-count-10s')).toBe('1')
    expect(account.balance('USDT')).toEqual({ free: '109998.00000000', locked: '0.00000000' })
    expect(account.balance('BTC')).toEqual({ free: '6.49850000', locked: '0.00000000' })
    expect(await executions()).toEqual(['NEW NEW 0', 'TRADE PARTIALLY_FILLED 1', 'TRADE FILLED 0.5'])
  })

  it('spends an amount of money in whole steps', async () => {
    const answer = await client.order({ side: 'BUY', type: 'MARKET', quoteOrderQty: '1000' })
    expect(answer.body).toMatchObject({
      status: 'FILLED',
      executedQty: '0.01666000',
      origQuoteOrderQty: '1000.00000000',
    })
    expect(account.balance('USDT').locked).toBe('0.00000000')
  })

  it('ends what the market does not have', async () => {
    const answer = await client.order({ side: 'SELL', type: 'MARKET', quantity: '3.5' })
    expect(answer.body).toMatchObject({ status: 'EXPIRED', executedQty: '3.00000000' })
    expect(account.balance('BTC')).toEqual({ free: '2.00000000', locked: '0.00000000' })
    const killed = await client.order({ ...LIMIT, side: 'BUY', timeInForce: 'FOK', price: '60001', quantity: '1.5' })
    expect(killed.body).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000000' })
    const rest = await client.order({ ...LIMIT, side: 'BUY', timeInForce: 'IOC', price: '60001', quantity: '1.5' })
    expect(rest.body).toMatchObject({ status: 'EXPIRED', executedQty: '1.00000000' })
    expect(account.balance('USDT').locked).toBe('0.00000000')
  })
})

describe('orders that wait', () => {
  it('executes in parts as quotes reach the price, and keeps the rest locked until it is canceled', async () => {
    await client.order({ ...LIMIT, side: 'BUY', price: '59990', quantity: '1', newClientOrderId: 'wait' })
    expect(account.balance('USDT').locked).toBe('59990.00000000')
    lab.markets.quote('BTCUSDT', { bid: '59980.00', ask: '59985.00', quantity: '0.25' })
    lab.markets.quote('BTCUSDT', { bid: '59980.00', ask: '59995.00', quantity: '0.25' })
    const found = await client.call('GET', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'wait' })
    expect(found.body).toMatchObject({ status: 'PARTIALLY_FILLED', executedQty: '0.25000000', isWorking: true })
    const canceled = await client.call('DELETE', '/api/v3/order', {
      symbol: 'BTCUSDT',
      origClientOrderId: 'wait',
      newClientOrderId: 'cancel',
    })
    expect(canceled.body).toMatchObject({
      origClientOrderId: 'wait',
      clientOrderId: 'cancel',
      status: 'CANCELED',
      executedQty: '0.25000000',
    })
    expect(account.balance('USDT')).toEqual({ free: '185002.50000000', locked: '0.00000000' })
    expect(account.fills).toMatchObject([
      { price: toUnits('59990'), isMaker: true, commission: toUnits('0.000125'), commissionAsset: 'BTC' },
    ])
    expect(await executions()).toEqual(['NEW NEW 0', 'TRADE PARTIALLY_FILLED 0.25', 'CANCELED CANCELED 0'])
    expect(events.messages.at(-2)?.event).toMatchObject({ c: 'cancel', C: 'wait' })
  })

  it('keeps no more locked than the rest may cost', async () => {
    await client.order({ ...LIMIT, side: 'BUY', price: '60001.50', quantity: '1.5' })
    expect(account.orders).toMatchObject([{ status: 'PARTIALLY_FILLED', executed: toUnits('1') }])
    expect(account.balance('USDT')).toEqual({ free: '109998.25000000', locked: '30000.75000000' })
  })

  it('executes by hand what a test wants', async () => {
    await client.order({ ...LIMIT, side: 'SELL', price: '61000', quantity: '0.006' })
    const [order] = account.orders
    for (const quantity of ['0.001', '0.002', '0.003'])
      if (order !== undefined) lab.engine.fill(account, order, { price: toUnits('61000'), quantity: toUnits(quantity) })
    const trades = await client.call('GET', '/api/v3/myTrades', { symbol: 'BTCUSDT', orderId: String(order?.id) })
    expect(trades.body).toMatchObject([{ qty: '0.00100000' }, { qty: '0.00200000' }, { qty: '0.00300000' }])
    expect(await executions()).toEqual([
      'NEW NEW 0',
      'TRADE PARTIALLY_FILLED 0.001',
      'TRADE PARTIALLY_FILLED 0.002',
      'TRADE FILLED 0.003',
    ])
  })

  it.each([
    ['SELL', 'STOP_LOSS', '59900', '59900.00'],
    ['BUY', 'STOP_LOSS', '60100', '60100.00'],
    ['SELL', 'TAKE_PROFIT', '60100', '60100.00'],
    ['BUY', 'TAKE_PROFIT', '59900', '59900.00'],
  ])('triggers a %s %s at %s by the last price, and then takes the market', async (side, type, stopPrice, price) => {
    await client.order({ side, type, quantity: '0.5', stopPrice })
    lab.markets.trade('BTCUSDT', '60010.00')
    expect(account.orders).toMatchObject([{ status: 'NEW', isWorking: false }])
    lab.markets.trade('BTCUSDT', price)
    expect(account.orders).toMatchObject([{ status: 'FILLED', isWorking: true, executed: toUnits('0.5') }])
    expect(account.balance('USDT').locked).toBe('0.00000000')
    expect(await executions()).toEqual(['NEW NEW 0', 'NEW NEW 0', 'TRADE FILLED 0.5'])
  })

  it('lets a triggered stop limit wait for its price', async () => {
    const stop = { side: 'SELL', type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', quantity: '0.5', stopPrice: '59900' }
    await client.order({ ...stop, price: '60050' })
    lab.markets.trade('BTCUSDT', '59890.00')
    expect(account.orders).toMatchObject([{ status: 'NEW', isWorking: true }])
    lab.markets.quote('BTCUSDT', { bid: '60050.00', ask: '60060.00' })
    expect(account.orders).toMatchObject([{ status: 'FILLED' }])
  })
})

describe('what is refused', () => {
  const ORDER = { ...LIMIT, side: 'BUY', price: '59000', quantity: '0.01' }
  it.each([
    ['a price off the tick', { price: '59000.001' }, -1013, 'Filter failure: PRICE_FILTER'],
    ['a quantity off the step', { quantity: '0.000015' }, -1013, 'Filter failure: LOT_SIZE'],
    ['too small a value', { quantity: '0.00001' }, -1013, 'Filter failure: NOTIONAL'],
    ['a price far from the market', { price: '1000' }, -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
    ['more than the account has', { quantity: '100' }, -2010, 'Account has insufficient balance for requested action.'],
    ['nine digits', { quantity: '0.123456789' }, -1111, "Parameter 'quantity' has too much precision."],
    ['a word as price', { price: 'cheap' }, -1100, expect.stringContaining("'price'")],
    ['a negative quantity', { quantity: '-1' }, -1100, expect.stringContaining("'quantity'")],
    ['no quantity', { quantity: '0' }, -1013, 'Invalid quantity.'],
    ['an unknown type', { type: 'HOPE' }, -1116, 'Invalid orderType.'],
    ['an unknown side', { side: 'HOLD' }, -1117, 'Invalid side.'],
    ['an unknown time in force', { timeInForce: 'DAY' }, -1115, 'Invalid timeInForce.'],
    ['a stop price at a limit order', { stopPrice: '58000' }, -1106, expect.stringContaining("'stopPrice'")],
    ['a parameter that it does not have', { hope: '1' }, -1104, expect.stringContaining('Not all sent')],
    ['an unknown symbol', { symbol: 'BTCEUR' }, -1121, 'Invalid symbol.'],
    ['a bad client id', { newClientOrderId: 'a b' }, -1100, expect.stringContaining("'newClientOrderId'")],
  ])('refuses %s with its code and text', async (_name, change, code, msg) => {
    expect(await client.order({ ...ORDER, ...change })).toMatchObject({ status: 400, body: { code, msg } })
    expect(account.orders).toEqual([])
    expect(account.balance('USDT')).toEqual({ free: '200000.00000000', locked: '0.00000000' })
  })

  it.each([
    ['a market order with a price', { type: 'MARKET', quantity: '1', price: '1' }, -1106],
    ['a limit order without a price', { type: 'LIMIT', timeInForce: 'GTC', quantity: '1' }, -1102],
    ['a maker order that would take', { type: 'LIMIT_MAKER', quantity: '1', price: '60001' }, -2010],
    ['a stop that would trigger', { type: 'STOP_LOSS', quantity: '1', stopPrice: '60000' }, -2010],
    ['a market order of too much', { type: 'MARKET', quantity: '121' }, -1013],
  ])('refuses %s', async (_name, fields, code) => {
    expect(await client.order({ side: 'BUY', ...fields })).toMatchObject({ status: 400, body: { code } })
  })

  it('refuses a client id that an open order has, and takes it again afterward', async () => {
    const order = { ...ORDER, newClientOrderId: 'same' }
    await client.order(order)
    expect(await client.order(order)).toMatchObject({ body: { code: -2010, msg: 'Duplicate order sent.' } })
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'same' }
    expect((await client.call('DELETE', '/api/v3/order', named)).status).toBe(200)
    expect(await client.call('DELETE', '/api/v3/order', named)).toMatchObject({ body: { code: -2011 } })
    expect((await client.order(order)).status).toBe(200)
    expect((await client.call('GET', '/api/v3/order', named)).body).toMatchObject({ status: 'NEW' })
    expect((await client.call('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })).body).toHaveLength(2)
    expect((await client.call('GET', '/api/v3/openOrders')).body).toHaveLength(1)
  })

  it('does not know orders that it never had', async () => {
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'never' }
    expect(await client.call('GET', '/api/v3/order', named)).toMatchObject({
      status: 400,
      body: { code: -2013, msg: 'Order does not exist.' },
    })
    expect(await client.call('DELETE', '/api/v3/order', named)).toMatchObject({
      body: { code: -2011, msg: 'Unknown order sent.' },
    })
    expect(await client.call('GET', '/api/v3/order', { symbol: 'BTCUSDT' })).toMatchObject({ body: { code: -1102 } })
  })

  it('refuses orders while the market is halted, and more stops than the symbol allows', async () => {
    const stop = { side: 'SELL', type: 'STOP_LOSS', quantity: '0.01', stopPrice: '59000' }
    for (let count = 0; count < BTCUSDT.maxStops; count++) await client.order(stop)
    expect(await client.order(stop)).toMatchObject({ body: { msg: 'Filter failure: MAX_NUM_ALGO_ORDERS' } })
    expect((await client.order(ORDER)).status).toBe(200)
    const market = lab.markets.get('BTCUSDT')
    if (market !== null) market.symbol.status = 'HALT'
    expect(await client.order(ORDER)).toMatchObject({ body: { code: -1013, msg: 'Market is closed.' } })
  })

  it('refuses more orders than fit into ten seconds', async () => {
    for (let count = 0; count < 100; count++)
      await client.order({ ...ORDER, type: 'LIMIT', side: 'SELL', price: '1', quantity: '1' })
    const refused = await client.order(ORDER)
    expect(refused).toMatchObject({ status: 429, body: { code: -1015 } })
    expect(refused.headers.get('retry-after')).toBe('10')
    lab.clock.advanceTo(NOON + 10_000)
    expect((await client.order(ORDER)).status).toBe(200)
  })
})

describe('pairs of which one order ends the other', () => {
  const PAIR = {
    symbol: 'BTCUSDT',
    side: 'SELL',
    quantity: '1',
    aboveType: 'LIMIT_MAKER',
    abovePrice: '61000',
    aboveClientOrderId: 'profit',
    belowType: 'STOP_LOSS',
    belowStopPrice: '59000',
    belowClientOrderId: 'loss',
  }
  const place = (change: Readonly<Record<string, string>> = {}) =>
    client.call('POST', '/api/v3/orderList/oco', { ...PAIR, ...change })
  const states = () => account.orders.map(({ clientId, status }) => `${clientId} ${status}`)

  it('locks the money once, and expires the stop when the profit is taken', async () => {
    expect((await place()).body).toMatchObject({
      contingencyType: 'OCO',
      listOrderStatus: 'EXECUTING',
      orders: [{ clientOrderId: 'profit' }, { clientOrderId: 'loss' }],
      orderReports: [{ type: 'LIMIT_MAKER' }, { type: 'STOP_LOSS', stopPrice: '59000.00000000' }],
    })
    expect(account.balance('BTC')).toEqual({ free: '4.00000000', locked: '1.00000000' })
    lab.markets.quote('BTCUSDT', { bid: '61000.00', ask: '61001.00', quantity: '2' })
    expect(states()).toEqual(['profit FILLED', 'loss EXPIRED'])
    expect(account.balance('BTC')).toEqual({ free: '4.00000000', locked: '0.00000000' })
    await lab.sockets.delivered()
    expect(events.messages.at(-2)?.event).toMatchObject({ e: 'listStatus', l: 'ALL_DONE', L: 'ALL_DONE' })
  })

  it('expires the profit when the stop triggers, and cancels both with one', async () => {
    await place()
    lab.markets.trade('BTCUSDT', '58999.00')
    expect(states()).toEqual(['profit EXPIRED', 'loss FILLED'])
    lab.markets.trade('BTCUSDT', '60000.00')
    expect((await place()).status).toBe(200)
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'loss' }
    expect((await client.call('DELETE', '/api/v3/order', named)).body).toMatchObject({
      listOrderStatus: 'ALL_DONE',
      orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
    })
    expect(account.balance('BTC')).toEqual({ free: '4.00000000', locked: '0.00000000' })
  })

  it('expires the profit as soon as the stop triggers, even if that waits for its price', async () => {
    const limit = { belowType: 'STOP_LOSS_LIMIT', belowPrice: '60500', belowTimeInForce: 'GTC' }
    expect((await place(limit)).status).toBe(200)
    lab.markets.trade('BTCUSDT', '58999.00')
    expect(states()).toEqual(['profit EXPIRED', 'loss NEW'])
    expect(account.balance('BTC').locked).toBe('1.00000000')
  })

  it('refuses pairs that do not enclose the market, and those of two stops', async () => {
    const refusal = { body: { code: -2010, msg: 'The relationship of the prices for the orders is not correct.' } }
    expect(await place({ belowStopPrice: '60500' })).toMatchObject(refusal)
    expect(await place({ abovePrice: '59500' })).toMatchObject(refusal)
    expect(await place({ belowType: 'TAKE_PROFIT' })).toMatchObject({ body: { code: -1166 } })
    expect(account.balance('BTC').locked).toBe('0.00000000')
  })
})

describe('replacing an order', () => {
  const REPLACEMENT = { ...LIMIT, symbol: 'BTCUSDT', side: 'BUY', price: '58000', quantity: '0.1' }
  const replace = (change: Readonly<Record<string, string>>) =>
    client.call('POST', '/api/v3/order/cancelReplace', {
      ...REPLACEMENT,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'old',
      newClientOrderId: 'new',
      ...change,
    })

  it('cancels one and places the other', async () => {
    await client.order({ ...REPLACEMENT, newClientOrderId: 'old', price: '59000' })
    expect(await replace({})).toMatchObject({
      status: 200,
      body: {
        cancelResult: 'SUCCESS',
        newOrderResult: 'SUCCESS',
        cancelResponse: { origClientOrderId: 'old', status: 'CANCELED' },
        newOrderResponse: { clientOrderId: 'new', status: 'NEW' },
      },
    })
    expect(account.balance('USDT').locked).toBe('5800.00000000')
  })

  it('says which half failed', async () => {
    expect(await replace({})).toMatchObject({
      status: 400,
      body: { code: -2022, data: { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED' } },
    })
    expect(await replace({ cancelReplaceMode: 'ALLOW_FAILURE', newClientOrderId: 'old' })).toMatchObject({
      status: 409,
      body: { code: -2021, data: { cancelResult: 'FAILURE', newOrderResult: 'SUCCESS' } },
    })
    expect(await replace({ quantity: '10' })).toMatchObject({
      status: 409,
      body: { code: -2021, data: { cancelResult: 'SUCCESS', newOrderResult: 'FAILURE' } },
    })
    expect(account.orders.map(({ status }) => status)).toEqual(['CANCELED'])
  })

  it('leaves an order that is not in the state that the request demands', async () => {
    await client.order({ ...REPLACEMENT, newClientOrderId: 'old', price: '59000' })
    expect(await replace({ cancelRestrictions: 'ONLY_OLD' })).toMatchObject({ body: { code: -1145 } })
    const [old] = account.orders
    if (old) lab.engine.fill(account, old, { price: old.price, quantity: old.quantity / 2n })
    const refusal = { code: -2011, msg: 'Order was not canceled due to cancel restrictions.' }
    expect(await replace({ cancelRestrictions: 'ONLY_NEW' })).toMatchObject({
      body: {
        code: -2022,
        data: { cancelResult: 'FAILURE', newOrderResult: 'NOT_ATTEMPTED', cancelResponse: refusal },
      },
    })
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'old' }
    expect(await client.call('DELETE', '/api/v3/order', { ...named, cancelRestrictions: 'ONLY_NEW' })).toMatchObject({
      body: refusal,
    })
    expect(await replace({ cancelRestrictions: 'ONLY_PARTIALLY_FILLED' })).toMatchObject({ status: 200 })
  })
})

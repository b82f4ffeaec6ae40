import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OandaClient } from '../testing/oanda-client.fixture.ts'
import { HEDGING_ACCOUNT, type OandaLab, startOandaLab } from './start-oanda-lab.ts'

let lab: OandaLab
let client: OandaClient

beforeEach(async () => {
  lab = await startOandaLab()
  client = new OandaClient(lab)
  lab.quote('EUR_USD', '1.10000', '1.10010')
  lab.quote('USD_JPY', '150.000', '150.010')
})
afterEach(() => lab.stop())

/** What happened after the account was opened, in the venue's words. */
const journal = (): Promise<readonly string[]> => client.journal(2)
const BUY = { type: 'MARKET', units: '1000' }
const PROTECTED = {
  ...BUY,
  stopLossOnFill: { price: '1.09900' },
  takeProfitOnFill: { price: '1.10200' },
  clientExtensions: { id: 'mine' },
}

describe('orders that execute at once', () => {
  it('fills a purchase at the ask, with an opened trade, and says so in one answer', async () => {
    const { status, body } = await client.order({ ...BUY, clientExtensions: { id: 'mine' } })
    expect([status, body]).toMatchObject([
      201,
      {
        orderCreateTransaction: {
          id: '3',
          type: 'MARKET_ORDER',
          units: '1000',
          timeInForce: 'FOK',
          reason: 'CLIENT_ORDER',
        },
        orderFillTransaction: {
          id: '4',
          batchID: '3',
          orderID: '3',
          clientOrderID: 'mine',
          units: '1000',
          price: '1.10010',
          pl: '0.0000',
          accountBalance: '100000.0000',
          halfSpreadCost: '0.0500',
          tradeOpened: { tradeID: '4', units: '1000', price: '1.10010', initialMarginRequired: '36.6317' },
        },
        relatedTransactionIDs: ['3', '4'],
        lastTransactionID: '4',
      },
    ])
  })

  it('creates what protects the trade, and a stop that is reached closes it and ends the rest', async () => {
    await client.order(PROTECTED)
    lab.quote('EUR_USD', '1.09900', '1.09910')
    expect(await journal()).toEqual([
      'MARKET_ORDER CLIENT_ORDER',
      'ORDER_FILL MARKET_ORDER',
      'TAKE_PROFIT_ORDER ON_FILL',
      'STOP_LOSS_ORDER ON_FILL',
      'ORDER_FILL STOP_LOSS_ORDER',
      'ORDER_CANCEL LINKED_TRADE_CLOSED',
    ])
    expect(lab.transactions().at(-2)).toMatchObject({
      units: '-1000',
      price: '1.09900',
      pl: '-1.1000',
      accountBalance: '99998.9000',
      tradesClosed: [{ tradeID: '4', units: '-1000', realizedPL: '-1.1000' }],
    })
  })

  it.each([
    ['a stop that would be reached at once', { stopLossOnFill: { price: '1.10000' } }, 'STOP_LOSS_ON_FILL_LOSS'],
    ['a target below the bid', { takeProfitOnFill: { price: '1.09990' } }, 'TAKE_PROFIT_ON_FILL_LOSS'],
    ['a bound that the price exceeds', { priceBound: '1.10005' }, 'BOUNDS_VIOLATION'],
    ['too little money for its margin', { units: '3000000' }, 'INSUFFICIENT_MARGIN'],
    ['more than the market has', { units: '10000001' }, 'INSUFFICIENT_LIQUIDITY'],
    ['nothing to reduce', { positionFill: 'REDUCE_ONLY' }, 'POSITION_CLOSEOUT_FAILED'],
  ])('takes an order with %s and cancels it in the same answer', async (_case, fields, reason) => {
    const { status, body } = await client.order({ ...BUY, ...fields })
    expect([status, body]).toMatchObject([201, { orderCancelTransaction: { orderID: '3', reason } }])
    expect(body).not.toHaveProperty('orderFillTransaction')
    expect(lab.account().trades).toEqual([])
  })

  it('cancels while the market is halted', async () => {
    lab.setTradeable('EUR_USD', false)
    const { body } = await client.order(BUY)
    expect(body).toMatchObject({ orderCancelTransaction: { reason: 'MARKET_HALTED' } })
  })

  it.each([
    ['units that are no number', { units: '1e3' }, 'UNITS_INVALID'],
    ['parts of a unit', { units: '0.5' }, 'UNITS_PRECISION_EXCEEDED'],
    ['more units than one order may have', { units: '100000001' }, 'UNITS_LIMIT_EXCEEDED'],
    ['a price with too many digits', { type: 'LIMIT', price: '1.100001' }, 'PRICE_PRECISION_EXCEEDED'],
    ['no price', { type: 'STOP' }, 'PRICE_MISSING'],
    [
      'a trailing stop that is too near',
      { trailingStopLossOnFill: { distance: '0.00049' } },
      'TRAILING_STOP_LOSS_ON_FILL_PRICE_DISTANCE_MINIMUM_NOT_MET',
    ],
    [
      'a stop with price and distance',
      { stopLossOnFill: { price: '1.09', distance: '0.01' } },
      'STOP_LOSS_ON_FILL_PRICE_AND_DISTANCE_BOTH_SPECIFIED',
    ],
    ['a time in force for other types', { timeInForce: 'GTC' }, 'TIME_IN_FORCE_INVALID'],
    [
      'an end in the past',
      { type: 'LIMIT', price: '1.09', timeInForce: 'GTD', gtdTime: '2026-03-02T11:00:00Z' },
      'TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST',
    ],
    ['an unknown instrument', { instrument: 'EUR_XXX' }, 'INSTRUMENT_UNKNOWN'],
  ])('refuses an order with %s, which gets a transaction of its own', async (_case, fields, reason) => {
    const { status, body } = await client.order({ ...BUY, ...fields })
    expect([status, body]).toMatchObject([
      400,
      { errorCode: reason, orderRejectTransaction: { id: '3', rejectReason: reason }, lastTransactionID: '3' },
    ])
  })

  it.each([
    ['units as a number', { units: 1000 }, "Invalid value specified for 'order.units'"],
    ['a field that orders of its type do not have', { price: '1.1' }, "Invalid value specified for 'order.price'"],
    ['an unknown type', { type: 'MARKET_OR_LIMIT' }, "Invalid value specified for 'order.type'"],
    [
      'an unknown field of a protection',
      { stopLossOnFill: { trigger: '1.0' } },
      "Invalid value specified for 'order.stopLossOnFill.trigger'",
    ],
  ])('does not understand an order with %s, and books nothing', async (_case, fields, errorMessage) => {
    expect(await client.order({ ...BUY, ...fields })).toEqual({ status: 400, body: { errorMessage } })
    expect(lab.transactions()).toHaveLength(2)
  })
})

describe('orders that wait', () => {
  it.each([
    ['LIMIT', '1000', '1.09950', ['1.09940', '1.09950'], '1.09950'],
    ['LIMIT', '-1000', '1.10050', ['1.10050', '1.10060'], '1.10050'],
    ['STOP', '1000', '1.10050', ['1.10050', '1.10060'], '1.10060'],
    ['STOP', '-1000', '1.09950', ['1.09940', '1.09950'], '1.09940'],
    ['MARKET_IF_TOUCHED', '1000', '1.09950', ['1.09930', '1.09940'], '1.09940'],
    ['MARKET_IF_TOUCHED', '1000', '1.10050', ['1.10050', '1.10060'], '1.10060'],
  ])('a %s of %s at %s executes once the price is there', async (type, units, price, [bid = '', ask = ''], filled) => {
    const { body } = await client.order({ type, units, price })
    expect(body).not.toHaveProperty('orderFillTransaction')
    expect((await client.call('GET', '/pendingOrders')).body).toMatchObject({
      orders: [{ id: '3', type, state: 'PENDING' }],
    })
    lab.quote('EUR_USD', bid, ask)
    expect((await client.call('GET', '/orders/3')).body).toMatchObject({
      order: { state: 'FILLED', fillingTransactionID: '4', tradeOpenedID: '4' },
    })
    expect(lab.transactions().at(-1)).toMatchObject({ type: 'ORDER_FILL', reason: `${type}_ORDER`, price: filled })
  })

  it('fills what the market has and reissues the rest under the same name', async () => {
    await client.order({ type: 'LIMIT', units: '1000', price: '1.09950', clientExtensions: { id: 'mine' } })
    lab.quote('EUR_USD', '1.09940', '1.09950', 400)
    expect(await journal()).toEqual(['LIMIT_ORDER CLIENT_ORDER', 'ORDER_FILL LIMIT_ORDER', 'LIMIT_ORDER REPLACEMENT'])
    expect((await client.call('GET', '/orders/@mine')).body).toMatchObject({
      order: { id: '5', units: '600', state: 'PENDING' },
    })
    lab.fill('mine', '600')
    expect(lab.account().trades.map(({ units }) => units)).toHaveLength(2)
    expect((await client.call('GET', '/openPositions')).body).toMatchObject({
      positions: [{ long: { units: '1000' } }],
    })
  })

  it('cancels by name, once', async () => {
    await client.order({ type: 'LIMIT', units: '1000', price: '1.09950', clientExtensions: { id: 'mine' } })
    const canceled = await client.call('PUT', '/orders/@mine/cancel')
    expect(canceled).toMatchObject({
      status: 200,
      body: { orderCancelTransaction: { orderID: '3', clientOrderID: 'mine' } },
    })
    const again = await client.call('PUT', '/orders/@mine/cancel')
    expect(again).toMatchObject({
      status: 404,
      body: { orderCancelRejectTransaction: { rejectReason: 'ORDER_DOESNT_EXIST' } },
    })
  })

  it('replaces an order by a new one, and keeps the old one if the new one is refused', async () => {
    const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '1000', price: '1.09950' }
    await client.order(order)
    const wrong = await client.call('PUT', '/orders/3', { order: { ...order, price: '0' } })
    expect(wrong).toMatchObject({ status: 400, body: { orderRejectTransaction: { intendedReplacesOrderID: '3' } } })
    const right = await client.call('PUT', '/orders/3', { order: { ...order, price: '1.09900' } })
    expect(right).toMatchObject({
      status: 201,
      body: {
        orderCancelTransaction: { orderID: '3', reason: 'CLIENT_REQUEST_REPLACED', replacedByOrderID: '6' },
        orderCreateTransaction: { id: '6', price: '1.09900', reason: 'REPLACEMENT', replacesOrderID: '3' },
      },
    })
  })

  it('knows one waiting order by a name, and the name is free again afterwards', async () => {
    const order = { type: 'LIMIT', units: '1000', price: '1.09950', clientExtensions: { id: 'mine' } }
    await client.order(order)
    expect(await client.order(order)).toMatchObject({
      status: 400,
      body: { errorCode: 'CLIENT_ORDER_ID_ALREADY_EXISTS' },
    })
    await client.call('PUT', '/orders/@mine/cancel')
    expect(await client.order(order)).toMatchObject({ status: 201 })
  })

  it('ends an order whose time is over', async () => {
    await client.order({
      type: 'LIMIT',
      units: '1',
      price: '1.09',
      timeInForce: 'GTD',
      gtdTime: '2026-03-02T12:01:00Z',
    })
    await client.order({ type: 'LIMIT', units: '1', price: '1.09', timeInForce: 'GFD' })
    lab.clock.advanceTo(Date.UTC(2026, 2, 2, 12, 1))
    expect(await journal()).toEqual([
      'LIMIT_ORDER CLIENT_ORDER',
      'LIMIT_ORDER CLIENT_ORDER',
      'ORDER_CANCEL TIME_IN_FORCE_EXPIRED',
    ])
    lab.clock.advanceTo(Date.UTC(2026, 2, 2, 22))
    expect(lab.transactions().at(-1)).toMatchObject({ orderID: '4', reason: 'TIME_IN_FORCE_EXPIRED' })
  })
})

describe('trades', () => {
  it('closes a part of one, then all of it, with the profit of each', async () => {
    await client.order(PROTECTED)
    lab.quote('EUR_USD', '1.10110', '1.10120')
    const part = await client.call('PUT', '/trades/4/close', { units: '400' })
    expect(part.body).toMatchObject({
      orderCreateTransaction: { reason: 'TRADE_CLOSE', units: '-400', tradeClose: { tradeID: '4', units: '400' } },
      orderFillTransaction: {
        reason: 'MARKET_ORDER_TRADE_CLOSE',
        pl: '0.4000',
        tradeReduced: { tradeID: '4', units: '-400', realizedPL: '0.4000' },
      },
    })
    expect((await client.call('GET', '/openTrades')).body).toMatchObject({
      trades: [
        {
          id: '4',
          currentUnits: '600',
          realizedPL: '0.4000',
          unrealizedPL: '0.6000',
          stopLossOrder: { price: '1.09900' },
        },
      ],
    })
    await client.call('PUT', '/trades/4/close', { units: 'ALL' })
    expect((await client.call('GET', '/trades/4')).body).toMatchObject({
      trade: {
        state: 'CLOSED',
        averageClosePrice: '1.10110',
        realizedPL: '1.0000',
        closingTransactionIDs: ['8', '10'],
      },
    })
    expect(lab.account().pendingOrders()).toEqual([])
  })

  it('refuses to close what is not there', async () => {
    expect(await client.call('PUT', '/trades/9/close', {})).toMatchObject({
      status: 404,
      body: { errorCode: 'TRADE_DOESNT_EXIST' },
    })
    await client.order(BUY)
    expect(await client.call('PUT', '/trades/5/close', { units: '1001' })).toMatchObject({
      status: 400,
      body: { errorCode: 'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE' },
    })
  })

  it('changes, adds and removes protections; what is not named stays', async () => {
    await client.order(PROTECTED)
    const { body } = await client.call('PUT', '/trades/4/orders', {
      stopLoss: { price: '1.09950' },
      takeProfit: null,
      trailingStopLoss: { distance: '0.00100' },
    })
    expect(body).toMatchObject({
      takeProfitOrderCancelTransaction: { reason: 'CLIENT_REQUEST' },
      stopLossOrderCancelTransaction: { reason: 'CLIENT_REQUEST_REPLACED' },
      stopLossOrderTransaction: { reason: 'REPLACEMENT', price: '1.09950' },
      trailingStopLossOrderTransaction: { reason: 'CLIENT_ORDER', distance: '0.00100' },
    })
    await client.call('PUT', '/trades/4/orders', { trailingStopLoss: null })
    expect(lab.account().pendingOrders()).toMatchObject([{ fields: { type: 'STOP_LOSS', price: '1.09950' } }])
  })

  it('lets a trailing stop follow the price, and never back', async () => {
    await client.order({ ...BUY, trailingStopLossOnFill: { distance: '0.00100' } })
    const stop = async (): Promise<unknown> => (await client.call('GET', '/orders/5')).body
    expect(await stop()).toMatchObject({ order: { trailingStopValue: '1.09900' } })
    lab.quote('EUR_USD', '1.10200', '1.10210')
    lab.quote('EUR_USD', '1.10150', '1.10160')
    expect(await stop()).toMatchObject({ order: { trailingStopValue: '1.10100' } })
    lab.quote('EUR_USD', '1.10090', '1.10100')
    expect(lab.transactions().at(-1)).toMatchObject({
      reason: 'TRAILING_STOP_LOSS_ORDER',
      price: '1.10090',
      pl: '0.8000',
    })
  })

  it('closes the oldest opposite trades first at a netting account', async () => {
    for (const units of ['100', '200', '-250', '-100']) await client.order({ type: 'MARKET', units })
    const [third, fourth] = lab
      .transactions()
      .filter(({ type }) => type === 'ORDER_FILL')
      .slice(2)
    expect(third).toMatchObject({
      tradesClosed: [{ tradeID: '4', units: '-100' }],
      tradeReduced: { tradeID: '6', units: '-150' },
    })
    expect(fourth).toMatchObject({ tradesClosed: [{ tradeID: '6', units: '-50' }], tradeOpened: { units: '-50' } })
  })

  it('keeps opposite trades beside each other at a hedging account, where only a closing ends one', async () => {
    const hedging = new OandaClient(lab, HEDGING_ACCOUNT)
    await hedging.order({ type: 'MARKET', units: '100' })
    await hedging.order({ type: 'MARKET', units: '-40' })
    expect((await hedging.call('GET', '/positions/EUR_USD')).body).toMatchObject({
      position: { long: { units: '100', tradeIDs: ['4'] }, short: { units: '-40', tradeIDs: ['6'] } },
    })
    const closed = await hedging.call('PUT', '/positions/EUR_USD/close', { longUnits: 'ALL', shortUnits: 'NONE' })
    expect(closed.body).toMatchObject({
      longOrderFillTransaction: { reason: 'MARKET_ORDER_POSITION_CLOSEOUT', units: '-100' },
    })
    expect((await hedging.call('GET', '/openPositions')).body).toMatchObject({
      positions: [{ short: { units: '-40' } }],
    })
  })

  it('exchanges profits and losses into the currency of the account, each at its own rate', async () => {
    await client.order({ ...BUY, instrument: 'USD_JPY' })
    lab.quote('USD_JPY', '151.010', '151.020')
    await client.call('PUT', '/trades/4/close', {})
    // 1,000 yen at 1 / 151.015, less half a percent.
    expect(lab.transactions().at(-1)).toMatchObject({ pl: '6.5887' })
  })
})

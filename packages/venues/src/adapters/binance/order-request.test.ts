import type { OrderType, TimeInForce } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import { describe, expect, it } from 'vitest'
import { OrderDenied } from '../../wire/order-denied.ts'
import { orderRequest, pairRequest, replaceRequest } from './order-request.ts'
import { signatureOf, signedQuery } from './sign-query.ts'
import type { SymbolRules } from './symbol-rules.ts'

/** Of the vendor's documentation. */
const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'

const RULES: SymbolRules = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  isTrading: true,
  orderTypes: [],
  isOcoAllowed: true,
  tickSize: '0.01000000',
  minPrice: '0.01000000',
  maxPrice: '1000000.00000000',
  stepSize: '0.00001000',
  minQuantity: '0.00001000',
  maxQuantity: '9000.00000000',
  maxMarketQuantity: '120.00000000',
  minNotional: '5.00000000',
  maxNotional: null,
  maxOrders: null,
  maxStops: null,
}
const ORDER: PlacePayload = {
  kind: 'PLACE',
  instrumentId: 'BTCUSDT:BINANCE',
  type: 'MARKET',
  side: 'BUY',
  quantity: 0.001,
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
const NAME = 'tabcd2345678abcdefga'

describe('signatures', () => {
  it('are those of the examples of the vendor', () => {
    const payload =
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559'
    expect(signatureOf(payload, SECRET)).toBe('c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71')
    const other =
      'timestamp=1700000000000&symbol=BTCUSDT&side=BUY&newClientOrderId=tabcd2345678abcda&newOrderRespType=FULL&type=LIMIT&quantity=0.001&price=60000&timeInForce=GTC&recvWindow=10000'
    expect(signatureOf(other, SECRET)).toBe('219cc07dbd175a59453aefe1f0683352db82451ca92ad9a322b8254d7a3b9885')
  })

  it('cover encoded bytes', () => {
    const query = signedQuery({ symbol: 'A B/ü', timestamp: '1' }, SECRET)
    expect(query).toBe(
      `symbol=A%20B%2F%C3%BC&timestamp=1&signature=${signatureOf('symbol=A%20B%2F%C3%BC&timestamp=1', SECRET)}`,
    )
  })
})

describe('orderRequest', () => {
  const cases: readonly (readonly [string, Partial<PlacePayload>, Readonly<Record<string, string>>])[] = [
    ['MARKET', {}, { type: 'MARKET' }],
    ['LIMIT', { type: 'LIMIT', limitPrice: 60_000 }, { type: 'LIMIT', price: '60000.00', timeInForce: 'GTC' }],
    [
      'LIMIT, post-only',
      { type: 'LIMIT', limitPrice: 60_000, postOnly: true },
      { type: 'LIMIT_MAKER', price: '60000.00' },
    ],
    [
      'STOP_LIMIT',
      { type: 'STOP_LIMIT', stopPrice: 61_837.7, limitPrice: 61_900.05, timeInForce: 'IOC' },
      { type: 'STOP_LOSS_LIMIT', price: '61900.05', stopPrice: '61837.70', timeInForce: 'IOC' },
    ],
    [
      'stop loss',
      { type: 'STOP', side: 'SELL', stopPrice: 55_000, reduceOnly: true },
      { type: 'STOP_LOSS', side: 'SELL', stopPrice: '55000.00' },
    ],
    [
      'take profit',
      { type: 'LIMIT', side: 'SELL', limitPrice: 70_000, reduceOnly: true },
      { type: 'LIMIT', side: 'SELL', price: '70000.00', timeInForce: 'GTC' },
    ],
  ]
  it.each(cases)('has the parameters of the venue: %s', (_, order, params) => {
    expect(orderRequest({ ...ORDER, ...order }, NAME, RULES)).toEqual({
      symbol: 'BTCUSDT',
      side: 'BUY',
      quantity: '0.00100',
      newClientOrderId: NAME,
      newOrderRespType: 'RESULT',
      ...params,
    })
  })

  it('says what was meant or is denied, whatever was meant', () => {
    let state = 11
    const dice = (sides: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return state % sides
    }
    const pick = <Item>(items: readonly Item[]): Item => items[dice(items.length)] as Item
    const number = (): number =>
      pick([
        0,
        -1,
        NaN,
        Infinity,
        1e-9,
        1e22,
        0.1 + 0.2,
        dice(1e7) / 100,
        dice(1e7) / 1e5,
        dice(1e9) / 1e6,
        61_837.7,
        1 + dice(100),
        0.01 * (1 + dice(50)),
        60_000 + dice(100) / 4,
        0.25,
        0.02163,
      ])
    const counts = { sent: 0, denied: 0 }
    for (let round = 0; round < 20_000; round++) {
      const order: PlacePayload = {
        ...ORDER,
        type: pick<OrderType>(['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT']),
        side: pick(['BUY', 'SELL']),
        quantity: number(),
        limitPrice: pick([null, number()]),
        stopPrice: pick([null, number()]),
        timeInForce: pick<TimeInForce>(['GTC', 'GTC', 'IOC', 'FOK', 'GTD']),
        postOnly: dice(4) === 0,
        reduceOnly: dice(4) === 0,
        stopLoss: pick([null, null, null, number()]),
      }
      let params
      try {
        params = new URLSearchParams(orderRequest(order, NAME, RULES))
      } catch (error) {
        expect(error).toBeInstanceOf(OrderDenied)
        counts.denied++
        continue
      }
      counts.sent++
      const value = (name: string) => (params.has(name) ? Number(params.get(name)) : null)
      const types = {
        MARKET: ['MARKET'],
        LIMIT: ['LIMIT', 'LIMIT_MAKER'],
        STOP: ['STOP_LOSS'],
        STOP_LIMIT: ['STOP_LOSS_LIMIT'],
      }
      expect([params.get('side'), value('quantity'), value('price'), value('stopPrice')]).toEqual([
        order.side,
        order.quantity,
        order.limitPrice,
        order.stopPrice,
      ])
      expect(types[order.type]).toContain(params.get('type'))
      expect(params.get('type') === 'LIMIT_MAKER').toBe(order.postOnly)
      for (const name of ['quantity', 'price', 'stopPrice']) expect(params.get(name) ?? '1').toMatch(/^\d+(\.\d+)?$/)
      expect(order.stopLoss).toBeNull()
      expect(order.timeInForce).not.toBe('GTD')
    }
    expect(counts.sent).toBeGreaterThan(300)
    expect(counts.denied).toBeGreaterThan(300)
  })

  it.each([
    ['between two steps', { quantity: 0.000015 }, 'The quantity 0.000015 is no multiple of 0.00001'],
    ['with attached stops', { takeProfit: 70_000 }, 'Stops are separate orders at Binance'],
    ['that expires', { timeInForce: 'GTD', expiry: 1 }, 'Orders do not expire at a time at Binance'],
    ['without its price', { type: 'LIMIT' }, 'The prices do not fit the order type'],
    ['of a short position', { reduceOnly: true }, 'no short positions'],
  ] as const)('denies an order %s', (_, order, reason) => {
    expect(() => orderRequest({ ...ORDER, ...order }, NAME, RULES)).toThrow(reason)
  })
})

describe('replaceRequest', () => {
  it('places an order only if the one that it replaces is canceled, and only if nothing of that is filled', () => {
    const order: PlacePayload = { ...ORDER, type: 'LIMIT', limitPrice: 60_000 }
    expect(replaceRequest(order, { clientId: NAME, replacedClientId: 'told' }, RULES)).toEqual({
      ...orderRequest(order, NAME, RULES),
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'told',
      cancelRestrictions: 'ONLY_NEW',
    })
    expect(() =>
      replaceRequest({ ...order, quantity: 0.000015 }, { clientId: NAME, replacedClientId: 'told' }, RULES),
    ).toThrow('no multiple')
  })
})

describe('pairRequest', () => {
  const pair = {
    side: 'SELL',
    quantity: 0.5,
    limitPrice: 70_000,
    stopPrice: 55_000.5,
    limitClientId: 'one',
    stopClientId: 'two',
  } as const

  it('puts the take profit of a sale above and its stop below, and those of a purchase in reverse', () => {
    expect(pairRequest(pair, RULES)).toEqual({
      symbol: 'BTCUSDT',
      side: 'SELL',
      quantity: '0.50000',
      aboveType: 'LIMIT_MAKER',
      aboveClientOrderId: 'one',
      abovePrice: '70000.00',
      belowType: 'STOP_LOSS',
      belowClientOrderId: 'two',
      belowStopPrice: '55000.50',
      newOrderRespType: 'RESULT',
    })
    expect(pairRequest({ ...pair, side: 'BUY', limitPrice: 50_000 }, RULES)).toMatchObject({
      aboveType: 'STOP_LOSS',
      aboveStopPrice: '55000.50',
      belowType: 'LIMIT_MAKER',
      belowPrice: '50000.00',
    })
  })

  it('is denied with the stop on the wrong side', () => {
    expect(() => pairRequest({ ...pair, stopPrice: 71_000 }, RULES)).toThrow('better side')
  })
})

import type { OrderType } from '@tradeloom/domain'
import { type BinanceLab, BTCUSDT, LabClock, type LabOrder, startBinanceLab, toUnits } from '@tradeloom/venue-lab'
import { labHands } from '../../conformance/lab-hands.fixture.ts'
import type { OrderAtVenue, RunningTradingLab, TradingLab, TradingLabOptions } from '../../conformance/trading-lab.ts'
import { BinanceAccountStream } from './binance-account-stream.ts'
import { BinanceAccount } from './binance-account.ts'
import { BinanceOrders } from './binance-orders.ts'
import { labBook } from './lab-market.fixture.ts'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const KEY = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A'
const SECRET = 'a secret of the conformance suite'
const REQUESTS = { PLACE: 'POST /api/v3/order', CANCEL: 'DELETE /api/v3/order', TRAIL: 'POST /api/v3/order' } as const
const STREAM = { fill: 'executionReport TRADE', transfer: 'balanceUpdate', connection: 'wsApi' } as const
/** The words of the venue for the types of orders. */
const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  LIMIT_MAKER: 'LIMIT',
  STOP_LOSS: 'STOP',
  STOP_LOSS_LIMIT: 'STOP_LIMIT',
}

export const tradingLab: TradingLab = {
  instrumentId: 'BTCUSDT:BINANCE',
  bid: 60_000,
  ask: 60_000.01,
  tick: 0.01,
  step: 0.000_01,
  quantity: 0.01,
  balances: { USDT: 100_000, BTC: 2 },
  base: 'BTC',
  quote: 'USDT',
  feeRate: 0.001,
  model: 'spot',
  marginRate: 1,
  hasMakers: true,
  pageSize: 1_000,
  secrets: [KEY, SECRET],
  lacks: { trailing: 'Spot API, trailing stop FAQ: trailingDelta is a number of basis points' },
  denied: {
    'takes a limit order with an end, to buy and to sell, and finds it by its name':
      'Spot API, enum definitions: the values of timeInForce are GTC, IOC and FOK',
  },
  start,
}

async function start({
  hasWrongSecret = false,
  canWithdraw = false,
}: TradingLabOptions = {}): Promise<RunningTradingLab> {
  const clock = new LabClock(NOON)
  const { bids, asks, lastUpdateId } = labBook(NOON, 1_000)
  const lab = await startBinanceLab({
    clock,
    symbols: [BTCUSDT],
    books: { BTCUSDT: { bids, asks, lastUpdateId } },
    accounts: [
      {
        apiKey: KEY,
        secret: SECRET,
        balances: { USDT: '100000', BTC: '2' },
        rights: { enableWithdrawals: canWithdraw },
      },
    ],
  })
  lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60000.01', quantity: '5' })
  lab.markets.trade('BTCUSDT', '60000.00')
  const wire = watchWire()
  const secret = hasWrongSecret ? `not ${SECRET}` : SECRET
  const login = { clock, url: lab.rest, key: KEY, secret, fetch: wire.fetch }
  const hands = labHands({
    lab,
    settled: () => settle(lab, wire),
    openStream: (sink) => new BinanceAccountStream({ ...login, wsApi: lab.wsApi, openSocket: wire.openSocket, sink }),
    requests: REQUESTS,
    stream: STREAM,
  })
  return {
    orders: new BinanceOrders(login),
    account: new BinanceAccount(login),
    ...hands,
    ...marketHands(lab),
    deposit: (currency, amount) => lab.accounts.deposit(KEY, currency, String(amount)),
    deleteKey: () => lab.accounts.revoke(KEY),
  }
}

/** What the venue has, and what others do there. */
function marketHands(
  lab: BinanceLab,
): Pick<RunningTradingLab, 'names' | 'atVenue' | 'fill' | 'trade' | 'placeElsewhere'> {
  const own = () => lab.accounts.get(KEY)
  const orderOf = (name: string): LabOrder => {
    const order = own().orders.find(({ clientId }) => clientId === name)
    if (!order) throw new Error(`The stand-in has no order ${name}`)
    return order
  }
  return {
    names: () => lab.orderNames,
    atVenue: () => own().orders.map(stateOf),
    fill: (name, quantity) => {
      const order = orderOf(name)
      lab.engine.fill(own(), order, { price: order.price, quantity: toUnits(quantity.toFixed(8)) })
    },
    trade: (price) => {
      const [bid, ask] = [price, price + 0.01].map((one) => one.toFixed(2))
      lab.markets.quote('BTCUSDT', { bid: bid ?? '', ask: ask ?? '', quantity: '5' })
      lab.markets.trade('BTCUSDT', price.toFixed(2))
    },
    placeElsewhere: ({ isStrange }) => {
      const draft = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quoteQuantity: 0n, stopPrice: 0n } as const
      const terms = {
        ...draft,
        quantity: toUnits('0.01'),
        price: toUnits('50000'),
        clientId: `web_${own().orders.length}`,
      }
      const market = lab.markets.get('BTCUSDT')
      if (!market) throw new Error('The stand-in has no BTCUSDT')
      const order = lab.engine.place(own(), market, terms)
      if (isStrange) Object.assign(order, { type: 'PEGGED_LIMIT' })
    },
  }
}

function stateOf(order: LabOrder): OrderAtVenue {
  const { clientId, type, side, timeInForce, quantity, executed, price, stopPrice, status } = order
  const known = TYPES[type]
  if (!known) throw new Error(`The stand-in has an order of type ${type}`)
  return {
    clientId,
    type: known,
    side,
    timeInForce,
    postOnly: type === 'LIMIT_MAKER',
    quantity: decimal(quantity),
    filled: decimal(executed),
    limitPrice: price > 0n ? decimal(price) : null,
    stopPrice: stopPrice > 0n ? decimal(stopPrice) : null,
    isWorking: status === 'NEW' || status === 'PARTIALLY_FILLED',
  }
}

/** Eight decimals are units. */
function decimal(units: bigint): number {
  return Number(units) / 1e8
}

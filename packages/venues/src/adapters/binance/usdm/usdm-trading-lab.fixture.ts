import type { OrderType, TimeInForce } from '@tradeloom/domain'
import { type AlgoOrder, type FuturesOrder, LabClock, startUsdmLab, toUnits, type UsdmLab } from '@tradeloom/venue-lab'
import { labHands } from '../../../conformance/lab-hands.fixture.ts'
import type {
  OrderAtVenue,
  RunningTradingLab,
  TradingLab,
  TradingLabOptions,
} from '../../../conformance/trading-lab.ts'
import { settle, watchWire } from '../../../conformance/watch-wire.fixture.ts'
import { contractBook } from './contract-frames.fixture.ts'
import { UsdmAccountStream } from './usdm-account-stream.ts'
import { UsdmAccount } from './usdm-account.ts'
import { UsdmOrders } from './usdm-orders.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const KEY = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A'
const SECRET = 'a secret of the conformance suite'
const REQUESTS = {
  PLACE: 'POST /fapi/v1/order',
  CANCEL: 'DELETE /fapi/v1/order',
  TRAIL: 'POST /fapi/v1/order',
} as const
const STREAM = {
  fill: 'ORDER_TRADE_UPDATE TRADE',
  transfer: 'ACCOUNT_UPDATE DEPOSIT',
  connection: 'private',
} as const
/** The words of the venue for the types of orders. */
const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  STOP_MARKET: 'STOP',
  STOP: 'STOP_LIMIT',
}

/** An account in one-way mode. */
export const usdmTradingLab: TradingLab = {
  instrumentId: 'BTCUSDT.P:BINANCE',
  bid: 60_000,
  ask: 60_000.1,
  tick: 0.1,
  step: 0.001,
  quantity: 0.1,
  balances: { USDT: 100_000 },
  base: 'BTC',
  quote: 'USDT',
  feeRate: 0.0004,
  feeCurrency: 'USDT',
  model: 'netting',
  marginRate: 0.05,
  usesMarginForOrders: true,
  hasMakers: true,
  pageSize: 1_000,
  secrets: [KEY, SECRET],
  lacks: { trailing: 'USD-M futures, New Algo Order: callbackRate is a percentage, from 0.1 to 10' },
  denied: {
    'changes an order that works, and there are never two of it':
      'USD-M futures, Modify Order: the order keeps its name, so a change whose answer is lost could not be found by one',
  },
  start: (options) => start(options, false),
}

export const hedgedTradingLab: TradingLab = {
  ...usdmTradingLab,
  model: 'hedging',
  start: (options) => start(options, true),
}

async function start(
  { hasWrongSecret = false, canWithdraw = false }: TradingLabOptions = {},
  isHedging: boolean,
): Promise<RunningTradingLab> {
  const clock = new LabClock(NOON)
  const lab = await startUsdmLab({
    clock,
    books: { BTCUSDT: contractBook(NOON, 1_000) },
    accounts: [{ apiKey: KEY, secret: SECRET, balances: { USDT: '100000' }, canWithdraw, isHedging }],
  })
  lab.markets.quote('BTCUSDT', { bid: '60000.0', ask: '60000.1', quantity: '50' })
  lab.markets.trade('BTCUSDT', '60000.0')
  const wire = watchWire()
  const secret = hasWrongSecret ? `not ${SECRET}` : SECRET
  const login = { clock, url: lab.rest, key: KEY, secret, fetch: wire.fetch }
  const hands = labHands({
    lab,
    settled: () => settle(lab, wire),
    openStream: (sink) => new UsdmAccountStream({ ...login, streams: lab.streams, openSocket: wire.openSocket, sink }),
    requests: REQUESTS,
    stream: STREAM,
  })
  return {
    orders: new UsdmOrders(login),
    account: new UsdmAccount({ ...login, spotUrl: lab.rest }),
    ...hands,
    ...marketHands(lab),
    deposit: (currency, amount) => lab.accounts.deposit(KEY, currency, String(amount)),
    deleteKey: () => lab.accounts.revoke(KEY),
  }
}

/** What the venue has, and what others do there. */
function marketHands(
  lab: UsdmLab,
): Pick<RunningTradingLab, 'names' | 'atVenue' | 'fill' | 'trade' | 'fund' | 'placeElsewhere'> {
  const own = () => lab.accounts.get(KEY)
  const market = () => {
    const found = lab.markets.get('BTCUSDT')
    if (!found) throw new Error('The stand-in has no BTCUSDT')
    return found
  }
  return {
    names: () => lab.orderNames,
    atVenue: () => {
      const { algos, orders } = own()
      const waited = new Set(algos.map(({ clientId }) => clientId))
      return [...algos.map(stateOfAlgo), ...orders.filter(({ clientId }) => !waited.has(clientId)).map(stateOf)]
    },
    fill: (name, quantity) => {
      const order = own().orders.find(({ clientId }) => clientId === name)
      if (!order) throw new Error(`The stand-in has no order ${name}`)
      lab.engine.fill(order, toUnits(quantity.toFixed(8)))
    },
    trade: (price) => {
      const [bid, ask] = [price, price + 0.1].map((one) => one.toFixed(1))
      lab.markets.quote('BTCUSDT', { bid: bid ?? '', ask: ask ?? '', quantity: '50' })
      lab.markets.trade('BTCUSDT', price.toFixed(1))
    },
    fund: (rate) => {
      const units = toUnits(Math.abs(rate).toFixed(8))
      lab.engine.fund(own(), market(), rate < 0 ? -units : units)
    },
    placeElsewhere: ({ isStrange }) => {
      const positionSide = own().isHedging ? 'LONG' : 'BOTH'
      const of = {
        side: 'BUY',
        positionSide,
        timeInForce: 'GTC',
        quantity: toUnits('0.01'),
        reduceOnly: false,
      } as const
      const clientId = `web_${own().orders.length + own().algos.length}`
      if (!isStrange)
        return void lab.engine.place(own(), market(), {
          ...of,
          type: 'LIMIT',
          price: toUnits('50000'),
          goodTill: 0,
          clientId,
        })
      const draft = {
        ...of,
        type: 'STOP_MARKET',
        price: 0n,
        triggerPrice: toUnits('70000'),
        followsMark: false,
        clientId,
      } as const
      Object.assign(lab.engine.placeAlgo(own(), market(), draft), { type: 'TRAILING_STOP_MARKET' })
    },
  }
}

function stateOf(order: FuturesOrder): OrderAtVenue {
  const { clientId, side, timeInForce, quantity, executed, price, status, type } = order
  return {
    clientId,
    type: typeOf(type),
    side,
    timeInForce: (timeInForce === 'GTX' ? 'GTC' : timeInForce) as TimeInForce,
    postOnly: timeInForce === 'GTX',
    quantity: decimal(quantity),
    filled: decimal(executed),
    limitPrice: price > 0n ? decimal(price) : null,
    stopPrice: null,
    isWorking: status === 'NEW' || status === 'PARTIALLY_FILLED',
  }
}

function stateOfAlgo({ actual, type, price, triggerPrice, status, ...algo }: AlgoOrder): OrderAtVenue {
  return {
    clientId: algo.clientId,
    type: typeOf(type),
    side: algo.side,
    timeInForce: algo.timeInForce as TimeInForce,
    postOnly: false,
    quantity: decimal(algo.quantity),
    filled: decimal(actual?.executed ?? 0n),
    limitPrice: price > 0n ? decimal(price) : null,
    stopPrice: decimal(triggerPrice),
    isWorking: actual === null ? status === 'NEW' : stateOf(actual).isWorking,
  }
}

function typeOf(word: string): OrderType {
  const type = TYPES[word]
  if (!type) throw new Error(`The stand-in has an order of type ${word}`)
  return type
}

/** Eight decimals are units. */
function decimal(units: bigint): number {
  return Number(units) / 1e8
}

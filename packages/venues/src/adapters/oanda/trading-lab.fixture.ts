import type { OrderType, TimeInForce } from '@tradeloom/domain'
import { LabClock, type OandaLab, startOandaLab } from '@tradeloom/venue-lab'
import { labHands } from '../../conformance/lab-hands.fixture.ts'
import type { OrderAtVenue, RunningTradingLab, TradingLab, TradingLabOptions } from '../../conformance/trading-lab.ts'
import { OandaAccountStream } from './oanda-account-stream.ts'
import { OandaAccount } from './oanda-account.ts'
import { OandaOrders } from './oanda-orders.ts'
import { settle, watchWire } from './wire-watch.fixture.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const TOKEN = 'a token of the conformance suite'
const NAME = 'EUR_USD'
const REQUESTS = {
  PLACE: 'POST /v3/accounts/{accountID}/orders',
  CANCEL: 'PUT /v3/accounts/{accountID}/orders/{orderSpecifier}/cancel',
  TRAIL: 'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/orders',
} as const
const STREAM = { fill: 'ORDER_FILL', transfer: 'TRANSFER_FUNDS', connection: 'transactions' } as const
const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  STOP: 'STOP',
  STOP_LOSS: 'STOP',
  TAKE_PROFIT: 'LIMIT',
  TRAILING_STOP_LOSS: 'STOP',
}
const NO_TIME = 'v20, order requests: none of their fields says until when a request may arrive'

/** A netting account. */
export const tradingLab: TradingLab = {
  instrumentId: 'EURUSD:OANDA',
  bid: 1.08,
  ask: 1.080_12,
  tick: 0.000_01,
  step: 1,
  quantity: 1_000,
  model: 'netting',
  marginRate: 0.0333,
  balances: { USD: 100_000 },
  base: 'EUR',
  quote: 'USD',
  feeRate: 0,
  feeCurrency: 'USD',
  hasMakers: false,
  pageSize: 1_000,
  secrets: [TOKEN],
  denied: {
    'takes a stop limit order, to buy and to sell, and finds it by its name':
      'v20, OrderType: there is no stop limit order, and a price bound cancels a stop',
    'takes a limit order that only waits, to buy and to sell, and finds it by its name':
      'v20, LimitOrderRequest: it has no field for that',
    'states a fence after which a request that was lost cannot arrive': NO_TIME,
    'opens nothing while the clocks are two seconds apart, and still cancels': NO_TIME,
  },
  start,
}

async function start({ hasWrongSecret = false }: TradingLabOptions = {}): Promise<RunningTradingLab> {
  const clock = new LabClock(NOON)
  const lab = await startOandaLab({ clock, token: TOKEN })
  lab.quote(NAME, '1.08000', '1.08012')
  const wire = watchWire()
  const token = hasWrongSecret ? `not ${TOKEN}` : TOKEN
  const login = { clock, url: lab.rest, token, fetch: wire.fetch }
  const hands = labHands({
    lab,
    settled: () => settle(lab, wire),
    openStream: (sink) => new OandaAccountStream({ ...login, streams: lab.streams, open: wire.open, sink }),
    requests: REQUESTS,
    stream: STREAM,
  })
  return {
    orders: new OandaOrders(login),
    account: new OandaAccount(login),
    ...hands,
    ...marketHands(lab),
    deposit: (_, amount) => lab.deposit(String(amount)),
    deleteKey: () => lab.revoke(TOKEN),
  }
}

/** What the venue has, and what others do there. */
function marketHands(
  lab: OandaLab,
): Pick<RunningTradingLab, 'names' | 'atVenue' | 'fill' | 'trade' | 'placeElsewhere'> {
  return {
    names: () => lab.orderNames,
    atVenue: () => lab.account().orders.map(stateOf),
    fill: (name, quantity) => lab.fill(name, String(quantity)),
    trade: (price) => lab.quote(NAME, price.toFixed(5), (price + 0.000_12).toFixed(5)),
    placeElsewhere: async ({ isStrange }) => {
      const clientExtensions = { id: `web-${lab.account().orders.length}` }
      const terms = { instrument: NAME, units: '100', price: '1.05000', timeInForce: 'GTC', clientExtensions }
      const order = { ...terms, type: isStrange ? 'MARKET_IF_TOUCHED' : 'LIMIT' }
      const { ok } = await fetch(`${lab.rest}/v3/accounts/${lab.account().id}/orders`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ order }),
      })
      if (!ok) throw new Error('The stand-in has not taken the order')
    },
  }
}

function stateOf({
  fields,
  units,
  state,
  outcome,
  price,
}: ReturnType<OandaLab['account']>['orders'][number]): OrderAtVenue {
  const type = TYPES[fields.type]
  if (!type) throw new Error(`The stand-in has an order of type ${fields.type}`)
  const quantity = Math.abs(Number(units)) / 1e12
  const at = price === null ? null : Number(price) / 1e12
  return {
    clientId: fields.clientExtensions?.id ?? '',
    type,
    side: units > 0n ? 'BUY' : 'SELL',
    timeInForce: fields.timeInForce as TimeInForce,
    postOnly: false,
    quantity,
    filled: state === 'FILLED' && outcome['fillingTransactionID'] !== undefined ? quantity : 0,
    limitPrice: type === 'LIMIT' ? at : null,
    stopPrice: type === 'STOP' ? at : null,
    isWorking: state === 'PENDING',
  }
}

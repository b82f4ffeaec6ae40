import type { OrderType, TimeInForce } from '@tradeloom/domain'
import { type BitfinexLab, type BitfinexOrder, LabClock, startBitfinexLab, toUnits } from '@tradeloom/venue-lab'
import { labHands } from '../../conformance/lab-hands.fixture.ts'
import type { OrderAtVenue, RunningTradingLab, TradingLab, TradingLabOptions } from '../../conformance/trading-lab.ts'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'
import { BitfinexAccountStream } from './bitfinex-account-stream.ts'
import { BitfinexAccount } from './bitfinex-account.ts'
import { BitfinexOrders } from './bitfinex-orders.ts'
import { commandOf } from './lab-commands.fixture.ts'
import { NamesOfNumbers } from './names-of-numbers.fixture.ts'
import type { Wallet } from './signed-rest.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const KEY = 'kLg7yxpDpQnEr2wZt0aV6fYhX1cBmSjU9oIe3N4d8RT'
const SECRET = 'a secret of the conformance suite'
const SYMBOL = 'tBTCUSD'
const SUBMIT = 'POST /v2/auth/w/order/submit'
const REQUESTS = { PLACE: SUBMIT, TRAIL: SUBMIT, CANCEL: 'POST /v2/auth/w/order/cancel' } as const
const STREAM = { fill: 'tu', transfer: 'wu', connection: 'authenticated' } as const
const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  FOK: 'LIMIT',
  IOC: 'LIMIT',
  STOP: 'STOP',
  'STOP LIMIT': 'STOP_LIMIT',
  'TRAILING STOP': 'STOP',
}
const NO_TIME = 'REST API, authentication: a request carries a nonce, and no time until which it may arrive'

/** One user, of whom one wallet is worked on. */
export function tradingLab(wallet: Wallet): TradingLab {
  return {
    instrumentId: 'BTCUSD:BITFINEX',
    bid: 60_000,
    ask: 60_001,
    tick: 1,
    step: 0.00000001,
    quantity: 0.1,
    balances: wallet === 'exchange' ? { USD: 100_000, BTC: 2 } : { USD: 100_000 },
    base: 'BTC',
    quote: 'USD',
    feeRate: 0.002,
    ...(wallet === 'margin' ? { feeCurrency: 'USD' } : {}),
    model: wallet === 'exchange' ? 'spot' : 'netting',
    marginRate: wallet === 'exchange' ? 1 : 0.2,
    hasMakers: true,
    pageSize: 2_500,
    secrets: [KEY, SECRET],
    denied: {
      'states a fence after which a request that was lost cannot arrive': NO_TIME,
      'opens nothing while the clocks are two seconds apart, and still cancels': NO_TIME,
      'changes an order that works, and there are never two of it':
        'REST API, Order Update: the order keeps its number, so a change whose answer is lost could not be found by one',
    },
    start: (options) => start(wallet, options),
  }
}

async function start(
  wallet: Wallet,
  { hasWrongSecret = false, canWithdraw = false }: TradingLabOptions = {},
): Promise<RunningTradingLab> {
  const clock = new LabClock(NOON)
  const has = wallet === 'exchange' ? { exchange: { USD: '100000', BTC: '2' } } : { margin: { USD: '100000' } }
  const lab = await startBitfinexLab({ clock, accounts: [{ apiKey: KEY, secret: SECRET, canWithdraw, ...has }] })
  lab.markets.quote(SYMBOL, { bid: 60_000, ask: 60_001, amount: 50 })
  const wire = watchWire(commandOf)
  const secret = hasWrongSecret ? `not ${SECRET}` : SECRET
  const login = { clock, url: lab.rest, publicUrl: lab.rest, key: KEY, secret, wallet, fetch: wire.fetch }
  const names = new NamesOfNumbers()
  const hands = labHands({
    lab,
    settled: () => settle(lab, wire),
    openStream: (sink) =>
      new BitfinexAccountStream({
        ...login,
        streams: lab.authenticated,
        openSocket: wire.openSocket,
        sink: (message) => sink(names.message(message)),
      }),
    requests: REQUESTS,
    stream: STREAM,
  })
  return {
    orders: names.gateway(new BitfinexOrders(login)),
    account: new BitfinexAccount(login),
    ...hands,
    ...marketHands(lab, names, wallet),
  }
}

/** What the venue has, and what others do there. */
function marketHands(
  lab: BitfinexLab,
  names: NamesOfNumbers,
  wallet: Wallet,
): Omit<RunningTradingLab, 'orders' | 'account' | keyof ReturnType<typeof labHands>> {
  const [own] = lab.accounts
  if (!own) throw new Error('The stand-in has no account')
  const prefix = wallet === 'exchange' ? 'EXCHANGE ' : ''
  const nameOf = ({ cid }: BitfinexOrder): string => names.of(cid) ?? ''
  return {
    names: () => lab.orderNumbers.map((number) => names.of(number) ?? ''),
    atVenue: () => own.orders.map((order) => stateOf(order, nameOf(order))),
    fill: (name, quantity) => {
      const order = own.orders.find((one) => nameOf(one) === name)
      if (!order) throw new Error(`The stand-in has no order ${name}`)
      lab.engine.fill(own, order, toUnits(quantity.toFixed(8)))
    },
    trade: (price) => {
      lab.markets.quote(SYMBOL, { bid: price, ask: price + 1, amount: 50 })
      lab.markets.trade(SYMBOL, price)
    },
    ...(wallet === 'margin'
      ? {
          fund: (rate: number) => {
            const { amount, base } = own.position(SYMBOL)
            lab.engine.charge(own, SYMBOL, BigInt(Math.round((Number(amount) * Number(base) * rate) / 1e8)))
          },
        }
      : {}),
    placeElsewhere: ({ isStrange }) => {
      const [order] = lab.engine.place(own, {
        cid: null,
        symbol: SYMBOL,
        type: `${prefix}LIMIT`,
        amount: toUnits('0.01'),
        price: toUnits('50000'),
        auxLimit: 0n,
        distance: 0n,
        flags: 0,
        end: null,
      })
      if (isStrange) Object.assign(order ?? {}, { type: `${prefix}SOMETHING NEW`, isWaiting: true })
    },
    deposit: (currency, amount) => {
      own.book(wallet, currency, toUnits(String(amount)), lab.clock.now(), `Deposit (WIRE) #13105 on wallet ${wallet}`)
      own.emit('wu', own.walletRow(wallet, currency, null))
    },
    deleteKey: () => (own.keys[0].isRevoked = true),
  }
}

function stateOf(order: BitfinexOrder, clientId: string): OrderAtVenue {
  const { original, amount, price, auxLimit, previousType, flags, end, isOpen } = order
  const kind = (previousType ?? order.type).replace('EXCHANGE ', '')
  const type = TYPES[kind]
  if (!type) throw new Error(`The stand-in has an order of type ${kind}`)
  const time = kind === 'FOK' || kind === 'IOC' ? kind : end === null ? 'GTC' : 'GTD'
  const isStop = type === 'STOP' || type === 'STOP_LIMIT'
  return {
    clientId,
    type,
    side: original > 0n ? 'BUY' : 'SELL',
    timeInForce: time as TimeInForce,
    postOnly: (flags & 4_096) !== 0,
    quantity: Math.abs(Number(original)) / 1e8,
    filled: Math.abs(Number(original - amount)) / 1e8,
    limitPrice: type === 'LIMIT' ? Number(price) / 1e8 : type === 'STOP_LIMIT' ? Number(auxLimit) / 1e8 : null,
    stopPrice: isStop ? Number(price) / 1e8 : null,
    isWorking: isOpen,
  }
}

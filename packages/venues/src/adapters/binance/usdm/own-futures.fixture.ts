import { LabClock, startUsdmLab, toUnits, type UsdmLab, type UsdmLabOptions } from '@tradeloom/venue-lab'
import type { PlacePayload } from '@tradeloom/trading'
import { afterEach } from 'vitest'
import type { AccountMessage } from '../../../ports/account-stream.ts'
import type { OrderReference } from '../../../ports/order-gateway.ts'
import { settle, watchWire } from '../../../conformance/watch-wire.fixture.ts'
import { contractBook } from './contract-frames.fixture.ts'
import { UsdmAccountStream } from './usdm-account-stream.ts'
import { UsdmAccount } from './usdm-account.ts'
import { UsdmOrders } from './usdm-orders.ts'

export const BTC = 'BTCUSDT.P:BINANCE'
const NOON = Date.UTC(2026, 10, 25, 12)
export const KEY = {
  key: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
  secret: 'a secret of this test',
}
const ACCOUNT = { apiKey: KEY.key, secret: KEY.secret, balances: { USDT: '100000' } }

const running: { lab: UsdmLab; streams: UsdmAccountStream[] }[] = []
afterEach(async () => {
  for (const { lab, streams } of running.splice(0)) {
    for (const stream of streams) stream.close()
    await lab.stop()
  }
})

let named = 0
const LETTERS = 'abcdefghij'

/** A stand-in with one futures account, and what speaks to it. */
export async function startFutures(options: Partial<UsdmLabOptions> = {}) {
  const clock = new LabClock(NOON)
  const lab = await startUsdmLab({
    clock,
    books: { BTCUSDT: contractBook(NOON, 1_000) },
    accounts: [ACCOUNT],
    ...options,
  })
  const wire = watchWire()
  const login = { clock, url: lab.rest, ...KEY, fetch: wire.fetch }
  const run = { lab, streams: [] as UsdmAccountStream[] }
  running.push(run)
  const settled = (): Promise<void> => settle(lab, wire)
  const market = lab.markets.get('BTCUSDT')
  if (!market) throw new Error('The stand-in has no BTCUSDT')
  const account = lab.accounts.all()[0]
  if (!account) throw new Error('The stand-in has no account')
  /** Bid and last price, with the ask above it. */
  const quote = (price: number): void => {
    lab.markets.quote('BTCUSDT', { bid: price.toFixed(1), ask: (price + 0.1).toFixed(1), quantity: '50' })
    lab.markets.trade('BTCUSDT', price.toFixed(1))
  }
  quote(60_000)
  const orders = new UsdmOrders(login)
  const reference = (): OrderReference => {
    const digits = [...String(++named).padStart(17, '0')].map((digit) => LETTERS[Number(digit)]).join('')
    return { instrumentId: BTC, clientId: `t${digits}a`, clientNumber: named, sentAt: clock.now() }
  }
  const order = (terms: Partial<PlacePayload>): PlacePayload => ({ ...MARKET_ORDER, ...terms })
  return {
    lab,
    clock,
    account,
    /** Long positions pay that much of their value to short ones. */
    fund: (rate: number): void => {
      const units = toUnits(Math.abs(rate).toFixed(8))
      lab.engine.fund(account, market, rate < 0 ? -units : units)
    },
    closeByForce: (price: number, options: { name?: string; positionSide?: 'LONG' | 'SHORT' } = {}): void =>
      lab.engine.closeByForce(account, market, toUnits(price.toFixed(1)), options),
    orders,
    reader: new UsdmAccount({ ...login, spotUrl: lab.rest }),
    reference,
    order,
    quote,
    settled,
    units: (amount: number) => toUnits(amount.toFixed(8)),
    place: async (terms: Partial<PlacePayload>) => {
      const name = reference()
      const answer = await orders.place(name, order(terms))
      await settled()
      return { name, answer }
    },
    advance: async (ms: number, stepMs = 1_000): Promise<void> => {
      for (const end = clock.now() + ms; clock.now() < end;) {
        clock.advanceTo(Math.min(end, clock.now() + stepMs))
        await settled()
      }
    },
    listen: async () => {
      const messages: AccountMessage[] = []
      const sink = (message: AccountMessage): void => void messages.push(message)
      run.streams.push(new UsdmAccountStream({ ...login, streams: lab.streams, openSocket: wire.openSocket, sink }))
      while (messages.length === 0) await settled()
      const of = <Kind extends AccountMessage['kind']>(kind: Kind) =>
        messages.filter((one): one is Extract<AccountMessage, { kind: Kind }> => one.kind === kind)
      return { messages, of }
    },
  }
}

const MARKET_ORDER: PlacePayload = {
  kind: 'PLACE',
  instrumentId: BTC,
  type: 'MARKET',
  side: 'BUY',
  quantity: 0.1,
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

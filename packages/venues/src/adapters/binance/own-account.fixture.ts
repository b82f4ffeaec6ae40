import { type BinanceLab, type BinanceLabOptions, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import type { PlacePayload } from '@tradeloom/trading'
import { afterEach, expect } from 'vitest'
import type { AccountMessage } from '../../ports/account-stream.ts'
import type { OrderReference } from '../../ports/order-gateway.ts'
import { BinanceAccountStream } from './binance-account-stream.ts'
import { BinanceAccount } from './binance-account.ts'
import { BinanceOrders } from './binance-orders.ts'
import { labBook } from './lab-market.fixture.ts'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'

export const NOON = Date.UTC(2026, 10, 25, 12)
export const BTC = 'BTCUSDT:BINANCE'
export const KEY = {
  key: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
  secret: 'a secret of this test',
}
const ACCOUNT = { apiKey: KEY.key, secret: KEY.secret, balances: { USDT: '100000', BTC: '2' } }

const running: { lab: BinanceLab; streams: { close(): void }[] }[] = []
afterEach(async () => {
  for (const { lab, streams } of running.splice(0)) {
    for (const stream of streams) stream.close()
    await lab.stop()
  }
})

/** A stand-in with one account, and what speaks to it. */
export async function start(options: BinanceLabOptions = {}, secret = KEY.secret) {
  const clock = new LabClock(NOON)
  const { bids, asks, lastUpdateId } = labBook(NOON, 1_000)
  const lab = await startBinanceLab({
    clock,
    accounts: [ACCOUNT],
    books: { BTCUSDT: { bids, asks, lastUpdateId } },
    ...options,
  })
  const quote = (bid: string, ask: string, u: number) =>
    lab.markets.publish('btcusdt@bookTicker', { u, s: 'BTCUSDT', b: bid, B: '5.00000000', a: ask, A: '5.00000000' })
  quote('60000.00', '60000.01', 1)
  lab.markets.publish('btcusdt@trade', {
    e: 'trade',
    E: NOON,
    s: 'BTCUSDT',
    t: 1,
    p: '60000.00',
    q: '0.1',
    T: NOON,
    m: true,
    M: true,
  })
  const wire = watchWire()
  const login = { clock, url: lab.rest, key: KEY.key, secret, fetch: wire.fetch }
  const run = { lab, streams: [] as { close(): void }[] }
  running.push(run)
  const listen = async () => {
    const messages: AccountMessage[] = []
    const sink = (message: AccountMessage) => void messages.push(message)
    run.streams.push(new BinanceAccountStream({ ...login, wsApi: lab.wsApi, openSocket: wire.openSocket, sink }))
    await settle(lab, wire)
    await expect.poll(() => messages.length).toBeGreaterThan(0)
    const fills = () => messages.flatMap((one) => (one.kind === 'fill' ? [one.fill] : []))
    return { messages, fills }
  }
  const orders = new BinanceOrders(login)
  const guardian = new BinanceOrders({ ...login, isUrgent: true })
  /** A client in a process of its own, which shares no memory with the others. */
  const elsewhere = (sharedDir?: string) => {
    const alone = {
      now: () => clock.now(),
      at: (time: number, run: () => void) => clock.at(time, run),
      random: () => clock.random(),
    }
    const options = { ...login, clock: alone, isUrgent: true, ...(sharedDir === undefined ? {} : { sharedDir }) }
    const listen = (): (() => string[]) => {
      const kinds: string[] = []
      const sink = ({ kind }: AccountMessage) => void kinds.push(kind)
      run.streams.push(new BinanceAccountStream({ ...options, wsApi: lab.wsApi, openSocket: wire.openSocket, sink }))
      return () => kinds
    }
    return { orders: new BinanceOrders(options), account: new BinanceAccount(options), listen }
  }
  return {
    lab,
    clock,
    quote,
    listen,
    orders,
    guardian,
    elsewhere,
    account: new BinanceAccount(login),
    settled: () => settle(lab, wire),
  }
}

let named = 0
export const reference = (): OrderReference => ({
  instrumentId: BTC,
  clientId: `t${String.fromCharCode(97 + (named++ % 26))}${'a'.repeat(16)}a`,
  clientNumber: 1,
  sentAt: NOON,
})
export const order = (given: Partial<PlacePayload>): PlacePayload => ({
  kind: 'PLACE',
  instrumentId: BTC,
  type: 'MARKET',
  side: 'BUY',
  quantity: 0.01,
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
  ...given,
})

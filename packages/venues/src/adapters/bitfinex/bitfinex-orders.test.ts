import { type BitfinexLab, LabClock, startBitfinexLab, toUnits } from '@tradeloom/venue-lab'
import type { PlacePayload } from '@tradeloom/trading'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'
import type { AccountMessage } from '../../ports/account-stream.ts'
import { BitfinexAccountStream } from './bitfinex-account-stream.ts'
import { BitfinexOrders } from './bitfinex-orders.ts'
import { commandOf } from './lab-commands.fixture.ts'
import { orderBody, trailingBody } from './order-body.ts'
import type { PairRules } from './pair-rules.ts'
import type { Wallet } from './signed-rest.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const KEY = { apiKey: 'a key of this test', secret: 'a secret of this test' }
const BTC = 'BTCUSD:BITFINEX'
const RULES: PairRules = {
  instrumentId: BTC,
  symbol: 'tBTCUST',
  base: 'BTC',
  quote: 'USDT',
  minimum: 0.00006,
  maximum: 2_000,
  marginRate: 0.2,
}
const ORDER: PlacePayload = {
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

/** Both wallets of one key at a stand-in. */
async function start() {
  const clock = new LabClock(NOON)
  const funds = { exchange: { USD: '100000' }, margin: { USD: '100000' } }
  const lab: BitfinexLab = await startBitfinexLab({ clock, accounts: [{ ...KEY, ...funds }] })
  lab.markets.quote('tBTCUSD', { bid: 60_000, ask: 60_001, amount: 50 })
  const wire = watchWire(commandOf)
  const [own] = lab.accounts
  if (!own) throw new Error('The stand-in has no account')
  const login = (wallet: Wallet) => {
    const { apiKey: key, secret } = KEY
    return { clock, url: lab.rest, publicUrl: lab.rest, key, secret, wallet, fetch: wire.fetch }
  }
  onTestFinished(() => lab.stop())
  let named = 0
  const place = (wallet: Wallet, terms: Partial<PlacePayload> = {}) => {
    const reference = { instrumentId: BTC, clientId: 'taaaaaaaaaaaaaaaaaa', clientNumber: ++named, sentAt: clock.now() }
    return new BitfinexOrders(login(wallet)).place(reference, { ...ORDER, ...terms })
  }
  const advance = async (ms: number): Promise<void> => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      clock.advanceTo(clock.now() + 500)
      await settle(lab, wire)
    }
  }
  return { lab, own, clock, login, place, advance, wire, settled: () => settle(lab, wire) }
}

describe('the body of an order', () => {
  it('is what the venue takes, by the word of its wallet', () => {
    const bodyOf = (wallet: Wallet, terms: Partial<PlacePayload>) =>
      orderBody({ ...ORDER, quantity: 0.0001, ...terms }, 1_003_434, { wallet, rules: RULES })
    const same = { symbol: 'tBTCUST', cid: 1_003_434 }
    expect(bodyOf('exchange', {})).toEqual({ ...same, type: 'EXCHANGE MARKET', amount: '0.0001' })
    expect(bodyOf('margin', { side: 'SELL' })).toEqual({ ...same, type: 'MARKET', amount: '-0.0001' })
    expect(bodyOf('exchange', { type: 'LIMIT', limitPrice: 40_000 })).toEqual({
      ...same,
      type: 'EXCHANGE LIMIT',
      amount: '0.0001',
      price: '40000',
    })
    expect(bodyOf('exchange', { type: 'STOP_LIMIT', stopPrice: 41_000, limitPrice: 40_000 })).toEqual({
      ...same,
      type: 'EXCHANGE STOP LIMIT',
      amount: '0.0001',
      price: '41000',
      price_aux_limit: '40000',
    })
    expect(bodyOf('margin', { type: 'STOP', stopPrice: 47_000 })).toEqual({
      ...same,
      type: 'STOP',
      amount: '0.0001',
      price: '47000',
    })
    const stop = { instrumentId: BTC, side: 'SELL', quantity: 0.0001, distance: 500 } as const
    expect(trailingBody(stop, 1_003_434, { wallet: 'margin', rules: RULES })).toEqual({
      ...same,
      type: 'TRAILING STOP',
      amount: '-0.0001',
      price_trailing: '500',
    })
  })

  it('has no price of six digits, and a small one without an exponent', () => {
    const of = (limitPrice: number) =>
      orderBody({ ...ORDER, type: 'LIMIT', limitPrice }, 1, { wallet: 'exchange', rules: RULES })
    expect(() => of(60_000.5)).toThrow('has more than 5 digits')
    expect(of(0.0000005)).toMatchObject({ price: '0.0000005' })
    expect(of(600_010)).toMatchObject({ price: '600010' })
  })
})

describe('two wallets of one key', () => {
  it('see each its own orders and executions alone', async () => {
    const { place, login, lab, wire, settled } = await start()
    const heard: Record<Wallet, AccountMessage[]> = { exchange: [], margin: [] }
    for (const wallet of ['exchange', 'margin'] as const) {
      const sink = (message: AccountMessage): void => void heard[wallet].push(message)
      const { authenticated: streams } = lab
      const stream = new BitfinexAccountStream({ ...login(wallet), streams, openSocket: wire.openSocket, sink })
      onTestFinished(() => stream.close())
      while (heard[wallet].length === 0) await settled()
    }
    await place('exchange', { type: 'LIMIT', limitPrice: 50_000 })
    await place('margin', { quantity: 0.2 })
    await settled()
    const kinds = (wallet: Wallet) => heard[wallet].map(({ kind }) => kind).filter((kind) => kind !== 'balances')
    expect(kinds('exchange')).toEqual(['connected', 'order'])
    expect(kinds('margin')).toEqual(['connected', 'order', 'fill', 'order'])
    const open = await Promise.all(
      (['exchange', 'margin'] as const).map((one) => new BitfinexOrders(login(one)).openOrders()),
    )
    expect(open.map((orders) => orders.length)).toEqual([1, 0])
  })

  it('close no more on margin than there is', async () => {
    const { place, own } = await start()
    expect(await place('margin', { quantity: 0.2 })).toMatchObject({ kind: 'ACCEPTED' })
    const close = { side: 'SELL', reduceOnly: true } as const
    expect(await place('margin', { ...close, quantity: 0.3 })).toMatchObject({ kind: 'REFUSED' })
    expect(await place('margin', { ...close, side: 'BUY' })).toMatchObject({ kind: 'REFUSED' })
    expect(own.orders).toHaveLength(1)
    expect(await place('margin', { ...close, quantity: 0.2 })).toMatchObject({ kind: 'ACCEPTED' })
    expect(own.positions.size).toBe(0)
  })
})

describe('the private stream', () => {
  it('has executions read of which the message with the fee does not come', async () => {
    const { lab, place, login, wire, settled, advance } = await start()
    const heard: AccountMessage[] = []
    const { authenticated: streams } = lab
    const sink = (message: AccountMessage): void => void heard.push(message)
    const stream = new BitfinexAccountStream({ ...login('margin'), streams, openSocket: wire.openSocket, sink })
    onTestFinished(() => stream.close())
    while (heard.length === 0) await settled()
    lab.faults.add({ when: { message: 'tu' }, do: 'delay', ms: 60_000 })
    await place('margin')
    await advance(5_000)
    expect(heard.map(({ kind }) => kind).filter((kind) => kind === 'connected').length).toBeGreaterThan(1)
  })

  it('tells what a position has cost, and what it was paid, under one id each', async () => {
    const { lab, own, place, login, wire, settled, advance } = await start()
    const heard: AccountMessage[] = []
    const { authenticated: streams } = lab
    const sink = (message: AccountMessage): void => void heard.push(message)
    const stream = new BitfinexAccountStream({ ...login('margin'), streams, openSocket: wire.openSocket, sink })
    onTestFinished(() => stream.close())
    while (heard.length === 0) await settled()
    await place('margin')
    for (const cost of ['1.25', '0.75']) {
      lab.engine.charge(own, 'tBTCUSD', toUnits(cost))
      await advance(1_000)
    }
    const paid = heard.flatMap((one) => (one.kind === 'financing' ? [one.financing] : []))
    expect(paid.map(({ amount, instrumentId }) => [amount, instrumentId])).toEqual([
      [1.25, BTC],
      [0.75, BTC],
    ])
    expect(new Set(paid.map(({ id }) => id)).size).toBe(2)
  })
})

describe('a nonce', () => {
  it('that the venue finds too small was of a request that it did not look at', async () => {
    const { own, login, place } = await start()
    const orders = new BitfinexOrders(login('exchange'))
    expect(await orders.openOrders()).toEqual([])
    own.keys[0].lastNonce += 30_000_000n
    expect(await place('exchange')).toMatchObject({ kind: 'REFUSED', isForNow: true })
    expect(own.orders).toEqual([])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import type { Fault } from '../faults/fault.ts'
import { arrived, type Json, OandaClient } from '../testing/oanda-client.fixture.ts'
import { HEDGING_ACCOUNT, NETTING_ACCOUNT, type OandaLab, startOandaLab } from './start-oanda-lab.ts'

const PLACE = 'POST /v3/accounts/{accountID}/orders'
const REPLACE = 'PUT /v3/accounts/{accountID}/orders/{orderSpecifier}'
const NOON = Date.UTC(2026, 2, 2, 12)
const BUY = { type: 'MARKET', units: '600', clientExtensions: { id: 'mine' } }
const LIMIT = { ...BUY, type: 'LIMIT', price: '1.09950' }

interface Stage {
  readonly lab: OandaLab
  readonly client: OandaClient
}

interface Failure {
  /** What hurt people elsewhere. */
  readonly title: string
  readonly faults: readonly Fault[]
  readonly account?: string
  readonly shows: (stage: Stage) => Promise<void>
}

/** Bugs that cost people money elsewhere, as what this venue does meanwhile. */
const FAILURES: readonly Failure[] = [
  {
    title: 'an order that works long before its answer comes',
    faults: [{ when: { request: PLACE }, do: 'delay', ms: 11_000 }],
    shows: async ({ lab, client }) => {
      const answer = client.order(LIMIT)
      await arrived(lab, 1)
      lab.clock.advanceTo(NOON + 5000)
      expect((await client.call('GET', '/orders/@mine')).body).toMatchObject({ order: { state: 'PENDING' } })
      lab.clock.advanceTo(NOON + 11_000)
      expect((await answer).status).toBe(201)
    },
  },
  {
    title: 'an order that was placed although its connection broke',
    faults: [{ when: { request: PLACE }, do: 'lostAck' }],
    shows: async ({ lab, client }) => {
      await expect(client.order(BUY)).rejects.toThrow()
      expect((await client.call('GET', '/orders/@mine')).body).toMatchObject({ order: { state: 'FILLED' } })
      expect(lab.requests.filter((name) => name === PLACE)).toHaveLength(1)
    },
  },
  {
    title: 'a name that is free again once its order is filled: a second request buys twice',
    faults: [{ when: { request: PLACE }, do: 'lostAck' }],
    shows: async ({ lab, client }) => {
      await expect(client.order(BUY)).rejects.toThrow()
      expect((await client.order(BUY)).status).toBe(201)
      expect(lab.account().trades).toHaveLength(2)
    },
  },
  {
    title: 'an order that fills in parts of which one is never reported',
    faults: [{ when: { message: 'ORDER_FILL', nth: 2 }, do: 'lostFill' }],
    shows: async ({ lab, client }) => {
      const stream = await client.stream('transactions')
      await client.order(LIMIT)
      for (const units of ['100', '200', '300']) lab.fill('mine', units)
      const seen = (await stream.count(5)).filter(({ type }) => type === 'ORDER_FILL')
      expect(seen.map(({ units }) => units)).toEqual(['100', '300'])
      const { body } = await client.call('GET', '/transactions/sinceid?id=2&type=ORDER_FILL')
      expect((body['transactions'] as readonly Json[]).map(({ units }) => units)).toEqual(['100', '200', '300'])
      stream.close()
    },
  },
  {
    title: 'a fill that is reported after its cancellation was answered by an unknown order',
    faults: [{ when: { message: 'ORDER_FILL' }, do: 'lateFill', ms: 2000 }],
    shows: async ({ lab, client }) => {
      const stream = await client.stream('transactions')
      await client.order(LIMIT)
      lab.fill('mine', '600')
      const canceled = await client.call('PUT', '/orders/@mine/cancel')
      expect(canceled).toMatchObject({ status: 404, body: { errorCode: 'ORDER_DOESNT_EXIST' } })
      lab.clock.advanceTo(NOON + 2000)
      const types = (await stream.count(3)).map(({ type }) => type)
      expect(types).toEqual(['LIMIT_ORDER', 'ORDER_CANCEL_REJECT', 'ORDER_FILL'])
      stream.close()
    },
  },
  {
    title: 'a fill of the new order while the answer to its replacement is still on its way',
    faults: [{ when: { request: REPLACE }, do: 'delay', ms: 1000 }],
    shows: async ({ lab, client }) => {
      const stream = await client.stream('transactions')
      await client.order(LIMIT)
      const order = { ...LIMIT, instrument: 'EUR_USD', price: '1.09960' }
      const replaced = client.call('PUT', '/orders/@mine', { order })
      await arrived(lab, 3)
      lab.quote('EUR_USD', '1.09950', '1.09960')
      const messages = await stream.count(4)
      expect(messages.map(({ type, orderID }) => [type, orderID])).toEqual([
        ['LIMIT_ORDER', undefined],
        ['ORDER_CANCEL', '3'],
        ['LIMIT_ORDER', undefined],
        ['ORDER_FILL', '5'],
      ])
      lab.clock.advanceTo(NOON + 1000)
      expect((await replaced).body).toMatchObject({ orderCreateTransaction: { id: '5', replacesOrderID: '3' } })
      stream.close()
    },
  },
  {
    title: 'one fill that is reported twice, with the same id',
    faults: [{ when: { message: 'ORDER_FILL' }, do: 'duplicate' }],
    shows: async ({ client }) => {
      const stream = await client.stream('transactions')
      await client.order(BUY)
      expect((await stream.count(3)).map(({ id }) => id)).toEqual(['3', '4', '4'])
      stream.close()
    },
  },
  {
    title: 'hundreds of transactions at once',
    faults: [],
    shows: async ({ lab, client }) => {
      const stream = await client.stream('transactions')
      for (let at = 0; at < 500; at++) lab.deposit('1')
      const ids = (await stream.count(500)).map(({ id }) => Number(id))
      expect(ids).toEqual(Array.from({ length: 500 }, (_, at) => at + 3))
      stream.close()
    },
  },
  {
    title: 'a stop that is canceled as soon as it is created: the trade is bare',
    faults: [],
    shows: async ({ lab, client }) => {
      await client.order(BUY)
      lab.account().nextOrder = { how: 'cancel', reason: 'PENDING_ORDERS_ALLOWED_EXCEEDED' }
      const { status, body } = await client.call('PUT', '/trades/4/orders', { stopLoss: { price: '1.09000' } })
      expect([status, body]).toMatchObject([
        200,
        { stopLossOrderCreatedCancelTransaction: { reason: 'PENDING_ORDERS_ALLOWED_EXCEEDED' } },
      ])
      expect(lab.account().pendingOrders()).toEqual([])
    },
  },
  {
    title: 'a stop after a part of its trade was closed: it closes the rest and no more',
    faults: [],
    shows: async ({ lab, client }) => {
      await client.order({ ...BUY, stopLossOnFill: { price: '1.09000' } })
      await client.call('PUT', '/trades/4/close', { units: '250' })
      lab.quote('EUR_USD', '1.08990', '1.09000')
      expect(lab.transactions().at(-1)).toMatchObject({ reason: 'STOP_LOSS_ORDER', units: '-350' })
      expect(lab.account().openTrades()).toEqual([])
    },
  },
  {
    title: 'two sides of a position that are no net position',
    faults: [],
    account: HEDGING_ACCOUNT,
    shows: async ({ client }) => {
      for (const units of ['-10', '20']) await client.order({ type: 'MARKET', units })
      expect((await client.call('GET', '/openPositions')).body).toMatchObject({
        positions: [{ long: { units: '20' }, short: { units: '-10' } }],
      })
    },
  },
  {
    title: 'a mode of positions that changes while trades are open',
    faults: [],
    shows: async ({ lab, client }) => {
      await client.order(BUY)
      lab.account().isHedging = true
      expect((await client.call('GET', '/summary')).body).toMatchObject({ account: { hedgingEnabled: true } })
      await client.order({ ...BUY, units: '-600' })
      expect(lab.account().openTrades()).toHaveLength(2)
    },
  },
  {
    title: 'trades that the venue closes by force, under no name of ours',
    faults: [],
    shows: async ({ lab, client }) => {
      await client.order({ ...BUY, units: '2000000' })
      lab.quote('EUR_USD', '1.05000', '1.05010')
      const [order, fill] = lab.transactions().slice(-2)
      expect(order).toMatchObject({ type: 'MARKET_ORDER', reason: 'MARGIN_CLOSEOUT' })
      expect(order).not.toHaveProperty('clientExtensions')
      expect(fill).toMatchObject({ reason: 'MARKET_ORDER_MARGIN_CLOSEOUT', tradesClosed: [{ tradeID: '4' }] })
    },
  },
  {
    title: 'a stream that was accepted and has heartbeats but no prices',
    faults: [{ when: { connection: 'pricing' }, do: 'stall' }],
    shows: async ({ lab, client }) => {
      const stream = await client.stream('pricing', '?instruments=EUR_USD')
      lab.quote('EUR_USD', '1.10001', '1.10011')
      lab.clock.advanceTo(NOON + 10_000)
      expect([stream.status, (await stream.count(2)).map(({ type }) => type)]).toEqual([
        200,
        ['HEARTBEAT', 'HEARTBEAT'],
      ])
      stream.close()
    },
  },
  {
    title: 'a stop with a bound, which ends beyond the bound instead of waiting at it',
    faults: [],
    shows: async ({ lab, client }) => {
      await client.order({ ...BUY, type: 'STOP', price: '1.10050', priceBound: '1.10060' })
      lab.quote('EUR_USD', '1.10090', '1.10100')
      expect(lab.transactions().at(-1)).toMatchObject({ type: 'ORDER_CANCEL', reason: 'BOUNDS_VIOLATION' })
      lab.quote('EUR_USD', '1.10045', '1.10055')
      expect(lab.account().trades).toEqual([])
    },
  },
  {
    title: 'an order that is touched at once when it is meant to wait',
    faults: [],
    shows: async ({ lab, client }) => {
      const { body } = await client.order({ ...BUY, type: 'STOP', price: '1.10000' })
      expect(body).toMatchObject({ orderFillTransaction: { price: '1.10010', reason: 'STOP_ORDER' } })
      expect(lab.account().trades).toHaveLength(1)
    },
  },
]

describe('failures that cost people money elsewhere can happen here', () => {
  let lab: OandaLab
  afterEach(() => lab.stop())

  it.each(FAILURES)('$title', async ({ faults, account = NETTING_ACCOUNT, shows }) => {
    lab = await startOandaLab({ faults })
    lab.quote('EUR_USD', '1.10000', '1.10010')
    await shows({ lab, client: new OandaClient(lab, account) })
    // What was planned has happened, and the journal has no holes.
    expect(lab.faults.happened).toHaveLength(faults.length)
    expect(lab.transactions().map(({ id }) => Number(id))).toEqual(lab.transactions().map((_, at) => at + 1))
  })
})

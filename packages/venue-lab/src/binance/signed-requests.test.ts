import { afterEach, describe, expect, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { SigningClient, VENDOR_KEY } from '../testing/signing-client.fixture.ts'
import { StreamClient } from '../testing/stream-client.fixture.ts'
import { type BinanceLab, type BinanceLabOptions, startBinanceLab } from './start-binance-lab.ts'
import { BTCUSDT } from './symbol.ts'

const NOON = Date.UTC(2026, 2, 2, 12)

let lab: BinanceLab
let client: SigningClient
afterEach(() => lab.stop())

async function start(options: BinanceLabOptions = {}): Promise<void> {
  const account = { ...VENDOR_KEY, balances: { USDT: '100000', BTC: '2', LTC: '5' } }
  lab = await startBinanceLab({ clock: new LabClock(NOON), accounts: [account], ...options })
  client = new SigningClient(lab)
  lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60001.00', quantity: '1' })
  lab.markets.trade('BTCUSDT', '60000.50')
}

describe('signatures', () => {
  const LTCBTC = { ...BTCUSDT, symbol: 'LTCBTC', baseAsset: 'LTC', quoteAsset: 'BTC', minNotional: '0.0001' }
  const VECTORS = [
    {
      time: 1499827319559,
      payload:
        'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
      signature: 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    },
    {
      time: 1700000000000,
      payload:
        'timestamp=1700000000000&symbol=BTCUSDT&side=BUY&newClientOrderId=tabcd2345678abcda&newOrderRespType=FULL&type=LIMIT&quantity=0.001&price=60000&timeInForce=GTC&recvWindow=10000',
      signature: '219cc07dbd175a59453aefe1f0683352db82451ca92ad9a322b8254d7a3b9885',
    },
  ]

  /** The vendor's example of a request in two parts, which are joined without anything in between. */
  const MIXED = {
    query: 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC',
    body: 'quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
    signature: '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77',
  }
  const PLACED = { status: 200, body: { type: 'LIMIT', side: 'BUY', status: 'NEW' } }

  it.each(VECTORS)("accepts the vendor's documented signature of $time in query and in body", async (vector) => {
    const { time, payload, signature } = vector
    await start({ clock: new LabClock(time), symbols: [BTCUSDT, LTCBTC] })
    const signed = `${payload}&signature=${signature}`
    expect(await client.send('POST', `/api/v3/order?${signed}`)).toMatchObject(PLACED)
    await client.call('DELETE', '/api/v3/openOrders', { symbol: payload.includes('LTCBTC') ? 'LTCBTC' : 'BTCUSDT' })
    expect(await client.send('POST', '/api/v3/order', signed)).toMatchObject(PLACED)
  })

  it("accepts the vendor's documented signature of a request in query and body", async () => {
    await start({ clock: new LabClock(1499827319559), symbols: [BTCUSDT, LTCBTC] })
    const { query, body, signature } = MIXED
    expect(await client.send('POST', `/api/v3/order?${query}`, `${body}&signature=${signature}`)).toMatchObject(PLACED)
  })

  it('refuses a signature of other bytes, even if they mean the same', async () => {
    await start({ clock: new LabClock(1700000000000) })
    const { payload = '', signature } = VECTORS[1] ?? {}
    const refusal = { status: 400, body: { code: -1022, msg: 'Signature for this request is not valid.' } }
    for (const other of [payload.replace('60000', '60000.0'), payload.replace('BTCUSDT', '%42TCUSDT')])
      expect(await client.send('POST', `/api/v3/order?${other}&signature=${signature}`)).toMatchObject(refusal)
    expect(lab.accounts.get(VENDOR_KEY.apiKey).orders).toEqual([])
  })

  it.each([
    ['1 s ahead', NOON + 1000, {}, -1021],
    ['6 s old', NOON - 6000, {}, -1021],
    ['6 s old with a window of 5.9 s', NOON - 6000, { recvWindow: '5900' }, -1021],
    ['of a window of more than a minute', NOON, { recvWindow: '60001' }, -1131],
  ])('refuses a request that is %s', async (_name, timestamp, fields, code) => {
    await start()
    const answer = await client.call('GET', '/api/v3/account', { timestamp: String(timestamp), ...fields })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  it('refuses missing, unknown and revoked keys, and missing signatures', async () => {
    await start()
    const bare = await fetch(`${lab.rest}/api/v3/account?timestamp=${NOON}`)
    expect([bare.status, await bare.json()]).toMatchObject([401, { code: -2014 }])
    const stranger = new SigningClient(lab, { apiKey: 'unknown', secret: 'x' })
    expect(await stranger.call('GET', '/api/v3/account')).toMatchObject({ status: 401, body: { code: -2015 } })
    expect(await client.send('GET', `/api/v3/account?timestamp=${NOON}`)).toMatchObject({ body: { code: -1102 } })
    lab.accounts.revoke(VENDOR_KEY.apiKey)
    expect(await client.call('GET', '/api/v3/account')).toMatchObject({ status: 401, body: { code: -2015 } })
  })
})

describe('keys', () => {
  it('tells the rights of a key, and lets one without trading read only', async () => {
    const rights = { enableWithdrawals: true, enableSpotAndMarginTrading: false }
    await start({ accounts: [{ ...VENDOR_KEY, balances: { USDT: '10' }, rights }] })
    expect(await client.call('GET', '/sapi/v1/account/apiRestrictions')).toMatchObject({
      status: 200,
      body: { ...rights, ipRestrict: true, enableReading: true },
    })
    expect(await client.call('GET', '/api/v3/account')).toMatchObject({
      body: { balances: [{ asset: 'USDT', free: '10.00000000', locked: '0.00000000' }] },
    })
    const order = { side: 'BUY', type: 'MARKET', quantity: '0.001' }
    expect(await client.order(order)).toMatchObject({ status: 401, body: { code: -2015 } })
  })

  it('answers 410 where listen keys were', async () => {
    await start()
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await client.send(method, '/api/v3/userDataStream')).status).toBe(410)
  })
})

describe('the user stream', () => {
  it('refuses unsigned subscriptions and unknown methods, each with its id', async () => {
    await start()
    const socket = await StreamClient.open(lab.wsApi)
    const method = 'userDataStream.subscribe.signature'
    socket.send({ id: 'a', method, params: { apiKey: VENDOR_KEY.apiKey, timestamp: NOON, signature: 'f'.repeat(64) } })
    socket.send({ id: 2, method, params: { apiKey: 'x', timestamp: NOON, signature: 'f' } })
    socket.send({ id: 3, method: 'dance' })
    expect(await socket.count(3)).toMatchObject([
      { id: 'a', status: 400, error: { code: -1022 } },
      { id: 2, status: 401, error: { code: -2015 } },
      { id: 3, status: 400, error: { code: -1000 } },
    ])
  })

  it('tells balances that change without an order', async () => {
    await start()
    const events = await client.events()
    lab.accounts.deposit(VENDOR_KEY.apiKey, 'BTC', '-0.5')
    expect(await events.count(3)).toMatchObject([
      {},
      { event: { e: 'balanceUpdate', a: 'BTC', d: '-0.50000000' } },
      { event: { e: 'outboundAccountPosition', B: [{ a: 'BTC', f: '1.50000000', l: '0.00000000' }] } },
    ])
  })

  it('carries the events of its account, wrapped, until it is unsubscribed or the key is revoked', async () => {
    await start()
    const [events, other] = [await client.events(), await client.events()]
    expect(events.messages[0]).toMatchObject({ id: 1, status: 200, result: { subscriptionId: 0 } })
    await client.order({ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '59000', quantity: '0.1' })
    expect(await events.count(3)).toMatchObject([
      {},
      { subscriptionId: 0, event: { e: 'executionReport', x: 'NEW', X: 'NEW', w: true, p: '59000.00000000' } },
      {
        subscriptionId: 0,
        event: {
          e: 'outboundAccountPosition',
          B: [{ a: 'BTC' }, { a: 'USDT', f: '94100.00000000', l: '5900.00000000' }],
        },
      },
    ])
    await other.count(3)
    other.send({ id: 9, method: 'userDataStream.unsubscribe' })
    expect((await other.count(4))[3]).toMatchObject({ id: 9, status: 200, result: {} })
    lab.accounts.revoke(VENDOR_KEY.apiKey)
    expect((await events.count(4))[3]).toEqual({
      subscriptionId: 0,
      event: { e: 'eventStreamTerminated', E: NOON },
    })
    await lab.sockets.delivered()
    expect(other.messages).toHaveLength(4)
  })
})

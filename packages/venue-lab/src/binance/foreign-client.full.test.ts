import { MainClient, WebsocketAPIClient, WebsocketClient, WS_KEY_MAP } from 'binance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { VENDOR_KEY } from '../testing/signing-client.fixture.ts'
import { SPOT_CAPTURE } from '../testing/spot-capture.fixture.ts'
import { type BinanceLab, startBinanceLab } from './start-binance-lab.ts'

const { apiKey, secret } = VENDOR_KEY
/** Without keeping time, for which this client asks the venue itself. */
const KEYS = { api_key: apiKey, api_secret: secret, disableTimeSync: true }
const SILENT = { trace() {}, info() {}, error() {} }
const BOOK = { lastUpdateId: 1, bids: [['60000.00', '3']], asks: [['60001.00', '3']] } as const

/** Clients of other people that know the venue and nothing of the stand-in. */
let lab: BinanceLab
let rest: MainClient
let api: WebsocketAPIClient
let streams: WebsocketClient

async function start(capture: string | null = null): Promise<void> {
  // These clients go by the machine's clock.
  const clock = new LabClock(Date.now())
  const accounts = [{ ...VENDOR_KEY, balances: { USDT: '100000', BTC: '1' } }]
  lab = await startBinanceLab(
    capture === null ? { clock, accounts, books: { BTCUSDT: BOOK } } : { clock, accounts, capture },
  )
  clock.run(1)
  rest = new MainClient({ ...KEYS, baseUrl: lab.rest })
  api = new WebsocketAPIClient({ ...KEYS, wsUrl: lab.streams, attachEventListeners: false }, SILENT)
  streams = new WebsocketClient({ wsUrl: lab.streams }, SILENT)
}

afterEach(async () => {
  await api.disconnectAll()
  streams.closeAll(true)
  await lab.stop()
})

describe('the package `binance` as a client of the stand-in', () => {
  const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' } as const

  beforeEach(async () => {
    await start()
    lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60001.00', quantity: '2' })
    lab.markets.trade('BTCUSDT', '60000.50')
  })

  it('reads instruments, rights and balances', async () => {
    const info = await rest.getExchangeInfo()
    expect(info.symbols[0]).toMatchObject({ symbol: 'BTCUSDT', status: 'TRADING' })
    expect(await rest.getApiKeyPermissions()).toMatchObject({ enableWithdrawals: false })
    const { balances } = await rest.getAccountInformation()
    expect(balances).toContainEqual({ asset: 'USDT', free: '100000.00000000', locked: '0.00000000' })
  })

  it('places, finds, replaces and cancels orders', async () => {
    const placed = await rest.submitNewOrder({
      ...LIMIT,
      price: 59_000,
      quantity: 0.1,
      newClientOrderId: 'x-U5D79M5B1',
    })
    expect(placed).toMatchObject({ clientOrderId: 'x-U5D79M5B1', status: 'NEW', fills: [] })
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'x-U5D79M5B1' }
    expect(await rest.getOrder(named)).toMatchObject({ status: 'NEW', price: '59000.00000000' })
    expect(await rest.getOpenOrders({ symbol: 'BTCUSDT' })).toHaveLength(1)
    const replaced = await rest.replaceOrder({
      ...LIMIT,
      price: 58_000,
      quantity: 0.1,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'x-U5D79M5B1',
      newClientOrderId: 'x-U5D79M5B2',
    })
    expect(replaced).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' })
    const second = { symbol: 'BTCUSDT', origClientOrderId: 'x-U5D79M5B2' }
    expect(await rest.cancelOrder(second)).toMatchObject({ status: 'CANCELED' })
    await expect(rest.cancelOrder(second)).rejects.toMatchObject({ code: -2011 })
    await expect(rest.getOrder({ ...named, origClientOrderId: 'x-U5D79M5B3' })).rejects.toMatchObject({ code: -2013 })
    const all = await rest.getAllOrders({ symbol: 'BTCUSDT' })
    expect(all.map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])
  })

  it('places a pair of orders, and reads the trades of a market order', async () => {
    const bought = await rest.submitNewOrder({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: 0.5 })
    expect(bought).toMatchObject({ status: 'FILLED', executedQty: '0.50000000' })
    expect(await rest.getAccountTradeList({ symbol: 'BTCUSDT' })).toMatchObject([{ qty: '0.50000000', isMaker: false }])
    const pair = await rest.submitNewOrderList({
      symbol: 'BTCUSDT',
      side: 'SELL',
      quantity: 0.5,
      aboveType: 'LIMIT_MAKER',
      abovePrice: 61_000,
      belowType: 'STOP_LOSS_LIMIT',
      belowStopPrice: 59_000,
      belowPrice: 58_900,
      belowTimeInForce: 'GTC',
    })
    expect(pair).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING' })
    expect(await rest.cancelAllSymbolOrders({ symbol: 'BTCUSDT' })).toHaveLength(1)
    expect(lab.accounts.get(apiKey).balance('BTC').locked).toBe('0.00000000')
  })

  it('is refused with the codes that it knows', async () => {
    const order = { ...LIMIT, price: 59_000, quantity: 0.1 }
    await expect(rest.submitNewOrder({ ...order, quantity: 50 })).rejects.toMatchObject({ code: -2010 })
    await expect(rest.submitNewOrder({ ...order, quantity: 0.000001 })).rejects.toMatchObject({ code: -1013 })
    const stranger = new MainClient({ ...KEYS, api_secret: 'other', baseUrl: lab.rest })
    await expect(stranger.getAccountInformation()).rejects.toMatchObject({ code: -1022 })
  })

  it('follows its orders on the user stream', async () => {
    const events: unknown[] = []
    api.getWSClient().on('message', (message) => events.push(message))
    await api.subscribeUserDataStream(WS_KEY_MAP.mainWSAPI)
    await rest.submitNewOrder({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: 0.5 })
    const seen = () => events.map((event) => JSON.stringify(event)).join('\n')
    await expect.poll(seen).toContain('outboundAccountPosition')
    expect(seen()).toMatch(/"executionReport".*"x":"NEW"/)
    expect(seen()).toMatch(/"executionReport".*"x":"TRADE","X":"FILLED"/)
  })
})

describe.skipIf(SPOT_CAPTURE === null)('the package `binance` on the recorded market', () => {
  it('keeps a book by the rules of the venue that equals the one that REST serves later', async () => {
    await start(SPOT_CAPTURE)
    const updates: Update[] = []
    streams.on('message', (message) => {
      const { data } = message as { readonly data?: Update }
      const update = data ?? (message as unknown as Update)
      if (update.e === 'depthUpdate') updates.push(update)
    })
    await streams.subscribe(['btcusdt@depth@100ms'], 'main')
    await expect.poll(() => updates.length).toBeGreaterThan(3)
    const first = await rest.getOrderBook({ symbol: 'BTCUSDT', limit: 5000 })
    await expect.poll(() => updates.at(-1)?.u ?? 0).toBeGreaterThan(first.lastUpdateId + 300)
    const later = await rest.getOrderBook({ symbol: 'BTCUSDT', limit: 5000 })
    await expect.poll(() => updates.at(-1)?.u ?? 0).toBeGreaterThanOrEqual(later.lastUpdateId)

    const bids = new Map(first.bids.map(([price, quantity]) => [String(price), String(quantity)]))
    let last = first.lastUpdateId
    for (const { U, u, b } of updates.filter(({ u }) => u > first.lastUpdateId && u <= later.lastUpdateId)) {
      expect(U).toBeLessThanOrEqual(last + 1)
      last = u
      for (const [price, quantity] of b) {
        if (Number(quantity) === 0) bids.delete(price)
        else bids.set(price, quantity)
      }
    }
    expect(last).toBe(later.lastUpdateId)
    expect(Object.fromEntries(bids)).toEqual(
      Object.fromEntries(later.bids.map(([price, quantity]) => [String(price), String(quantity)])),
    )
  })
})

interface Update {
  readonly e: string
  readonly U: number
  readonly u: number
  readonly b: readonly (readonly [string, string])[]
}

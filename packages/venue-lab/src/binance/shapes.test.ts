import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { LabClock } from '../lab-clock.ts'
import { SigningClient, VENDOR_KEY } from '../testing/signing-client.fixture.ts'
import type { Message, StreamClient } from '../testing/stream-client.fixture.ts'
import { type BinanceLab, startBinanceLab } from './start-binance-lab.ts'

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/exchange-payloads/binance/spot')
const isThere = existsSync(FOLDER)
if (!isThere) console.warn('../shared/data is absent: the shapes of answers and events of Binance are not compared.')

const NOON = Date.UTC(2026, 2, 2, 12)
const BOOK = { lastUpdateId: 1, bids: [['60000.00', '3']], asks: [['60001.00', '3']] } as const

/** What the vendor's example has and the answer has not, or has as another type: paths in words. */
function differences(example: unknown, answer: unknown, path = '$'): string[] {
  if (example === null || answer === null) return []
  if (Array.isArray(example)) {
    if (!Array.isArray(answer)) return [`${path} is no list`]
    // Lists of rows by their first row; rows of mixed types by each place.
    const isMixed = example.length > 1 && example.some((one) => typeof one !== typeof example[0])
    return (isMixed ? example : example.slice(0, 1)).flatMap((one, at) =>
      answer.length === 0 ? [`${path} is empty`] : differences(one, answer[at], `${path}[${at}]`),
    )
  }
  if (typeof example !== 'object')
    return typeof example === typeof answer ? [] : [`${path} is ${typeof answer}, not ${typeof example}`]
  if (typeof answer !== 'object') return [`${path} is no object`]
  const [wanted, found] = [example as Record<string, unknown>, answer as Record<string, unknown>]
  return Object.keys(wanted).flatMap((key) =>
    key in found ? differences(wanted[key], found[key], `${path}.${key}`) : [`${path}.${key} is missing`],
  )
}

function example(file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
}

describe.skipIf(!isThere)("answers and events have the shape of the vendor's examples", () => {
  let lab: BinanceLab
  let client: SigningClient
  let events: StreamClient
  afterEach(() => lab.stop())

  async function start(): Promise<void> {
    const account = { ...VENDOR_KEY, balances: { USDT: '100000', BTC: '2' } }
    lab = await startBinanceLab({ clock: new LabClock(NOON), accounts: [account], books: { BTCUSDT: BOOK } })
    client = new SigningClient(lab)
    lab.markets.quote('BTCUSDT', { bid: '60000.00', ask: '60001.00', quantity: '1' })
    lab.markets.trade('BTCUSDT', '60000.50')
    events = await client.events()
    await client.order({ side: 'BUY', type: 'MARKET', quantity: '0.5' })
    await client.order({ ...LIMIT, newClientOrderId: 'waits' })
    const [symbol, side, quantity] = ['BTCUSDT', 'SELL', '1']
    const above = { aboveType: 'LIMIT_MAKER', abovePrice: '61000' }
    const below = { belowType: 'STOP_LOSS', belowStopPrice: '59000' }
    await client.call('POST', '/api/v3/orderList/oco', { symbol, side, quantity, ...above, ...below })
  }

  const LIMIT = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '59000', quantity: '0.1' }
  const BTCUSDT = { symbol: 'BTCUSDT' }

  it.each<readonly [string, () => Promise<{ readonly body: unknown }>]>([
    ['ping_response', () => client.send('GET', '/api/v3/ping')],
    ['server_time_response', () => client.send('GET', '/api/v3/time')],
    ['depth_response', () => client.send('GET', '/api/v3/depth?symbol=BTCUSDT')],
    ['klines_response', () => client.send('GET', '/api/v3/klines?symbol=BTCUSDT&interval=1m')],
    ['ticker_24hr_response', () => client.send('GET', '/api/v3/ticker/24hr?symbol=BTCUSDT')],
    ['trades_response', () => client.send('GET', '/api/v3/trades?symbol=BTCUSDT')],
    ['new_order_full_response', () => client.order({ side: 'SELL', type: 'MARKET', quantity: '0.1' })],
    ['order_response', () => client.call('GET', '/api/v3/order', { ...BTCUSDT, origClientOrderId: 'waits' })],
    ['open_orders_response', () => client.call('GET', '/api/v3/openOrders', BTCUSDT)],
    ['all_orders_response', () => client.call('GET', '/api/v3/allOrders', BTCUSDT)],
    ['account_response', () => client.call('GET', '/api/v3/account')],
    ['account_trades_response', () => client.call('GET', '/api/v3/myTrades', BTCUSDT)],
    ['cancel_order_response', () => client.call('DELETE', '/api/v3/order', { ...BTCUSDT, origClientOrderId: 'waits' })],
    ['cancel_open_orders_response', () => client.call('DELETE', '/api/v3/openOrders', BTCUSDT)],
  ])('REST: %s', async (name, ask) => {
    await start()
    expect(differences(example(`http_json/${name}.json`), (await ask()).body)).toEqual([])
  })

  it('REST: exchange_info_response, whose alliances of symbols spot trading does not need', async () => {
    await start()
    const { sors: _, ...wanted } = example('http_json/exchange_info_response.json') as Record<string, unknown>
    expect(differences(wanted, (await client.send('GET', '/api/v3/exchangeInfo')).body)).toEqual([])
  })

  it.each<readonly [string, (event: Message) => boolean]>([
    ['execution_report_wrapped', ({ e, x, o }) => e === 'executionReport' && x === 'NEW' && o === 'LIMIT'],
    ['execution_report_trade', ({ e, x }) => e === 'executionReport' && x === 'TRADE'],
    ['execution_report_canceled', ({ e, x }) => e === 'executionReport' && x === 'CANCELED'],
    ['execution_report_stop_loss', ({ e, o }) => e === 'executionReport' && o === 'STOP_LOSS'],
    ['account_position_wrapped', ({ e }) => e === 'outboundAccountPosition'],
    ['list_status_wrapped', ({ e }) => e === 'listStatus'],
    ['balance_update_wrapped', ({ e }) => e === 'balanceUpdate'],
  ])('user stream: %s', async (name, isMeant) => {
    await start()
    await client.call('DELETE', '/api/v3/openOrders', BTCUSDT)
    lab.accounts.deposit(VENDOR_KEY.apiKey, 'BTC', '0.5')
    await lab.sockets.delivered()
    const found = events.messages.find(({ event }) => event !== undefined && isMeant(event))
    const wanted = example(`user_data_json/${name}.json`)
    expect(differences(wanted, name.endsWith('wrapped') ? found : found?.event)).toEqual([])
  })
})

import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { CHANNELS, type TradingAccount } from '@tradeloom/contracts'
import { type BinanceLab, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { NOT_GUARDED } from '../features/trading/account-processes.ts'
import { DatabaseProxy } from '../platform/health/database-proxy.fixture.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.fixture.ts'

const COIN = 'BTCUSDT:BINANCE'
const SPREAD = 1
const QUOTE_MS = 300
/** Refusals that pass by themselves. */
const NOT_NOW: ReadonlySet<unknown> = new Set(['No price', 'No fresh price', NOT_GUARDED])

export interface BinanceServerOptions extends Pick<TestServerOptions, 'log' | 'env'> {
  readonly launch?: (options: TestServerOptions) => Promise<TestServer>
}

type LabAccounts = NonNullable<Parameters<typeof startBinanceLab>[0]>['accounts']

/** A server with Binance switched on, which is a stand-in, and a user who trades there. */
export class BinanceServer {
  readonly database: TestDatabase
  /** Between the server and its database. */
  readonly proxy: DatabaseProxy
  readonly lab: BinanceLab
  server: TestServer
  user: HttpClient
  socket: SocketClient
  #quoting: NodeJS.Timeout | undefined

  static async start(
    accounts: NonNullable<LabAccounts>,
    { launch = startTestServer, ...options }: BinanceServerOptions = {},
  ): Promise<BinanceServer> {
    const database = await startTestDatabase()
    const proxy = new DatabaseProxy(database.url)
    await proxy.back()
    await database.pool.query(`insert into venue_settings (venue_id, is_on) values ('BINANCE', true)`)
    const clock = new LabClock(Date.now())
    const book = { lastUpdateId: 1, bids: [['60000.00', '5']], asks: [['60001.00', '5']] } as const
    const lab = await startBinanceLab({ clock, accounts, books: { BTCUSDT: book } })
    lab.markets.trade('BTCUSDT', '60000.50')
    clock.run(1)
    const { rest, streams, wsApi } = lab
    const env = {
      TRADELOOM_SIMULATED_VENUES: 'off',
      TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }),
      ...options.env,
    }
    const server = await launch({ databaseUrl: proxy.url, ...options, env })
    const user = await signUp(server.url, 'coins')
    const socket = await socketOf(user)
    return new BinanceServer({ database, proxy, lab, server, user, socket })
  }

  private constructor(parts: Pick<BinanceServer, 'database' | 'proxy' | 'lab' | 'server' | 'user' | 'socket'>) {
    this.database = parts.database
    this.proxy = parts.proxy
    this.lab = parts.lab
    this.server = parts.server
    this.user = parts.user
    this.socket = parts.socket
    this.quote(60_000)
  }

  /** The user goes on at another server of the same installation. */
  async moveTo(server: TestServer): Promise<void> {
    this.server = server
    this.user = this.user.at(server.url)
    this.socket.close()
    this.socket = await socketOf(this.user)
    this.socket.send({ type: 'subscribe', topic: `price.${COIN}` })
  }

  /** From now on this is the price. */
  quote(bid: number): void {
    clearInterval(this.#quoting)
    const [low, high] = [bid.toFixed(2), (bid + SPREAD).toFixed(2)]
    const publish = (): void => this.lab.markets.quote('BTCUSDT', { bid: low, ask: high, quantity: '5' })
    publish()
    this.#quoting = setInterval(publish, QUOTE_MS)
  }

  addKey(apiKey: string, apiSecret: string) {
    const key = { formStyle: 4, type: 'live', broker: 'Binance', apiKey, apiSecret }
    return this.user.post('/api/exchange-api-keys', key)
  }

  /** The account at the exchange. */
  async account() {
    const { json } = await this.user.get('/api/accounts')
    return (json as TradingAccount[]).find(({ type }) => type === 'live')
  }

  /**
   * Orders as a person does: again once there is a price of now, and again what had to wait too long to be sent. Where the
   * machine is busy, both happen.
   */
  async order(terms: object) {
    const accountId = (await this.account())?.id
    const order = { broker: 'BINANCE', symbol: 'BTCUSDT', accountId, quantity: 0.5, ...terms }
    for (;;) {
      const reply = await this.socket.request(CHANNELS.brokers, 'order', order)
      if (reply.ok && (await this.#sent((reply.data as { intentId: string }).intentId))) return reply
      if (!reply.ok && !NOT_NOW.has(reply.error)) return reply
      await new Promise((done) => setTimeout(done, QUOTE_MS))
    }
  }

  /** Whether an order has left for the exchange; false if it waited too long for that. */
  async #sent(intentId: string): Promise<boolean> {
    let state = 'WRITTEN'
    await until(async () => {
      const { rows } = await this.database.pool.query<{ state: string }>('select state from intents where id = $1', [
        intentId,
      ])
      state = rows[0]?.state ?? state
      return state !== 'WRITTEN'
    })
    return state !== 'UNSENT'
  }

  async open() {
    return (await this.user.get('/api/positions/open')).json as { id: string; quantity: number }[]
  }

  /** Waits until the server has a price. */
  async priced(): Promise<void> {
    const listed = async (): Promise<boolean> =>
      (await this.user.get('/public-api/instruments/USD')).text.includes(COIN)
    await until(listed)
    // Only now there is something to subscribe to.
    this.socket.send({ type: 'subscribe', topic: `price.${COIN}` })
    const isTold = (): boolean => this.socket.messages.some((message) => JSON.stringify(message).includes('"bid"'))
    await until(isTold)
  }

  async stop(): Promise<void> {
    clearInterval(this.#quoting)
    this.socket.close()
    await this.server.stop()
    await this.lab.stop()
    await this.proxy.remove()
    await this.database.stop()
  }
}

async function socketOf(user: HttpClient): Promise<SocketClient> {
  const socket = await new SocketClient(user).opened()
  // Its server may be killed.
  socket.socket.on('error', () => undefined)
  for (const topic of ['orders', 'executions', 'balances', 'positions', 'brokers'])
    socket.send({ type: 'subscribe', topic })
  return socket
}

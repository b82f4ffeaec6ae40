import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessBus } from '@tradeloom/bus'
import { newId, type PositionRow, putListings, schema } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import type { TestDatabase } from '@tradeloom/testkit'
import {
  type BinanceLab,
  type BitfinexLab,
  type LabAccount,
  LabClock,
  startBinanceLab,
  startBitfinexLab,
} from '@tradeloom/venue-lab'
import { ADAPTERS } from '@tradeloom/venues'
import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { SupervisedBrokers } from '../../../processes/brokers/supervised-brokers.ts'
import { LiveTicks } from '../../../testing/live-ticks.fixture.ts'
import { openMasterKey } from '../../../testing/master-key.fixture.ts'
import { ConnectionsService } from '../../connections/connections.service.ts'

export const BINANCE = 'BTCUSDT:BINANCE'
export const BITFINEX = 'BTCUSD:BITFINEX'
const BID = 60_000
const SECRET = { apiKey: 'a key of both of the two venues', apiSecret: 'a secret of both of the venues' }

const { intents, positions } = schema

/** The real process `brokers`, and stand-ins of two venues: coins are bought at one and sold on margin at the other. */
export class TwoVenues {
  readonly database: TestDatabase
  readonly binance: BinanceLab
  readonly bitfinex: BitfinexLab
  readonly userId = newId()
  buyAccountId = ''
  sellAccountId = ''
  /** How often the process has ended on its own. */
  ends = 0
  readonly #folder = mkdtempSync(join(tmpdir(), 'tradeloom-venues-'))
  readonly #ticks = [BINANCE, BITFINEX].map((id) => new LiveTicks(this.#folder, id))
  readonly #brokers: SupervisedBrokers

  static async open(database: TestDatabase): Promise<TwoVenues> {
    const clock = new LabClock(Date.now())
    const login = { apiKey: SECRET.apiKey, secret: SECRET.apiSecret }
    const book = { lastUpdateId: 1, bids: [[`${BID}.00`, '50']], asks: [[`${BID + 1}.00`, '50']] } as const
    const coins = [{ ...login, balances: { USDT: '1000000' } }]
    const binance = await startBinanceLab({ clock, accounts: coins, books: { BTCUSDT: book } })
    const margin = [{ ...login, exchange: { USD: '50000' }, margin: { USD: '1000000', LEO: '500' } }]
    const bitfinex = await startBitfinexLab({ clock, accounts: margin })
    clock.run(1)
    const venues = new TwoVenues(database, binance, bitfinex)
    await venues.#connect()
    return venues
  }

  private constructor(database: TestDatabase, binance: BinanceLab, bitfinex: BitfinexLab) {
    this.database = database
    this.binance = binance
    this.bitfinex = bitfinex
    for (const ticks of this.#ticks) ticks.keep(BID)
    binance.markets.quote('BTCUSDT', { bid: `${BID}.00`, ask: `${BID + 1}.00`, quantity: '50' })
    binance.markets.trade('BTCUSDT', `${BID}.50`)
    bitfinex.markets.quote('tBTCUSD', { bid: BID, ask: BID + 1, amount: 50 })
    bitfinex.markets.trade('tBTCUSD', BID)
    const { rest, authenticated, streams } = bitfinex
    const urls = {
      BINANCE: { rest: binance.rest, streams: binance.streams, wsApi: binance.wsApi },
      BITFINEX: { rest, publicRest: rest, publicStreams: streams, streams: authenticated },
    }
    const masterKey = openMasterKey(database.db, join(this.#folder, 'keys', 'master'))
    this.#brokers = new SupervisedBrokers({
      bus: createInProcessBus(() => undefined),
      connection: database.connection,
      marketDir: join(this.#folder, 'market'),
      installation: 'test',
      now: Date.now,
      urls,
      key: () => masterKey.piped(),
      logger: { warn: (fields) => void ('restartInMs' in fields && (this.ends += 1)) },
    })
  }

  async #connect(): Promise<void> {
    const { db, pool } = this.database
    await pool.query('delete from exchange_keys')
    for (const venueId of ['BINANCE', 'BITFINEX'])
      await db.insert(schema.venueSettings).values({ venueId, isOn: true }).onConflictDoNothing()
    const stated = { status: 'active', tradingOpen: true } as const
    const coin = { ...defineInstrument(BINANCE, { simulated: true }), simulated: false }
    const steps = { precision: 0, pipSize: 1, lotSize: 1e-8, minQuantity: 0.00002, maxQuantity: 2_000 }
    await putListings(db, [
      listInstrument(coin, { ...stated, minNotional: 5, quoteStep: 0.01, maxStops: 5 }),
      listInstrument(defineInstrument(BITFINEX, steps), { ...stated, quoteStep: 1, accounts: ['spot', 'netting'] }),
    ])
    const person = { name: this.userId, username: this.userId, displayUsername: this.userId }
    await db.insert(schema.users).values({ id: this.userId, ...person, email: `${this.userId}@example.com` })
    const connections = new ConnectionsService({
      shares: { endAll: async () => () => undefined },
      db,
      masterKey: openMasterKey(db, join(this.#folder, 'keys', 'master')),
      brokers: {
        isConnected: (id) => this.#brokers.isConnected(id),
        ensure: (id) => this.#brokers.ensure(id),
        look: () => this.#brokers.look(),
      },
      adapters: ADAPTERS,
      rightsOf: async () => ({ exchangeConnections: 5 }),
      onErased: () => {},
    })
    const ids: string[] = []
    for (const broker of ['BINANCE', 'Bitfinex']) {
      const { id } = await connections.add(this.userId, { type: 'live', broker, ...SECRET })
      await expect.poll(() => this.#brokers.isConnected(id), { timeout: 30_000 }).toBe(true)
      ids.push(id)
    }
    const accountOf = async (at: number, model: string): Promise<string> => {
      const own = 'select id from trading_accounts where connection_id = $1 and model = $2'
      return (await pool.query<{ id: string }>(own, [ids[at], model])).rows[0]?.id ?? ''
    }
    this.buyAccountId = await accountOf(0, 'spot')
    this.sellAccountId = await accountOf(1, 'netting')
    // As if a guardian watched them: without one they open nothing.
    const guard = newId()
    await pool.query(
      `insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'test', 0, now() + interval '1 day')`,
      [guard],
    )
    for (const id of [this.buyAccountId, this.sellAccountId])
      await pool.query(`insert into leases (kind, key, owner) values ('guard', $1, $2)`, [id, guard])
  }

  /** What the first stand-in has. */
  get account(): LabAccount {
    return this.binance.accounts.get(SECRET.apiKey)
  }

  async ensure(): Promise<void> {
    this.#brokers.look()
  }

  /** The process dies, and is started again by its owner. */
  async kill(): Promise<void> {
    const { ends } = this
    await expect.poll(() => this.#brokers.pid).toBeDefined()
    process.kill(this.#brokers.pid as number, 'SIGKILL')
    await expect.poll(() => this.ends, { timeout: 30_000 }).toBeGreaterThan(ends)
  }

  async end(): Promise<void> {
    await this.#brokers.stop()
    for (const ticks of this.#ticks) ticks.stop()
    await Promise.all([this.binance.stop(), this.bitfinex.stop()])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async stateOf(intentId: string): Promise<string | undefined> {
    const [intent] = await this.database.db.select().from(intents).where(eq(intents.id, intentId))
    return intent?.state
  }

  open(accountId: string): Promise<PositionRow[]> {
    const isOpen = and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'), isNull(positions.partOf))
    return this.database.db.select().from(positions).where(isOpen)
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessBus } from '@tradeloom/bus'
import {
  AccountLedger,
  type IntentRow,
  newId,
  newIntent,
  type PositionRow,
  putListings,
  schema,
  sha256,
  verifyAccount,
  type VenueOrderRow,
} from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type IntentPayload, isClosingOf, type PlacePayload } from '@tradeloom/trading'
import {
  type BinanceLab,
  type Fault,
  type LabAccount,
  LabClock,
  type LabOrder,
  startBinanceLab,
  toUnits,
} from '@tradeloom/venue-lab'
import { ADAPTERS } from '@tradeloom/venues'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { ConnectionsService } from '../../features/connections/connections.service.ts'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import { openMasterKey } from '../../testing/master-key.fixture.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import type { CrashDesk } from './crash-desk.fixture.ts'
import { SupervisedBrokers } from './supervised-brokers.ts'

const { fills, intents, positions, venueOrders } = schema

const BTC = 'BTCUSDT:BINANCE'
const KEY = 'keyofthedeskkeyofthedesk1234'

export const MARKET_BUY: PlacePayload = {
  kind: 'PLACE',
  instrumentId: BTC,
  type: 'MARKET',
  side: 'BUY',
  quantity: 0.5,
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

/** The real process `brokers`, a stand-in of Binance over real connections, and an account that one user has there. */
export class BinanceDesk implements CrashDesk {
  readonly database: TestDatabase
  readonly lab: BinanceLab
  readonly folder: string
  readonly ticks: LiveTicks
  userId = ''
  connectionId = ''
  accountId = ''
  /** How often the process has ended on its own. */
  ends = 0
  /** UTC milliseconds. */
  killedAt = 0
  #brokers: SupervisedBrokers | null = null
  #bid = 60_000
  #fresh: NodeJS.Timeout | undefined
  readonly #others: { stop(): Promise<unknown> }[] = []

  private constructor(database: TestDatabase, lab: BinanceLab, folder: string) {
    this.database = database
    this.lab = lab
    this.folder = folder
    this.ticks = new LiveTicks(folder, BTC)
  }

  static async open(database: TestDatabase): Promise<BinanceDesk> {
    const clock = new LabClock(Date.now())
    const book = { lastUpdateId: 1, bids: [['60000.00', '50']], asks: [['60001.00', '50']] } as const
    const accounts = [{ apiKey: KEY, secret: 'a secret of the desk', balances: { USDT: '200000' } }]
    const lab = await startBinanceLab({ clock, accounts, books: { BTCUSDT: book } })
    const desk = new BinanceDesk(database, lab, mkdtempSync(join(tmpdir(), 'tradeloom-desk-')))
    desk.price(60_000)
    clock.run(1)
    await desk.#connect()
    return desk
  }

  async #connect(): Promise<void> {
    const { db, pool } = this.database
    await pool.query('delete from exchange_keys')
    const guard = newId()
    await pool.query(
      `insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'test', 0, now() + interval '1 day')`,
      [guard],
    )
    await db.insert(schema.venueSettings).values({ venueId: 'BINANCE', isOn: true }).onConflictDoNothing()
    const coin = { ...defineInstrument(BTC, { simulated: true }), simulated: false }
    await putListings(db, [
      listInstrument(coin, { status: 'active', tradingOpen: true, minNotional: 5, quoteStep: 0.01, maxStops: 5 }),
    ])
    this.userId = newId()
    const person = { name: this.userId, username: this.userId, displayUsername: this.userId }
    await db.insert(schema.users).values({ id: this.userId, ...person, email: `${this.userId}@example.com` })
    const { masterKey } = this
    const brokers = {
      isConnected: (id: string) => this.#brokers?.isConnected(id) ?? null,
      ensure: (id: string) => this.start().ensure(id),
      look: () => this.#brokers?.look(),
    }
    const adapters = ADAPTERS.filter(({ id }) => id === 'BINANCE')
    const rightsOf = async () => ({ exchangeConnections: 20 })
    const connections = new ConnectionsService({
      shares: { endAll: async () => () => undefined },
      db,
      masterKey,
      brokers,
      adapters,
      rightsOf,
      onErased: () => {},
    })
    const secret = { apiKey: KEY, apiSecret: 'a secret of the desk' }
    const added = await connections.add(this.userId, { type: 'live', broker: 'BINANCE', ...secret })
    // On a busy machine the process starts later than the call waits.
    await expect.poll(() => brokers.isConnected(added.id)).toBe(true)
    this.connectionId = added.id
    const own = 'select id from trading_accounts where connection_id = $1'
    this.accountId = (await pool.query<{ id: string }>(own, [added.id])).rows[0]?.id ?? ''
    // As if a guardian watched the account: without one it opens nothing.
    await pool.query(`insert into leases (kind, key, owner) values ('guard', $1, $2)`, [this.accountId, guard])
  }

  get masterKey(): MasterKey {
    return openMasterKey(this.database.db, join(this.folder, 'keys', 'master'))
  }

  get pid(): number | undefined {
    return this.#brokers?.pid
  }

  /** What its server tells each process. */
  get parts() {
    const { rest, streams, wsApi } = this.lab
    return {
      bus: createInProcessBus(() => undefined),
      connection: this.database.connection,
      marketDir: join(this.folder, 'market'),
      installation: 'test',
      now: Date.now,
      urls: { BINANCE: { rest, streams, wsApi } },
      key: () => this.masterKey.piped(),
      logger: { warn: () => undefined },
    }
  }

  start(crashAt?: CrashPoint): SupervisedBrokers {
    this.#brokers ??= new SupervisedBrokers({
      ...this.parts,
      logger: { warn: (fields) => void ('restartInMs' in fields && (this.ends += 1)) },
      ...(crashAt ? { crashAt } : {}),
    })
    this.#brokers.look()
    return this.#brokers
  }

  /** Another process, which runs until the test ends. */
  alongside<Other extends { stop(): Promise<unknown> }>(other: Other): Other {
    this.#others.push(other)
    return other
  }

  /** Starts the process anew, and waits until it works: a request that waits longer is not sent. */
  async restart(crashAt?: CrashPoint): Promise<void> {
    await this.stop()
    const brokers = this.start(crashAt)
    await expect.poll(() => brokers.isConnected(this.connectionId)).toBe(true)
  }

  /** The process dies, and is started again by its owner. */
  async kill(): Promise<void> {
    const { ends } = this
    await expect.poll(() => this.pid).toBeDefined()
    process.kill(this.pid as number, 'SIGKILL')
    this.killedAt = Date.now()
    await expect.poll(() => this.ends).toBeGreaterThan(ends)
  }

  async stop(): Promise<void> {
    await this.#brokers?.stop()
    this.#brokers = null
  }

  async #stopAll(): Promise<void> {
    await Promise.all(this.#others.splice(0).map((other) => other.stop()))
    await this.stop()
  }

  async end(): Promise<void> {
    clearInterval(this.#fresh)
    await this.#stopAll()
    this.ticks.stop()
    await this.lab.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The market moves: offers, then a trade, and the log of prices. */
  price(bid: number, { time = Date.now(), isTraded = true, flags = 0 } = {}): void {
    this.#bid = bid
    if (isTraded) {
      this.lab.markets.quote('BTCUSDT', { bid: bid.toFixed(2), ask: (bid + 1).toFixed(2), quantity: '50' })
      this.lab.markets.trade('BTCUSDT', (bid + 0.5).toFixed(2))
    }
    this.ticks.add(bid, 1, time, flags)
  }

  /** Its price is never too old to compare orders with, however busy the machine is. */
  keepPrice(): void {
    this.losePrice()
    const keep = (): void => this.price(this.#bid, { isTraded: false })
    // The last one may be as old as the desk.
    keep()
    this.#fresh = setInterval(keep, 500)
  }

  /** No price comes any more, until the next one is kept. */
  losePrice(): void {
    clearInterval(this.#fresh)
  }

  get bid(): number {
    return this.#bid
  }

  /** What the stand-in has. */
  get venue(): LabAccount {
    return this.lab.accounts.get(KEY)
  }

  get openAtVenue(): LabOrder[] {
    return this.venue.orders.filter(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED')
  }

  /** Executes a part of an order at the venue, whatever the market says. */
  fill(order: LabOrder | undefined, quantity: string, price: string): void {
    if (!order) throw new Error('The order is not at the venue')
    this.lab.engine.fill(this.venue, order, { quantity: toUnits(quantity), price: toUnits(price) })
  }

  async write(payload: IntentPayload, decidedAt = Date.now()): Promise<string> {
    const { userId, accountId } = this
    const asked = { userId, accountId, instrumentId: BTC, payload, installation: 'test', decidedAt }
    const intent = newIntent(asked)
    await this.database.db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId)
      await ledger?.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
    })
    return intent.id
  }

  /** Writes again what had to wait too long for the process, which may be dead, and what died with it on its way. */
  async sends(payload: IntentPayload): Promise<string> {
    for (;;) {
      const id = await this.write(payload)
      if (await this.hasArrived(id)) return id
    }
  }

  /** Waits until it is certain whether the venue has heard of a request. */
  async hasArrived(id: string): Promise<boolean> {
    await expect.poll(() => this.state(id)).toSatisfy((state) => !['WRITTEN', 'SENDING', 'UNKNOWN'].includes(state))
    return !['UNSENT', 'ABSENT'].includes((await this.state(id)) ?? '')
  }

  intents(): Promise<IntentRow[]> {
    return this.database.db.select().from(intents).where(eq(intents.accountId, this.accountId)).orderBy(intents.id)
  }

  async state(id: string): Promise<string | undefined> {
    return (await this.intents()).find((one) => one.id === id)?.state
  }

  /** Without the rows of closed parts. */
  positions(): Promise<PositionRow[]> {
    const isWhole = isNull(positions.partOf)
    return this.database.db
      .select()
      .from(positions)
      .where(and(eq(positions.accountId, this.accountId), isWhole))
  }

  async position(): Promise<PositionRow | undefined> {
    return (await this.positions())[0]
  }

  orders(): Promise<VenueOrderRow[]> {
    return this.database.db.select().from(venueOrders).where(eq(venueOrders.accountId, this.accountId))
  }

  fills() {
    return this.database.db.select().from(fills).where(eq(fills.accountId, this.accountId))
  }

  /** Orders of the venue that protect, as [type, price, quantity]. */
  protectionsAtVenue(): [string, number, number][] {
    const units = (value: bigint): number => Number(value) / 1e8
    return this.openAtVenue
      .filter(({ side }) => side === 'SELL')
      .map(({ type, price, stopPrice, quantity, executed }): [string, number, number] => [
        type,
        units(type === 'STOP_LOSS' ? stopPrice : price),
        units(quantity - executed),
      ])
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  }

  get requests(): readonly string[] {
    return this.lab.requests
  }

  disturb(fault: Fault): void {
    this.lab.faults.add(fault)
  }

  boughtAtVenue(): number[] {
    return this.venue.orders.filter(({ side }) => side === 'BUY').map(({ executed }) => Number(executed) / 1e8)
  }

  stopsAtVenue(): [number, number][] {
    return this.protectionsAtVenue().map(([, price, quantity]) => [price, quantity])
  }

  workingAtVenue(): number {
    return this.openAtVenue.length
  }

  fillAtVenue(quantity: string): void {
    const [order] = this.openAtVenue
    this.fill(order, quantity, String(Number(order?.price) / 1e8))
  }

  /** What was sold at the market, order by order. */
  soldAtVenue(): number[] {
    return this.venue.orders
      .filter(({ side, type }) => side === 'SELL' && type === 'MARKET')
      .map(({ executed }) => Number(executed) / 1e8)
  }

  /** Buys at the market and waits until the position is there. */
  async buy(terms: Partial<PlacePayload> = {}): Promise<PositionRow> {
    const before = (await this.positions()).length
    await this.write({ ...MARKET_BUY, ...terms })
    await expect.poll(() => this.positions()).toHaveLength(before + 1)
    const all = await this.positions()
    return all.at(-1) as PositionRow
  }

  /** No order sent or there twice, none without its request, all that is open is at the venue, and the journal tells all of it. */
  async expectConsistent(): Promise<void> {
    await this.#stopAll()
    const ids = this.venue.orders.map(({ clientId }) => clientId)
    expect(new Set(ids).size).toBe(ids.length)
    const written = new Set((await this.intents()).map(({ clientId }) => clientId))
    const sent = this.lab.orderNames.filter((id) => written.has(id))
    expect(new Set(sent).size).toBe(sent.length)
    const held = await this.positions()
    const isOfGuardian = (name: string): boolean =>
      held.some(({ id }) => isClosingOf(sha256, { clientId: name }, this.accountId, id))
    expect(ids.filter((id) => !written.has(id) && !isOfGuardian(id))).toEqual([])
    const { free, locked } = this.venue.balance('BTC')
    const open = held.filter(({ status }) => status === 'OPEN')
    const owned = open.reduce((sum, { quantity }) => sum + quantity, 0)
    // Less than a step remains of what was closed.
    expect(Math.abs(owned - Number(free) - Number(locked))).toBeLessThan(0.00001 + 1e-9)
    expect(await verifyAccount(this.database.db, this.accountId)).toEqual([])
  }
}

/** Gives each test of a file a desk of its own, and checks after it that the venue and the ledger agree. */
export function deskForEach(use: (desk: BinanceDesk) => void): void {
  let database: TestDatabase
  let desk: BinanceDesk
  beforeAll(async () => {
    database = await startTestDatabase()
  })
  afterAll(() => database?.stop())
  beforeEach(async () => {
    desk = await BinanceDesk.open(database)
    use(desk)
  })
  afterEach(async () => {
    try {
      await desk.expectConsistent()
    } finally {
      await desk.end()
    }
  })
}

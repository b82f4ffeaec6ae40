import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountLedger, newId, newIntent, putListings, schema } from '@tradeloom/database'
import { type AccountModel, defineInstrument, listInstrument } from '@tradeloom/domain'
import { TickReader } from '@tradeloom/market-data/ticks'
import type { TestDatabase } from '@tradeloom/testkit'
import type { IntentPayload, PlacePayload } from '@tradeloom/trading'
import { brokersKey, withMasterKey } from '@tradeloom/vault/master'
import { openVault } from '@tradeloom/vault/open'
import { expect } from 'vitest'
import { ConnectionsService } from '../../features/connections/connections.service.ts'
import { addSession } from '../../testing/add-session.fixture.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { type Lease, takeLease } from '../../platform/leases/leases.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import { openMasterKey } from '../../testing/master-key.fixture.ts'
import type { BrokersEvent } from './brokers-messages.ts'
import { BrokersService } from './brokers-service.ts'
import { FakeVenue } from './fake-venue.fixture.ts'

export const COIN = 'BTCUSDT:FAKE'

export const LIMIT_BUY: PlacePayload = {
  kind: 'PLACE',
  instrumentId: COIN,
  type: 'LIMIT',
  side: 'BUY',
  quantity: 0.5,
  limitPrice: 60_000,
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

/** The process `brokers` in the process of a test, with a venue in memory and the part of the server that takes keys. */
export class BrokersLab {
  readonly venue: FakeVenue
  readonly folder = mkdtempSync(join(tmpdir(), 'tradeloom-brokers-'))
  readonly database: TestDatabase
  readonly masterKey: MasterKey
  readonly connections: ConnectionsService
  readonly events: BrokersEvent[] = []
  isGuarded = true
  /** What the process that reads venues logs. */
  readonly ticks = new LiveTicks(this.folder, COIN)
  #service: BrokersService | null = null
  #written = 0

  constructor(database: TestDatabase, model: AccountModel = 'spot') {
    this.database = database
    this.venue = new FakeVenue(model)
    this.masterKey = openMasterKey(database.db, this.keyPath)
    const brokers = {
      isConnected: (id: string) => this.status(id),
      ensure: (id: string) => this.#tried(id),
      look: () => void this.#service?.look(),
    }
    const { masterKey, venue } = this
    const rightsOf = async () => ({ exchangeConnections: 20 })
    const adapters = [venue.adapter]
    this.connections = new ConnectionsService({
      shares: { endAll: async () => () => undefined },
      db: database.db,
      masterKey,
      brokers,
      adapters,
      rightsOf,
      onErased: () => {},
    })
  }

  get keyPath(): string {
    return join(this.folder, 'keys', 'master')
  }

  start(): void {
    const key = withMasterKey({ path: this.keyPath, isMounted: false }, brokersKey)
    const vault = key === null ? Promise.resolve(null) : openVault(key)
    const { connection } = this.database
    const parts = {
      adapters: [this.venue.adapter],
      prices: new TickReader(join(this.folder, 'market')),
      vault,
      emit: (event: BrokersEvent) => void this.events.push(event),
    }
    this.#service = new BrokersService({ do: 'open', connection, marketDir: '', installation: 'test', urls: {} }, parts)
  }

  async stop(): Promise<void> {
    await this.#service?.stop()
    this.#service = null
  }

  async end(): Promise<void> {
    await this.stop()
    this.ticks.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  status(connectionId: string): boolean | null {
    const last = this.events.findLast((event) => event.kind === 'status' && event.connectionId === connectionId)
    return last?.kind === 'status' ? last.isConnected : null
  }

  async switchOn(): Promise<void> {
    const { db } = this.database
    await db.insert(schema.venueSettings).values({ venueId: 'FAKE', isOn: true }).onConflictDoNothing()
    const coin = defineInstrument(COIN, { simulated: true, lotSize: 0.0001, minQuantity: 0.0001 })
    await putListings(db, [listInstrument({ ...coin, simulated: false }, { status: 'active', tradingOpen: true })])
  }

  async addUser(): Promise<string> {
    const id = newId()
    const person = { name: id, username: id, displayUsername: id, email: `${id}@example.com` }
    await this.database.db.insert(schema.users).values({ id, ...person })
    return id
  }

  /** The account that a user's key opens. */
  async accountId(userId: string): Promise<string> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      `select id from trading_accounts where user_id = $1 and venue = 'FAKE'`,
      [userId],
    )
    return rows[0]?.id ?? ''
  }

  /** A session of a user that runs on the account. */
  async addSession(userId: string): Promise<string> {
    return addSession(this.database.db, await this.accountId(userId), COIN)
  }

  /** As if the process had handed over the account: its lease, after it has stopped. */
  async leaseOf(accountId: string): Promise<Lease> {
    await this.stop()
    const owner = newId()
    await this.rows(`insert into lease_owners (id, host, pid) values ($1, 'test', 0)`, [owner])
    await this.rows(`delete from leases where kind = 'account' and key = $1`, [accountId])
    const lease = await this.database.db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner))
    if (!lease) throw new Error('The account is taken')
    return lease
  }

  async write(userId: string, payload: IntentPayload, sessionId: string | null = null): Promise<string> {
    const accountId = await this.accountId(userId)
    const instrumentId = 'instrumentId' in payload ? payload.instrumentId : COIN
    const asked = { userId, accountId, instrumentId, payload, installation: 'test', decidedAt: Date.now() }
    const intent = newIntent({ ...asked, ...(sessionId === null ? {} : { sessionId, no: ++this.#written }) })
    if (this.isGuarded) await this.#guard(accountId)
    await this.database.db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId)
      await ledger?.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
    })
    return intent.id
  }

  /** Writes again what had to wait too long for this process, as people do. */
  async sends(userId: string, payload: IntentPayload): Promise<string> {
    for (;;) {
      const id = await this.write(userId, payload)
      const state = async () =>
        (await this.rows<{ state: string }>('select state from intents where id = $1', [id]))[0]?.state
      await expect.poll(state).not.toBe('WRITTEN')
      if ((await state()) !== 'UNSENT') return id
    }
  }

  async rows<Row = Record<string, unknown>>(query: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.pool.query(query, values)).rows as Row[]
  }

  /** As if a guardian watched the account: without one it opens nothing. */
  async #guard(accountId: string): Promise<void> {
    const owner = newId()
    await this.rows(
      `with owner as (insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'test', 0, now() + interval '1 day'))
       insert into leases (kind, key, owner) values ('guard', $2, $1) on conflict do nothing`,
      [owner, accountId],
    )
  }

  async #tried(id: string): Promise<boolean> {
    if (this.#service === null) this.start()
    await this.#service?.look()
    while (this.status(id) === null) await new Promise((done) => setTimeout(done, 5))
    return this.status(id) === true
  }
}

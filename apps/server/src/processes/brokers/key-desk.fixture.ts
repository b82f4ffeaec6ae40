import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessBus } from '@tradeloom/bus'
import { AccountLedger, newId, newIntent, putListings, schema } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { TickReader } from '@tradeloom/market-data/ticks'
import type { TestDatabase } from '@tradeloom/testkit'
import type { IntentPayload } from '@tradeloom/trading'
import { brokersKey, withMasterKey } from '@tradeloom/vault/master'
import { openVault } from '@tradeloom/vault/open'
import { ADAPTERS, type VenueAddresses } from '@tradeloom/venues'
import { expect } from 'vitest'
import { ConnectionsService } from '../../features/connections/connections.service.ts'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import { openMasterKey } from '../../testing/master-key.fixture.ts'
import type { BrokersEvent } from './brokers-messages.ts'
import { BrokersService } from './brokers-service.ts'
import { SupervisedBrokers } from './supervised-brokers.ts'

export interface KeyDeskOptions {
  readonly database: TestDatabase
  readonly venueId: string
  readonly listings: readonly [ListedInstrument, ...ListedInstrument[]]
  /** Read when the service starts. */
  readonly urls: () => VenueAddresses
}

export interface KeptPosition {
  readonly id: string
  readonly status: string
  readonly direction: string
  readonly quantity: number
  readonly open_price: number
  readonly broker_id: string
  readonly profit: number
  readonly closed_by: string | null
}

/** The process of the brokers with a key of one user, at a stand-in of a venue. */
export class KeyDesk {
  readonly ticks: LiveTicks
  readonly folder = mkdtempSync(join(tmpdir(), 'tradeloom-desk-'))
  /** How often the real process has ended on its own. */
  ends = 0
  readonly #options: KeyDeskOptions
  readonly #events: BrokersEvent[] = []
  readonly #userId = newId()
  #service: BrokersService | null = null
  #process: SupervisedBrokers | null = null
  #connectionId = ''

  static async open(options: KeyDeskOptions): Promise<KeyDesk> {
    const desk = new KeyDesk(options)
    const { db, pool } = options.database
    await pool.query('truncate users, venue_settings, instruments, leases, lease_owners cascade')
    await db.insert(schema.venueSettings).values({ venueId: options.venueId, isOn: true })
    await putListings(db, options.listings)
    const id = desk.#userId
    const person = { name: id, username: id, displayUsername: id, email: `${id}@example.com` }
    await db.insert(schema.users).values({ id, ...person })
    return desk
  }

  private constructor(options: KeyDeskOptions) {
    this.#options = options
    this.ticks = new LiveTicks(this.folder, options.listings[0].id)
  }

  /** Prices of a further market. */
  ticksOf(instrumentId: string): LiveTicks {
    return new LiveTicks(this.folder, instrumentId)
  }

  /** The process is away. */
  async stop(): Promise<void> {
    await this.#service?.stop()
    this.#service = null
    await this.#process?.stop()
    this.#process = null
  }

  /** From now on the real process works. It dies at a place if one is given, and is started again. */
  async restart(crashAt?: CrashPoint): Promise<void> {
    await this.stop()
    const started = new SupervisedBrokers({
      ...this.parts,
      logger: { warn: (fields) => void ('restartInMs' in fields && (this.ends += 1)) },
      ...(crashAt ? { crashAt } : {}),
    })
    this.#process = started
    started.look()
    await expect.poll(() => started.isConnected(this.#connectionId)).toBe(true)
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** What its server tells each process. */
  get parts() {
    const { database, venueId, urls } = this.#options
    return {
      bus: createInProcessBus(() => undefined),
      connection: database.connection,
      marketDir: join(this.folder, 'market'),
      installation: 'test',
      now: Date.now,
      urls: { [venueId]: urls() },
      key: () => this.masterKey.piped(),
      logger: { warn: () => undefined },
    }
  }

  get masterKey(): MasterKey {
    return openMasterKey(this.#options.database.db, join(this.folder, 'keys', 'master'))
  }

  /** Starts it again; it has compared with its venue when this returns. */
  async start(): Promise<void> {
    const before = this.#events.length
    this.#service = this.#begin()
    await this.#service.look()
    await expect
      .poll(() => this.#events.slice(before).some((event) => event.kind === 'status' && event.isConnected))
      .toBe(true)
  }

  async close(): Promise<void> {
    await this.stop()
    this.ticks.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  statusOf(id: string): boolean | null {
    const last = this.#events.findLast((event) => event.kind === 'status' && event.connectionId === id)
    return last?.kind === 'status' ? last.isConnected : null
  }

  /** Adds a key as its owner does, and waits until it was tried. */
  async connect(key: { readonly type: 'live' | 'practice'; readonly apiKey: string; readonly apiSecret?: string }) {
    const statusOf = (id: string): boolean | null => this.statusOf(id)
    const tried = async (id: string): Promise<boolean> => {
      this.#service ??= this.#begin()
      await this.#service.look()
      await expect.poll(() => statusOf(id)).not.toBeNull()
      return statusOf(id) === true
    }
    const { db } = this.#options.database
    const connections = new ConnectionsService({
      shares: { endAll: async () => () => undefined },
      db,
      masterKey: this.masterKey,
      brokers: { isConnected: statusOf, ensure: tried, look: () => void this.#service?.look() },
      adapters: ADAPTERS,
      rightsOf: async () => ({ exchangeConnections: 5 }),
      onErased: () => {},
    })
    const broker = ADAPTERS.find(({ id }) => id === this.#options.venueId)?.displayName ?? ''
    const added = await connections.add(this.#userId, { ...key, broker })
    this.#connectionId = added.id
    return added
  }

  async rows<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#options.database.pool.query(query, values)).rows as Row[]
  }

  async accountOf(accountNo: string): Promise<string> {
    const found = await this.rows<{ id: string }>('select id from trading_accounts where account_no = $1', [accountNo])
    return found[0]?.id ?? ''
  }

  open(accountId: string): Promise<KeptPosition[]> {
    return this.rows<KeptPosition>(
      `select * from positions where account_id = $1 and status = 'OPEN' order by open_time, id`,
      [accountId],
    )
  }

  /** Writes a request, as if a guardian watched the account: without one it opens nothing. */
  async write(accountId: string, payload: IntentPayload): Promise<string> {
    await this.rows(
      `with owner as (insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'test', 0, now() + interval '1 day'))
       insert into leases (kind, key, owner) values ('guard', $2, $1) on conflict do nothing`,
      [newId(), accountId],
    )
    const of = { userId: this.#userId, accountId, instrumentId: this.#options.listings[0].id, installation: 'test' }
    const intent = newIntent({ ...of, payload, decidedAt: Date.now() })
    await this.#options.database.db.transaction(async (tx) => {
      const ledger = await AccountLedger.open(tx, accountId)
      await ledger?.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
    })
    return intent.id
  }

  /** The same, and waits until it has left. */
  async send(accountId: string, payload: IntentPayload): Promise<void> {
    for (;;) {
      const id = await this.write(accountId, payload)
      await expect.poll(() => this.state(id)).not.toBe('WRITTEN')
      // What had to wait too long on a busy machine is sent again, as people do.
      if ((await this.state(id)) !== 'UNSENT') return
    }
  }

  async state(id: string): Promise<string | undefined> {
    return (await this.rows<{ state: string }>('select state from intents where id = $1', [id]))[0]?.state
  }

  #begin(): BrokersService {
    const { venueId } = this.#options
    const key = withMasterKey({ path: join(this.folder, 'keys', 'master'), isMounted: false }, brokersKey)
    const { connection, marketDir, installation, urls } = this.parts
    return new BrokersService(
      { do: 'open', connection, marketDir, installation, urls },
      {
        adapters: ADAPTERS.filter(({ id }) => id === venueId),
        prices: new TickReader(marketDir),
        vault: key === null ? Promise.resolve(null) : openVault(key),
        emit: (event) => void this.#events.push(event),
      },
    )
  }
}

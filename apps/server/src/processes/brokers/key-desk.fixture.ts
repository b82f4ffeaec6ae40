import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { openMasterKey } from '../../testing/master-key.fixture.ts'
import type { BrokersEvent } from './brokers-messages.ts'
import { BrokersService } from './brokers-service.ts'

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
  readonly #options: KeyDeskOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'tradeloom-desk-'))
  readonly #events: BrokersEvent[] = []
  readonly #userId = newId()
  #service: BrokersService | null = null

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
    this.ticks = new LiveTicks(this.#folder, options.listings[0].id)
  }

  /** Prices of a further market. */
  ticksOf(instrumentId: string): LiveTicks {
    return new LiveTicks(this.#folder, instrumentId)
  }

  /** The process is away. */
  async stop(): Promise<void> {
    await this.#service?.stop()
    this.#service = null
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
    await this.#service?.stop()
    this.ticks.stop()
    rmSync(this.#folder, { recursive: true, force: true })
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
      masterKey: openMasterKey(db, join(this.#folder, 'keys', 'master')),
      brokers: { isConnected: statusOf, ensure: tried, look: () => void this.#service?.look() },
      adapters: ADAPTERS,
      rightsOf: async () => ({ exchangeConnections: 5 }),
      onErased: () => {},
    })
    const broker = ADAPTERS.find(({ id }) => id === this.#options.venueId)?.displayName ?? ''
    return connections.add(this.#userId, { ...key, broker })
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
  async send(accountId: string, payload: IntentPayload): Promise<void> {
    await this.rows(
      `with owner as (insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'test', 0, now() + interval '1 day'))
       insert into leases (kind, key, owner) values ('guard', $2, $1) on conflict do nothing`,
      [newId(), accountId],
    )
    const stateOf = async (id: string) =>
      (await this.rows<{ state: string }>('select state from intents where id = $1', [id]))[0]?.state
    const of = { userId: this.#userId, accountId, instrumentId: this.#options.listings[0].id, installation: 'test' }
    for (;;) {
      const intent = newIntent({ ...of, payload, decidedAt: Date.now() })
      await this.#options.database.db.transaction(async (tx) => {
        const ledger = await AccountLedger.open(tx, accountId)
        await ledger?.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
      })
      await expect.poll(() => stateOf(intent.id)).not.toBe('WRITTEN')
      // What had to wait too long on a busy machine is sent again, as people do.
      if ((await stateOf(intent.id)) !== 'UNSENT') return
    }
  }

  #begin(): BrokersService {
    const { database, venueId, urls } = this.#options
    const key = withMasterKey({ path: join(this.#folder, 'keys', 'master'), isMounted: false }, brokersKey)
    const marketDir = join(this.#folder, 'market')
    const of = { connection: database.connection, marketDir, installation: 'test', urls: { [venueId]: urls() } }
    return new BrokersService(
      { do: 'open', ...of },
      {
        adapters: ADAPTERS.filter(({ id }) => id === venueId),
        prices: new TickReader(marketDir),
        vault: key === null ? Promise.resolve(null) : openVault(key),
        emit: (event) => void this.#events.push(event),
      },
    )
  }
}

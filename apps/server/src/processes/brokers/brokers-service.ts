import { type Drizzle, INTENTS_CHANNEL, joinDatabase } from '@tradeloom/database'
import type { Vault } from '@tradeloom/vault/open'
import type { VenueAdapter } from '@tradeloom/venues'
import { NO_CRASHES, type ReachCrashPoint } from '../../platform/intents/crash-points.ts'
import { LeaseLost } from '../../platform/intents/lease-lost.ts'
import { LeaseOwner } from '../../platform/leases/lease-owner.ts'
import { expireDeadOwners } from '../../platform/leases/leases.ts'
import { AwayNews } from './away-news.ts'
import { BrokerConnection } from './broker-connection.ts'
import type { BrokersCommand, BrokersEvent } from './brokers-messages.ts'
import { usableConnections } from '../../platform/connections/usable-connections.ts'
import type { PriceLog } from './price-log.ts'
import { connectionOf } from './stored-connections.ts'

/** Notifications may have been missed, and other processes may have died. */
const SCAN_MS = 1_000
const LOOK_UP_MS = 500
const TELL_MS = 5_000
/** Demands for prices last a while, so they are repeated. */
const WANT_MS = 5_000

type Open = Extract<BrokersCommand, { do: 'open' }>

export interface BrokersServiceParts {
  readonly adapters: readonly VenueAdapter[]
  readonly prices: PriceLog
  /** Null if there is no key to open secrets with. */
  readonly vault: Promise<Vault | null>
  readonly emit: (event: BrokersEvent) => void
}

/** The process `brokers`: connects to the venues of users with their keys, and works on their accounts there. */
export class BrokersService {
  readonly #command: Open
  readonly #parts: BrokersServiceParts
  readonly #connections = new Map<string, BrokerConnection>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #away: AwayNews
  readonly #reach: ReachCrashPoint
  readonly #database: ReturnType<typeof joinDatabase>
  readonly #db: Drizzle
  #owner: LeaseOwner | null = null
  #scanning: Promise<void> | null = null
  #toldAt = -Infinity

  constructor(command: Open, parts: BrokersServiceParts) {
    this.#command = command
    this.#parts = parts
    const { crashAt } = command
    this.#reach =
      crashAt === undefined ? NO_CRASHES : (point) => void (point === crashAt && process.kill(process.pid, 'SIGKILL'))
    this.#database = joinDatabase(command.connection)
    this.#db = this.#database.db
    this.#away = new AwayNews(this.#db, () => Date.now())
    void this.#start(command)
  }

  async #start({ connection }: Open): Promise<void> {
    this.#owner = await LeaseOwner.open({
      channel: INTENTS_CHANNEL,
      connection,
      logger: { debug: () => undefined, warn: () => undefined },
      onWake: (accountId) => void (accountId === null ? this.look() : this.#safely(this.#wake(accountId), accountId)),
      onLeases: (epochs, askedAt) => {
        for (const one of this.#connections.values()) one.keepOnly(epochs, askedAt)
      },
    })
    this.#every(SCAN_MS, () => this.look())
    this.#every(LOOK_UP_MS, () => this.#each((one) => one.lookUp()))
    this.#every(WANT_MS, async () => this.#want())
    await this.look()
    this.#parts.emit({ kind: 'ready' })
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const one of this.#connections.values()) one.close()
    await this.#owner?.close()
    await this.#database.stop()
  }

  /** Opens connections that have come, closes those that have gone, and works on accounts with something to do. */
  look(): Promise<void> {
    this.#scanning ??= this.#safely(this.#scan()).finally(() => (this.#scanning = null))
    return this.#scanning
  }

  /** New prices of an instrument were logged. */
  async tick(instrumentId: string): Promise<void> {
    await this.#each((one) => one.price(instrumentId))
  }

  #want(): void {
    const instrumentIds = [...new Set([...this.#connections.values()].flatMap((one) => [...one.instrumentIds]))]
    if (instrumentIds.length > 0) this.#parts.emit({ kind: 'wanted', instrumentIds })
  }

  async #scan(): Promise<void> {
    const owner = this.#owner
    const vault = await this.#parts.vault
    if (!owner || !vault) return
    if (owner.isSettled) await expireDeadOwners(this.#db)
    const { adapters, emit } = this.#parts
    const usable = await usableConnections(this.#db, adapters, this.#command.urls)
    const wanted = new Map(usable.map((one) => [one.id, one]))
    for (const [id, one] of this.#connections) {
      if (wanted.has(id)) continue
      one.close()
      this.#connections.delete(id)
    }
    for (const [id, connection] of wanted) {
      if (this.#connections.has(id)) continue
      const { installation, marketDir } = this.#command
      const { prices } = this.#parts
      const parts = { db: this.#db, owner: () => owner.id, vault, connection, installation, prices, marketDir, emit }
      this.#connections.set(id, new BrokerConnection({ ...parts, reach: this.#reach }))
    }
    // A venue that is slow holds up no other one.
    void this.#each((one) => one.work())
    await this.#away.look(
      usable.map(({ id, userId, adapter }) => {
        const isConnected = this.#connections.get(id)?.isConnected ?? null
        return { id, userId, venue: adapter.displayName, isConnected }
      }),
    )
  }

  async #wake(accountId: string): Promise<void> {
    const id = await connectionOf(this.#db, accountId)
    await this.#connections.get(id ?? '')?.wake()
  }

  #every(ms: number, work: () => Promise<unknown>): void {
    this.#timers.push(setInterval(() => void work(), ms))
  }

  async #each(work: (one: BrokerConnection) => Promise<void>): Promise<void> {
    await Promise.all([...this.#connections.values()].map((one) => this.#safely(work(one), one.accountId)))
  }

  /** The database or a venue may be away: what was not committed is read again. */
  async #safely(work: Promise<unknown>, accountId: string | null = null): Promise<void> {
    try {
      await work
    } catch (error) {
      if (error instanceof LeaseLost) return
      const now = performance.now()
      // Once in a while: what fails is tried again and again.
      if (now - this.#toldAt < TELL_MS) return
      this.#toldAt = now
      this.#parts.emit({ kind: 'failed', accountId, message: error instanceof Error ? error.message : String(error) })
    }
  }
}

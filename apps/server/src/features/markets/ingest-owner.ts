import type { BookWanted, IngestCommand, IngestEvent, WantedFeed, WantFeeds } from '@tradeloom/contracts'
import type { Database } from '@tradeloom/database'
import { LeaseOwner, type LeaseLogger } from '../../platform/leases/lease-owner.ts'
import { expireDeadOwners, type Lease, releaseLease, takeLease } from '../../platform/leases/leases.ts'
import { keyId } from '../../platform/processes/key-id.ts'
import type { ServiceOptions, SupervisedService } from '../../platform/processes/supervised-service.ts'
import type { Wanted } from './feed-demand.ts'

export type IngestService = Pick<SupervisedService<IngestCommand, IngestEvent>, 'send' | 'stop' | 'pid'>
export type StartIngest = (options: ServiceOptions<IngestCommand, IngestEvent>) => IngestService

export interface IngestOwnerDeps {
  readonly database: Pick<Database, 'db' | 'connection'>
  readonly logger: LeaseLogger
  readonly marketDir: string
  readonly start: StartIngest
  readonly wanted: () => Wanted
  /** Where venues are reached, by id; at their own addresses if missing. */
  readonly venueUrls: () => WantFeeds['venueUrls']
  /** Those that are on. */
  readonly venues: () => WantFeeds['venues']
  /** The accounts that see the prices of venues which show none without a login, by venue id. */
  readonly logins: () => WantFeeds['logins']
  /** With which the process opens their keys; another one reaches a new process only. */
  readonly key: () => Uint8Array | null
  /** Where the venue's candles begin to be needed. */
  readonly candlesFrom: (instrumentId: string) => Promise<number>
  readonly onEvent: (event: IngestEvent) => void
}

const LEASE = { kind: 'process', key: 'ingest' }
const CHANNEL = 'tradeloom_ingest'
const LOOK_MS = 1_000

/** Runs the process `ingest` while something is wanted, in one of all servers: the one that holds its lease. */
export class IngestOwner {
  readonly #deps: IngestOwnerDeps
  readonly #timer: NodeJS.Timeout
  #owner: LeaseOwner | null = null
  #lease: Lease | null = null
  #leasedAt = 0
  #service: IngestService | null = null
  #feeds: readonly WantedFeed[] = []
  #sent = ''
  #givenKey: string | null = null
  #looking: Promise<void> | null = null
  /** Something has changed while it looked. */
  #isAskedAgain = false
  #isStopped = false

  constructor(deps: IngestOwnerDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => this.look(), LOOK_MS)
    this.#timer.unref()
  }

  /** Of the running process. */
  get pid(): number | undefined {
    return this.#service?.pid
  }

  /** Starts, changes or stops what runs, by what is wanted now. */
  look(): void {
    this.#isAskedAgain = this.#looking !== null
    if (this.#looking || this.#isStopped) return
    this.#looking = this.#adjust()
      .catch((error: unknown) => this.#deps.logger.warn({ err: error }, 'prices could not be requested'))
      .finally(() => {
        this.#looking = null
        if (this.#isAskedAgain) this.look()
      })
  }

  /** Nothing happens in servers whose process it is not. */
  refreshBook({ instrumentId }: BookWanted): void {
    this.#service?.send({ do: 'refresh-book', instrumentId })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#looking
    await this.#end().catch(() => undefined)
    await this.#owner?.close()
  }

  async #adjust(): Promise<void> {
    const wanted = this.#deps.wanted()
    const logins = this.#deps.logins()
    // What an account alone is shown, the process asks also while nothing is wanted.
    if (wanted.size === 0 && Object.keys(logins).length === 0) return this.#end()
    if (!(await this.#hasLease())) return
    // It opens keys of users: it gets what opens them only while one is marked for it.
    const key = Object.keys(logins).length > 0 ? this.#deps.key : () => null
    const id = keyId(key)
    if (id !== this.#givenKey) await this.#endService()
    this.#givenKey = id
    const feeds = await Promise.all(
      [...wanted].map(async ([instrumentId, extra]) => ({
        instrumentId,
        extra,
        candlesFrom: await this.#deps.candlesFrom(instrumentId),
      })),
    )
    // It may have been lost in the meantime.
    if (this.#lease === null || this.#isStopped) return
    this.#feeds = feeds
    this.#service ??= this.#deps.start({
      logger: this.#deps.logger,
      key,
      onStart: (send) => send(this.#command()),
      onEvent: this.#deps.onEvent,
    })
    const text = JSON.stringify([feeds, this.#deps.venueUrls(), this.#deps.venues(), logins])
    if (text === this.#sent) return
    this.#sent = text
    this.#service.send(this.#command())
  }

  #command(): IngestCommand {
    const { marketDir, venueUrls, venues, logins } = this.#deps
    const of = { venueUrls: venueUrls(), venues: venues(), logins: logins() }
    return { do: 'want', marketDir, feeds: this.#feeds, ...of }
  }

  async #hasLease(): Promise<boolean> {
    if (this.#lease !== null) return true
    const { database, logger } = this.#deps
    this.#owner ??= await LeaseOwner.open({
      connection: database.connection,
      logger,
      channel: CHANNEL,
      onWake: () => {},
      onLeases: (epochs, askedAt) => this.#confirm(epochs, askedAt),
    })
    const owner = this.#owner
    if (!owner.isSettled) return false
    await expireDeadOwners(database.db)
    this.#lease = await database.db.transaction((tx) => takeLease(tx, LEASE, owner.id))
    this.#leasedAt = performance.now()
    return this.#lease !== null
  }

  /** Without its lease this server must not write: another one does. */
  #confirm(epochs: ReadonlySet<number>, askedAt: number): void {
    // An answer may be older than the lease.
    if (this.#lease === null || askedAt < this.#leasedAt || epochs.has(this.#lease.epoch)) return
    this.#lease = null
    void this.#endService()
  }

  async #end(): Promise<void> {
    await this.#endService()
    const lease = this.#lease
    this.#lease = null
    if (lease) await this.#deps.database.db.transaction((tx) => releaseLease(tx, lease))
  }

  async #endService(): Promise<void> {
    const service = this.#service
    this.#service = null
    this.#sent = ''
    await service?.stop()
  }
}

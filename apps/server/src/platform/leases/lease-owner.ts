import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, newId } from '@tradeloom/database'
import { Client } from 'pg'
import { hostIdentity } from './host-identity.ts'

/** An owner whose heartbeat is older than this has lost its leases. */
export const STALE_AFTER_S = 8
const BEAT_MS = 2000
/** After the database was away, other owners get this long to renew their heartbeats before they count as lost. */
const SETTLE_MS = 5000
const QUERY_MS = 5000
const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 2000
const CLOSE_MS = 1000

/** pino satisfies it. */
export interface LeaseLogger {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface LeaseOwnerOptions {
  readonly connection: Database['connection']
  readonly logger: LeaseLogger
  /** Notifications of the database on this channel arrive on the owner's connection. */
  readonly channel: string
  /** Called with the payload of each notification; null if some may have been missed. */
  readonly onWake: (payload: string | null) => void
  /** Called after each heartbeat with the epochs of this owner's leases according to the database. */
  readonly onLeases: (epochs: ReadonlySet<number>, askedAt: number) => void
}

/**
 * This process as the owner of leases: its id and its heartbeat, on a dedicated connection so that no other work delays
 * it.
 */
export class LeaseOwner {
  readonly #options: LeaseOwnerOptions
  readonly #closing = new AbortController()
  #id = newId()
  #client: Client | null = null
  #settledAt = Number.POSITIVE_INFINITY
  #beating: Promise<void> = Promise.resolve()

  static async open(options: LeaseOwnerOptions): Promise<LeaseOwner> {
    const owner = new LeaseOwner(options)
    await owner.#connect()
    // Nothing was away at the start, so other owners need no time to renew.
    owner.#settledAt = performance.now()
    owner.#beating = owner.#beatOn()
    return owner
  }

  private constructor(options: LeaseOwnerOptions) {
    this.#options = options
  }

  /** Changes after other processes have considered this one dead. */
  get id(): string {
    return this.#id
  }

  /** Whether this process has been connected long enough to judge which owners are alive. */
  get isSettled(): boolean {
    return this.#client !== null && performance.now() >= this.#settledAt
  }

  /** Releases the remaining leases of this owner. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#beating
    const client = this.#client
    this.#client = null
    if (!client) return
    const leave = client.query('delete from lease_owners where id = $1', [this.#id]).then(() => client.end())
    await Promise.race([leave.catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })])
    destroy(client)
  }

  async #beatOn(): Promise<void> {
    const { signal } = this.#closing
    for (let wait = BEAT_MS; !signal.aborted;) {
      await sleep(wait, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        if (!this.#client) await this.#connect()
        await this.#beat()
        wait = BEAT_MS
      } catch (error) {
        this.#options.logger.debug({ err: error }, 'heartbeat of the lease owner')
        if (this.#client) destroy(this.#client)
        this.#client = null
        wait = wait >= BEAT_MS ? FIRST_WAIT_MS : Math.min(wait * 2, MAX_WAIT_MS)
      }
    }
  }

  async #beat(): Promise<void> {
    const askedAt = performance.now()
    const { rows } = await this.#client!.query<{ is_alive: boolean; leases: number[] }>(
      `with mine as (update lease_owners set heartbeat_at = now() where id = $1 returning id)
       select exists (select from mine) as is_alive,
              array(select epoch::float8 from leases where owner = $1) as leases`,
      [this.#id],
    )
    const [answer] = rows
    if (answer?.is_alive) return this.#options.onLeases(new Set(answer.leases), askedAt)
    this.#options.logger.warn({ owner: this.#id }, 'this process was considered dead; its leases were taken over')
    this.#id = newId()
    await this.#register(this.#client!)
    this.#options.onLeases(new Set(), askedAt)
  }

  async #connect(): Promise<void> {
    const client = new Client({
      ...this.#options.connection,
      keepAlive: true,
      connectionTimeoutMillis: QUERY_MS,
      query_timeout: QUERY_MS,
    })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.#options.onWake(payload ?? null))
    try {
      await client.connect()
      await client.query(`listen ${this.#options.channel}`)
      await this.#register(client)
    } catch (error) {
      destroy(client)
      throw error
    }
    this.#client = client
    this.#settledAt = performance.now() + SETTLE_MS
    client.once('end', () => {
      if (this.#client === client) this.#client = null
    })
    // Nobody was listening until now.
    this.#options.onWake(null)
  }

  /** The row still exists if only the connection was lost. */
  async #register(client: Client): Promise<void> {
    await client.query(
      `insert into lease_owners (id, host, pid) values ($1, $2, $3) on conflict (id) do update set heartbeat_at = now()`,
      [this.#id, hostIdentity() ?? '', process.pid],
    )
  }
}

/** Without notifying the other side, which may not be listening. */
function destroy(client: Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import type { DatabaseLogger } from './logger.ts'

const SERVER_LOCK = 7_236_014
/** The lock of a killed server is free as soon as PostgreSQL sees its connection gone. */
const LOCK_WAIT_MS = 1200
const LOCK_LOOK_MS = 100
const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 2000
/** The database counts as away if it has not answered within this time, in milliseconds. */
const ANSWER_MS = 1000
/** A connection without an answer for this long is replaced, in milliseconds. */
const SILENT_MS = 10_000
const CONNECT_MS = 10_000

export interface LinkOptions {
  readonly connection: PoolConfig
  readonly logger: DatabaseLogger
  /** Whether only one server may work on the database, as on the embedded one, which it starts and stops. */
  readonly isExclusive: boolean
  /** Called when another server has taken the lock while the database was away. */
  readonly onTaken: () => void
}

/**
 * A dedicated connection that detects whether the database is reachable, reconnects after an outage, and holds the lock
 * of the server that owns an embedded database.
 */
export class DatabaseLink {
  readonly #options: LinkOptions
  readonly #closing = new AbortController()
  #client: Client | null = null
  #asking: Promise<boolean> | null = null
  #lostAt = -Infinity

  /** Rejects when the database is away or another server uses it. */
  static async open(options: LinkOptions): Promise<DatabaseLink> {
    const link = new DatabaseLink(options)
    if (!(await link.#connect())) throw new Error('Another Tradeloom server is already running on this database.')
    return link
  }

  private constructor(options: LinkOptions) {
    this.#options = options
  }

  /** Milliseconds since the connection was last lost; 0 while it is away, Infinity if it never was. */
  get sinceAway(): number {
    return this.#client ? performance.now() - this.#lostAt : 0
  }

  /** Queries the database. Concurrent callers share one query. */
  async answers(): Promise<boolean> {
    const client = this.#client
    if (!client) return false
    this.#asking ??= this.#ask(client)
    return Promise.race([this.#asking, sleep(ANSWER_MS, false, { ref: false })])
  }

  async #ask(client: Client): Promise<boolean> {
    const giveUp = setTimeout(() => {
      this.#options.logger.warn({}, 'the database does not answer; replacing its connection')
      destroy(client)
    }, SILENT_MS)
    try {
      await client.query('select 1')
      return true
    } catch {
      void this.#reconnect(client)
      return false
    } finally {
      clearTimeout(giveUp)
      this.#asking = null
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const client = this.#client
    this.#client = null
    if (!client) return
    await Promise.race([client.end().catch(() => undefined), sleep(ANSWER_MS, undefined, { ref: false })])
    destroy(client)
  }

  /** False when another server holds the lock. */
  async #connect(): Promise<boolean> {
    const { connection, isExclusive } = this.#options
    const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      if (isExclusive && !(await takeLock(client))) {
        await client.end()
        return false
      }
    } catch (error) {
      destroy(client)
      throw error
    }
    if (this.#closing.signal.aborted) {
      destroy(client)
      return true
    }
    this.#client = client
    client.once('end', () => void this.#reconnect(client))
    return true
  }

  async #reconnect(lost: Client): Promise<void> {
    const { signal } = this.#closing
    if (this.#client !== lost || signal.aborted) return
    this.#client = null
    const { logger, onTaken } = this.#options
    logger.warn({}, 'the database is away')
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      try {
        const held = await this.#connect()
        this.#lostAt = performance.now()
        if (!held) return onTaken()
        return logger.info({}, 'the database is back')
      } catch (error) {
        logger.debug({ error: String(error) }, 'the database is still away')
      }
    }
  }
}

export async function takeLock(client: Client): Promise<boolean> {
  for (const until = Date.now() + LOCK_WAIT_MS; ; await sleep(LOCK_LOOK_MS)) {
    const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [SERVER_LOCK])
    if (answer.rows[0]?.held) return true
    if (Date.now() > until) return false
  }
}

/** Closes the connection without notifying the other side, which may not be listening. */
function destroy(client: Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

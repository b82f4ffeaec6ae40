import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool, type PoolConfig } from 'pg'
import { DatabaseLink } from './database-link.ts'
import { refuseHalfRestored } from './embedded/half-restored.ts'
import { makeLogStaging, stagingSettings } from './embedded/log-staging.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import type { DatabaseLogger } from './logger.ts'
import { migrateDatabase } from './migrate.ts'
import { refuseMoved } from './moving/move-marks.ts'
import { schema } from './schema.ts'

export type Tables = typeof schema
export type Drizzle = NodePgDatabase<Tables>
/** The argument of `db.transaction(async (transaction) => ...)`. */
export type Transaction = Parameters<Parameters<Drizzle['transaction']>[0]>[0]

export interface Database {
  readonly db: Drizzle
  readonly pool: Pool
  /** For libraries that open their own connections. */
  readonly connection: PoolConfig
  /** For display: `embedded PostgreSQL 18.4` or `PostgreSQL 15.3`. */
  readonly description: string
  /** Whether the database answers now; waits up to one second. */
  answers(): Promise<boolean>
  /** Milliseconds since it was last away: 0 while it is away, Infinity if it never was. */
  sinceAway(): number
  /** Closes the connections, and stops the server if it is the embedded one. */
  stop(): Promise<void>
}

export interface DatabaseOptions {
  /** The data folder; the database is in its `postgres` subfolder. */
  readonly dataDir: string
  /** An external PostgreSQL instead of the embedded one. */
  readonly url?: string | undefined
  readonly logger: DatabaseLogger
  /** Called when another server has taken over the embedded database during an outage. */
  readonly onTaken?: () => void
  /** Settings of the embedded PostgreSQL with which it recovers a restored database: it may take its time, once. */
  readonly recovery?: Readonly<Record<string, string>>
}

/**
 * PostgreSQL rolls back the transaction of a process that has been silent inside it for this long, for example because
 * it was suspended. Otherwise its locks would block all other processes until it resumes.
 */
const SILENT_TRANSACTION_MS = 10_000

/**
 * Opens the database, after starting it if it is the embedded one, and migrates its tables. The embedded database
 * belongs to one server: a second one is refused. Any number of servers can share an external PostgreSQL.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? null : await startOwn(options)
  const server = embedded ? await ownDatabase(embedded) : { connectionString: options.url as string }
  const connection = { ...server, idle_in_transaction_session_timeout: SILENT_TRANSACTION_MS }
  const pool = openPool(connection, options.logger)
  let link: DatabaseLink | null = null
  try {
    const onTaken = options.onTaken ?? (() => {})
    link = await DatabaseLink.open({ connection, isExclusive: embedded !== null, onTaken, logger: options.logger })
    await refuseMoved(pool)
    await migrateDatabase(pool)
    const version = await pool.query<{ server_version: string }>('show server_version')
    const name = `PostgreSQL ${version.rows[0]?.server_version ?? ''}`
    const held = link
    return {
      db: drizzle(pool, { schema }),
      pool,
      connection,
      description: embedded ? `embedded ${name}` : name,
      answers: () => held.answers(),
      sinceAway: () => held.sinceAway,
      stop: async () => {
        await held.close()
        // A connection that was never released must not keep the server from stopping; stopping the server breaks it.
        await Promise.race([pool.end(), sleep(3000, undefined, { ref: false })])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await pool.end()
    // Only the process that holds the lock or started the server may stop it: another Tradeloom might be using it.
    await link?.close()
    if (embedded && (link || !embedded.adopted)) await embedded.stop()
    else embedded?.leave()
    throw friendly(error, options.url)
  }
}

export async function startOwn({ dataDir, logger, recovery }: DatabaseOptions): Promise<EmbeddedServer> {
  if (recovery === undefined) refuseHalfRestored(dataDir)
  const staging = stagingSettings(makeLogStaging(dataDir))
  return startEmbedded(join(dataDir, 'postgres'), logger, { ...staging, ...recovery }, recovery !== undefined)
}

function openPool(connection: PoolConfig, logger: DatabaseLogger): Pool {
  const pool = new Pool({ ...connection, max: 20, connectionTimeoutMillis: 15_000, keepAlive: true })
  // The pool replaces a broken connection; without a listener, its error would end the process. The pool itself listens
  // only on idle connections, but a server can also die between two statements of a transaction.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'idle database connection lost'))
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

export const DATABASE_NAME = 'tradeloom'

export async function ownDatabase(embedded: EmbeddedServer): Promise<PoolConfig> {
  const client = new Client({ ...embedded.connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
  return { ...embedded.connection, database: DATABASE_NAME }
}

function friendly(error: unknown, url: string | undefined): unknown {
  const code = (error as { code?: unknown } | null)?.code
  if (!url || !['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(String(code))) return error
  const message = error instanceof Error && error.message ? error.message : String(code)
  return new Error(`The PostgreSQL server of DATABASE_URL does not answer: ${message}`, { cause: error })
}

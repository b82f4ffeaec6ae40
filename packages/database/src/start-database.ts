import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool, type PoolConfig } from 'pg'
import { DatabaseLink } from './database-link.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import type { DatabaseLogger } from './logger.ts'
import { migrateDatabase } from './migrate.ts'
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
  /** For people: `embedded PostgreSQL 18.4` or `PostgreSQL 15.3`. */
  readonly description: string
  /** Whether the database answers now. It is asked, and has a second. */
  answers(): Promise<boolean>
  /** Milliseconds since it was away: 0 while it is, Infinity when it never was. */
  sinceAway(): number
  /** Closes the connections, and stops the server when it is the embedded one. */
  stop(): Promise<void>
}

export interface DatabaseOptions {
  /** The folder of everything kept; the database lives in `postgres` under it. */
  readonly dataDir: string
  /** A PostgreSQL of one's own instead of the embedded one. */
  readonly url?: string | undefined
  readonly logger: DatabaseLogger
  /** Called when another server has taken over the embedded database while it was away from this one. */
  readonly onTaken?: () => void
}

/**
 * Opens the database, starts it first when it is the embedded one, and brings its tables up to date. The embedded
 * database belongs to one server: a second one is refused. Any number of servers share a PostgreSQL of one's own.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? null : await startEmbedded(join(options.dataDir, 'postgres'), options.logger)
  const connection = embedded ? await ownDatabase(embedded) : { connectionString: options.url as string }
  const pool = openPool(connection, options.logger)
  let link: DatabaseLink | null = null
  try {
    const onTaken = options.onTaken ?? (() => {})
    link = await DatabaseLink.open({ connection, isExclusive: embedded !== null, onTaken, logger: options.logger })
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
        // A connection that somebody never gave back must not keep the server from stopping; its stop cuts it.
        await Promise.race([pool.end(), sleep(3000, undefined, { ref: false })])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await pool.end()
    // Only who holds the lock, or started the server, may stop it: it might be at work for another Tradeloom.
    if (embedded && (link || !embedded.adopted)) {
      await link?.close()
      await embedded.stop()
    } else embedded?.leave()
    throw friendly(error, options.url)
  }
}

function openPool(connection: PoolConfig, logger: DatabaseLogger): Pool {
  const pool = new Pool({ ...connection, max: 20, connectionTimeoutMillis: 15_000, keepAlive: true })
  // A connection that breaks is replaced by the pool; without a listener it would end the process. The pool itself
  // listens only to those that nobody uses, and a transaction may be between two statements when its server dies.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'idle database connection lost'))
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const DATABASE_NAME = 'tradeloom'

async function ownDatabase(embedded: EmbeddedServer): Promise<PoolConfig> {
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
  return new Error(`The PostgreSQL of DATABASE_URL does not answer: ${message}`, { cause: error })
}

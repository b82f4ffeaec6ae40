import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import { schema } from './schema.ts'
import type { Database } from './start-database.ts'

/** Fewer than a server needs: a process of it does one thing. */
const CONNECTIONS = 8

/** The database of a server, for a process that the server has started: it is running, and its tables are migrated. */
export function joinDatabase(connection: PoolConfig): Pick<Database, 'db' | 'stop'> {
  const pool = new Pool({ ...connection, max: CONNECTIONS, connectionTimeoutMillis: 5_000, keepAlive: true })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return { db: drizzle(pool, { schema }), stop: () => pool.end() }
}

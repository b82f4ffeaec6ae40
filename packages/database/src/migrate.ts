import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** Identifies the advisory lock; any constant works. */
const MIGRATION_LOCK = 7_236_015

/** How many migrations this program has: a database with more is of a newer one. */
export function countKnownMigrations(): number {
  return readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length
}

/** Applies migrations under a lock: Drizzle takes none, and concurrent starts would collide. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    client.release()
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Pool, PoolClient } from 'pg'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** Its file makes what all migrations up to the one of the same name make. */
const BASELINE = join(MIGRATIONS, 'baseline')
/** Identifies the advisory lock; any constant works. */
const MIGRATION_LOCK = 7_236_015

/** How many migrations this program has: a database with more is of a newer one. */
export function countKnownMigrations(): number {
  return migrationNames(MIGRATIONS).length
}

/**
 * Applies migrations under a lock: Drizzle takes none, and concurrent starts would collide. A new database begins with the
 * baseline.
 * @throws {UserError} for a database of a newer program, which is left as it is.
 */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      const applied = await countApplied(client)
      if (applied > countKnownMigrations())
        throw new UserError('conflict', 'The database is of a newer Tradeloom: start that one, or restore a backup')
      if (applied === 0) await applyBaseline(client)
      await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    client.release()
  }
}

function migrationNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

async function countApplied(client: PoolClient): Promise<number> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as found`)
  if (rows[0].found === null) return 0
  return (await client.query('select from drizzle.__drizzle_migrations')).rowCount ?? 0
}

/** Makes the tables at once, and writes down the migrations that this replaces as Drizzle does. */
async function applyBaseline(client: PoolClient): Promise<void> {
  const [name = ''] = migrationNames(BASELINE)
  const covered = readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(
    0,
    migrationNames(MIGRATIONS).indexOf(name) + 1,
  )
  await client.query('begin')
  try {
    await client.query(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    await client.query(readFileSync(join(BASELINE, name), 'utf8'))
    for (const { hash, folderMillis } of covered) {
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

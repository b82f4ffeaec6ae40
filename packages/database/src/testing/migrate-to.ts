import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')

/** Makes the tables of an earlier installation, step by step: the first `count` migrations, which are copied to a folder. */
export async function migrateTo(pool: Pool, count: number, folder: string): Promise<void> {
  cpSync(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  await migrate(drizzle(pool), { migrationsFolder: folder })
}

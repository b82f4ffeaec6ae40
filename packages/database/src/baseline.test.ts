import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countKnownMigrations, migrateDatabase } from './migrate.ts'
import { migrateTo } from './testing/migrate-to.ts'
import { readCatalog } from './testing/read-catalog.ts'
import { startDatabases, type TestDatabases } from './testing/test-databases.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** Those that an early installation had. */
const EARLY = 30

let databases: TestDatabases

/** The database of an installation that was set up before there was a baseline. */
async function createEarlyDatabase(): Promise<Pool> {
  const pool = await databases.create('early')
  await migrateTo(pool, EARLY, join(databases.folder, 'early'))
  return pool
}

let fresh: Pool
let upgraded: Pool
beforeAll(async () => {
  databases = await startDatabases()
  fresh = await databases.create('fresh')
  await migrateDatabase(fresh)
  upgraded = await createEarlyDatabase()
  await migrateDatabase(upgraded)
})
afterAll(() => databases?.stop())

describe('a new installation', () => {
  it('has the database of one that was upgraded step by step, to the last line', async () => {
    const lines = await readCatalog(fresh)
    expect(lines).toEqual(await readCatalog(upgraded))
    expect(lines.filter((line) => line.startsWith('row of drizzle.__drizzle_migrations'))).toHaveLength(
      countKnownMigrations(),
    )
  })

  it.each([
    'drop index backtests_user',
    'alter table backtests alter seed set default 1',
    'alter table backtests alter seed type bigint',
    'alter table backtests alter detail set not null',
    'alter table backtests drop constraint backtests_note',
    'alter table backtests drop column detail, add detail text',
    'drop trigger append_only on journal',
    'alter table journal disable trigger append_only',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'grant select on journal to public',
    'grant update (body) on journal to public',
    `comment on column journal.body is 'text'`,
    'alter table journal enable row level security',
    `alter type backtest_status add value 'Paused'`,
    'alter sequence lease_epochs increment by 2',
    `select nextval('lease_epochs')`,
    'update packages set price = 11 where id = 1',
    'delete from drizzle.__drizzle_migrations where id = 1',
  ])('differs from itself after "%s", so that the comparison sees it', async (statement) => {
    const lines = await readCatalog(fresh)
    const client = await fresh.connect()
    try {
      await client.query('begin')
      await client.query(statement)
      expect(await readCatalog(client)).not.toEqual(lines)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('migrations', () => {
  it('run once: another start changes nothing', async () => {
    const lines = await readCatalog(fresh)
    await migrateDatabase(fresh)
    expect(await readCatalog(fresh)).toEqual(lines)
  })

  it('refuse a database of a newer program in one line, and leave it as it is', async () => {
    const newer = await databases.create('newer')
    await migrateDatabase(newer)
    await newer.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer one', 9e12)`)
    const lines = await readCatalog(newer)
    const error = await migrateDatabase(newer).then(
      () => null,
      (reason: Error) => reason,
    )
    expect(error?.message).toBe('The database is of a newer Tradeloom: start that one, or restore a backup')
    expect(await readCatalog(newer)).toEqual(lines)
  })

  it('keep the newest snapshot of the schema only, and one baseline', () => {
    const snapshots = readdirSync(join(MIGRATIONS, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
    expect(snapshots, 'Make migrations with `node tools/run.mjs migration <name>`').toHaveLength(1)
    const [baseline, ...others] = readdirSync(join(MIGRATIONS, 'baseline'))
    expect(others).toEqual([])
    expect(readdirSync(MIGRATIONS)).toContain(baseline)
  })
})

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import { silentLogger } from './logger.ts'
import { countKnownMigrations, migrateDatabase } from './migrate.ts'
import { migrateTo } from './testing/migrate-to.ts'
import { readCatalog } from './testing/read-catalog.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
/** Those that an early installation had. */
const EARLY = 30

let folder: string
let server: EmbeddedServer
const pools: Pool[] = []

async function createDatabase(name: string): Promise<Pool> {
  const client = new Client({ ...server.connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const pool = new Pool({ ...server.connection, database: name })
  // The server may end before a connection that is closing.
  pool.on('error', () => {})
  pool.on('connect', (connected) => void connected.on('error', () => {}))
  pools.push(pool)
  return pool
}

/** The database of an installation that was set up before there was a baseline. */
async function createEarlyDatabase(): Promise<Pool> {
  const pool = await createDatabase('early')
  await migrateTo(pool, EARLY, join(folder, 'early'))
  return pool
}

let fresh: Pool
let upgraded: Pool
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  server = await startEmbedded(join(folder, 'postgres'), silentLogger, { fsync: 'off' })
  fresh = await createDatabase('fresh')
  await migrateDatabase(fresh)
  upgraded = await createEarlyDatabase()
  await migrateDatabase(upgraded)
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

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

  it('keep the newest snapshot of the schema only, and one baseline', () => {
    const snapshots = readdirSync(join(MIGRATIONS, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
    expect(snapshots, 'Make migrations with `node tools/run.mjs migration <name>`').toHaveLength(1)
    const [baseline, ...others] = readdirSync(join(MIGRATIONS, 'baseline'))
    expect(others).toEqual([])
    expect(readdirSync(MIGRATIONS)).toContain(baseline)
  })
})

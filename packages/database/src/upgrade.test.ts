import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import { joinDatabase } from './join-database.ts'
import { splitPositions } from './ledger/split-positions.ts'
import { verifyAccount } from './ledger/verify-account.ts'
import { silentLogger } from './logger.ts'
import { migrateDatabase } from './migrate.ts'
import { schema } from './schema.ts'
import { migrateTo } from './testing/migrate-to.ts'
import { readCatalog } from './testing/read-catalog.ts'

/**
 * What a server of the 45th migration stored, each line a table and a row: a paper account and one at a stand-in of Binance,
 * with positions closed in part, working orders, a session on each, limits and journals. Its amounts are doubles.
 */
const STORED = readFileSync(join(import.meta.dirname, 'testing', 'stored-at-0044.txt'), 'utf8')
  .trimEnd()
  .split('\n')
const COUNT = 45

/** Texts of the columns, by table and row. */
type Stored = ReadonlyMap<string, ReadonlyMap<string, string>>

let folder: string
let server: EmbeddedServer
const pools: Pool[] = []
let pool: Pool
let joined: ReturnType<typeof joinDatabase>
let before: Stored
let after: Stored

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  server = await startEmbedded(join(folder, 'postgres'), silentLogger, { fsync: 'off' })
  pool = await createDatabase('early')
  await migrateTo(pool, COUNT, join(folder, 'migrations'))
  await restore()
  before = await readStored()
  await migrateDatabase(pool)
  after = await readStored()
  joined = joinDatabase({ ...server.connection, database: 'early' })
})
afterAll(async () => {
  await joined?.stop()
  for (const one of pools) await one.end()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function createDatabase(name: string): Promise<Pool> {
  const client = new Client({ ...server.connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const made = new Pool({ ...server.connection, database: name })
  // The server may end before a connection that is closing.
  made.on('error', () => {})
  made.on('connect', (connected) => void connected.on('error', () => {}))
  pools.push(made)
  return made
}

/** Inserts the rows as text, so that PostgreSQL alone reads their numbers, and without triggers, which would add others. */
async function restore(): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('delete from packages')
    for (const line of STORED) {
      const end = line.indexOf(' ')
      const table = line.slice(0, end)
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const names = rows[0]?.names ?? ''
      await client.query(
        `insert into ${table} (${names}) overriding system value
          select ${names} from json_populate_record(null::${table}, $1::json)`,
        [line.slice(end + 1)],
      )
    }
  } finally {
    client.release(true)
  }
}

/** JSON of PostgreSQL has a double as the decimal that it is printed as, so it is the same before and after. */
async function readStored(): Promise<Stored> {
  const rows = new Map<string, ReadonlyMap<string, string>>()
  for (const table of new Set(STORED.map((line) => line.slice(0, line.indexOf(' '))))) {
    const { rows: keys } = await pool.query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = $1::regclass and i.indisprimary order by a.attname`,
      [table],
    )
    const { rows: found } = await pool.query<{ values: Record<string, string> }>(
      `select (select json_object_agg(key, value::text) from jsonb_each(to_jsonb(t))) as values from ${table} t`,
    )
    for (const { values } of found)
      rows.set(`${table} ${keys.map(({ name }) => values[name]).join(' ')}`, new Map(Object.entries(values)))
  }
  return rows
}

const DROPPED = [
  'account_control.daily_loss',
  'sessions.closed_position_count',
  'sessions.open_position_count',
  'sessions.total_profit',
  'sessions.unrealised_profit',
  'venue_settings.rest_url',
  'venue_settings.stream_url',
  'venue_settings.ws_api_url',
]

it('keeps each stored value as it was printed, doubles with all their digits too', () => {
  expect(before.size).toBe(STORED.length)
  expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]))
  const dropped = new Set<string>()
  const changed: string[] = []
  for (const [row, values] of before) {
    for (const [column, text] of values) {
      const now = after.get(row)?.get(column)
      if (now === undefined) dropped.add(`${row.slice(0, row.indexOf(' '))}.${column}`)
      else if (now !== text) changed.push(`${row} ${column}: ${text} became ${now}`)
    }
  }
  expect(changed).toEqual([])
  expect([...dropped].toSorted()).toEqual(DROPPED)
  const printed = [...after]
    .filter(([row]) => /^(?:fills|positions) /.test(row))
    .flatMap(([, values]) => [...values.values()])
  expect(printed).toContain('0.09999999999999999')
})

it('moves the limits of accounts to where limits are stored now', async () => {
  const { rows } = await pool.query<{ limits: string }>(
    `select limits::text from account_control where limits <> '{}' order by (limits ->> 'dailyLoss')::numeric`,
  )
  expect(rows).toEqual([{ limits: '{"dailyLoss": 5000.15}' }, { limits: '{"dailyLoss": 50000.15}' }])
})

it('writes a row for each closed part, and leaves journals that verify', async () => {
  const { db } = joined
  const accounts = await db.select().from(schema.tradingAccounts)
  expect(accounts.map(({ venue }) => venue).toSorted()).toEqual(['BINANCE', 'paper', 'paper'])
  const count = async () => (await db.select().from(schema.positions)).length
  const positions = await count()
  // The other half of a migration: servers do it before anything else.
  await splitPositions(db)
  expect(await count()).toBe(positions + 2)
  expect(await Promise.all(accounts.map(({ id }) => verifyAccount(db, id)))).toEqual([[], [], []])
})

it('ends with the schema of a new installation', async () => {
  const fresh = await createDatabase('fresh')
  await migrateDatabase(fresh)
  const schemaOf = async (database: Pool) =>
    (await readCatalog(database)).filter(
      (line) => !line.startsWith('row of ') || line.startsWith('row of drizzle.__drizzle_migrations'),
    )
  expect(await schemaOf(pool)).toEqual(await schemaOf(fresh))
})

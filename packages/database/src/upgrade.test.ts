import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabase } from './join-database.ts'
import { splitPositions } from './ledger/split-positions.ts'
import { verifyAccount } from './ledger/verify-account.ts'
import { migrateDatabase } from './migrate.ts'
import { schema } from './schema.ts'
import { migrateTo } from './testing/migrate-to.ts'
import { readCatalog } from './testing/read-catalog.ts'
import { compareRows, readRows, restoreRows, type StoredRows, tableOf } from './testing/stored-rows.ts'
import { startDatabases, type TestDatabases } from './testing/test-databases.ts'

/**
 * What a server of the 45th migration stored, each line a table and a row: a paper account and one at a stand-in of Binance,
 * with positions closed in part, working orders, a session on each, limits and journals. Its amounts are doubles.
 */
const STORED = readFileSync(join(import.meta.dirname, 'testing', 'stored-at-0044.txt'), 'utf8')
  .trimEnd()
  .split('\n')
const COUNT = 45

let databases: TestDatabases
let pool: Pool
let joined: ReturnType<typeof joinDatabase>
let before: StoredRows
let after: StoredRows

beforeAll(async () => {
  databases = await startDatabases()
  pool = await databases.create('early')
  await migrateTo(pool, COUNT, join(databases.folder, 'migrations'))
  await restoreRows(pool, STORED)
  const tables = new Set(STORED.map(tableOf))
  before = await readRows(pool, tables)
  await migrateDatabase(pool)
  after = await readRows(pool, tables)
  joined = joinDatabase({ ...databases.connection, database: 'early' })
})
afterAll(async () => {
  await joined?.stop()
  await databases?.stop()
})

const DROPPED = [
  'account_control.daily_loss',
  'sessions.closed_position_count',
  'sessions.first_row',
  'sessions.input_count',
  'sessions.intent_count',
  'sessions.open_position_count',
  'sessions.row_no',
  'sessions.total_profit',
  'sessions.unrealised_profit',
  'venue_settings.rest_url',
  'venue_settings.stream_url',
  'venue_settings.ws_api_url',
]

it('keeps each stored value as it was printed, doubles with all their digits too', () => {
  expect(before.size).toBe(STORED.length)
  expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]))
  const { dropped, changed } = compareRows(before, after)
  expect(changed).toEqual([])
  expect(dropped).toEqual(DROPPED)
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

it('moves how far sessions have come to rows of their own', async () => {
  const { rows } = await pool.query(
    'select row_no::int, intent_count, input_count from session_progress order by row_no',
  )
  expect(rows).toEqual([
    { row_no: 54, intent_count: 2, input_count: 4 },
    { row_no: 143, intent_count: 2, input_count: 3 },
  ])
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
  const fresh = await databases.create('fresh')
  await migrateDatabase(fresh)
  const schemaOf = async (database: Pool) =>
    (await readCatalog(database)).filter(
      (line) => !line.startsWith('row of ') || line.startsWith('row of drizzle.__drizzle_migrations'),
    )
  expect(await schemaOf(pool)).toEqual(await schemaOf(fresh))
})

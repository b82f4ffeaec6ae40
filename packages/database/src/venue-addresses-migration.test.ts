import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { type Database, startDatabase } from './start-database.ts'
import { readVenueSettings } from './venue-settings.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
const [NAME = ''] = readdirSync(MIGRATIONS).filter((name) => name.endsWith('_venues_by_their_adapters.sql'))
const STATEMENTS = readFileSync(join(MIGRATIONS, NAME), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => statement.includes('venue_settings'))

let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('venues keep their switches and the addresses that were stored for them', async () => {
  const { db } = database
  await db.execute('alter table venue_settings drop column addresses')
  await db.execute(
    'alter table venue_settings add column rest_url text, add column stream_url text, add column ws_api_url text',
  )
  await db.execute(`insert into venue_settings (venue_id, is_on, rest_url, ws_api_url) values
    ('ONE', true, 'https://proxy.example', 'wss://proxy.example/ws'), ('OTHER', false, null, null)`)
  for (const statement of STATEMENTS) await db.execute(statement)
  const settings = await readVenueSettings(db)
  expect([...settings.values()].map(({ venueId, isOn, addresses }) => [venueId, isOn, addresses])).toEqual([
    ['ONE', true, { rest: 'https://proxy.example', wsApi: 'wss://proxy.example/ws' }],
    ['OTHER', false, {}],
  ])
})

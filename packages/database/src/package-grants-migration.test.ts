import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')
const [NAME = ''] = readdirSync(MIGRATIONS).filter((name) => name.endsWith('_package_grants.sql'))
const [INSERT = ''] = readFileSync(join(MIGRATIONS, NAME), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^\s*(--.*\n)?INSERT/m.test(statement))

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

it('keeps what was assigned as grants without an end, and grants nothing to others', async () => {
  const { db } = database
  await db.execute('alter table users add column package_id smallint not null default 0')
  const ids = [newId(), newId()]
  for (const [at, id] of ids.entries()) {
    const person = { name: `u${at}`, username: `u${at}`, displayUsername: `u${at}`, email: `u${at}@example.com` }
    await db.insert(schema.users).values({ id, ...person })
  }
  await db.execute(`update users set package_id = 2 where id = '${ids[0]}'`)
  await db.execute(INSERT)
  expect(await db.select().from(schema.packageGrants)).toMatchObject([
    { userId: ids[0], packageId: 2, until: null, by: null, reason: null },
  ])
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

const [UPDATE = ''] = readFileSync(join(import.meta.dirname, '..', 'migrations', '0051_guard_limits.sql'), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^UPDATE/m.test(statement))

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

it('keeps the limits of accounts as they were printed, and gives none to others', async () => {
  const { db, pool } = database
  await db.execute('alter table account_control add column daily_loss double precision')
  const limits = ['0.15', '500', '1234567.89', '0.1000000000000001', null]
  for (const [at, limit] of limits.entries()) {
    const person = { name: `u${at}`, username: `u${at}`, displayUsername: `u${at}`, email: `u${at}@example.com` }
    // Those of one millisecond have no order.
    const id = newId(Date.now() + at)
    await db.insert(schema.users).values({ id, ...person })
    const mine = 'account_id in (select id from trading_accounts where user_id = $2)'
    await pool.query(`update account_control set daily_loss = $1 where ${mine}`, [limit, id])
  }
  await db.execute(UPDATE)
  const { rows } = await pool.query<{ kept: string | null; all: string }>(
    `select limits ->> 'dailyLoss' as kept, limits::text as "all" from account_control
      join trading_accounts on trading_accounts.id = account_id order by trading_accounts.user_id`,
  )
  expect(rows.map(({ kept }) => kept)).toEqual(limits)
  expect(rows.at(-1)?.all).toBe('{}')
})

it('refuses a limit that is not more than 0', async () => {
  const limit = (text: string) => database.pool.query('update account_control set limits = $1', [text])
  await expect(limit('{"dailyLoss": 0}')).rejects.toThrow('account_control_limits')
  await expect(limit('{"dailyLoss": 0.5}')).resolves.toBeDefined()
})

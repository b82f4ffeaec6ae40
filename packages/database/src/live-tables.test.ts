import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

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

async function addUser(name: string): Promise<string> {
  const id = newId()
  const person = { name, username: name, displayUsername: name, email: `${name}@example.com` }
  await database.db.insert(schema.users).values({ id, ...person })
  return id
}

interface AccountRow {
  readonly id: string
}

async function accountsOf(userId: string): Promise<AccountRow[]> {
  const { rows } = await database.pool.query<AccountRow>('select * from trading_accounts where user_id = $1', [userId])
  return rows
}

it('a user has a paper account with 10,000 USD from the start, and may trade with it', async () => {
  const [account, ...others] = await accountsOf(await addUser('ann'))
  expect(others).toEqual([])
  expect(account).toMatchObject({ venue: 'paper', currency: 'USD', initial_balance: 10_000, balance: 10_000 })
  const { rows } = await database.pool.query('select * from account_control where account_id = $1', [account!.id])
  expect(rows).toMatchObject([{ level: 'ACTIVE', journal_n: '0', journal_hash: null }])
})

it('users of before get their paper account by the migration', async () => {
  const { pool } = database
  const userId = await addUser('bob')
  await pool.query('delete from broker_connections where user_id = $1', [userId])
  expect(await accountsOf(userId)).toEqual([])
  await pool.query('select open_paper_account($1)', [userId])
  expect(await accountsOf(userId)).toHaveLength(1)
})

it('entries of the journal are neither changed nor deleted, and outlive their user', async () => {
  const { db } = database
  const { journal } = schema
  const userId = await addUser('cas')
  const [account] = await accountsOf(userId)
  const entry = { accountId: account!.id, n: 1, at: new Date(), kind: 'WRITTEN', body: '{}', prev: '', hash: 'a' }
  await db.insert(journal).values(entry)
  await expect(db.update(journal).set({ body: '[]' })).rejects.toThrow()
  await expect(db.delete(journal)).rejects.toThrow()
  await expect(db.execute('truncate journal')).rejects.toThrow()
  await expect(db.insert(journal).values(entry)).rejects.toThrow()
  await database.pool.query('delete from users where id = $1', [userId])
  expect(await accountsOf(userId)).toEqual([])
  expect(await db.select().from(journal)).toMatchObject([{ body: '{}' }])
  // Those of accounts that are gone may be forgotten, after a year at the earliest.
  await expect(db.delete(journal)).rejects.toThrow()
  await db.insert(journal).values({ ...entry, n: 0, at: new Date(Date.now() - 400 * 86_400_000) })
  expect((await database.pool.query('delete from journal where n = 0')).rowCount).toBe(1)
})

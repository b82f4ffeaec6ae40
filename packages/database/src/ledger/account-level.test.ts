import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { silentLogger } from '../logger.ts'
import { newId } from '../new-id.ts'
import { schema } from '../schema.ts'
import { type Database, startDatabase } from '../start-database.ts'
import { AccountLedger, type LevelChange } from './account-ledger.ts'
import { verifyAccount } from './verify-account.ts'

const NOW = Date.UTC(2026, 0, 5)

let folder: string
let database: Database
let userId: string
let accountId: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-level-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await database.db.insert(schema.users).values({ id: userId, ...person })
  const [account] = await rowsOf('select id from trading_accounts where user_id = $1', userId)
  accountId = account!['id'] as string
})

type Row = Readonly<Record<string, unknown>>

async function rowsOf(text: string, id: string): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(text, [id])
  return rows
}

function inLedger<Value>(work: (ledger: AccountLedger) => Promise<Value>): Promise<Value> {
  return database.db.transaction(async (tx) => work((await AccountLedger.open(tx, accountId, () => NOW))!))
}

const raise = (level: LevelChange['level'], reason = 'Lost 500 today') =>
  inLedger((ledger) => ledger.raise({ level, by: 'guardian', reason }))

async function control(): Promise<Row | undefined> {
  const [row] = await rowsOf(
    'select *, journal_n::int, epoch::int from account_control where account_id = $1',
    accountId,
  )
  return row
}

it('an account that is made stricter says why, by whom and since when, in its journal, too', async () => {
  expect(await raise('REDUCE')).toBe(true)
  expect(await control()).toMatchObject({
    level: 'REDUCE',
    by: 'guardian',
    reason: 'Lost 500 today',
    since: new Date(NOW),
    epoch: 1,
  })
  const [entry] = await rowsOf('select * from journal where account_id = $1', accountId)
  expect(entry).toMatchObject({ kind: 'LEVEL' })
  expect(JSON.parse(entry!['body'] as string)).toMatchObject({ before: 'ACTIVE', level: 'REDUCE', by: 'guardian' })
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('an account never becomes less strict by being made stricter', async () => {
  await raise('FLATTEN', 'first')
  expect(await raise('NO_NEW', 'second')).toBe(false)
  expect(await raise('FLATTEN', 'third')).toBe(false)
  expect(await control()).toMatchObject({ level: 'FLATTEN', reason: 'first', epoch: 1, journal_n: 1 })
})

it('of two that make an account stricter at the same time, the stricter wins', async () => {
  await Promise.all([raise('FLATTEN'), raise('NO_NEW'), raise('REDUCE')])
  expect(await control()).toMatchObject({ level: 'FLATTEN' })
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it('a person releases an account, once, and the journal says who and why', async () => {
  await raise('FLATTEN')
  expect(await inLedger((ledger) => ledger.release(userId, 'It was a wrong quote'))).toBe(true)
  expect(await inLedger((ledger) => ledger.release(userId, 'It was a wrong quote'))).toBe(false)
  expect(await control()).toMatchObject({
    level: 'ACTIVE',
    by: userId,
    reason: 'It was a wrong quote',
    epoch: 2,
    journal_n: 2,
  })
})

it('a level that was changed past the journal is noticed', async () => {
  await raise('FLATTEN')
  await rowsOf("update account_control set level = 'ACTIVE' where account_id = $1", accountId)
  expect(await verifyAccount(database.db, accountId)).toEqual(['level ACTIVE differs from the journal'])
})

it('counts the drawdown of an account from when its limit is set, and anew when it is released', async () => {
  const peak = async () => {
    const { peak_since: since, peak_result: result } = (await control()) ?? {}
    return [since, result]
  }
  const limit = (drawdown: number | null) => inLedger((ledger) => ledger.limit({ drawdown }, userId))
  const seen = () =>
    database.pool.query('update account_control set peak_result = 900 where account_id = $1', [accountId])
  const hourBefore = new Date(NOW - 3_600_000)
  await inLedger((ledger) => ledger.limit({ dailyLoss: 500 }, userId))
  expect(await peak()).toEqual([null, null])
  await limit(200)
  expect(await peak()).toEqual([hourBefore, null])
  await seen()
  await limit(300)
  expect(await peak()).toEqual([hourBefore, 900])
  await raise('FLATTEN')
  await inLedger((ledger) => ledger.release(userId, 'It was a wrong quote'))
  expect(await peak()).toEqual([hourBefore, null])
  await seen()
  await limit(null)
  expect(await peak()).toEqual([null, null])
})

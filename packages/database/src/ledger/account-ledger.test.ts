import type { IntentPayload } from '@tradeloom/trading'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { joinDatabase } from '../join-database.ts'
import { newId } from '../new-id.ts'
import { schema } from '../schema.ts'
import { migrateDatabase } from '../migrate.ts'
import { startDatabases, type TestDatabases } from '../testing/test-databases.ts'
import { AccountLedger } from './account-ledger.ts'
import type { IntentRow, LedgerRow } from './ledger-rows.ts'
import { newIntent } from './new-intent.ts'
import { verifyAccount } from './verify-account.ts'

let databases: TestDatabases
let joined: ReturnType<typeof joinDatabase>
let userId: string
let accountId: string
beforeAll(async () => {
  databases = await startDatabases()
  await migrateDatabase(await databases.create('ledger'))
  joined = joinDatabase({ ...databases.connection, database: 'ledger' })
})
afterAll(async () => {
  await joined?.stop()
  await databases?.stop()
})
beforeEach(async () => {
  userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await joined.db.insert(schema.users).values({ id: userId, ...person })
  const accounts = await joined.db.select().from(schema.tradingAccounts)
  accountId = accounts.find((account) => account.userId === userId)?.id ?? ''
})

function inLedger<Value>(work: (ledger: AccountLedger) => Promise<Value>): Promise<Value> {
  return joined.db.transaction(async (tx) => work((await AccountLedger.open(tx, accountId)) as AccountLedger))
}

function asked(state: IntentRow['state'] = 'WRITTEN'): LedgerRow & { table: 'intents' } {
  const payload: IntentPayload = { kind: 'CANCEL', intentId: newId() }
  const instrumentId = 'EURUSD:SIM'
  const row = newIntent({ accountId, userId, instrumentId, payload, installation: 'test', decidedAt: Date.now() })
  return { table: 'intents', row: { ...row, state } }
}

it('an account that was waited for is read as the one before has left it', async () => {
  const add = () =>
    inLedger((ledger) => {
      const row = { ...ledger.account, balance: ledger.account.balance + 1 }
      return ledger.record({ kind: 'BALANCE', rows: [{ table: 'accounts', row }] })
    })
  await Promise.all(Array.from({ length: 6 }, add))
  expect(await inLedger(async ({ account, n }) => [account.balance, n])).toEqual([10_006, 6])
  expect(await verifyAccount(joined.db, accountId)).toEqual([])
})

it('a row that an entry changes twice is as the entry leaves it', async () => {
  const first = asked()
  const second = { ...first, row: { ...first.row, state: 'SENDING' } } as const
  await inLedger(async (ledger) => {
    const poorer = { table: 'accounts', row: { ...ledger.account, balance: 1 } } as const
    const poorest = { table: 'accounts', row: { ...ledger.account, balance: 0.5 } } as const
    await ledger.record({ kind: 'SENDING', rows: [poorer, first, asked(), second, poorest] })
    expect(ledger.account.balance).toBe(0.5)
  })
  const stored = await joined.db.select({ state: schema.intents.state }).from(schema.intents)
  expect(stored.map(({ state }) => state).toSorted()).toEqual(['SENDING', 'WRITTEN'])
  expect(await verifyAccount(joined.db, accountId)).toEqual([])
})

it('an entry may have more rows than one statement takes', async () => {
  const rows = Array.from({ length: 2_000 }, () => asked('UNSENT'))
  await inLedger((ledger) => ledger.record({ kind: 'UNSENT', rows }))
  expect(await joined.db.$count(schema.intents)).toBeGreaterThanOrEqual(rows.length)
  expect(await verifyAccount(joined.db, accountId)).toEqual([])
})

import { newId, type PositionRow, readListings, schema, verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { takeLease } from '../../platform/leases/leases.ts'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import { bookPosition } from './book-position.ts'
import { BrokersLab, COIN } from './brokers.fixture.ts'
import { PositionCheck } from './position-check.ts'

let database: TestDatabase
let account: LeasedAccount
let now = Date.now()
let check: PositionCheck
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  const { db, pool } = database
  const lab = new BrokersLab(database)
  await lab.switchOn()
  const userId = await lab.addUser()
  await lab.end()
  const { rows } = await pool.query<{ id: string }>('select id from trading_accounts where user_id = $1', [userId])
  const accountId = rows[0]?.id ?? ''
  const owner = newId()
  await pool.query(`insert into lease_owners (id, host, pid) values ($1, 'test', 0)`, [owner])
  const lease = await db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner))
  if (!lease) throw new Error('The account is taken')
  account = { db, accountId, lease, now: () => now }
  check = new PositionCheck({ ...account, onChange: () => undefined })
  const listing = (await readListings(db)).find(({ id }) => id === COIN)
  if (!listing) throw new Error('The coin is not listed')
  for (const time of [1, 2]) {
    const fill = {
      instrumentId: COIN,
      side: 'BUY',
      price: 60_000,
      quantity: 1,
      fee: 0,
      feeCurrency: 'USDT',
      time,
    } as never
    const terms = { stopLoss: null, takeProfit: null, trailingStop: null, matchedRow: -1, reason: null }
    const named = { accountId, userId, venue: 'FAKE', sessionId: null }
    const spot = { model: 'spot', rate: 1, marginRate: 1, closes: null } as const
    const { position } = bookPosition(
      [],
      { ...spot, fill, listing, fee: 0, terms, costs: { halfSpread: 0, slippage: 0 } },
      named,
    )
    await inLedger(account, (_, ledger) =>
      ledger.record({ kind: 'FILLED', rows: [{ table: 'positions', row: position as PositionRow }] }),
    )
  }
})

const coins = (total: number) => [{ currency: 'BTC', total, available: total }]
const stored = async () => {
  const rows = await database.db.select().from(schema.positions)
  return rows
    .filter(({ accountId }) => accountId === account.accountId)
    .toSorted(
      (a, b) => Number(a.openTime) - Number(b.openTime) || Number(a.partOf !== null) - Number(b.partOf !== null),
    )
    .map(({ quantity, status, closeReason }) => [quantity, status, closeReason])
}

it('coins that are missing twice, 30 s apart, close the oldest positions as external', async () => {
  await check.compare(coins(0.5))
  now += 29_999
  await check.compare(coins(0.5))
  expect(await stored()).toEqual([
    [1, 'OPEN', null],
    [1, 'OPEN', null],
  ])
  now += 1
  await check.compare(coins(0.5))
  expect(await stored()).toEqual([
    [1, 'CLOSED', 'external'],
    [0.5, 'OPEN', null],
    // The part that is gone.
    [0.5, 'CLOSED', 'external'],
  ])
  expect(await verifyAccount(database.db, account.accountId)).toEqual([])
})

it('coins that are back in between, and coins beyond what is open, change nothing', async () => {
  await check.compare(coins(0.5))
  now += 30_000
  await check.compare(coins(2))
  now += 30_000
  await check.compare(coins(0.5))
  now += 1
  await check.compare(coins(7))
  expect(await stored()).toEqual([
    [1, 'OPEN', null],
    [1, 'OPEN', null],
  ])
})

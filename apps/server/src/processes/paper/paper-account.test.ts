import { newId, verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { takeLease } from '../../platform/leases/leases.ts'
import { PaperAccount } from './paper-account.ts'
import { addAccount, BUY, intentOf, MemoryTicks, rowsOf, type TestAccount, write } from './paper.fixture.ts'

let database: TestDatabase
let account: TestAccount
let ticks: MemoryTicks

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
afterEach(() => void vi.restoreAllMocks())
beforeEach(async () => {
  account = await addAccount(database)
  ticks = new MemoryTicks()
  ticks.add(1.1)
})

function lose(): never {
  throw new Error('The database is away')
}

/** The process goes on a minute later. */
function suspend(): void {
  const later = performance.now() + 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
}

/** An account whose process goes on when its work fails at a point, as when the database goes away there. */
async function failing(at: CrashPoint, fail: () => void = lose, db = database.db) {
  const { accountId, userId } = account
  const owner = newId()
  await database.pool.query('insert into lease_owners (id, host, pid) values ($1, $2, $3)', [owner, '', process.pid])
  const lease = await database.db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner))
  if (!lease) throw new Error('The account is taken')
  let isAway = false
  const reach = (point: CrashPoint): void => {
    if (point === at && isAway) fail()
  }
  const parts = { db, accountId, userId, lease, ticks, reach, now: Date.now, onChange: () => undefined }
  const paper = new PaperAccount(parts)
  // With an open position it keeps its book in memory.
  await write(database, account, BUY)
  await paper.wake()
  return { paper, setAway: (value: boolean) => void (isAway = value) }
}

const stateOf = async (id: string) => (await intentOf(database, id)).state

it('fills an order once whose commit succeeded while the database went away', async () => {
  let left = Infinity
  const transaction: typeof database.db.transaction = async (work, settings) => {
    const value = await database.db.transaction(work, settings)
    left -= 1
    return left === 0 ? lose() : value
  }
  const { paper } = await failing(
    'written-not-claimed',
    lose,
    Object.create(database.db, { transaction: { value: transaction } }),
  )
  const id = await write(database, account, BUY)
  // Its claim, then what the venue has of it.
  left = 2
  await expect(paper.wake()).rejects.toThrow('The database is away')
  expect(await stateOf(id)).toBe('WORKING')
  await paper.wake()
  ticks.add(1.2)
  await paper.advance()
  expect(await stateOf(id)).toBe('FILLED')
  const fills = await rowsOf(database, 'fills', account)
  expect(fills.filter(({ intent_id: intent }) => intent === id)).toMatchObject([{ price: 1.1002 }])
  expect(await verifyAccount(database.db, account.accountId)).toEqual([])
})

it('finds out about an order that it had claimed when its work failed', async () => {
  const { paper, setAway } = await failing('sending-no-byte-out')
  const id = await write(database, account, BUY)
  setAway(true)
  await expect(paper.wake()).rejects.toThrow('The database is away')
  expect(await stateOf(id)).toBe('SENDING')
  setAway(false)
  await paper.wake()
  expect(await stateOf(id)).toBe('UNKNOWN')
  // Two look-ups, some time apart, must both find nothing.
  const settled = async () => (await paper.lookUp(), stateOf(id))
  await expect.poll(settled).toBe('ABSENT')
  expect(await rowsOf(database, 'venue_orders', account)).toHaveLength(1)
  expect(await verifyAccount(database.db, account.accountId)).toEqual([])
})

it('cancels an order also where the process was suspended before it could, and places none then', async () => {
  const limit = { ...BUY, type: 'LIMIT', limitPrice: 1.05 } as const
  const { paper, setAway } = await failing('sending-no-byte-out', suspend)
  const order = await write(database, account, limit)
  await paper.wake()
  expect(await stateOf(order)).toBe('WORKING')
  setAway(true)
  const [late, canceling] = [
    await write(database, account, limit),
    await write(database, account, { kind: 'CANCEL', intentId: order }),
  ]
  await paper.wake()
  expect([await stateOf(late), await stateOf(canceling), await stateOf(order)]).toEqual(['UNSENT', 'DONE', 'CANCELED'])
})

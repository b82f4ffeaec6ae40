import { AccountLedger, type IntentRow, newId, newIntent, schema, verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUY } from '../../processes/paper/paper.fixture.ts'
import { OrderOutcomes } from './order-outcomes.service.ts'
import { TradingRepository } from './trading.repository.ts'
import { viewIntent } from './trading-views.ts'

const SENT = Date.UTC(2026, 10, 27, 12)
const MINUTE = 60_000
const { brokerConnections, exchangeKeys } = schema

let database: TestDatabase
let userId: string
let accountId: string
let connectionId: string
let repository: TradingRepository
beforeAll(async () => {
  database = await startTestDatabase()
  repository = new TradingRepository(database.db)
  userId = await addUser()
  accountId = newId()
  connectionId = newId()
  const { db } = database
  await db.insert(brokerConnections).values({ id: connectionId, userId, type: 'live', broker: 'BINANCE' })
  await db.insert(exchangeKeys).values({ connectionId, maskedKey: '…1234' })
  const amounts = { currency: 'USDT', initialBalance: 0, balance: 0 }
  const of = { userId, connectionId, venue: 'BINANCE', accountNo: '1', model: 'spot' } as const
  await db.insert(schema.tradingAccounts).values({ id: accountId, ...of, ...amounts })
  await db.insert(schema.accountControl).values({ accountId })
})
afterAll(() => database?.stop())

async function addUser(): Promise<string> {
  const id = newId()
  const person = { name: id, username: id, displayUsername: id, email: `${id}@example.com` }
  await database.db.insert(schema.users).values({ id, ...person })
  return id
}

const at = (now: number) => new OrderOutcomes({ db: database.db, repository, now: () => now })

async function add(state: IntentRow['state'] = 'UNKNOWN'): Promise<string> {
  const asked = { userId, accountId, instrumentId: BUY.instrumentId, payload: BUY, installation: 'test' }
  const row = { ...newIntent({ ...asked, decidedAt: SENT - 1 }), state, sentAt: new Date(SENT), reason: 'no answer' }
  await database.db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.record({ kind: state, intentId: row.id, rows: [{ table: 'intents', row }] })
  })
  return row.id
}

const entries = async (id: string) => {
  const query = 'select kind, body::json from journal where intent_id = $1 order by n'
  return (await database.pool.query<{ kind: string; body: object }>(query, [id])).rows
}

it('a request is ended by its owner fifteen minutes after it was sent, and no sooner', async () => {
  const id = await add()
  const early = at(SENT + 15 * MINUTE - 1)
  await expect(early.notPlaced(id, userId)).rejects.toThrow('You can confirm this 15 minutes after the order was sent')
  expect(await entries(id)).toHaveLength(1)
  const row = await at(SENT + 15 * MINUTE).notPlaced(id, userId)
  expect(row).toMatchObject({ state: 'ABSENT', reason: 'Not placed, as its owner says (no answer)' })
})

it('the journal has the person and what they said, once, however often that is said', async () => {
  const id = await add()
  const late = at(SENT + 15 * MINUTE)
  const [first, second] = await Promise.all([late.notPlaced(id, userId), late.notPlaced(id, userId)])
  expect(second).toEqual(first)
  await late.notPlaced(id, userId)
  expect(await entries(id)).toMatchObject([
    { kind: 'UNKNOWN' },
    { kind: 'ABSENT', body: { outcome: 'not-placed', by: userId, rows: [{ row: { state: 'ABSENT' } }] } },
  ])
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

it.each(['WRITTEN', 'SENDING', 'WORKING', 'PARTIAL', 'FILLED', 'REJECTED', 'STRAY'] as const)(
  'a request that is %s is not ended by a person',
  async (state) => {
    const id = await add(state)
    await expect(at(SENT + 15 * MINUTE).notPlaced(id, userId)).rejects.toThrow(
      'The status of the order is already confirmed',
    )
    expect(await entries(id)).toHaveLength(1)
  },
)

it('hides the requests of other users, and refuses to end them', async () => {
  const [id, other] = [await add(), await addUser()]
  const late = at(SENT + 15 * MINUTE)
  await expect(late.stored(id, other)).rejects.toThrow('Order not found')
  await expect(late.notPlaced(id, other)).rejects.toThrow('Order not found')
})

it('a request is shown with the time from which its owner may end it, which is at once without a usable key', async () => {
  const id = await add()
  const shown = async () => {
    const stored = await repository.intent(userId, id)
    return stored && viewIntent(stored, 'EUR/USD')?.unknown
  }
  const { pool } = database
  expect(await shown()).toEqual({ isAsked: true, outcomeFrom: SENT + 15 * MINUTE })
  await pool.query('update exchange_keys set refused_at = now() where connection_id = $1', [connectionId])
  expect(await shown()).toEqual({ isAsked: false, outcomeFrom: SENT - 1 })
  await pool.query('delete from exchange_keys where connection_id = $1', [connectionId])
  await pool.query('update broker_connections set deleted_at = now() where id = $1', [connectionId])
  expect(await shown()).toEqual({ isAsked: false, outcomeFrom: SENT - 1 })
  expect(await at(SENT + 1).notPlaced(id, userId)).toMatchObject({ state: 'ABSENT' })
  expect(await shown()).toBe(null)
})

it('a stop without an answer is shown as what it is', async () => {
  const payload = {
    kind: 'PROTECT',
    positionId: newId(),
    guard: 'stopLoss',
    side: 'SELL',
    price: 1,
    quantity: 2,
    partnerId: null,
  } as const
  const asked = { userId, accountId, instrumentId: BUY.instrumentId, payload, installation: 'test', decidedAt: SENT }
  const row = newIntent(asked)
  const view = (state: IntentRow['state']) =>
    viewIntent({ intent: { ...row, state }, direction: 'LONG', isAsked: true, placedBy: null }, 'EUR/USD')
  expect(view('UNKNOWN')).toMatchObject({
    type: 'Stop',
    isProtective: true,
    status: 'UNKNOWN',
    side: 'SELL',
    stopPrice: 1,
    price: null,
  })
  expect([view('WRITTEN'), view('SENDING'), view('WORKING')]).toEqual([null, null, null])
})

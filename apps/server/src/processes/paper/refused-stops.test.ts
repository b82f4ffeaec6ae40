import { verifyAccount } from '@tradeloom/database'
import type { RefusedStop } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addSession } from '../../testing/add-session.fixture.ts'
import type { PaperAccount } from './paper-account.ts'
import { addAccount, BUY, intentOf, MemoryTicks, rowsOf, type TestAccount, workOn, write } from './paper.fixture.ts'

/** A price that the market has passed. */
const PASSED = { ...BUY, stopLoss: 1.2, takeProfit: 1.3 } as const

let database: TestDatabase
let account: TestAccount
let ticks: MemoryTicks

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  account = await addAccount(database)
  ticks = new MemoryTicks()
  ticks.add(1.1)
})

const open = () => workOn(database, account, ticks)

async function venueDoes(policy: RefusedStop): Promise<void> {
  const set = `update instruments set listing = listing || jsonb_build_object('refusedStop', $1::text) where id = $2`
  await database.pool.query(set, [policy, BUY.instrumentId])
}

const choose = (policy: RefusedStop | null) =>
  database.pool.query('update trading_accounts set refused_stops = $1 where id = $2', [policy, account.accountId])
const positions = () =>
  rowsOf<{ status: string; close_price: number; close_reason: string }>(database, 'positions', account)
const stops = async () =>
  (await rowsOf<{ type: string; status: string; stop_price: number }>(database, 'venue_orders', account))
    .filter(({ type }) => type === 'STOP')
    .map(({ status, stop_price: price }) => `${status} ${price}`)
    .toSorted()
const balance = async () =>
  (await database.pool.query('select balance from trading_accounts where id = $1', [account.accountId])).rows[0].balance

/** Sends an order, of a person or a session; returns how it has ended. */
async function order(paper: PaperAccount, payload = PASSED as typeof BUY, sessionId: string | null = null) {
  const id = await write(database, account, payload, { sessionId })
  await paper.wake()
  return intentOf(database, id)
}

describe('a stop that the market has passed when its order is filled on paper', () => {
  it('is due at once where the venue holds it, and filled at the next price', async () => {
    const paper = await open()
    expect(await order(paper)).toMatchObject({ state: 'FILLED' })
    expect(await positions()).toMatchObject([{ status: 'OPEN', stop_loss: 1.2, is_stop_loss_rejected: false }])
    expect(await stops()).toEqual(['NEW 1.2', 'REJECTED 1.2'])
    ticks.add(1.1001)
    await paper.advance()
    expect(await positions()).toMatchObject([{ status: 'CLOSED', close_price: 1.1001, close_reason: 'stop-loss' }])
    expect(await stops()).toEqual(['FILLED 1.2', 'REJECTED 1.2'])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('cancels the order where the venue does, for a person and for a session, and everything else is filled', async () => {
    await venueDoes('cancel')
    const paper = await open()
    const other = await write(database, account, { ...BUY, type: 'LIMIT', limitPrice: 1.11, quantity: 1_000 })
    const session = await addSession(database.db, account.accountId, BUY.instrumentId)
    for (const sessionId of [null, session]) {
      const ended = await order(paper, PASSED, sessionId)
      ticks.add(1.1)
      await paper.advance()
      expect(await intentOf(database, ended.id)).toMatchObject({
        state: 'REJECTED',
        reason: expect.stringContaining('passed its stop loss'),
      })
    }
    expect(await intentOf(database, other)).toMatchObject({ state: 'FILLED' })
    expect(await positions()).toMatchObject([{ status: 'OPEN', quantity: 1_000 }])
    expect(await balance()).toBe(10_000)
    expect(await stops()).toEqual([])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('cancels the order that the canceled one was linked to, where the venue does that', async () => {
    await venueDoes('cancel')
    const paper = await open()
    const waits = { ...BUY, type: 'LIMIT', limitPrice: 1.05, quantity: 1_000 } as const
    const first = await order(paper, waits as never)
    expect(first).toMatchObject({ state: 'WORKING' })
    const second = await order(paper, { ...PASSED, type: 'STOP', stopPrice: 1.15, linkedTo: first.id } as never)
    expect(second).toMatchObject({ state: 'WORKING' })
    ticks.add(1.16)
    await paper.advance()
    expect(await intentOf(database, second.id)).toMatchObject({
      state: 'REJECTED',
      reason: expect.stringContaining('passed its stop loss'),
    })
    expect(await intentOf(database, first.id)).toMatchObject({
      state: 'CANCELED',
      reason: 'the linked order was ended',
    })
    ticks.add(1.04)
    await paper.advance()
    expect(await positions()).toEqual([])
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('fills an order of that venue whose stop the market has not passed', async () => {
    await venueDoes('cancel')
    const paper = await open()
    expect(await order(paper, { ...BUY, stopLoss: 1.09 })).toMatchObject({ state: 'FILLED' })
    expect(await stops()).toEqual(['NEW 1.09'])
  })

  it('has its position closed where the account has chosen that, whatever the venue does', async () => {
    await venueDoes('cancel')
    await choose('close')
    const paper = await open()
    expect(await order(paper)).toMatchObject({ state: 'FILLED' })
    expect(await positions()).toMatchObject([
      { status: 'CLOSED', close_price: 1.1, close_reason: 'stop-loss', is_stop_loss_rejected: true },
    ])
    expect(await stops()).toEqual(['REJECTED 1.2'])
    // What the account has chosen counts from the next order on.
    await choose('hold')
    await order(paper)
    expect((await positions()).filter(({ status }) => status === 'OPEN')).toHaveLength(1)
    await choose(null)
    ticks.add(1.1)
    await paper.advance()
    expect(await order(paper)).toMatchObject({ state: 'REJECTED' })
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  })

  it('leaves a session its stop where the venue holds it, as in a backtest', async () => {
    await venueDoes('hold')
    const paper = await open()
    const session = await addSession(database.db, account.accountId, BUY.instrumentId)
    const { id } = await order(paper, PASSED, session)
    expect(await intentOf(database, id)).toMatchObject({ state: 'FILLED' })
    expect(await positions()).toMatchObject([{ status: 'CLOSED', close_price: 1.1, close_reason: 'stop-loss' }])
    expect(await stops()).toEqual(['FILLED 1.2'])
  })
})

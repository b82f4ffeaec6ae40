import { verifyAccount } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PaperAccount } from './paper-account.ts'
import { addAccount, BUY, MemoryTicks, rowsOf, type TestAccount, workOn, write } from './paper.fixture.ts'

let database: TestDatabase
let account: TestAccount
let ticks: MemoryTicks
/** How far its clock is ahead, milliseconds. */
let ahead = 0

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  account = await addAccount(database)
  ticks = new MemoryTicks()
  ticks.add(1.1)
  ahead = 0
})

const open = () => workOn(database, account, ticks, () => Date.now() + ahead)

const audits = async () =>
  (
    await rowsOf<{ state: string; cause: string; is_protected: boolean; at: Date; until: Date | null }>(
      database,
      'custody_audits',
      account,
    )
  ).toSorted((a, b) => a.at.getTime() - b.at.getTime())

const position = async () => (await rowsOf<{ id: string; close_time: Date }>(database, 'positions', account))[0]

async function protect(paper: PaperAccount, changes: object): Promise<void> {
  const positionId = (await position())?.id ?? ''
  await write(database, account, { kind: 'PROTECT', positionId, changes }, { decidedAt: Date.now() + ahead })
  await paper.wake()
}

async function buys(terms: Partial<typeof BUY>): Promise<PaperAccount> {
  const paper = await open()
  await write(database, account, { ...BUY, ...terms })
  await paper.wake()
  return paper
}

it('a position on paper is COVERED by its stop from its execution to its end, in the same commits', async () => {
  const paper = await buys({ stopLoss: 1.09 as never })
  expect(await audits()).toMatchObject([{ state: 'COVERED', cause: 'custody', is_protected: true, until: null }])
  const before = await rowsOf(database, 'journal', account)
  await paper.audit()
  expect(await audits()).toHaveLength(1)
  expect(await rowsOf(database, 'journal', account)).toEqual(before)
  ticks.add(1.089)
  await paper.advance()
  expect((await audits()).map(({ until }) => until)).toEqual([(await position())?.close_time])
  expect(await verifyAccount(database.db, account.accountId)).toEqual([])
})

it('a trailing stop on paper is HELD, and what wants no stop has no state', async () => {
  const paper = await buys({})
  await paper.audit()
  expect(await audits()).toEqual([])
  await protect(paper, { trailingStop: 0.002 })
  expect(await audits()).toMatchObject([{ state: 'HELD', is_protected: true }])
  await protect(paper, { trailingStop: null })
  expect((await audits()).map(({ until }) => until)).toEqual([expect.any(Date)])
})

it('a stop that the market refuses leaves a position on paper BARE, by the venue, until it has another one', async () => {
  const paper = await buys({})
  await protect(paper, { stopLoss: 1.2 })
  expect(await audits()).toMatchObject([{ state: 'BARE', cause: 'venue', is_protected: false }])
  ahead = 30_000
  // Another process goes on where this one was.
  const next = await open()
  await next.audit()
  expect(await audits()).toHaveLength(1)
  await protect(next, { stopLoss: 1.09 })
  const [bare, covered] = await audits()
  expect(bare?.until).toEqual(covered?.at)
  expect(Number(bare?.until) - Number(bare?.at)).toBeGreaterThanOrEqual(30_000)
  expect(covered).toMatchObject({ state: 'COVERED', until: null })
})

it('keeps all for a week, what was without protection for 90 days, and what lasts', async () => {
  const paper = await buys({ stopLoss: 1.09 as never })
  await protect(paper, { stopLoss: null })
  await protect(paper, { stopLoss: 1.2 })
  // As long as it would be told.
  ahead = 60_000
  await protect(paper, { stopLoss: 1.08 })
  const states = async () => (await audits()).map(({ state }) => state)
  const after = async (days: number) => {
    ahead = days * 86_400_000
    await paper.audit()
    return states()
  }
  expect(await after(1)).toEqual(['COVERED', 'BARE', 'COVERED'])
  expect(await after(8)).toEqual(['BARE', 'COVERED'])
  expect(await after(89)).toEqual(['BARE', 'COVERED'])
  expect(await after(91)).toEqual(['COVERED'])
})

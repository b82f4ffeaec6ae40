import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountLedger } from './ledger/account-ledger.ts'
import type { FillRow, PositionRow } from './ledger/ledger-rows.ts'
import { splitPositions } from './ledger/split-positions.ts'
import { verifyAccount } from './ledger/verify-account.ts'
import { putListings } from './listed-instruments.ts'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

const { positions, tradingAccounts, users } = schema

/** Marks what was closed in parts. */
const [MARK = ''] = readFileSync(join(import.meta.dirname, '..', 'migrations', '0049_profits_of_parts.sql'), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^UPDATE/m.test(statement))

let folder: string
let database: Database
let accountId: string
const userId = newId()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
  const { db } = database
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await db.insert(users).values({ id: userId, ...person })
  const accounts = await db.select().from(tradingAccounts)
  accountId = accounts.find((account) => account.userId === userId)?.id ?? ''
  await putListings(db, [listInstrument(defineInstrument('EURUSD:SIM'), { status: 'active' })])
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Trade = Pick<FillRow, 'side' | 'quantity' | 'price' | 'fee' | 'profit'>

/** A position as it was stored before: one row with the quantity and price of its last closing, and the profit of all. */
async function stored(trades: readonly Trade[], row: Partial<PositionRow>): Promise<string> {
  const id = newId()
  const position: PositionRow = {
    id,
    accountId,
    userId,
    sessionId: null,
    brokerId: id,
    broker: 'SIM',
    instrumentId: 'EURUSD:SIM',
    direction: 'LONG',
    quantity: 0,
    openPrice: 1.1,
    closePrice: null,
    openTime: new Date(0),
    closeTime: null,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    trailingBest: null,
    isStopLossRejected: false,
    isTakeProfitRejected: false,
    isTrailingStopRejected: false,
    unprotectedSince: null,
    part: 1,
    partOf: null,
    openHalfSpread: 0,
    openSlippage: 0,
    profit: 0,
    pips: 0,
    spreadCost: 0,
    slippageCost: 0,
    commission: 0,
    interest: 0,
    fundingCost: 0,
    usedMargin: 0,
    status: 'OPEN',
    closeReason: null,
    matchedRow: 0,
    hiddenAt: null,
    ...row,
  }
  const fillsOf = trades.map((trade, at): FillRow => ({
    accountId,
    tradeId: `${id} ${at}`,
    intentId: null,
    positionId: id,
    owner: 'manual',
    instrumentId: 'EURUSD:SIM',
    orderType: 'MARKET',
    orderPrice: null,
    orderStatus: 'FILLED',
    time: new Date(at * 1e3),
    received: null,
    liquidity: 'taker',
    decisionMid: null,
    bid: null,
    ask: null,
    reason: null,
    ...trade,
  }))
  await database.db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    const rows = fillsOf.map((fill) => ({ table: 'fills', row: fill }) as const)
    await ledger?.record({ kind: 'FILL', rows: [{ table: 'positions', row: position }, ...rows] })
  })
  return id
}

async function rowsOf(id: string): Promise<PositionRow[]> {
  const rows = await database.db.select().from(positions)
  return rows.filter((row) => row.brokerId === id).toSorted((a, b) => a.part - b.part)
}

const buy = (quantity: number, fee: number): Trade => ({ side: 'BUY', quantity, price: 1.1, fee, profit: 0 })
const sell = (quantity: number, price: number, fee: number): Trade => {
  return { side: 'SELL', quantity, price, fee, profit: (price - 1.1) * quantity }
}

it('gives each part that was closed before a row of its own, by the fills of its position', async () => {
  const trades = [buy(10_000, 4), sell(2_500, 1.101, 1), sell(5_000, 1.102, 2), sell(2_500, 1.09, 1)]
  const closed = await stored(trades, {
    quantity: 2500,
    closePrice: 1.09,
    closeTime: new Date(3e3),
    status: 'CLOSED',
    closeReason: 'stop-loss',
    profit: 2.5 + 10 - 25 - 8,
    commission: 8,
    pips: -100,
  })
  const open = await stored(trades.slice(0, 2), { quantity: 7_500, profit: 2.5 - 5, commission: 5 })
  const whole = await stored([buy(1_000, 1), sell(1_000, 1.1, 1)], {
    quantity: 1e3,
    closePrice: 1.1,
    closeTime: new Date(1e3),
    status: 'CLOSED',
    profit: -2,
    commission: 2,
  })
  const strange = await stored(trades.slice(0, 2), { quantity: 7_000, profit: 2.5 - 5, commission: 5 })
  await database.db.execute(MARK)
  await splitPositions(database.db)
  const near = (value: number) => expect.closeTo(value, 9)
  expect(await rowsOf(closed)).toMatchObject([
    { part: 1, partOf: closed, status: 'CLOSED', quantity: 2_500, closePrice: 1.101, profit: near(2.5 - 2), pips: 10 },
    { part: 2, partOf: closed, status: 'CLOSED', quantity: 5_000, closePrice: 1.102, profit: near(10 - 4), pips: 20 },
    { part: 3, partOf: null, id: closed, quantity: 2_500, closePrice: 1.09, profit: near(-25 - 2), pips: -100 },
  ])
  expect(await rowsOf(open)).toMatchObject([
    { part: 1, partOf: open, status: 'CLOSED', quantity: 2_500, profit: near(0.5), commission: near(2) },
    { part: 2, partOf: null, id: open, status: 'OPEN', quantity: 7_500, profit: near(-3), commission: near(3) },
  ])
  expect(await rowsOf(whole)).toMatchObject([{ part: 1, partOf: null, profit: -2 }])
  // What the fills do not explain stays as it was.
  expect(await rowsOf(strange)).toMatchObject([{ part: 1, partOf: null, quantity: 7_000, profit: -2.5 }])
  expect(await verifyAccount(database.db, accountId)).toEqual([])
  await splitPositions(database.db)
  expect((await database.db.select().from(positions)).length).toBe(7)
})

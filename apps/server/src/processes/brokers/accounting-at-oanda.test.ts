import { verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { LabClock, startOandaLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { MARKET_BUY } from './binance-desk.fixture.ts'
import { KeyDesk } from './key-desk.fixture.ts'

const EURUSD = 'EURUSD:OANDA'
const TOKEN = 'a practice token of the books'
const ACCOUNT = '101-004-7-002'

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database?.stop())

/*
 * By hand, in dollars, with trades of 10,000 that were bought at 1.08012, 1.08112 and 1.08212. Of the first one 4,000 are sold at 1.09 with
 * a profit of 39.52, of the second one 5,000 at 1.07 with a loss of 55.6. Of 6,000, 5,000 and 10,000 that are left, a day costs
 * 0.01 %: twice of 6,420, 5,350 and 10,700, which are 0.642, 0.535 and 1.07, then of 6,390, 5,325 and 10,650, which are 0.639, 0.5325 and
 * 1.065. All of them are closed at 1.04 for want of margin, with losses of 240.72, 205.6 and 421.2. OANDA takes no fees.
 * Balance: 1,200 + 39.52 - 55.6 - 4.494 - 2.2365 - 867.52.
 */
const BALANCE = 309.669_5
const PROFIT = -890.330_5

it('books fills, partial closings, financing and a closeout as they are worked out by hand, to the last digit', async () => {
  const accounts = [{ id: ACCOUNT, hedging: true, balance: '1200' }]
  const lab = await startOandaLab({ clock: new LabClock(Date.now()), token: TOKEN, accounts })
  lab.clock.run(1)
  // Whatever day it is.
  lab.setTradeable('EUR_USD', true)
  const urls = { practiceRest: lab.rest, practiceStreams: lab.streams }
  const listings = [listInstrument(defineInstrument(EURUSD), { status: 'active', tradingOpen: true })] as const
  const desk = await KeyDesk.open({ database, venueId: 'OANDA', listings, urls: () => urls })
  onTestFinished(async () => {
    await desk.close()
    await lab.stop()
  })
  const quote = (bid: number): void => {
    lab.quote('EUR_USD', bid.toFixed(5), (bid + 0.000_12).toFixed(5))
    desk.ticks.keep(bid)
  }
  quote(1.08)
  const added = await desk.connect({ type: 'practice', apiKey: TOKEN })
  await expect.poll(() => desk.statusOf(added.id)).toBe(true)
  const accountId = await desk.accountOf(ACCOUNT)
  const held = async () => (await desk.open(accountId)).map(({ quantity }) => quantity)
  for (const [at, bid] of [1.08, 1.081, 1.082].entries()) {
    quote(bid)
    await desk.send(accountId, { ...MARKET_BUY, instrumentId: EURUSD, quantity: 10_000 })
    await expect.poll(held).toHaveLength(at + 1)
  }
  const sell = async (at: number, quantity: number): Promise<void> => {
    const positionId = (await desk.open(accountId))[at]?.id ?? ''
    await desk.send(accountId, { kind: 'CLOSE', positionId, quantity })
  }
  quote(1.09)
  await sell(0, 4_000)
  await expect.poll(held).toEqual([6_000, 10_000, 10_000])
  quote(1.07)
  await sell(1, 5_000)
  await expect.poll(held).toEqual([6_000, 5_000, 10_000])
  // The middle counts.
  for (const bid of [1.069_94, 1.069_94, 1.064_94]) {
    quote(bid)
    lab.chargeDay(ACCOUNT)
  }
  const financing = async () =>
    (await desk.rows<{ cost: number }>('select sum(interest + funding_cost)::float8 as cost from positions'))[0]?.cost
  await expect.poll(financing).toBeCloseTo(6.730_5, 8)
  quote(1.04)
  await expect.poll(held).toEqual([])
  const balance = async () =>
    (await desk.rows<{ balance: number }>('select balance from trading_accounts where id = $1', [accountId]))[0]
      ?.balance
  await expect.poll(balance).toBe(BALANCE)
  const [{ profit } = { profit: NaN }] = await desk.rows<{ profit: number }>(
    'select sum(profit)::float8 as profit from positions',
  )
  expect(profit).toBeCloseTo(PROFIT, 8)
  expect(await verifyAccount(database.db, accountId)).toEqual([])
})

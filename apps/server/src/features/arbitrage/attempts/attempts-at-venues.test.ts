import { AccountLedger, newIntent, verifyAccount } from '@tradeloom/database'
import { createRandom } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { AttemptsLab } from './attempts.fixture.ts'
import type { AttemptRow } from './stored-attempt.ts'
import { BINANCE, BITFINEX, TwoVenues } from './two-venues.fixture.ts'

const QUANTITY = 0.1
const RUNS = inject('lane') === 'full' ? 30 : 3
/** Fees of the first venue are paid in coins. */
const FEES = 0.002 * QUANTITY

let database: TestDatabase
let venues: TwoVenues
let lab: AttemptsLab

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  venues = await TwoVenues.open(database)
  lab = new AttemptsLab(database, () => venues.ensure())
})
afterEach(async () => {
  await lab?.runner.stop()
  await venues?.end()
})

function ask(limits: { readonly buy?: number; readonly sell?: number } = {}): Promise<AttemptRow> {
  const buy = { accountId: venues.buyAccountId, instrumentId: BINANCE, limitPrice: limits.buy ?? 60_300 }
  const sell = { accountId: venues.sellAccountId, instrumentId: BITFINEX, limitPrice: limits.sell ?? 59_700 }
  return lab.ask({ quantity: QUANTITY, buy, sell }, venues.userId)
}

const held = async (accountId: string): Promise<number> =>
  (await venues.open(accountId)).reduce((sum, { quantity }) => sum + quantity, 0)

/** As much is bought as sold, here and at the venues, and no order is there twice. */
async function expectEven(): Promise<void> {
  const [bought, sold] = [await held(venues.buyAccountId), await held(venues.sellAccountId)]
  expect(Math.abs(bought - sold)).toBeLessThan(FEES)
  const { free, locked } = venues.account.balance('BTC')
  expect(Math.abs(Number(free) + Number(locked) - bought)).toBeLessThan(FEES)
  const names = venues.account.orders.map(({ clientId }) => clientId)
  expect(new Set(names).size).toBe(names.length)
  for (const id of [venues.buyAccountId, venues.sellAccountId]) expect(await verifyAccount(database.db, id)).toEqual([])
}

async function closeAll(): Promise<void> {
  for (const accountId of [venues.buyAccountId, venues.sellAccountId]) {
    for (;;) {
      const [position] = await venues.open(accountId)
      if (!position) break
      const { id: positionId, quantity, instrumentId } = position
      const payload = { kind: 'CLOSE', positionId, quantity } as const
      const of = { userId: venues.userId, accountId, instrumentId, installation: 'test', decidedAt: Date.now() }
      const row = newIntent({ ...of, payload })
      await database.db.transaction(async (tx) => {
        const ledger = await AccountLedger.open(tx, accountId)
        await ledger?.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
      })
      const state = () => venues.stateOf(row.id)
      await expect.poll(state, { timeout: 60_000 }).toMatch(/^(FILLED|UNSENT|ABSENT|REJECTED)$/)
    }
  }
}

it(
  `ends even in ${RUNS} random runs at two venues with a kill between the legs or a leg that fails`,
  { timeout: RUNS * 120_000 },
  async () => {
    const random = createRandom(52)
    const outcomes = new Set<string | null>()
    for (let run = 0; run < RUNS; run++) {
      const fails = run === 0 ? 2 : Math.floor(random() * 3)
      const { id } = await ask(fails === 1 ? { buy: 50_000 } : fails === 2 ? { sell: 70_000 } : {})
      if (run > 0) {
        await new Promise((resolve) => setTimeout(resolve, Math.floor(random() * 200)))
        await venues.kill()
      }
      const { outcome } = await lab.ended(id, 90_000)
      outcomes.add(outcome)
      expect(['UNSENT', 'FILLED', 'CLOSED']).toContain(outcome)
      await expectEven()
      await closeAll()
    }
    expect(lab.failures).toEqual([])
    expect(outcomes.size).toBeGreaterThan(0)
  },
)

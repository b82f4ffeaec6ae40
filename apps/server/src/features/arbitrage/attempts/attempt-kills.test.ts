import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInProcessBus } from '@tradeloom/bus'
import { verifyAccount } from '@tradeloom/database'
import { createRandom } from '@tradeloom/domain'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { addAccount, intentOf, rowsOf, type TestAccount, write } from '../../../processes/paper/paper.fixture.ts'
import { SupervisedPaper } from '../../../processes/paper/supervised-paper.ts'
import type { CrashPoint } from '../../../trading-core/intents/crash-points.ts'
import { LiveTicks } from '../../../testing/live-ticks.fixture.ts'
import { type AskedAttempt, AttemptsLab } from './attempts.fixture.ts'
import type { AttemptRow } from './stored-attempt.ts'

const EURUSD = 'EURUSD:SIM'
const QUANTITY = 10_000
const RUNS = inject('lane') === 'full' ? 200 : 5

let database: TestDatabase
let buyer: TestAccount
let seller: TestAccount
let folder: string
let ticks: LiveTicks
let paper: SupervisedPaper | null = null
let lab: AttemptsLab
let ends = 0

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(async () => {
  buyer = await addAccount(database)
  seller = await addAccount(database)
  await share()
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-attempts-'))
  ticks = new LiveTicks(folder, EURUSD)
  ticks.keep(1.1)
  ends = 0
  lab = new AttemptsLab(database, async () => paper?.ensure())
})
afterEach(async () => {
  await lab.runner.stop()
  ticks.stop()
  await paper?.stop()
  paper = null
  rmSync(folder, { recursive: true, force: true })
})

/** The one who buys may trade the account of the other one. */
async function share(): Promise<void> {
  await database.pool.query(
    `insert into connection_shares (id, connection_id, user_id, invited, role, accepted_at)
     select gen_random_uuid(), connection_id, $2, 'buyer', 'trader', now() from trading_accounts where id = $1`,
    [seller.accountId, buyer.userId],
  )
}

async function start(crashAt?: CrashPoint): Promise<SupervisedPaper> {
  paper = new SupervisedPaper({
    bus: createInProcessBus(() => undefined),
    connection: { connectionString: database.url },
    marketDir: join(folder, 'market'),
    logger: { warn: (fields) => void ('restartInMs' in fields && (ends += 1)) },
    now: Date.now,
    ...(crashAt ? { crashAt } : {}),
  })
  await paper.ensure()
  return paper
}

/** Both are filled at once, unless a limit says otherwise. */
function ask(terms: Partial<AskedAttempt> = {}): Promise<AttemptRow> {
  const leg = { instrumentId: EURUSD }
  const buy = { ...leg, accountId: buyer.accountId, limitPrice: 1.105 }
  const sell = { ...leg, accountId: seller.accountId, limitPrice: 1.095 }
  return lab.ask({ quantity: QUANTITY, buy, sell, ...terms }, buyer.userId)
}

const NOT_REACHED = { instrumentId: EURUSD, limitPrice: 1.2 }

interface Held {
  readonly id: string
  readonly quantity: number
  readonly stop_loss: number | null
}

async function open(account: TestAccount): Promise<Held[]> {
  const rows = await rowsOf<Held & { readonly status: string }>(database, 'positions', account)
  return rows.filter(({ status }) => status === 'OPEN')
}

const heldBy = async (account: TestAccount): Promise<number> =>
  (await open(account)).reduce((sum, { quantity }) => sum + quantity, 0)

/** As the attempt says, and no order twice or without its request. */
async function expectAsStated({ outcome, buyStop, maxLoss }: AttemptRow): Promise<void> {
  const [bought, sold] = [await heldBy(buyer), await heldBy(seller)]
  if (outcome === 'KEPT') {
    const [left] = [...(await open(buyer)), ...(await open(seller))]
    expect([bought, sold].toSorted()).toEqual([0, QUANTITY])
    const atLoss = maxLoss / QUANTITY
    const stop = bought > 0 ? (buyStop ?? 1.1002 - atLoss) : 1.1 + atLoss
    expect(left?.stop_loss).toBeCloseTo(stop, 4)
  } else expect(bought).toBe(sold)
  if (outcome === 'UNSENT' || outcome === 'CLOSED') expect(bought).toBe(0)
  expect(['UNSENT', 'FILLED', 'CLOSED', 'KEPT']).toContain(outcome)
  for (const account of [buyer, seller]) {
    const orders = (await rowsOf(database, 'venue_orders', account)).filter(({ client_id: id }) => id !== null)
    expect(new Set(orders.map(({ client_id: id }) => id)).size).toBe(orders.length)
    expect(await verifyAccount(database.db, account.accountId)).toEqual([])
  }
}

/** Everything is closed by hand, as often as a busy machine needs. */
async function closeAll(): Promise<void> {
  for (const account of [buyer, seller]) {
    for (;;) {
      const [position] = await open(account)
      if (!position) break
      await paper?.ensure()
      const closing = { kind: 'CLOSE', positionId: position.id, quantity: position.quantity } as const
      const id = await write(database, account, closing)
      const state = async (): Promise<string> => (await intentOf(database, id)).state
      await expect.poll(state).toMatch(/^(FILLED|UNSENT|ABSENT|REJECTED)$/)
    }
  }
}

/** Again where a busy machine has sent neither, or only one. */
async function until(outcome: string, asked: () => Promise<AttemptRow>): Promise<AttemptRow> {
  for (let tries = 0; tries < 10; tries++) {
    const row = await lab.ended((await asked()).id)
    if (row.outcome === outcome) return row
    await expectAsStated(row)
  }
  throw new Error(`No attempt has ended ${outcome}`)
}

it('fills both legs within 20 ms of each other, each by its own request', async () => {
  await start()
  // On a busy machine one of them may be too late: then it is not sent, and the other one is closed.
  const row = await until('FILLED', () => ask())
  expect(Math.abs((row.buyLate ?? NaN) - (row.sellLate ?? NaN))).toBeLessThan(20)
  expect([await heldBy(buyer), await heldBy(seller)]).toEqual([QUANTITY, QUANTITY])
  expect(await rowsOf(database, 'notifications', buyer).catch(() => [])).toEqual([])
})

it('sends neither leg while the work on one of the accounts is not ready', async () => {
  await start()
  // As if a process that does not answer worked on it.
  const owner = '00000000-0000-7000-8000-000000000001'
  await database.pool.query(
    `insert into lease_owners (id, host, pid, heartbeat_at) values ($1, 'away', 0, now() + interval '1 day')`,
    [owner],
  )
  await database.pool.query(`insert into leases (kind, key, owner) values ('account', $1, $2)`, [
    seller.accountId,
    owner,
  ])
  const { id, buyIntentId } = await ask()
  await expect.poll(async () => (await intentOf(database, buyIntentId)).state).toBe('UNSENT')
  expect(await lab.row(id)).toMatchObject({ state: 'ABANDONED', goAt: null })
  await database.pool.query('delete from leases where owner = $1', [owner])
  expect(await lab.ended(id)).toMatchObject({ outcome: 'UNSENT' })
  await expectAsStated(await lab.row(id))
  expect(await heldBy(buyer)).toBe(0)
})

it('sends neither leg if one account opens nothing, as its guardian says', async () => {
  await start()
  await database.pool.query(`update account_control set level = 'NO_NEW' where account_id = $1`, [seller.accountId])
  const row = await lab.ended((await ask()).id)
  expect(row).toMatchObject({ outcome: 'UNSENT', state: 'ABANDONED', goAt: null })
  expect((await intentOf(database, row.buyIntentId)).state).toBe('UNSENT')
  await expectAsStated(row)
})

it('takes both legs of one account in one commit, or neither', async () => {
  await start()
  const both = { accountId: buyer.accountId, instrumentId: EURUSD }
  const row = await lab.ended(
    (await ask({ buy: { ...both, limitPrice: 1.105 }, sell: { ...both, limitPrice: 1.095 } })).id,
  )
  expect(row).toMatchObject({ outcome: 'FILLED', buyLate: 0, sellLate: 0 })
  expect(await open(buyer)).toHaveLength(2)
  expect(await verifyAccount(database.db, buyer.accountId)).toEqual([])
})

it('undoes what one leg has traded alone, keeps it with the stop that was named, or leaves it, and tells its people', async () => {
  await start()
  const outcomes = { close: 'CLOSED', keep: 'KEPT', hold: 'HELD' } as const
  for (const policy of ['close', 'keep', 'hold'] as const) {
    const sell = { ...NOT_REACHED, accountId: seller.accountId }
    // The one that was to be filled may have been too late.
    await until(outcomes[policy], () => ask({ sell, policy, buyStop: policy === 'keep' ? 1.09 : null }))
    expect(await heldBy(buyer)).toBe(policy === 'close' ? 0 : QUANTITY)
    if (policy === 'keep') expect((await open(buyer))[0]?.stop_loss).toBe(1.09)
    await closeAll()
  }
  const { rows } = await database.pool.query(
    `select user_id, body from notifications where kind = 'arbitrage-one-sided' and user_id = any($1) order by at, user_id`,
    [[buyer.userId, seller.userId]],
  )
  expect(new Set(rows.map((row: { user_id: string }) => row.user_id))).toEqual(new Set([buyer.userId, seller.userId]))
  expect(rows.map((row: { body: string }) => row.body).join()).toMatch(
    /closed at the market.*with a stop.*as you chose/,
  )
})

it.each<CrashPoint>(['sending-no-byte-out', 'answer-half-read', 'answer-not-committed', 'fill-not-committed'])(
  'ends flat or filled when the process dies at %s',
  async (point) => {
    await start(point)
    // Orders that a busy machine has delayed are not sent, and the process lives on.
    const tried = async (): Promise<number> => {
      await expectAsStated(await lab.ended((await ask()).id))
      return ends
    }
    while ((await tried()) === 0);
  },
)

it(
  `ends flat, filled, or with the stop of its policy in ${RUNS} random runs with a kill between the legs or a leg that fails`,
  { timeout: RUNS * 60_000 },
  async () => {
    const one = await start()
    const random = createRandom(52)
    const pick = (count: number): number => Math.floor(random() * count)
    for (let run = 0; run < RUNS; run++) {
      const policy = pick(3) === 0 ? 'keep' : 'close'
      const fails = pick(3)
      const buy = fails === 1 ? { ...NOT_REACHED, limitPrice: 1.05, accountId: buyer.accountId } : undefined
      const sell = fails === 2 ? { ...NOT_REACHED, accountId: seller.accountId } : undefined
      const { id } = await ask({ policy, ...(buy ? { buy } : {}), ...(sell ? { sell } : {}) })
      if (fails === 0 || pick(2) === 0) {
        const before = ends
        await new Promise((resolve) => setTimeout(resolve, pick(150)))
        if (one.pid !== undefined) process.kill(one.pid, 'SIGKILL')
        await expect.poll(() => ends, { timeout: 30_000 }).toBeGreaterThan(before)
      }
      await expectAsStated(await lab.ended(id))
      await closeAll()
    }
    expect(lab.failures).toEqual([])
  },
)

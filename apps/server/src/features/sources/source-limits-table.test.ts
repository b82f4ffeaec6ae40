import { type Database, silentLogger, startDatabase } from '@tradeloom/database'
import { openSourceCall, SourceError, type SourceTurn, SOURCES } from '@tradeloom/market-data/sources'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { findFake, startSourceLab } from '@tradeloom/venue-lab/sources'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SourceLimitsTable } from './source-limits-table.ts'

const SECRET = 'secret'
const BUDGET = { perMinute: 7, atOnce: 50 }

let database: TestDatabase
/** Of three servers. */
let databases: Database[]
beforeAll(async () => {
  database = await startTestDatabase()
  databases = await Promise.all(
    [1, 2, 3].map(() => startDatabase({ dataDir: '', url: database.url, logger: silentLogger })),
  )
})
afterAll(async () => {
  await Promise.all((databases ?? []).map((one) => one.stop()))
  await database?.stop()
})
beforeEach(() => database.pool.query('truncate source_budgets'))

type Budget = { perMinute: number; perDay?: number; atOnce: number }
const limitsOf = (budget: Budget, key: string | null = 'key', share = 1) =>
  databases.map(({ db }) => new SourceLimitsTable(db, { name: 'fred', budget }, key, SECRET, share))

async function takeAll(servers: readonly SourceLimitsTable[], each: number) {
  const takes = servers.flatMap((one) => Array.from({ length: each }, () => one.take()))
  const taken = await Promise.all(takes)
  const turns = taken.filter((one): one is SourceTurn => typeof one !== 'number')
  return { turns, waits: taken.filter((one): one is number => typeof one === 'number') }
}

it('three servers together send no more in a minute than a provider allows', async () => {
  const { turns, waits } = await takeAll(limitsOf(BUDGET), 5)
  expect([turns.length, waits.length]).toEqual([7, 8])
  for (const wait of waits) expect(wait).toSatisfy((ms: number) => ms > 0 && ms <= 60_000)
  // A minute later, the oldest ones count no longer.
  await database.pool.query(
    `update source_budgets set sent = (select jsonb_agg(t::text::numeric - 60000) from jsonb_array_elements(sent) t)`,
  )
  expect((await takeAll(limitsOf(BUDGET), 5)).turns).toHaveLength(7)
})

it('three servers together send no more in a day', async () => {
  const { turns, waits } = await takeAll(limitsOf({ ...BUDGET, perDay: 4 }), 2)
  expect(turns).toHaveLength(4)
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(24 * 60 * 60_000)
  await database.pool.query(`update source_budgets set day = day - 1, sent = '[]'`)
  expect((await takeAll(limitsOf({ ...BUDGET, perDay: 4 }), 2)).turns).toHaveLength(4)
})

it('three servers together have no more requests open than allowed, and the turn of a killed one ends', async () => {
  const servers = limitsOf({ perMinute: 100, atOnce: 2 })
  const first = await takeAll(servers, 3)
  expect(first.turns).toHaveLength(2)
  await first.turns[0]?.end()
  expect((await takeAll(servers, 1)).turns).toHaveLength(1)
  await database.pool.query(
    `update source_budgets set running = (select jsonb_object_agg(key, 1) from jsonb_each(running))`,
  )
  expect((await takeAll(servers, 1)).turns).toHaveLength(2)
})

it.each<[string, Budget]>([
  ['of a minute', { perMinute: 8, atOnce: 50 }],
  ['of a day', { perMinute: 50, perDay: 8, atOnce: 50 }],
  ['at once', { perMinute: 50, atOnce: 8 }],
])('what has a share leaves the others the rest: %s', async (_, budget) => {
  const shared = limitsOf(budget, 'key', 0.5)
  expect((await takeAll(shared, 3)).turns).toHaveLength(4)
  expect((await takeAll(limitsOf(budget), 3)).turns).toHaveLength(4)
  expect((await takeAll(shared, 1)).turns).toEqual([])
})

it('pauses all servers when a provider demands it of one, except with another key', async () => {
  const servers = limitsOf(BUDGET)
  await servers[0]?.silence(90_000)
  await servers[1]?.silence(10_000)
  const { turns, waits } = await takeAll(servers, 1)
  expect(turns).toEqual([])
  for (const wait of waits) expect(wait).toBeGreaterThan(60_000)
  expect((await takeAll(limitsOf(BUDGET, 'another'), 1)).turns).toHaveLength(3)
  const { rows } = await database.pool.query('select source_budgets::text as text from source_budgets')
  expect(JSON.stringify(rows)).not.toMatch(/another|"key"/)
})

it('three servers that fetch at once stay within what their provider allows, and wait for their turns', async () => {
  const provider = SOURCES.find(({ name }) => name === 'dbnomics')
  if (!provider) throw new Error('DBnomics is gone')
  const fake = await findFake('dbnomics')
  const lab = await startSourceLab(fake, { delayMs: 20 })
  try {
    const limits = limitsOf({ perMinute: 5, atOnce: 1 }, null)
    const calls = limits.map((one) =>
      openSourceCall({ provider, url: `${lab.url}v22/`, key: null, limits: one, now: Date.now, patienceMs: 55_000 }),
    )
    const asked = await Promise.allSettled(calls.flatMap((call) => [1, 2, 3].map(() => provider.databases(call))))
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as SourceError] : []))
    expect([lab.requests.length, refused.length, lab.maxAtOnce]).toEqual([5, 4, 1])
    for (const error of refused) expect([error instanceof SourceError, error.kind]).toEqual([true, 'limit'])
  } finally {
    await lab.stop()
  }
})

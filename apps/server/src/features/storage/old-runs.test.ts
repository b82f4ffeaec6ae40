import { runModels } from '@tradeloom/contracts'
import { newId, schema } from '@tradeloom/database'
import { Chance, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notFound } from '../../platform/errors/app-error.ts'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'
import { countOldRuns, removeOldRuns, type RunKind } from './old-runs.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 8, 1)
const { signal } = new AbortController()
const STATUSES = ['Queued', 'In Progress', 'Completed', 'Errored', 'Failed', 'Stopped'] as const

let database: TestDatabase
let owners: string[]
const algorithmId = newId()
const versionId = newId()
beforeAll(async () => {
  database = await startTestDatabase()
  const { db } = database
  const { rows } = await database.pool.query('select id from users where username = $1', [SAMPLE_OWNER])
  owners = [await addUser('ann'), await addUser('bob'), (rows[0] as { id: string }).id]
  await db.insert(schema.algorithms).values({ id: algorithmId, userId: owners[0] as string, name: 'Averages' })
  const version = { versionNo: 1, shared: false, message: '', script: '', scriptHash: '', externals: [] }
  await db.insert(schema.algorithmVersions).values({ id: versionId, algorithmId, ...version })
})
afterAll(() => database?.stop())
beforeEach(() => database.pool.query('delete from backtests; delete from optimizations'))

async function addUser(name: string): Promise<string> {
  const id = newId()
  const person = { name, username: name, displayUsername: name, email: `${name}@example.com` }
  await database.db.insert(schema.users).values({ id, ...person })
  return id
}

const RUN = {
  algorithmId,
  algorithmVersionId: versionId,
  instrumentId: 'EURUSD:SIM',
  simulated: false,
  initialBalance: 1,
  start: new Date(0),
  end: new Date(1),
  interval: 'M1',
  resolution: 1,
  externals: {},
  models: runModels.parse({}),
  accountCurrency: 'USD',
  seed: 1,
}
const SEARCH = {
  externalsSettings: [],
  strategy: 'grid',
  objectives: [],
  constraints: [],
  permutationCount: 1,
  total: 1,
}

type Backtest = typeof schema.backtests.$inferInsert
type Optimization = typeof schema.optimizations.$inferInsert

async function addBacktest(changes: Partial<Backtest> & { userId: string }): Promise<string> {
  const id = newId()
  await database.db.insert(schema.backtests).values({ ...RUN, id, ...changes })
  return id
}

async function addOptimization(changes: Partial<Optimization> & { userId: string }): Promise<string> {
  const id = newId()
  await database.db.insert(schema.optimizations).values({ ...RUN, ...SEARCH, id, ...changes } as Optimization)
  return id
}

async function idsOf(kind: RunKind): Promise<string[]> {
  const { rows } = await database.pool.query(`select id from ${kind} order by id`)
  return (rows as { id: string }[]).map(({ id }) => id)
}

const removeFrom = (kind: RunKind) => async (id: string, userId: string) => {
  const { rowCount } = await database.pool.query(`delete from ${kind} where id = $1 and user_id = $2`, [id, userId])
  if (rowCount === 0) throw notFound('Run')
}

it.each([1, 2, 3, 4, 5])(
  'whatever has a star, is young or goes on stays, and everything else goes (%i)',
  async (seed) => {
    const chance = new Chance(seed)
    const days = 1 + chance.below(60)
    const stays: Record<RunKind, string[]> = { backtests: [], optimizations: [] }
    let [old, oldSearches] = [0, 0]
    const isYoung = (ended: Date | null, created: Date) => (ended ?? created).getTime() >= NOW - days * DAY
    for (let count = 0; count < 40; count++) {
      const userId = chance.of(owners)
      const createdAt = new Date(NOW - chance.below(90) * DAY - 1000)
      const endedAt = chance.is(0.8) ? new Date(createdAt.getTime() + chance.below(5) * DAY) : null
      const isStarred = chance.is(0.3)
      const status = chance.of(STATUSES)
      const id = await addBacktest({ userId, createdAt, endedAt, isStarred, status })
      const isGoing = status === 'Queued' || status === 'In Progress'
      if (isStarred || isGoing || isYoung(endedAt, createdAt) || userId === owners[2]) stays.backtests.push(id)
      else old += 1
    }
    for (let count = 0; count < 20; count++) {
      const userId = chance.of(owners)
      const createdAt = new Date(NOW - chance.below(90) * DAY - 1000)
      const endedAt = chance.is(0.8) ? createdAt : null
      const status = chance.of(STATUSES)
      const hasStar = chance.is(0.2)
      const id = await addOptimization({ userId, createdAt, endedAt, status, isStarred: hasStar })
      const rows = Array.from({ length: chance.below(3) }, () => chance.is(0.2))
      const own: string[] = []
      for (const [index, isStarred] of rows.entries()) {
        const of = { userId, createdAt, endedAt: createdAt, status: 'Completed' as const }
        own.push(await addBacktest({ ...of, isStarred, optimisationId: id, optimizationIndex: index }))
      }
      // A window of a walk-forward goes with what it is a part of.
      const part = { userId, createdAt, endedAt, status, parentId: id }
      const window = chance.is(0.3) ? await addOptimization(part) : null
      const isGoing = status === 'Queued' || status === 'In Progress'
      if (hasStar || rows.includes(true) || isGoing || isYoung(endedAt, createdAt)) {
        stays.optimizations.push(id, ...(window === null ? [] : [window]))
        stays.backtests.push(...own)
      } else oldSearches += 1
    }
    const before = NOW - days * DAY
    expect((await countOldRuns(database.db, 'backtests', before)).items).toBe(old)
    expect((await countOldRuns(database.db, 'optimizations', before)).items).toBe(oldSearches)
    for (const kind of ['backtests', 'optimizations'] as const) {
      const removed = await removeOldRuns(database.db, kind, before, removeFrom(kind), signal)
      expect(removed).toBe(kind === 'backtests' ? old : oldSearches)
    }
    expect(await idsOf('backtests')).toEqual(stays.backtests.toSorted())
    expect(await idsOf('optimizations')).toEqual(stays.optimizations.toSorted())
  },
)

it('goes on after one that somebody else has deleted, and ends', async () => {
  const of = { userId: owners[0] as string, createdAt: new Date(0), status: 'Completed' as const }
  const [first, second] = [await addBacktest(of), await addBacktest(of)]
  const remove = (id: string, userId: string) =>
    id === first ? Promise.reject(notFound('Backtest')) : removeFrom('backtests')(id, userId)
  expect(await removeOldRuns(database.db, 'backtests', NOW, remove, signal)).toBe(1)
  expect(await idsOf('backtests')).toEqual([first])
  expect(second).not.toBe(first)
})

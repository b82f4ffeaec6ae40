import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runModels } from '@tradeloom/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

const STATEMENTS = readFileSync(join(import.meta.dirname, '..', 'migrations', '0019_sharpe_ratios.sql'), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^(UPDATE|DELETE)/m.test(statement))

const DAY = 86_400_000
/** A Monday. */
const START = Date.UTC(2024, 0, 1)

let folder: string
let database: Database
const versionOf = { userId: newId(), algorithmId: newId(), algorithmVersionId: newId() }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
  const { userId, algorithmId, algorithmVersionId } = versionOf
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: userId, ...person })
  await database.db.insert(schema.algorithms).values({ id: algorithmId, userId, name: 'Old' })
  const version = { versionNo: 1, message: '', script: '', scriptHash: '', externals: [] }
  await database.db.insert(schema.algorithmVersions).values({ id: algorithmVersionId, algorithmId, ...version })
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** An optimization as it was stored before, with the given returns of its first row and a second row without any. */
async function search(
  days: number,
  returns: readonly number[],
): Promise<{ id: string; ratio: number; spread: number }> {
  const id = newId()
  await database.db.insert(schema.optimizations).values({
    id,
    ...versionOf,
    instrumentId: 'EURUSD:SIM',
    simulated: true,
    initialBalance: 10_000,
    start: new Date(START),
    end: new Date(START + days * DAY),
    interval: 'M15',
    resolution: 1,
    externalsSettings: [],
    externals: {},
    models: runModels.parse({}),
    accountCurrency: 'USD',
    strategy: 'exhaustive',
    objectives: [],
    constraints: [],
    seed: 1,
    permutationCount: 2,
    total: 2,
  })
  const single = Float32Array.from(returns)
  const mean = single.reduce((sum, value) => sum + value, 0) / single.length
  const spread = Math.sqrt(single.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (single.length - 1))
  const ratio = mean / spread
  const common = { optimizationId: id, point: [], objectives: [], violation: 0, days: returns.length }
  await database.db.insert(schema.optimizationRows).values([
    { ...common, index: 0, revision: 1, status: 0, sharpe: ratio },
    { ...common, index: 1, revision: 2, status: 0, sharpe: null },
  ])
  await database.db
    .insert(schema.optimizationReturns)
    .values({ optimizationId: id, index: 0, values: Buffer.from(single.buffer) })
  await database.db.insert(schema.optimizationLuck).values({ optimizationId: id, revision: 2, luck: {} })
  await database.db.insert(schema.optimizationStudies).values([
    { id: newId(), optimizationId: id, index: 0, isDone: true },
    { id: newId(), optimizationId: id, index: 1 },
  ])
  return { id, ratio, spread }
}

it('Sharpe ratios of earlier optimizations get the risk-free rate, and kept figures of them are computed again', async () => {
  const returns = [0.01, -0.0025, 0, 1e-41, 0.004, -0.013, 0.0001, 0.02, -0.001, 0.003]
  const forex = await search(14, returns)
  const always = await search(14, [...returns, 0.002, -0.004, 0.001, 0])
  for (const statement of STATEMENTS) await database.db.execute(statement)
  const searches = await database.db.select().from(schema.optimizations).orderBy(schema.optimizations.id)
  expect(searches.map(({ id, daysPerYear }) => [id, daysPerYear])).toEqual([
    [forex.id, 260],
    [always.id, 365],
  ])
  const rows = await database.db.select().from(schema.optimizationRows)
  for (const [{ id, ratio, spread }, perYear] of [
    [forex, 260],
    [always, 365],
  ] as const) {
    const [first, second] = rows
      .filter(({ optimizationId }) => optimizationId === id)
      .toSorted((a, b) => a.index - b.index)
    expect(first?.meanByDeviation).toBe(ratio)
    expect(first?.sharpe).toBeCloseTo(ratio - 0.02 / perYear / spread, 12)
    expect(second).toMatchObject({ sharpe: null, meanByDeviation: null })
  }
  expect(await database.db.select().from(schema.optimizationLuck)).toEqual([])
  const studies = await database.db.select().from(schema.optimizationStudies)
  expect(studies.map(({ index }) => index)).toEqual([1, 1])
})

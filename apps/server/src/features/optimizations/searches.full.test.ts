import type { NewOptimization } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, CROSS, type SavedVersion, saveScript, settingsOf, untilEnded } from './optimizations.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** Runners of a server. */
const SIZES = [1, 2, 4]

interface Installation {
  readonly database: TestDatabase
  readonly server: TestServer
  readonly ann: HttpClient
  readonly cross: SavedVersion
}

const SEARCHES = [
  {
    strategy: 'exhaustive',
    externalsSettings: [
      { name: 'fast', start: 2, end: 9, count: 8 },
      { name: 'slow', start: 10, end: 60, count: 6 },
    ],
  },
  { strategy: 'genetic', generations: 6, populationSize: 8, survivorCount: 4, noImprovementCount: 6 },
  { strategy: 'tpe', budget: 44 },
  {
    strategy: 'nsga2',
    budget: 40,
    objectives: [
      { metric: 'profit', better: 'higher' },
      { metric: 'maxDrawdown', better: 'lower' },
    ],
  },
  { strategy: 'random', budget: 24 },
] satisfies Partial<NewOptimization>[]

/** How the last line of the log begins. */
const ENDINGS: Readonly<Record<string, string>> = {
  exhaustive: 'Completed after all of its backtests.',
  genetic: 'Completed after 6 generations.',
  tpe: 'Completed after 44 backtests, its limit.',
  nsga2: 'Completed after 40 backtests, its limit.',
  random: 'Completed after all of its backtests.',
}

const installations: Installation[] = []

beforeAll(async () => {
  for (const size of SIZES) {
    const database = await startTestDatabase()
    const server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_RUNNERS: String(size) } })
    const ann = await signUp(server.url, 'ann')
    installations.push({ database, server, ann, cross: await saveScript(ann, CROSS) })
  }
})
afterAll(async () => {
  for (const { server, database } of installations) {
    await server.stop()
    await database.stop()
  }
})

/** Everything stored of the rows, byte by byte, but the order in which they arrived. */
const rowsOf = async ({ database }: Installation, id: string) =>
  (
    await database.pool.query(
      `select to_jsonb(o) - 'optimization_id' - 'revision' as stored, "values" as returns
       from optimization_rows o left join optimization_returns r using (optimization_id, index)
       where optimization_id = $1 order by index`,
      [id],
    )
  ).rows

describe('a search with one seed', () => {
  it.each(SEARCHES)('has the same rows with one, two and four runners: $strategy', async (changes) => {
    const runs = installations.map(async (installation) => {
      const settings = settingsOf(installation.cross, {
        externalsSettings: [
          { name: 'fast', start: 2, end: 30, step: 1, decimalPlaces: 0 },
          { name: 'slow', start: 5, end: 90, step: 5, decimalPlaces: 0 },
        ],
        ...changes,
      })
      const { id } = await create(installation.ann, settings)
      const ended = await untilEnded(installation.ann, id)
      return { ended, rows: await rowsOf(installation, id) }
    })
    const [one, ...others] = await Promise.all(runs)
    if (!one) throw new Error('No installation')
    expect(one.ended).toMatchObject({ status: 'Completed', progress: 100, done: one.rows.length })
    expect(new Set(one.rows.map(({ stored }) => String(stored.point))).size).toBe(one.rows.length)
    expect(one.rows.filter(({ stored }) => stored.ledger_hash !== null).length).toBeGreaterThan(19)
    const log = await installations[0]?.database.pool.query(
      'select message from optimization_log where optimization_id = $1 order by number desc limit 1',
      [one.ended.id],
    )
    expect(log?.rows[0].message).toContain(ENDINGS[changes.strategy])
    for (const { ended, rows } of others) {
      expect(rows).toEqual(one.rows)
      const { done, bestIndex, bestProfit } = one.ended
      expect(ended).toMatchObject({ status: 'Completed', done, bestIndex, bestProfit })
    }
  })
})

import type { NewOptimization } from '@tradeloom/contracts'
import { signUp, startTestDatabase, type HttpClient, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, CROSS, type SavedVersion, saveScript, settingsOf, untilEnded } from './optimizations.fixture.ts'
import { startTestServer, type TestServer } from './server.fixture.ts'

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let cross: SavedVersion

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  cross = await saveScript(ann, CROSS)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const ledgersOf = async (id: string) =>
  (
    await database.pool.query(
      'select index, point, ledger_hash from optimization_rows where optimization_id = $1 order by index',
      [id],
    )
  ).rows

describe('a search that learns', () => {
  const SEARCHES = [
    { strategy: 'genetic', generations: 4, populationSize: 8, survivorCount: 4 },
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
  ] as const satisfies Partial<NewOptimization>[]

  it.each(SEARCHES)('equals itself with one seed: $strategy', async (changes) => {
    const settings = settingsOf(cross, {
      ...changes,
      ...('objectives' in changes ? { objectives: [...changes.objectives] } : {}),
      externalsSettings: [
        { name: 'fast', start: 2, end: 30, step: 1, decimalPlaces: 0 },
        { name: 'slow', start: 5, end: 90, step: 5, decimalPlaces: 0 },
      ],
    })
    const [one, other] = [await create(ann, settings), await create(ann, settings)]
    const ended = [await untilEnded(ann, one.id), await untilEnded(ann, other.id)]
    for (const end of ended) expect(end).toMatchObject({ status: 'Completed', progress: 100 })
    const ledgers = await ledgersOf(one.id)
    expect(ledgers.length).toBe(ended[0]?.done)
    expect(new Set(ledgers.map(({ point }) => String(point))).size).toBe(ledgers.length)
    expect(await ledgersOf(other.id)).toEqual(ledgers)
    expect(ended[0]?.bestIndex).toBe(ended[1]?.bestIndex)
  })
})

import { newId, schema } from '@tradeloom/database'
import type { TrialMoments } from '@tradeloom/metrics'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineageTrials } from './lineage-trials.ts'
import { recordTrials } from './record-trials.ts'

let database: TestDatabase
const userId = newId()

beforeAll(async () => {
  database = await startTestDatabase()
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: userId, ...person })
})
afterAll(() => database?.stop())

async function algorithm(): Promise<string> {
  const id = newId()
  await database.db.insert(schema.algorithms).values({ id, userId, name: 'Tried' })
  return id
}

/** Records trials of the same settings; returns what the lineage counts then. */
async function recorded(algorithmId: string, moments: TrialMoments, isPart: boolean): Promise<TrialMoments> {
  const line = { algorithmId, userId, kind: 'backtest', manifestHash: 'm', scriptHash: 's' } as const
  await database.db.transaction((tx) => recordTrials(tx, { ...line, moments, isPart, dataEnd: new Date() }))
  return lineageTrials(database.db, algorithmId)
}

const rated = (mean: number): TrialMoments => ({ count: 1, rated: 1, mean, squares: 0 })
const UNRATED: TrialMoments = { count: 1, rated: 0, mean: 0, squares: 0 }

it('a run that is stopped earlier than before leaves the trial as it is', async () => {
  const id = await algorithm()
  expect(await recorded(id, UNRATED, true)).toEqual(UNRATED)
  expect(await recorded(id, rated(2), false)).toEqual(rated(2))
  expect(await recorded(id, UNRATED, true)).toEqual(rated(2))
  expect(await recorded(id, rated(9), true)).toEqual(rated(2))
})

it('the result of a run replaces what was counted when it showed its first numbers', async () => {
  const id = await algorithm()
  await recorded(id, UNRATED, true)
  expect(await recorded(id, rated(3), true)).toEqual(rated(3))
  expect(await recorded(id, rated(4), false)).toEqual(rated(4))
})

it('an optimization that has tried more replaces one that has tried less, whatever is known of their ratios', async () => {
  const id = await algorithm()
  const five = { count: 5, rated: 5, mean: 1, squares: 2 }
  const seven = { count: 7, rated: 3, mean: 2, squares: 1 }
  expect(await recorded(id, five, false)).toEqual(five)
  expect(await recorded(id, seven, false)).toEqual(seven)
  expect(await recorded(id, { ...five, count: 6 }, false)).toEqual(seven)
})

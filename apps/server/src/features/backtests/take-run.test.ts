import { connectDatabase, silentLogger } from '@tradeloom/database'
import { signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { createBacktestsRepository } from './backtests.repository.ts'

let database: TestDatabase
/** Runs nothing itself, so what is accepted stays queued. */
let server: TestServer
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SERVICES: 'http,realtime' } })
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

it('a run whose start was stored while its answer was lost is taken by the repeated request, and by no other', async () => {
  const owner = await signUp(server.url, 'owner')
  const algorithm = (await owner.post('/api/algorithms', { name: 'Taken' })).json
  const { id: instrumentId, ...period } = TEST_MARKET
  const run = { algorithmId: algorithm.id, algorithmVersionId: algorithm.latestVersion.id, instrumentId, ...period }
  const { id } = (await owner.post('/api/backtest', { ...run, interval: 'M1' })).json
  const { db, stop } = await connectDatabase({ dataDir: '', url: database.url, logger: silentLogger })
  const { takeIn } = createBacktestsRepository(db)
  const take = (time: Date) => db.transaction((tx) => takeIn(tx, id, time))
  const startedAt = new Date()
  const first = await take(startedAt)
  expect(first).toMatchObject({ id, attempts: 1 })
  expect(await take(startedAt)).toEqual(first)
  expect(await take(new Date(startedAt.getTime() + 1))).toBeNull()
  await stop()
})

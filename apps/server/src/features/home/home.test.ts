import { HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'
import { hasSampleToRun } from './has-sample-to-run.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const PATH = '/public-api/sample-result'

let database: TestDatabase
let server: TestServer
let visitor: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  visitor = new HttpClient(server.url)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Runs a clone of the sample, and hands the run over to the owner of the samples. */
async function runAsSample(sample: { id: string; latestVersion: { id: string } }): Promise<string> {
  const ann = await signUp(server.url, 'ann')
  const clone = await ann.post('/api/algorithms', {
    clonedFromAlgorithm: sample.id,
    clonedFromVersion: sample.latestVersion.id,
  })
  const { json } = await ann.post('/api/backtest', {
    algorithmId: clone.json.id,
    algorithmVersionId: clone.json.latestVersion.id,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
  })
  await ann.until(`/api/backtest/${json.id}`, ({ ended }: { ended: string | null }) => ended !== null)
  await database.pool.query(
    `update backtests set algorithm_id = $2, algorithm_version_id = $3,
            user_id = (select user_id from algorithms where id = $2) where id = $1`,
    [json.id, sample.id, sample.latestVersion.id],
  )
  return json.id
}

describe('the result of a sample for visitors', () => {
  it('is not on its way where no simulated market is made', async () => {
    expect((await visitor.get(PATH)).json).toEqual({ sample: null, isPreparing: false })
  })

  it('is on its way until the samples have run', async () => {
    const listed = (await visitor.get('/public-api/algorithms')).json
    const sample = listed.find(({ name }: { name: string }) => name === 'Moving average cross')
    await database.pool.query(
      'delete from algorithms where id <> $1 and user_id = (select id from users where username = $2)',
      [sample.id, SAMPLE_OWNER],
    )
    expect(await hasSampleToRun(database.db)).toBe(true)
    const id = await runAsSample(sample)
    expect(await hasSampleToRun(database.db)).toBe(false)
    const { json } = await visitor.get(PATH)
    expect(json).toMatchObject({ isPreparing: false, sample: { backtestId: id, algorithmName: sample.name } })
    await database.pool.query(`update backtests set status = 'In Progress' where id = $1`, [id])
    expect(await hasSampleToRun(database.db)).toBe(true)
  })
})

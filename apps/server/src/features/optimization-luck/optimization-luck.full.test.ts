import type { OptimizationLuck } from '@tradeloom/contracts'
import { createRandom } from '@tradeloom/domain'
import { sharpeSample } from '@tradeloom/metrics'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const SCRIPT = `const externals = [{ name: 'stop', defaultValue: 3 }, { name: 'target', defaultValue: 3 }]
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: stop, takeProfitPips: target })
}`
const [SIZE, DAYS] = [6, 60]

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let ben: HttpClient
let algorithm: { id: string; latestVersion: { id: string } }
let id: string

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  ben = await signUp(server.url, 'ben')
  const created = (await ann.post('/api/algorithms', { name: 'Lucky' })).json
  await ann.post(`/api/algorithms/${created.id}/versions`, { script: SCRIPT, message: '' })
  algorithm = (await ann.get(`/api/algorithm/${created.id}`)).json
  // Without a job: its rows are those of this test.
  id = crypto.randomUUID()
  const axis = (name: string) => ({ name, start: 2, end: 7, count: SIZE })
  await database.pool.query(
    `insert into optimizations (id, user_id, algorithm_id, algorithm_version_id, instrument_id, simulated,
       initial_balance, start, "end", interval, resolution, externals_settings, externals, models, account_currency,
       strategy, objectives, constraints, seed, permutation_count, total, status)
     select $1, algorithms.user_id, algorithms.id, $2, $3, true, 10000, $4, $5, 'M15', 1, $6, '{}', $7, 'USD',
       'exhaustive', '[{"metric":"profit","better":"higher"}]', '[]', 1, 36, 36, 'Completed'
     from algorithms where id = $8`,
    [
      id,
      algorithm.latestVersion.id,
      TEST_MARKET.id,
      TEST_MARKET.start,
      TEST_MARKET.end,
      JSON.stringify([axis('stop'), axis('target')]),
      JSON.stringify((await modelsOf()) ?? {}),
      algorithm.id,
    ],
  )
  await addRows(0, 30)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Run models as stored with a backtest. */
async function modelsOf() {
  const { json } = await ann.post('/api/backtest', {
    algorithmId: algorithm.id,
    algorithmVersionId: algorithm.latestVersion.id,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
  })
  await ann.until(`/api/backtest/${json.id}`, ({ ended }: { ended: string | null }) => ended !== null)
  const { rows } = await database.pool.query('select models from backtests where id = $1', [json.id])
  return rows[0].models
}

/** Rows with random returns; the first of two halves trades like the second. */
async function addRows(from: number, until: number): Promise<void> {
  for (let index = from; index < until; index++) {
    const random = createRandom(index % 2 === 0 ? index : index - 1)
    const returns = Float32Array.from({ length: DAYS }, () => (random() - 0.49) / 50)
    const profit = returns.reduce((sum, value) => sum + value, 0) * 10_000
    const { sharpe, meanByDeviation, skewness, kurtosis } = sharpeSample(returns, 260)!
    const point = [Math.floor(index / SIZE), index % SIZE]
    await database.pool.query(
      `insert into optimization_rows (optimization_id, index, revision, point, status, profit, objectives, violation,
         days, ledger_hash, sharpe, mean_by_deviation, skewness, kurtosis)
       values ($1, $2::int, $2::int + 1, $3, 0, $4, array[$4::float8], 0, $5, $6, $7, $8, $9, $10)`,
      [id, index, point, profit, DAYS, `hash ${index - (index % 2)}`, sharpe, meanByDeviation, skewness, kurtosis],
    )
    await database.pool.query('insert into optimization_returns values ($1, $2, $3)', [
      id,
      index,
      Buffer.from(returns.buffer),
    ])
  }
  await database.pool.query('update optimizations set done = $2, revision = $2, days_per_year = 260 where id = $1', [
    id,
    until,
  ])
}

const luckOf = async (client = ann) => (await client.get(`/api/optimisation/${id}/luck`)).json as OptimizationLuck
const ready = async () =>
  (await ann.until(`/api/optimisation/${id}/luck`, ({ state }: OptimizationLuck) => state === 'ready'))
    .json as OptimizationLuck

describe('the luck of an optimization', () => {
  it('is judged by distinct trials, with the other trials of the lineage', async () => {
    const luck = await ready()
    expect(luck).toMatchObject({ distinctTrials: 15, lineageTrials: 16, days: DAYS, isAdaptive: false, revision: 30 })
    expect(luck.best?.deflatedSharpe).toBeLessThan(luck.best?.probabilisticSharpe as number)
    expect(luck.sharpes?.counts.reduce((sum, count) => sum + count, 0)).toBe(15)
    expect(luck.overfitting?.blocks).toBe(16)
    expect(luck.sensitivity.map(({ external, points }) => [external, points.length])).toEqual([
      ['stop', SIZE],
      ['target', SIZE],
    ])
  })

  it('is computed again for new rows, and takes part in the lineage at once', async () => {
    const before = await ready()
    await addRows(30, 36)
    const after = await ready()
    expect(after).toMatchObject({ revision: 36, distinctTrials: 18, lineageTrials: 19 })
    const clone = (await ann.post('/api/algorithms', { clonedFromAlgorithm: algorithm.id })).json
    const { json } = await ann.post('/api/backtest', {
      algorithmId: clone.id,
      algorithmVersionId: clone.latestVersion.id,
      instrumentId: TEST_MARKET.id,
      start: TEST_MARKET.start,
      end: TEST_MARKET.end,
      externals: { stop: 9 },
    })
    await ann.until(`/api/backtest/${json.id}`, ({ ended }: { ended: string | null }) => ended !== null)
    const later = await ready()
    expect(later.lineageTrials).toBe(20)
    expect(later.revision).toBe(after.revision)
    expect(before.luckiestSharpe).not.toBe(later.luckiestSharpe)
  })

  it('answers strangers as if there were no such optimization', async () => {
    const missing = await ben.get(`/api/optimisation/${crypto.randomUUID()}/luck`)
    for (const part of ['luck', 'walk-forward', 'monte-carlo?index=0'])
      expect((await ben.get(`/api/optimisation/${id}/${part}`)).text).toBe(missing.text)
    expect((await luckOf()).state).toBe('ready')
  })
})

it('A row is studied with other orders and with costs worse by half, by running it twice', async () => {
  const path = `/api/optimisation/${id}/monte-carlo?index=14`
  const first = await ann.get(path)
  expect(first.json).toMatchObject({ index: 14, state: 'pending' })
  const { json } = await ann.until(path, ({ state }: { state: string }) => state === 'ready')
  const single = await ann.post('/api/backtest', {
    algorithmId: algorithm.id,
    algorithmVersionId: algorithm.latestVersion.id,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
    // The 15th point: third value of one, third of the other.
    externals: { stop: 4, target: 4 },
  })
  const { json: ended } = await ann.until(
    `/api/backtest/${single.json.id}`,
    ({ ended: time }: { ended: string | null }) => time !== null,
  )
  expect(json.worseCosts.profit).toBeLessThan(ended.profit)
  expect(json.worseCosts.equity.length).toBeGreaterThan(0)
  // Every order of the sample has the same quantity.
  expect(json.orderDrawdowns.permuted).toBe('money')
  const { actual, p50, p95, worst } = json.orderDrawdowns.money
  expect(actual).toBeGreaterThan(0)
  expect([p50, p95, worst]).toEqual([p50, p95, worst].toSorted((a, b) => a - b))
  // Four days have no two blocks of twenty.
  expect(json.blocks).toBe(null)
})

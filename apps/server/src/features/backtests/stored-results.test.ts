import { gzipSync } from 'node:zlib'
import { toPositionColumns } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { expandResult, type PlotSeries } from '@tradeloom/engine'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackResult } from '../../platform/results/packed-result.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** Alternates long and short, with a plot and a log. */
const SCRIPT = `let n = 0
function onIntervalClose(bar) {
  n += 1
  if (n % 30 === 1) { closeAll(); if (n % 60 === 1) buy({ quantity: 1000 }); else sell({ quantity: 1000 }) }
  if (n % 100 === 0) log('bar', n)
  plot('close', bar.close)
}`

let database: TestDatabase
let server: TestServer
let user: HttpClient
let client: pg.Client
let version: { algorithmId: string; algorithmVersionId: string }

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  user = await signUp(server.url, 'somebody')
  const algorithm = (await user.post('/api/algorithms', { name: 'Under test' })).json
  const saved = (await user.post(`/api/algorithms/${algorithm.id}/versions`, { script: SCRIPT, message: '' })).json
  version = { algorithmId: algorithm.id, algorithmVersionId: saved.id }
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
  await database?.stop()
})

async function completed(): Promise<string> {
  const { id: instrumentId, start, end } = TEST_MARKET
  const answer = await user.post('/api/backtest', { ...version, instrumentId, start, end, interval: 'M1' })
  expect(answer.status, answer.text).toBe(200)
  const { id } = answer.json as { id: string }
  const { json } = await user.until(
    `/api/backtest/${id}?metrics=known`,
    ({ status }: { status: string }) => !['Queued', 'In Progress'].includes(status),
  )
  expect(json).toMatchObject({ status: 'Completed', metrics: [] })
  return id
}

/** The columns of a stored result that have values. */
async function kept(id: string): Promise<string[]> {
  const { rows } = await client.query('select * from backtest_results where backtest_id = $1', [id])
  return Object.entries(rows[0] as object).flatMap(([name, value]) => (value === null ? [] : [name]))
}

const read = async (path: string) => (await user.get(path)).json
const PLOTS = `interval=H1&start=${TEST_MARKET.start}&end=${TEST_MARKET.end}`

const WINDOW = new URLSearchParams({ instrumentId: TEST_MARKET.id, start: TEST_MARKET.start, end: TEST_MARKET.end })

/** Everything that clients receive of a result. */
async function everythingOf(id: string) {
  const { metrics, statistics, warnings, endPrices, resultHash, positionCount } = await read(`/api/backtest/${id}`)
  return {
    detail: { metrics, statistics, warnings, endPrices, resultHash, positionCount },
    positions: await read(`/api/backtest/${id}/positions`),
    page: await read(`/api/backtest/${id}/positions/page?offset=2&limit=3`),
    sorted: await read(`/api/backtest/${id}/positions/page?sort=closeReason&desc=true&limit=5`),
    window: await read(`/api/backtest/${id}/positions/window?${WINDOW}`),
    orders: await read(`/api/backtest/${id}/orders/page?sort=fillPrice&limit=4`),
    excursions: await read(`/api/backtest/${id}/excursions`),
    csv: (await user.get(`/api/backtest/${id}/positions?format=CSV`)).text,
    charts: await read(`/api/backtest/${id}/charts`),
    plots: await read(`/api/backtest/${id}/plots?${PLOTS}`),
    log: await read(`/api/backtest/${id}/log`),
  }
}

describe('the result of a backtest', () => {
  it('is stored as columns, and its metrics and breakdowns from their first request on', async () => {
    const id = await completed()
    expect(await kept(id)).toEqual(expect.arrayContaining(['statistics', 'packed', 'data_quality']))
    for (const name of ['metrics', 'analysis', 'positions', 'orders', 'charts', 'plots', 'log'])
      expect(await kept(id)).not.toContain(name)

    const page = await read(`/api/backtest/${id}/positions/page?offset=0&limit=2`)
    expect(page).toMatchObject({ columns: { id: [1, 2] } })
    expect(await kept(id)).not.toContain('analysis')

    // All of them wait for the same computation.
    const [first, second, detail, charts] = await Promise.all([
      read(`/api/backtest/${id}/metrics`),
      read(`/api/backtest/${id}/metrics`),
      read(`/api/backtest/${id}`),
      read(`/api/backtest/${id}/charts`),
    ])
    expect(first.length).toBeGreaterThan(60)
    expect(first.find(({ key }: { key: string }) => key === 'expectancy').interval).toHaveLength(2)
    expect(second).toEqual(first)
    expect(detail.metrics).toEqual(first)
    expect(charts.breakdowns.costs.net).toBeCloseTo(detail.statistics.realizedProfit, 6)
    expect(await kept(id)).toContain('analysis')
    expect((await read(`/api/backtest/${id}?metrics=known`)).metrics).toEqual(first)
  })

  it('shows the metrics only to users who may see the backtest', async () => {
    const id = await completed()
    const other = await signUp(server.url, 'another')
    expect((await other.get(`/api/backtest/${id}/metrics`)).status).toBe(404)
    expect((await other.get(`/public-api/backtest/${id}/metrics`)).status).toBe(404)
    expect(await kept(id)).not.toContain('analysis')
  })

  it('is the same if an engine before 2.3 stored it in parts', { tags: ['full'] }, async () => {
    const [id, old] = [await completed(), await completed()]
    const now = await everythingOf(id)
    expect(now.positions.length).toBeGreaterThan(10)
    await storeAsBefore(old, now)
    expect(await kept(old)).not.toContain('packed')
    expect(await everythingOf(old)).toEqual(now)
  })

  it('has no metrics if the backtest has none', async () => {
    const saved = await user.post(`/api/algorithms/${version.algorithmId}/versions`, {
      script: 'function onTick() { null.x }',
      message: '',
    })
    const { id: instrumentId, start, end } = TEST_MARKET
    const settings = { ...version, algorithmVersionId: saved.json.id, instrumentId, start, end, interval: 'M1' }
    const { id } = (await user.post('/api/backtest', settings)).json
    await user.until(`/api/backtest/${id}`, ({ status }: { status: string }) => status === 'Errored')
    expect(await read(`/api/backtest/${id}/metrics`)).toEqual([])
    expect(await read(`/api/backtest/${id}/charts`)).toMatchObject({ breakdowns: null })
    expect(await read(`/api/backtest/${id}/positions`)).toEqual([])
  })
})

/** Rewrites a stored result in the form of engine 2.2. */
async function storeAsBefore(id: string, whole: Awaited<ReturnType<typeof everythingOf>>): Promise<void> {
  const zip = (value: unknown): Buffer => gzipSync(JSON.stringify(value))
  const metrics = Object.fromEntries(whole.detail.metrics.map((metric: { key: string }) => [metric.key, metric]))
  await client.query(
    `update backtest_results set packed = null, analysis = null, metrics = $2, positions = $3, orders = $4,
     charts = $5, plots = $6, log = $7 where backtest_id = $1`,
    [
      id,
      JSON.stringify(metrics),
      zip(toPositionColumns(whole.positions)),
      zip(await storedOrders(id)),
      zip(whole.charts),
      zip(await storedPlots(id)),
      zip(whole.log.lines),
    ],
  )
}

/** Plots encoded as text, as engine 2.2 stored them. */
async function storedPlots(id: string): Promise<readonly PlotSeries[]> {
  const { rows } = await client.query('select packed from backtest_results where backtest_id = $1', [id])
  const { result } = await unpackResult((rows[0] as { packed: Buffer }).packed)
  return expandResult(result, { intervals: false }).plots
}

async function storedOrders(id: string) {
  const { rows } = await client.query('select packed from backtest_results where backtest_id = $1', [id])
  const { result } = await unpackResult((rows[0] as { packed: Buffer }).packed)
  return expandResult(result, { intervals: false }).orders
}

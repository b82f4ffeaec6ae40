import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../algorithms/samples.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'shared', 'data', 'fx', 'gbpusd-m1-fxcm')
const FILES = ['gbpusd-m1-bid-2012.csv', 'gbpusd-m1-ask-2012.csv']
const isThere = FILES.every((file) => existsSync(join(FOLDER, file)))
if (!isThere) process.stderr.write('The folder ../shared/data is absent: runs on real prices are not tested.\n')

describe.skipIf(!isThere)('a month of real prices, uploaded by a browser', () => {
  let database: TestDatabase
  let server: TestServer
  let user: HttpClient

  beforeAll(async () => {
    database = await startTestDatabase()
    server = await startTestServer({ databaseUrl: database.url })
    user = await signUp(server.url, 'trader')
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('is imported, and the moving average cross on it gives the same numbers as other engines', async () => {
    const form = new FormData()
    form.append('instrumentId', 'GBPUSD:FXCM')
    form.append('format', 'fxcm')
    for (const file of FILES) form.append('file', new Blob([readFileSync(join(FOLDER, file))]), file)
    const imported = await user.call('POST', '/api/market-data/imports', form)
    expect(imported.status, imported.text).toBe(200)
    const path = `/api/market-data/imports/${imported.json.id}`
    const { json } = await user.until(path, (row: { status: string }) => /Completed|Failed/.test(row.status))
    expect(json, json.detail).toMatchObject({ status: 'Completed' })

    const { json: algorithm } = await user.post('/api/algorithms')
    const script = sampleFile('moving-average-cross.js')
    const saved = await user.post(`/api/algorithms/${algorithm.id}/versions`, { script, message: 'cross' })
    const run = await user.post('/api/backtest', {
      algorithmId: algorithm.id,
      algorithmVersionId: saved.json.id,
      instrumentId: 'GBPUSD:FXCM',
      start: '2012-02-01T00:00:00.000Z',
      // The file's last bar is the first minute of March.
      end: '2012-03-01T00:01:00.000Z',
      interval: 'M1',
      initialBalance: 1_000_000,
      models: { prices: 'bid' },
    })
    expect(run.status, run.text).toBe(200)
    const isOver = (row: { status: string }) => !['Queued', 'In Progress'].includes(row.status)
    const result = await user.until(`/api/backtest/${run.json.id}`, isOver)
    expect(result.json).toMatchObject({ status: 'Completed' })
    expect(result.json.statistics.closedPositions).toBe(1200)
    expect(result.json.equity).toBeCloseTo(998_933, 2)
  })
})

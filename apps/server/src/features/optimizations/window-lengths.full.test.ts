import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Optimization, OptimizationWalkForward, WalkForwardWindowView } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const SCRIPT = `const externals = [{ name: 'stop', defaultValue: 3 }, { name: 'target', defaultValue: 3 }]
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: stop, takeProfitPips: target })
}`
const BUDGET = 10

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let settings: object
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-lengths-'))

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  const { id } = (await ann.post('/api/algorithms', { name: 'Lengths' })).json
  await ann.post(`/api/algorithms/${id}/versions`, { script: SCRIPT, message: '' })
  const { latestVersion } = (await ann.get(`/api/algorithm/${id}`)).json
  const axis = (name: string) => ({ name, start: 2, end: 101, count: 100 })
  settings = {
    algorithmId: id,
    algorithmVersionId: latestVersion.id,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
    externalsSettings: [axis('stop'), axis('target')],
    strategy: 'random',
    budget: BUDGET,
    seed: 12,
    // Six windows with four trainings.
    walkForward: { trainDays: 1, testDays: 1, embargoDays: 0, matrix: { trainDays: [2], testDays: [2] } },
  }
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function optimize(): Promise<Optimization> {
  const answer = await ann.post('/api/optimisation', settings)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const ended = async (id: string): Promise<Optimization> =>
  (await ann.until(`/api/optimisation/${id}`, (one: Optimization) => one.ended !== null)).json
const windowsOf = async (id: string): Promise<OptimizationWalkForward> =>
  (await ann.get(`/api/optimisation/${id}/walk-forward`)).json
const isUnderWay =
  (from: number) =>
  ({ windows }: OptimizationWalkForward) =>
    windows.some(({ number, state }) => number >= from && state !== 'waiting')
const trainingOf = ({ trainStart, trainEnd }: WalkForwardWindowView) => `${trainStart} ${trainEnd}`

describe('a matrix of window lengths', () => {
  it('gives back the trainings and tests that have not begun when it is stopped', async () => {
    const { id, units } = await optimize()
    // Ten backtests over the period and in each of four trainings, and six tests.
    expect(units).toBe(BUDGET + 4 * BUDGET + 6)
    await ann.until(`/api/optimisation/${id}/walk-forward`, isUnderWay(1))
    const stopped = await ann.call('PATCH', `/api/optimisation/${id}`, { status: 'Stopped' })
    expect([200, 409]).toContain(stopped.status)
    await ended(id)
    const { windows } = await windowsOf(id)
    const waiting = windows.filter(({ state }) => state === 'waiting')
    const begun = new Set(windows.filter(({ state }) => state !== 'waiting').map(trainingOf))
    const unused = new Set(waiting.map(trainingOf).filter((training) => !begun.has(training)))
    const { rows } = await database.pool.query('select units_returned from optimizations where id = $1', [id])
    expect(rows[0].units_returned).toBe(unused.size * BUDGET + waiting.length)
  })

  it(
    'goes on where it was when the server is restarted, and ends as if nothing had happened',
    { timeout: 240_000 },
    async () => {
      const whole = await optimize()
      expect(await ended(whole.id)).toMatchObject({ status: 'Completed' })
      const { id } = await optimize()
      await ann.until(`/api/optimisation/${id}/walk-forward`, isUnderWay(2))
      // The folder of a test server goes with it.
      cpSync(server.dataDir, folder, { recursive: true, preserveTimestamps: true })
      await server.stop()
      server = await startTestServer({ databaseUrl: database.url, dataDir: folder })
      ann = ann.at(server.url)
      expect(await ended(id)).toMatchObject({ status: 'Completed', units: whole.units })
      const [one, other] = await Promise.all([windowsOf(whole.id), windowsOf(id)])
      const numbers = (window: WalkForwardWindowView) => ({ ...window, optimisationId: null })
      expect(other.windows.map(numbers)).toEqual(one.windows.map(numbers))
      expect(other.cells).toEqual(one.cells)
      const { rows } = await database.pool.query('select done from optimizations where parent_id = $1', [id])
      expect(rows).toEqual(Array.from({ length: 4 }, () => ({ done: BUDGET })))
    },
  )
})

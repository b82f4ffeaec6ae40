import type { LogLine, Optimization, OptimizationWalkForward, WalkForwardWindowView } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const SCRIPT = `const externals = [{ name: 'stop', defaultValue: 3 }, { name: 'target', defaultValue: 3 }]
function onTick(tick) {
  if (tick.time % 3_600_000 === 0) log('tick ' + tick.time)
}
function onIntervalClose(bar) {
  log('bar ' + bar.time)
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: stop, takeProfitPips: target })
}`
const DAY = 86_400_000
const START = Date.parse(TEST_MARKET.start)

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let algorithm: { id: string; latestVersion: { id: string } }

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  const { id } = (await ann.post('/api/algorithms', { name: 'Walks' })).json
  await ann.post(`/api/algorithms/${id}/versions`, { script: SCRIPT, message: '' })
  algorithm = (await ann.get(`/api/algorithm/${id}`)).json
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const settings = () => ({
  algorithmId: algorithm.id,
  algorithmVersionId: algorithm.latestVersion.id,
  instrumentId: TEST_MARKET.id,
  start: TEST_MARKET.start,
  end: TEST_MARKET.end,
})
const axis = (name: string, count = 3) => ({ name, start: 2, end: 1 + count, count })

async function optimize(walkForward: object, changes: object = {}): Promise<Optimization> {
  const externalsSettings = [axis('stop'), axis('target')]
  const answer = await ann.post('/api/optimisation', { ...settings(), externalsSettings, walkForward, ...changes })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const ended = async (id: string): Promise<Optimization> =>
  (await ann.until(`/api/optimisation/${id}`, (one: Optimization) => one.ended !== null)).json
const windowsOf = async (id: string): Promise<OptimizationWalkForward> =>
  (await ann.get(`/api/optimisation/${id}/walk-forward`)).json

async function single(changes: object) {
  const { json } = await ann.post('/api/backtest', { ...settings(), ...changes })
  const isOver = ({ ended: time }: { ended: string | null }) => time !== null
  return (await ann.until(`/api/backtest/${json.id}`, isOver)).json
}

/** When the script of a backtest saw its prices. */
async function pricesOf(backtest: string) {
  const { json } = await ann.get(`/api/backtest/${backtest}/log`)
  const lines: [kind: string, time: number][] = json.lines.map(({ message }: LogLine) => {
    const [kind, time] = message.split(' ')
    return [kind, Number(time)]
  })
  const times = lines.map(([, time]) => time)
  const bars = lines.filter(([kind]) => kind === 'bar').length
  return { bars, first: Math.min(...times), last: Math.max(...times) }
}

describe('a walk-forward optimization', () => {
  it('trains and tests windows as runs of their own, each with the balance of the one before', async () => {
    const { id } = await optimize({ trainDays: 1, testDays: 1, embargoDays: 1 })
    expect(await ended(id)).toMatchObject({ status: 'Completed', done: 9 })
    const found = await windowsOf(id)
    const days = (time: number) => (time - START) / DAY
    const spans = ({ trainStart, trainEnd, testStart, testEnd }: WalkForwardWindowView) =>
      [trainStart, trainEnd, testStart, testEnd].map(days)
    expect(found.windows.map(spans)).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3, 4],
    ])
    let balance = 10_000
    for (const window of found.windows) {
      expect(window).toMatchObject({ state: 'done', error: null })
      const externals = window.externals ?? {}
      const iso = (time: number) => new Date(time).toISOString()
      const train = await single({ externals, start: iso(window.trainStart), end: iso(window.trainEnd) })
      const test = { externals, start: iso(window.testStart), end: iso(window.testEnd), initialBalance: balance }
      const tested = await single(test)
      expect([window.trainProfit, window.testProfit]).toEqual([train.profit, tested.profit])
      expect(window.testPositionCount).toBe(tested.positionCount)
      const child = await ann.get(`/api/optimisation/${window.optimisationId}`)
      expect(child.json).toMatchObject({ status: 'Completed', done: 9, units: 0, bestProfit: window.trainProfit })
      balance += tested.profit
    }
    expect(found.profit).toBeCloseTo(balance - 10_000, 8)
    expect(found.equity.values.at(-1)).toBeCloseTo(balance, 8)
    const times = found.equity.times
    expect(times).toEqual([...times].toSorted((a, b) => a - b))
    expect(times.every((time) => time > START + 2 * DAY)).toBe(true)
    expect(found.drift.map(({ external }) => external)).toEqual(['stop', 'target'])
  })

  it('repeats itself for each pair of window lengths, and runs and charges a training once that several share', async () => {
    const matrix = { trainDays: [2], testDays: [2] }
    const queued = await optimize({ trainDays: 1, testDays: 1, embargoDays: 0, matrix })
    expect(await ended(queued.id)).toMatchObject({ status: 'Completed', done: 9 })
    const { windows, cells, profit } = await windowsOf(queued.id)
    const spans = windows.map(({ trainDays, testDays, trainStart, testStart, testEnd }) =>
      [trainDays, testDays, ...[trainStart, testStart, testEnd].map((time) => (time - START) / DAY)].join(' '),
    )
    expect(spans).toEqual(['1 1 1 2 3', '1 1 2 3 4', '1 2 1 2 4', '2 1 0 2 3', '2 1 1 3 4', '2 2 0 2 4'])
    const trainings = windows.map(({ optimisationId }) => optimisationId)
    expect(new Set(trainings).size).toBe(4)
    expect([trainings[2], trainings[5]]).toEqual([trainings[0], trainings[3]])
    // Nine backtests over the period and in each of four trainings, and six tests.
    expect(queued.units).toBe(9 + 4 * 9 + 6)
    for (const { trainDays, testDays, tested, windows: count, ...cell } of cells) {
      const own = windows.filter((window) => window.trainDays === trainDays && window.testDays === testDays)
      expect([tested, count]).toEqual([own.length, own.length])
      expect(cell.profit).toBeCloseTo(
        own.reduce((sum, { testProfit }) => sum + (testProfit ?? 0), 0),
        8,
      )
      expect(cell.gained).toBe(own.filter(({ testProfit }) => (testProfit ?? 0) > 0).length)
    }
    expect(cells.map(({ profit: found }) => found)[0]).toBe(profit)
    // The first test of a pair starts with the initial balance, whatever the pair before it has left.
    const { externals, testStart, testEnd, testProfit } = windows[3] as WalkForwardWindowView
    const [start, end] = [testStart, testEnd].map((time) => new Date(time).toISOString())
    expect((await single({ externals, start, end })).profit).toBe(testProfit)
    const { lines } = (await ann.get(`/public-api/optimisation/${queued.id}/log?userId=${queued.userId}`)).json
    const texts = lines.map(({ message }: LogLine) => message).filter((text: string) => text.startsWith('Training'))
    expect(texts).toHaveLength(4)
    expect(texts[3]).toMatch(/^Training 2 days, test 2 days: -?[\d.]+ in 1 test out of sample$/)
  })

  it.each([
    { trainDays: 1, embargoDays: 0, anchored: false, resolution: 1 },
    { trainDays: 1, embargoDays: 1, anchored: false, resolution: 0 },
    { trainDays: 2, embargoDays: 0, anchored: true, resolution: 0 },
    { trainDays: 2, embargoDays: 1, anchored: true, resolution: 1 },
  ])('shows no price of a training to its test, nor in reverse, by their times: %j', async (settingsOf) => {
    const { resolution, ...walkForward } = settingsOf
    const { id } = await optimize({ testDays: 1, ...walkForward }, { resolution, externalsSettings: [axis('stop')] })
    expect(await ended(id)).toMatchObject({ status: 'Completed' })
    const { windows } = await windowsOf(id)
    expect(windows.length).toBeGreaterThan(0)
    let balance = 10_000
    for (const window of windows) {
      const { json: child } = await ann.get(`/api/optimisation/${window.optimisationId}`)
      const run = await ann.post(`/api/optimisation/${child.id}/backtests`, { index: child.bestIndex })
      const isOver = ({ ended: time }: { ended: string | null }) => time !== null
      await ann.until(`/api/backtest/${run.json.id}`, isOver)
      const [start, end] = [window.testStart, window.testEnd].map((time) => new Date(time).toISOString())
      const test = await single({ externals: window.externals, start, end, resolution, initialBalance: balance })
      expect(test.profit).toBe(window.testProfit)
      balance += test.profit
      const trained = await pricesOf(run.json.id)
      const tested = await pricesOf(test.id)
      expect([trained.bars, tested.bars]).toEqual([(96 * (window.trainEnd - window.trainStart)) / DAY, 96])
      // The first and the last moment at which the script saw anything.
      expect(trained.first).toBeGreaterThanOrEqual(window.trainStart)
      expect(trained.last).toBeLessThanOrEqual(window.trainEnd)
      expect(tested.first).toBeGreaterThanOrEqual(window.trainEnd + walkForward.embargoDays * DAY)
      expect(tested.first).toBeGreaterThanOrEqual(window.testStart)
      expect(tested.last).toBeLessThanOrEqual(window.testEnd)
    }
  })

  it('hides its training windows from lists, counts their trials, and takes them along when deleted', async () => {
    const { id } = await optimize({ trainDays: 1, testDays: 1, embargoDays: 0 }, { seed: 77 })
    await ended(id)
    const listed: Optimization[] = (await ann.get('/api/optimisations')).json
    const { windows } = await windowsOf(id)
    const children = windows.map(({ optimisationId }) => optimisationId)
    expect(children).toHaveLength(3)
    expect(listed.map((one) => one.id)).toContain(id)
    for (const child of children) expect(listed.map((one) => one.id)).not.toContain(child)
    const { rows } = await database.pool.query(`select kind, count from trial_ledger where kind = 'optimization'`)
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect((await ann.call('DELETE', `/api/optimisation/${id}`)).status).toBe(200)
    for (const child of children) expect((await ann.get(`/api/optimisation/${child}`)).status).toBe(404)
  })

  it('is stopped with the window that is under way', async () => {
    const large = [axis('stop', 100), axis('target', 100)]
    const { id } = await optimize(
      { trainDays: 1, testDays: 1 },
      { externalsSettings: large, strategy: 'random', budget: 40 },
    )
    await ann.until(`/api/optimisation/${id}/walk-forward`, ({ windows }: OptimizationWalkForward) =>
      windows.some(({ state }) => state === 'training'),
    )
    const stopped = await ann.call('PATCH', `/api/optimisation/${id}`, { status: 'Stopped' })
    expect([200, 409]).toContain(stopped.status)
    await ended(id)
    const { rows } = await database.pool.query(
      `select count(*)::int as open from optimizations where parent_id = $1 and status = 'In Progress'`,
      [id],
    )
    expect(rows[0].open).toBe(0)
    const { rows: units } = await database.pool.query('select units, units_returned from optimizations where id = $1', [
      id,
    ])
    // The whole period and each window take 40 backtests of a unit, and each test one. A window that has not begun is free.
    expect(units[0].units).toBe(122)
    expect([0, 41]).toContain(units[0].units_returned)
  })

  it.each([
    [{ trainDays: 4, testDays: 1 }, 'too short'],
    [{ trainDays: 0, testDays: 1 }, ''],
    [{ trainDays: 1, testDays: 1, matrix: { trainDays: [2], testDays: [3] } }, 'a test of 3 days after the longest'],
    [{ trainDays: 1, testDays: 1, matrix: { trainDays: [1, 2, 3, 4, 5, 6, 7], testDays: [] } }, ''],
  ])('is refused with windows of %j', async (walkForward, text) => {
    const externalsSettings = [axis('stop')]
    const answer = await ann.post('/api/optimisation', { ...settings(), externalsSettings, walkForward })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(text)
  })
})

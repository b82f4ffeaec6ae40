import { randomUUID } from 'node:crypto'
import { CHANNELS, type Optimization, type OptimizationColumns, unpackOptimizationRows } from '@tradeloom/contracts'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  create,
  CROSS,
  even,
  fullBacktest,
  rowsOf,
  type SavedVersion,
  saveScript,
  settingsOf,
  untilEnded,
} from './optimizations.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

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

describe('an exhaustive optimization', () => {
  it('runs every permutation once, with the result of the same backtest run by itself', async () => {
    const queued = await create(ann, settingsOf(cross))
    expect(queued).toMatchObject({ permutationCount: 12, total: 12, units: 12 })
    const ended = await untilEnded(ann, queued.id)
    expect(ended).toMatchObject({ status: 'Completed', progress: 100, done: 12, statusDetail: '' })
    const rows = await rowsOf(ann, ended)
    expect(rows.map(({ index, point }) => [index, ...point])).toEqual(
      Array.from({ length: 12 }, (_, index) => [index, Math.floor(index / 3), index % 3]),
    )
    const best = rows.toSorted((a, b) => b.profit - a.profit || a.index - b.index)[0]
    expect(ended).toMatchObject({ bestIndex: best?.index, bestProfit: best?.profit })
    const ledgers = await ledgersOf(queued.id)
    for (const index of [0, 5, 11]) {
      const backtest = await fullBacktest(ann, queued.id, index)
      expect(backtest).toMatchObject({ status: 'Completed', optimisationId: queued.id, units: 0 })
      expect(backtest.externals).toEqual({
        fast: 3 + Math.floor(index / 3),
        slow: 10 + 10 * (index % 3),
        stop: 20,
        idle: 0,
      })
      const { rows: stored } = await database.pool.query('select ledger_hash from backtests where id = $1', [
        backtest.id,
      ])
      expect(stored[0].ledger_hash).toBe(ledgers[index].ledger_hash)
      expect((await fullBacktest(ann, queued.id, index)).id).toBe(backtest.id)
    }
    expect((await ann.get('/api/backtests')).json).toEqual([])
  })

  it('sends its rows page by page as they are stored, with the errors of each page', async () => {
    const script = `var externals = [{ name: "at" }, { name: "size" }]
function onIntervalClose() {
  if (at === 3) throw new Error('never ' + at)
  if (positions.count === 0) buy({ quantity: 1000 * size, stopLossPips: 10 + at })
}`
    const version = await saveScript(ann, script)
    const externalsSettings = [even('at', 1, 5, 5), even('size', 1, 2, 2)]
    const objectives: Optimization['objectives'] = [
      { metric: 'profit', better: 'higher' },
      { metric: 'maxDrawdown', better: 'lower' },
    ]
    const ended = await untilEnded(ann, (await create(ann, settingsOf(version, { externalsSettings, objectives }))).id)
    const { rows: stored } = await database.pool.query(
      'select * from optimization_rows where optimization_id = $1 order by revision',
      [ended.id],
    )
    const sent: object[] = []
    const errors: object[] = []
    for (let after = 0, more = true; more;) {
      const address = `/public-api/optimisation/${ended.id}/results?after=${after}&limit=3`
      const columns: OptimizationColumns = (await ann.get(address)).json
      const arrays = unpackOptimizationRows(columns, 2)
      for (let row = 0; row < columns.count; row++) {
        sent.push({
          index: arrays.index[row],
          point: [...arrays.points.subarray(2 * row, 2 * row + 2)],
          status: arrays.status[row],
          duplicateOf: arrays.duplicateOf[row],
          positionCount: arrays.positionCount[row],
          numbers: [
            arrays.profit[row],
            arrays.profitPercentage[row],
            arrays.maxDrawdown[row],
            arrays.maxDrawdownPercentage[row],
            ...arrays.objectives.map((values) => values[row]),
            arrays.violation[row],
            arrays.sharpe[row],
            arrays.days[row],
          ],
        })
      }
      errors.push(...columns.errors)
      expect(columns.revision).toBe(stored[sent.length - 1].revision)
      after = columns.revision
      more = columns.more
    }
    expect(sent).toEqual(
      stored.map((row) => ({
        index: row.index,
        point: row.point,
        status: row.status,
        duplicateOf: row.duplicate_of ?? -1,
        positionCount: row.position_count ?? 0,
        numbers: [
          row.profit ?? NaN,
          row.profit_percentage ?? NaN,
          row.max_drawdown ?? NaN,
          row.max_drawdown_percentage ?? NaN,
          ...row.objectives,
          row.violation,
          row.sharpe ?? NaN,
          row.days,
        ],
      })),
    )
    expect(errors).toEqual(
      stored.filter(({ status }) => status === 1).map(({ index, error }) => ({ index, message: error })),
    )
    expect(errors).toHaveLength(2)
    expect(
      (await ann.get(`/public-api/optimisation/${ended.id}/results?after=${ended.total * 1000}`)).json,
    ).toMatchObject({
      count: 0,
      more: false,
      index: '',
    })
  })

  it('marks rows that traded exactly like an earlier one', async () => {
    const settings = settingsOf(cross, { externalsSettings: [even('fast', 4, 5, 2), even('idle', 1, 3, 3)] })
    const ended = await untilEnded(ann, (await create(ann, settings)).id)
    expect((await rowsOf(ann, ended)).map(({ duplicateOf }) => duplicateOf)).toEqual([-1, 0, 0, -1, 3, 3])
  })

  it('ends as Errored with the first message if every backtest has an error', async () => {
    const script = `var externals = [{ name: "at" }]\nfunction onIntervalClose() { throw new Error('never ' + at) }`
    const version = await saveScript(ann, script, 'Broken')
    const settings = settingsOf(version, { externalsSettings: [even('at', 1, 3, 3)] })
    const ended = await untilEnded(ann, (await create(ann, settings)).id)
    expect(ended).toMatchObject({ status: 'Errored', done: 3, bestIndex: null })
    expect(ended.statusDetail).toContain('never 1')
  })
})

describe('creating an optimization', () => {
  it.each([
    ['an external that the script lacks', { externalsSettings: [even('slower', 1, 2, 2)] }, 'no external slower'],
    ['an external twice', { externalsSettings: [even('fast', 1, 2, 2), even('fast', 3, 4, 2)] }, 'set twice'],
    ['no external', { externalsSettings: [] }, 'at least one'],
    ['an unknown metric', { objectives: [{ metric: 'luck', better: 'higher' as const }] }, 'no metric luck'],
    [
      'too many permutations',
      { externalsSettings: [even('fast', 1, 9, 1000), even('slow', 1, 9, 1000), even('stop', 1, 9, 2)] },
      '2,000,000 combinations',
    ],
    ['as many survivors as there are', { strategy: 'genetic' as const, survivorCount: 20 }, 'survivorCount'],
    ['a period of centuries', { end: '2199-12-31T23:59:59.999Z' }, 'A run can cover 60 years at most'],
    ['an end before its start', { end: '2024-01-01T00:00:00.000Z' }, 'End cannot be before start!'],
    ['a period without prices', { start: '2020-01-01T00:00:00.000Z' }, 'unavailable before'],
  ])('is refused with %s', async (_, changes, message) => {
    const { status, text } = await ann.post('/api/optimisation', settingsOf(cross, changes))
    expect(status).toBe(400)
    expect(text).toContain(message)
  })

  it('is refused for a script without externals', async () => {
    const version = await saveScript(ann, 'function onIntervalClose() {}', 'Plain')
    const { status, json } = await ann.post('/api/optimisation', settingsOf(version))
    expect([status, json.message]).toEqual([400, 'v2 has no externals. Cannot optimize'])
  })
})

it('shows nothing of an optimization to another user', async () => {
  const { id } = await create(ann, settingsOf(cross))
  const bob = await signUp(server.url, 'bob')
  for (const path of [`/api/optimisation/${id}`, `/public-api/optimisation/${id}/results`]) {
    expect((await bob.get(path)).status).toBe(404)
  }
  expect((await bob.call('DELETE', `/api/optimisation/${id}`)).status).toBe(404)
  expect((await bob.call('PATCH', `/api/optimisation/${id}`, { status: 'Stopped' })).status).toBe(404)
  expect((await bob.post(`/api/optimisation/${id}/backtests`, { index: 0 })).status).toBe(404)
  expect((await ann.post(`/api/optimisation/${id}/backtests`, { index: 12 })).status).toBe(404)
  expect((await ann.get(`/api/optimisation/${randomUUID()}`)).status).toBe(404)
  const star = (who: typeof ann) => who.call('PUT', `/api/optimisation/${id}/star`, { starred: true })
  expect((await star(bob)).status).toBe(404)
  expect((await star(ann)).json).toMatchObject({ id, starred: true })
  await untilEnded(ann, id)
  expect((await ann.get('/api/optimisations')).json.find((one: Optimization) => one.id === id).starred).toBe(true)
  expect((await ann.call('DELETE', `/api/optimisation/${id}`)).status).toBe(200)
  expect(await ledgersOf(id)).toEqual([])
})

describe('stopping', () => {
  it('keeps what was found, and gives back the units of what was not run', async () => {
    const settings = settingsOf(cross, { externalsSettings: [even('fast', 3, 102, 100), even('slow', 10, 109, 100)] })
    const queued = await create(ann, settings)
    await ann.until(`/api/optimisation/${queued.id}`, ({ done }: Optimization) => done > 0)
    expect((await ann.call('DELETE', `/api/optimisation/${queued.id}`)).status).toBe(409)
    const { json: stopped } = await ann.call('PUT', `/api/optimisation/${queued.id}`, { status: 'Stopped' })
    expect(stopped).toMatchObject({ status: 'Stopped', statusDetail: '', units: stopped.done, unitsRefunded: false })
    expect(stopped.done).toBeLessThan(queued.total)
    await expect.poll(() => pendingJobs()).toBe(0)
    const { json: later } = await ann.get(`/api/optimisation/${queued.id}`)
    expect([later.done, (await rowsOf(ann, later)).length]).toEqual([stopped.done, stopped.done])
    expect((await ann.call('PATCH', `/api/optimisation/${queued.id}`, { status: 'Stopped' })).status).toBe(409)
  })

  const pendingJobs = async (): Promise<number> =>
    (await database.pool.query("select from pgboss.job where name like 'run-optimization%' and state < 'completed'"))
      .rowCount ?? 0
})

describe('the socket', () => {
  /** Keeps every optimization from storing rows until it is released. */
  const holdRows = async (): Promise<() => Promise<void>> => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('lock table optimization_rows in exclusive mode')
    return async () => {
      await client.query('commit')
      client.release()
    }
  }

  it('shows status, rows and log of an optimization until its end', async () => {
    const release = await holdRows()
    const { id } = await create(ann, settingsOf(cross))
    const socket = await new SocketClient(ann).opened()
    socket.send({ type: 'subscribe', topic: `optimisation.${id}` })
    await socket.next(({ type }) => type === 'event')
    await release()
    const events = () =>
      socket.messages.flatMap((message) =>
        message.type === 'event' ? [message.payload as { event: string; data: never }] : [],
      )
    const dataOf = <Data>(name: string) => events().flatMap(({ event, data }) => (event === name ? [data as Data] : []))
    await expect.poll(() => dataOf<Optimization>('update').at(-1)?.status).toBe('Completed')
    const rows = () => dataOf<{ from: number; rows: OptimizationColumns }>('backtest-result')
    // The last rows and the log follow the status.
    await expect.poll(() => rows().reduce((sum, one) => sum + one.rows.count, 0)).toBe(12)
    // Each continues where the one before has ended.
    const ends = rows().map((one) => one.rows.revision)
    expect(rows().map(({ from }) => from)).toEqual([0, ...ends.slice(0, -1)])
    const texts = () =>
      dataOf<{ lines: { message: string }[] }>('optimisation-log').flatMap(({ lines }) =>
        lines.map(({ message }) => message),
      )
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(/^Round 1: 12 backtests, best profit -?[\d,.]+$/),
        expect.stringMatching(/^Completed/),
      ])
    const results = await socket.request(CHANNELS.optimisations, 'fetch-results', { id })
    expect(results).toMatchObject({ ok: true, data: { count: 12, more: false } })
    const log = await socket.request(CHANNELS.optimisations, 'tail-log', { id })
    expect(log).toMatchObject({ ok: true, data: { dropped: 0, lines: [{ level: 'info' }, { level: 'info' }] } })
    const stop = await socket.request(CHANNELS.optimisations, 'stop', { id })
    expect(stop).toMatchObject({ ok: false, error: 'This optimization has ended already: Completed' })
    socket.close()
  })
})

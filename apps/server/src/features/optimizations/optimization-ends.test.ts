import { type Optimization, ROW_STATUSES } from '@tradeloom/contracts'
import { join } from 'node:path'
import { openMarketStore } from '@tradeloom/market-data'
import { HttpClient, putWaveMarket, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const DAY = 86_400_000
const TODAY = Math.floor(Date.now() / DAY) * DAY
const dayBefore = (days: number): string => new Date(TODAY - days * DAY).toISOString()
/** A hosted server runs what is at most a year back. */
const MARKET = { id: 'EURUSD:FXCM', start: dayBefore(8), end: dayBefore(4) }
const PERIOD = { instrumentId: MARKET.id, start: MARKET.start, end: MARKET.end }

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let annId: string
let cross: SavedVersion

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_PROFILE: 'hosted' } })
  await putWaveMarket(openMarketStore(join(server.dataDir, 'market')), MARKET)
  ann = await signUp(server.url, 'ann')
  annId = (await ann.get('/api/user')).json.id
  await database.pool.query('insert into package_grants (user_id, package_id) values ($1, 1)', [annId])
  cross = await saveScript(ann, CROSS)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})
beforeEach(() => database.pool.query('delete from unit_usage'))

const used = async (): Promise<number> =>
  (await database.pool.query('select used from unit_usage where user_id = $1', [annId])).rows[0]?.used ?? 0
const ended = async (changes: Parameters<typeof settingsOf>[1] = {}): Promise<Optimization> =>
  untilEnded(ann, (await create(ann, settingsOf(cross, { ...PERIOD, ...changes }))).id)

describe('an optimization whose rows have another result in fresh isolates', () => {
  beforeAll(() =>
    database.pool.query(`
      create function other_ledger() returns trigger language plpgsql as $$
        begin new.ledger_hash := md5(new.ledger_hash); return new; end $$;
      create trigger other_ledger before insert on optimization_rows for each row execute function other_ledger()`),
  )
  afterAll(() => database.pool.query('drop function other_ledger cascade'))

  it('fails as not repeatable, keeps its rows, and gives all units back', async () => {
    const end = await ended()
    expect(end).toMatchObject({ status: 'Failed', done: 12, unitsRefunded: true })
    expect(end.units).toBeGreaterThan(0)
    expect(end.statusDetail).toMatch(
      /^The script is not repeatable: backtest \d+ had another result when it was run again with the same externals$/,
    )
    expect(await rowsOf(ann, end)).toHaveLength(12)
    expect(await used()).toBe(0)
    const { lines } = (await ann.get(`/public-api/optimisation/${end.id}/log`)).json
    expect(lines.at(-1)).toMatchObject({ level: 'error', message: `Failed: ${end.statusDetail}` })
  })
})

it('charges what was run when it completes', async () => {
  const end = await ended()
  expect(end).toMatchObject({ status: 'Completed', done: 12, unitsRefunded: false })
  expect(await used()).toBe(end.units)
  expect(end.units).toBeGreaterThan(0)
})

it('ends a run once its drawdown exceeds the constraint, and chooses among the others', async () => {
  const drawdownsOf = async ({ id }: Optimization) =>
    (
      await database.pool.query(
        `select index, status, max_drawdown_percentage as drawdown, ledger_hash, violation, profit
         from optimization_rows where optimization_id = $1 order by index`,
        [id],
      )
    ).rows
  const free = await drawdownsOf(await ended())
  // Between two of them: rows have rounded ones.
  const [below, above] = free
    .map(({ drawdown }) => drawdown)
    .toSorted((a, b) => a - b)
    .slice(5, 7)
  const bound = (below + above) / 2
  expect(above).toBeGreaterThan(below)
  const constraints: Optimization['constraints'] = [{ metric: 'maxDrawdown', bound: 'at-most', value: bound }]
  const end = await ended({ constraints })
  expect(end).toMatchObject({ status: 'Completed', done: 12 })
  const rows = await drawdownsOf(end)
  const isCut = free.map(({ drawdown }) => drawdown > bound)
  expect(isCut.filter(Boolean).length).toBeGreaterThan(0)
  expect(rows.map(({ status }) => ROW_STATUSES[status] === 'Cut')).toEqual(isCut)
  for (const [index, row] of rows.entries()) {
    // A run that was not cut is the same run.
    if (!isCut[index]) expect(row).toEqual(free[index])
    else expect([row.ledger_hash, row.violation > 0, row.drawdown > bound]).toEqual([null, true, true])
  }
  const kept = rows.filter((_, index) => !isCut[index]).toSorted((a, b) => b.profit - a.profit || a.index - b.index)
  expect([end.bestIndex, end.bestProfit]).toEqual([kept[0].index, kept[0].profit])
})

it('names no best row while the objective has a value in none', async () => {
  const idle = await saveScript(ann, CROSS.replaceAll(/(buy|sell)\(\{.*?\}\)/g, ''), 'Idle')
  const objectives: Optimization['objectives'] = [{ metric: 'winRate', better: 'higher' }]
  const { id } = await create(ann, settingsOf(idle, { ...PERIOD, objectives }))
  const end = await untilEnded(ann, id)
  expect(end).toMatchObject({ status: 'Completed', done: 12, bestIndex: null, bestProfit: null })
  expect((await ann.get(`/api/optimisation/${id}/luck`)).json).toMatchObject({ best: null })
})

it('says of a full backtest that it differs from its row', async () => {
  const end = await ended()
  const same = await fullBacktest(ann, end.id, 1)
  expect(same).toMatchObject({ status: 'Completed', detail: null })
  await database.pool.query(
    `update optimization_rows set ledger_hash = md5('other') where optimization_id = $1 and index = 2`,
    [end.id],
  )
  const other = await fullBacktest(ann, end.id, 2)
  expect(other).toMatchObject({
    status: 'Completed',
    detail: expect.stringMatching(/^This result differs from its row in the optimization: /),
  })
})

describe('an optimization of a shared version of a shared algorithm', () => {
  it('is shown to everybody, who can change nothing of it, until it is shared no more', async () => {
    const shown = await ended({ externalsSettings: [even('fast', 3, 4, 2)] })
    const { algorithmId, algorithmVersionId } = cross
    const share = async (shared: boolean): Promise<void> => {
      const path = `/api/algorithms/${algorithmId}/versions/${algorithmVersionId}`
      expect((await ann.call('PATCH', path, { shared })).status).toBe(200)
      expect((await ann.call('PATCH', `/api/algorithm/${algorithmId}`, { shared })).status).toBe(200)
    }
    await share(true)
    const bob = await signUp(server.url, 'bob')
    const paths = ['', '/results', '/log', '/sparklines?indexes=0,1'].map(
      (part) => `/public-api/optimisation/${shown.id}${part}`,
    )
    for (const viewer of [bob, new HttpClient(server.url)]) {
      const [view, results, log] = await Promise.all(paths.map((path) => viewer.get(path)))
      expect(view?.json).toMatchObject({ id: shown.id, readOnly: true, username: 'ann', bestIndex: shown.bestIndex })
      expect(results?.json).toMatchObject({ count: 2, more: false })
      expect(log?.json.lines.length).toBeGreaterThan(0)
      expect((await viewer.get(paths[3] as string)).status).toBe(200)
    }
    const list = await bob.get(`/public-api/algorithms/${algorithmId}/optimisations`)
    expect(list.json.map(({ id }: Optimization) => id)).toContain(shown.id)
    expect((await bob.get('/api/optimisations')).json).toEqual([])
    expect((await bob.post(`/api/optimisation/${shown.id}/backtests`, { index: 0 })).status).toBe(404)
    expect((await bob.call('PATCH', `/api/optimisation/${shown.id}`, { status: 'Stopped' })).status).toBe(404)
    expect((await bob.call('DELETE', `/api/optimisation/${shown.id}`)).status).toBe(404)
    await share(false)
    for (const path of paths) expect((await bob.get(path)).status).toBe(404)
    expect((await ann.get(paths[1] as string)).status).toBe(200)
  })
})

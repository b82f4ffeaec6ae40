import { HttpClient, signUp, SocketClient, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let breakout: string
let reversal: string
/** By a short name, oldest first. */
const runs: Record<string, string> = {}

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  const create = async (name: string) => (await ann.post('/api/algorithms', { name })).json
  const [first, second] = [await create('Breakout'), await create('100% _reversal_')]
  breakout = first.id
  reversal = second.id
  for (const [name, algorithm] of Object.entries({ one: first, two: first, three: second, four: second })) {
    const { json } = await ann.post(`/api/algorithms/${algorithm.id}/backtests`, {
      algorithmVersionId: algorithm.latestVersion.id,
      instrumentId: TEST_MARKET.id,
      start: TEST_MARKET.start,
      end: TEST_MARKET.end,
    })
    await ann.until(`/api/backtest/${json.id}`, ({ status }: { status: string }) => status === 'Completed')
    runs[name] = json.id
  }
  const set = (name: string, changes: string) =>
    database.pool.query(`update backtests set ${changes} where id = $1`, [runs[name]])
  // A month of 30.4375 days, of before months without prices were kept apart, and two with data out of three years.
  await set(
    'one',
    `"start" = '2024-01-01Z', "end" = '2024-01-31T10:30Z', data_ms = null, profit_percentage = 4, max_drawdown_percentage = 3`,
  )
  await set(
    'two',
    `"start" = '2021-01-01Z', "end" = '2024-01-01Z', data_ms = 5259600000, profit_percentage = -1, max_drawdown_percentage = 5`,
  )
  await set('three', `status = 'Stopped', profit_percentage = 70`)
  await set('four', `status = 'Errored', instrument_id = 'USDJPY:TEST'`)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const namesOf = (rows: { id: string }[]) =>
  rows.map(({ id }) => Object.entries(runs).find(([, known]) => known === id)?.[0] ?? id)
const list = async (query: string) => namesOf((await ann.get(`/api/backtests?${query}`)).json)
const patch = (id: string | undefined, body: object, client = ann) => client.call('PATCH', `/api/backtest/${id}`, body)

describe('filters', () => {
  it.each([
    ['', ['four', 'three', 'two', 'one']],
    ['status=Completed', ['two', 'one']],
    ['status=Stopped,Errored', ['four', 'three']],
    ['symbol=usdjpy', ['four']],
    ['symbol=USD', []],
    ['q=BREAK', ['two', 'one']],
    ['q=%25%20_rev', ['four', 'three']],
    ['q=__', []],
    ['status=Completed&limit=1', ['two']],
  ])('select backtests by "%s"', async (query, names) => {
    expect(await list(query)).toEqual(names)
  })

  it('select by algorithm, star and note, and forget nothing between two equal requests', async () => {
    expect(await list(`algorithm=${reversal}`)).toEqual(['four', 'three'])
    expect(await list('starred=true')).toEqual([])
    expect((await patch(runs['one'], { starred: true, note: 'Best so far' })).json).toMatchObject({
      starred: true,
      note: 'Best so far',
    })
    expect(await list('starred=true')).toEqual(['one'])
    expect(await list('q=best%20so')).toEqual(['one'])
    expect((await ann.get(`/api/algorithms/${breakout}/backtests?starred=true`)).json).toHaveLength(1)
    expect((await patch(runs['one'], { starred: false })).json).toMatchObject({ starred: false, note: 'Best so far' })
    expect(await list('starred=true')).toEqual([])
  })

  it.each(['status=Ended', 'status=', 'starred=yes', 'algorithm=1', `q=${'x'.repeat(65)}`])(
    'that do not exist are refused: %s',
    async (query) => {
      expect((await ann.get(`/api/backtests?${query}`)).status).toBe(400)
    },
  )
})

describe('totals', () => {
  it('are over everything that matches, with profit and drawdown of what completed, and count months with data', async () => {
    const { json } = await ann.get('/api/backtests/totals')
    expect(json).toMatchObject({ count: 4, completed: 2, symbols: ['EURUSD', 'USDJPY'], averageDrawdown: 4 })
    expect(json.months).toBeCloseTo(3, 10)
    expect(json.averageMonthlyProfit).toBeCloseTo(1, 10)
    expect(json.algorithms).toEqual([
      { id: reversal, name: '100% _reversal_' },
      { id: breakout, name: 'Breakout' },
    ])
  })

  it('follow the filters, while the choices of the filters stay', async () => {
    const { json } = await ann.get('/api/backtests/totals?symbol=USDJPY')
    expect(json).toMatchObject({
      count: 1,
      completed: 0,
      months: 0,
      averageMonthlyProfit: null,
      averageDrawdown: null,
      symbols: ['EURUSD', 'USDJPY'],
    })
    const ofOne = await ann.get(`/api/algorithms/${reversal}/backtests/totals`)
    expect(ofOne.json).toMatchObject({ count: 2, completed: 0, algorithms: [{ name: '100% _reversal_' }] })
  })
})

describe('notes and stars', () => {
  it('are hidden from others who may see the backtest', async () => {
    const version = (await ann.get(`/api/algorithms/${breakout}/versions`)).json[0]
    await ann.call('PATCH', `/api/algorithm/${breakout}`, { shared: true })
    await ann.call('PATCH', `/api/algorithms/${breakout}/versions/${version.id}`, { shared: true })
    await patch(runs['one'], { starred: true, note: 'Secret' })
    const bob = await signUp(server.url, 'bob')
    const shared = `/public-api/algorithms/${breakout}/backtests`
    const rows = (await bob.get(shared)).json
    expect(namesOf(rows)).toEqual(['two', 'one'])
    expect(rows[1]).toMatchObject({ note: null, starred: false, rerunOf: null })
    expect((await bob.get(`${shared}?q=secret`)).json).toEqual([])
    expect((await bob.get(`${shared}?starred=true`)).json).toHaveLength(2)
    expect((await bob.get(`/api/algorithms/${breakout}/backtests?q=secret`)).json).toEqual([])
    expect((await bob.get(`${shared}/totals?q=secret`)).json.count).toBe(0)
    expect((await patch(runs['one'], { note: 'mine' }, bob)).status).toBe(404)
    const star = { ids: [runs['one']], starred: false }
    expect((await bob.call('PATCH', `/api/algorithms/${breakout}/backtests`, star)).status).toBe(404)
  })

  it('are limited, and are changed one at a time or for several backtests', async () => {
    expect((await patch(runs['two'], { note: 'x'.repeat(2001) })).status).toBe(400)
    expect((await patch(runs['two'], {})).status).toBe(400)
    const starred = await ann.call('PATCH', `/api/algorithms/${breakout}/backtests`, {
      ids: [runs['one'], runs['two'], runs['three']],
      starred: true,
    })
    expect(namesOf(starred.json.updated.map((id: string) => ({ id }))).toSorted()).toEqual(['one', 'two'])
    expect((await list('starred=true')).toSorted()).toEqual(['one', 'two'])
  })
})

describe('a backtest that replaces another one', () => {
  it('knows which, if that is of the same user', async () => {
    const bob = await signUp(server.url, 'bert')
    const copy = (await bob.post('/api/algorithms', { name: 'Copy' })).json
    const settings = {
      algorithmVersionId: copy.latestVersion.id,
      instrumentId: TEST_MARKET.id,
      start: TEST_MARKET.start,
    }
    const post = (changes: object) =>
      bob.post(`/api/algorithms/${copy.id}/backtests`, { ...settings, end: null, ...changes })
    expect((await post({ rerunOf: runs['one'] })).status).toBe(404)
    const first = (await post({})).json
    expect(first).toMatchObject({ end: TEST_MARKET.end, rerunOf: null })
    expect((await post({ rerunOf: first.id })).json).toMatchObject({ rerunOf: first.id })
  })
})

describe('deleting several backtests', () => {
  it('keeps those in progress and those of others, and says why', async () => {
    await database.pool.query("update backtests set status = 'In Progress' where id = $1", [runs['two']])
    const foreign = '01890000-0000-7000-8000-000000000000'
    const ids = [runs['one'], runs['two'], runs['three'], foreign]
    const { json } = await ann.call('DELETE', '/api/backtests', { ids })
    expect(json).toEqual({
      deleted: [runs['one'], runs['three']],
      kept: [
        { id: runs['two'], reason: 'This backtest is in progress. Please stop it first' },
        { id: foreign, reason: 'Backtest not found' },
      ],
    })
    expect(await list('')).toEqual(['four', 'two'])
    expect((await ann.call('DELETE', `/api/algorithms/${breakout}/backtests`, { ids: [runs['four']] })).status).toBe(
      404,
    )
    expect((await ann.call('DELETE', '/api/backtests', { ids: [] })).status).toBe(400)
  })
})

describe('a backtest that starts', () => {
  it('says what it does before its first prices arrive, to its owner', async () => {
    const cleo = await signUp(server.url, 'cleo')
    const algorithm = (await cleo.post('/api/algorithms', { name: 'Watched' })).json
    const socket = await new SocketClient(cleo).opened()
    socket.send({ type: 'subscribe', topic: 'backtests' })
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    const { id } = (
      await cleo.post(`/api/algorithms/${algorithm.id}/backtests`, {
        algorithmVersionId: algorithm.latestVersion.id,
        instrumentId: TEST_MARKET.id,
        start: TEST_MARKET.start,
        end: TEST_MARKET.end,
      })
    ).json
    for (const detail of ['Loading prices', 'Waiting for a free runner']) {
      await socket.next(
        (message) =>
          message.type === 'event' &&
          message.payload.event === 'progress-detail' &&
          message.payload.data.id === id &&
          message.payload.data.detail === detail,
      )
    }
    socket.close()
  })
})

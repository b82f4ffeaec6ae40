import { join } from 'node:path'
import type { ServerMessage } from '@tradeloom/contracts'
import { connectDatabase, monthOf, silentLogger } from '@tradeloom/database'
import { openMarketStore } from '@tradeloom/market-data'
import {
  type HttpClient,
  putWaveMarket,
  signUp,
  SocketClient,
  startTestDatabase,
  startTestNats,
  type TestDatabase,
  type TestNats,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBacktestsRepository, type RunEnd } from '../backtests/backtests.repository.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const DAY = 86_400_000
const TODAY = Math.floor(Date.now() / DAY) * DAY
const dayBefore = (days: number): string => new Date(TODAY - days * DAY).toISOString()
/** Four days: two units with every tick. */
const MARKET = { id: 'EURUSD:FXCM', start: dayBefore(8), end: dayBefore(4) }
const UNITS = 2
/** Calls under way at once. */
const LANES = 400

let nats: TestNats
let database: TestDatabase
/** Two servers for browsers. No other runs backtests, so what is accepted stays queued. */
let [one, two]: TestServer[] = []
let ann: HttpClient
let annId: string
let algorithm: { id: string; latestVersion: { id: string } }

beforeAll(async () => {
  nats = await startTestNats()
  database = await startTestDatabase()
  const env = { NATS_URL: nats.url, TRADELOOM_SERVICES: 'http,realtime', TRADELOOM_PROFILE: 'hosted' }
  one = await startTestServer({ databaseUrl: database.url, env })
  await putWaveMarket(openMarketStore(join(one.dataDir, 'market')), MARKET)
  two = await startTestServer({ databaseUrl: database.url, dataDir: one.dataDir, env })
  ann = await signUp(one.url, 'ann')
  annId = (await ann.get('/api/user')).json.id
  await database.pool.query('insert into package_grants (user_id, package_id) values ($1, 1)', [annId])
  algorithm = (await ann.post('/api/algorithms', { name: 'Charged' })).json
})
afterAll(async () => {
  for (const server of [two, one]) await server?.stop()
  await database?.stop()
  await nats?.stop()
})
beforeEach(async () => {
  await database.pool.query('delete from backtests')
  await database.pool.query('delete from unit_usage')
})

const post = (client: HttpClient, changes: object = {}) =>
  client.post('/api/backtest', {
    algorithmId: algorithm.id,
    algorithmVersionId: algorithm.latestVersion.id,
    instrumentId: MARKET.id,
    start: MARKET.start,
    end: MARKET.end,
    interval: 'M15',
    resolution: 0,
    ...changes,
  })

/**
 * Makes many calls in parallel, but never more than the kernel keeps waiting for a server: it would reset the others,
 * since this process is client and server in one and accepts none while it connects.
 */
async function inLanes<Result>(count: number, make: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) results.push(await make(next++))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

/** Leaves the user units for this many runs. */
async function leaveUnitsFor(runs: number): Promise<void> {
  const used = 4000 - runs * UNITS
  const month = monthOf(Date.now())
  await database.pool.query('insert into unit_usage (user_id, month, used) values ($1, $2, $3)', [annId, month, used])
}

async function usedIn(month: string): Promise<number> {
  const text = 'select used from unit_usage where user_id = $1 and month = $2'
  return (await database.pool.query(text, [annId, month])).rows[0]?.used ?? 0
}
const used = (): Promise<number> => usedIn(monthOf(Date.now()))

describe('compute units', () => {
  it.each([
    // As many as are under way at once.
    [LANES, 'one server', () => [ann]],
    [1000, 'two servers', () => [ann, ann.at(two!.url)]],
  ] as const)(
    'are exact when %i backtests are requested from %s at the same time',
    { tags: ['full'] },
    async (count, _, clients) => {
      await leaveUnitsFor(10)
      const all = clients()
      const answers = await inLanes(count, (at) => post(all[at % all.length] as HttpClient))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
      const refused = answers.filter(({ status }) => status === 403)
      expect(refused).toHaveLength(count - 10)
      expect(refused.at(-1)?.json).toMatchObject({
        code: 'not-enough-units',
        message: expect.stringMatching(/^This would use 2 backtest compute units. You have \d+ remaining.$/),
      })
      expect(await used()).toBe(4000)
      expect((await ann.get('/api/backtests')).json).toHaveLength(10)
    },
  )

  it('of canceled backtests are given back, and as many can be started again', async () => {
    await leaveUnitsFor(4)
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await post(ann)).json.id as string))
    expect((await post(ann)).json).toEqual({
      code: 'not-enough-units',
      kind: 'forbidden',
      message: 'This would use 2 backtest compute units. You have 0 remaining.',
      details: { units: 2, remaining: 0 },
    })
    // Each twice: one of the two finds it gone.
    const canceled = await Promise.all([0, 0, 1, 1].map((at) => ann.call('DELETE', `/api/backtest/${ids[at]}`)))
    expect(canceled.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404])
    expect(await used()).toBe(4000 - 2 * UNITS)
    const again = await Promise.all(Array.from({ length: 6 }, () => post(ann)))
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403, 403])
    expect((await ann.get('/api/user')).json.backtestUnits).toBe(0)
  })

  it('are given back to the month that was charged', async () => {
    const { id } = (await post(ann)).json
    const { rows } = await database.pool.query('select units, units_month::text from backtests where id = $1', [id])
    expect(rows).toEqual([{ units: UNITS, units_month: monthOf(Date.now()) }])
    await database.pool.query("update backtests set units_month = '2024-02-01' where id = $1", [id])
    await database.pool.query("update unit_usage set month = '2024-02-01', used = 7")
    expect((await ann.call('DELETE', `/api/backtest/${id}`)).status).toBe(200)
    expect(await usedIn('2024-02-01')).toBe(7 - UNITS)
    expect(await used()).toBe(0)
  })

  it('of ended backtests stay used when these are deleted', async () => {
    const { id } = (await post(ann)).json
    await database.pool.query("update backtests set status = 'Errored' where id = $1", [id])
    expect((await ann.call('DELETE', `/api/backtest/${id}`)).status).toBe(200)
    expect(await used()).toBe(UNITS)
  })

  it.each([
    ['given back once when the installation is to blame for it', true, 0],
    ['kept when the script is to blame for it', false, UNITS],
  ])('of an end are %s, however often the run was started', async (_, isOurFault, left) => {
    const { id } = (await post(ann)).json
    const { db, stop } = await connectDatabase({ dataDir: '', url: database.url, logger: silentLogger })
    const repository = createBacktestsRepository(db)
    const take = () => db.transaction((tx) => repository.takeIn(tx, id, new Date()))
    await take()
    await db.transaction((tx) => repository.requeueIn(tx, id, 'The runner was lost; running again', 1))
    await take()
    expect(await used()).toBe(UNITS)
    const end: RunEnd = { status: 'Failed', columns: { detail: 'lost' }, result: null, isOurFault, trial: null }
    const finish = () => db.transaction((tx) => repository.finishIn(tx, id, end, 'any'))
    expect((await Promise.all([finish(), finish()])).toSorted()).toEqual([false, true])
    await stop()
    expect(await used()).toBe(left)
    expect((await ann.get(`/api/backtest/${id}`)).json).toMatchObject({ units: UNITS, unitsRefunded: isOurFault })
  })

  it('are not charged for requests that are refused', async () => {
    expect((await post(ann, { start: MARKET.end, end: MARKET.start })).status).toBe(400)
    expect((await post(ann, { instrumentId: 'EURUSD:TEST' })).status).toBe(400)
    expect(await used()).toBe(0)
  })

  it('are sent to the open pages of the user whenever they change', async () => {
    const socket = await new SocketClient(ann).opened()
    socket.send({ type: 'subscribe', topic: 'user' })
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    const isTold = (backtestUnits: number) =>
      socket.next(
        ({ type, ...message }: ServerMessage) =>
          type === 'event' &&
          'payload' in message &&
          JSON.stringify(message.payload) ===
            JSON.stringify({ event: 'credit-backtest-units', data: { backtestUnits } }),
      )
    const { id } = (await post(ann)).json
    await isTold(4000 - UNITS)
    await ann.call('DELETE', `/api/backtest/${id}`)
    await isTold(4000)
    socket.close()
  })
})

import { join } from 'node:path'
import { monthOf } from '@tradeloom/database'
import { openMarketStore } from '@tradeloom/market-data'
import { type HttpClient, putWaveMarket, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { create, CROSS, even, type SavedVersion, saveScript, settingsOf } from './optimizations.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const DAY = 86_400_000
const TODAY = Math.floor(Date.now() / DAY) * DAY
const dayBefore = (days: number): string => new Date(TODAY - days * DAY).toISOString()
/** Four days: two units with every tick for each backtest. */
const MARKET = { id: 'EURUSD:FXCM', start: dayBefore(8), end: dayBefore(4) }

let database: TestDatabase
/** It runs nothing, so what is accepted stays queued. */
let server: TestServer
let ann: HttpClient
let annId: string
let cross: SavedVersion

beforeAll(async () => {
  database = await startTestDatabase()
  const env = { TRADELOOM_SERVICES: 'http,realtime', TRADELOOM_PROFILE: 'hosted' }
  server = await startTestServer({ databaseUrl: database.url, env })
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
beforeEach(async () => {
  await database.pool.query('delete from optimizations')
  await database.pool.query('delete from unit_usage')
})

/** 12 permutations: 24 units. */
const wanted = () => settingsOf(cross, { instrumentId: MARKET.id, start: MARKET.start, end: MARKET.end, resolution: 0 })
const used = async (): Promise<number> =>
  (await database.pool.query('select used from unit_usage where user_id = $1', [annId])).rows[0]?.used ?? 0

describe('compute units of optimizations', () => {
  it('are exact when many are requested at the same time', async () => {
    const text = 'insert into unit_usage (user_id, month, used) values ($1, $2, $3)'
    await database.pool.query(text, [annId, monthOf(Date.now()), 4000 - 24 * 3 - 5])
    const answers = await Promise.all(Array.from({ length: 40 }, () => ann.post('/api/optimisation', wanted())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await used()).toBe(3995)
    expect(answers.find(({ status }) => status === 403)?.json).toMatchObject({
      code: 'not-enough-units',
      message: expect.stringMatching(/^This would use 24 backtest compute units. You have \d+ remaining.$/),
    })
  })

  it('are those of all permutations, or of the most backtests that a search can run', async () => {
    expect(await create(ann, wanted())).toMatchObject({ status: 'Queued', progress: -1, total: 12, units: 24 })
    const externalsSettings = [even('fast', 1, 50, 50), even('slow', 60, 109, 50)]
    const strategies = [{ strategy: 'genetic' as const }, { strategy: 'tpe' as const, budget: 30 }]
    const found = []
    for (const strategy of strategies) {
      const { total, units } = await create(ann, { ...wanted(), ...strategy, externalsSettings })
      found.push([total, units])
    }
    expect(found).toEqual([
      [260, 520],
      [30, 60],
    ])
    expect(await used()).toBe(24 + 520 + 60)
  })

  it('of a canceled one are given back once', async () => {
    const { id } = await create(ann, wanted())
    expect(await used()).toBe(24)
    const canceled = await Promise.all([0, 1].map(() => ann.call('DELETE', `/api/optimisation/${id}`)))
    expect(canceled.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await used()).toBe(0)
    expect((await ann.get('/api/optimisations')).json).toEqual([])
  })

  it('are not enough without the package for every tick', async () => {
    await database.pool.query('update packages set backtest_tick = false where id = 1')
    const { status, json } = await ann.post('/api/optimisation', wanted())
    expect([status, json.message]).toEqual([403, 'Backtesting every tick is available with our premium packages.'])
    await database.pool.query('update packages set backtest_tick = true where id = 1')
  })
})

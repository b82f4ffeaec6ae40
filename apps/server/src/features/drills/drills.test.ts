import type { Drill } from '@tradeloom/contracts'
import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { DRILL_KINDS } from '@tradeloom/domain/drills'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:SIM'
/** Without a price. */
const SILENT = 'GBPUSD:SIM'
/** Paid in full. */
const COIN = 'BTCUSD:SIM'

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let coin: LiveTicks
let user: HttpClient
let account = ''
let count = 0

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'off' } })
  const always = { simulated: true, calendar: 'always' } as const
  const listed = { status: 'active', tradingOpen: true } as const
  await putListings(database.db, [
    listInstrument(defineInstrument(EURUSD, { ...always, lotSize: 1000, minQuantity: 1000 }), listed),
    listInstrument(defineInstrument(SILENT, always), listed),
    listInstrument(defineInstrument(COIN, { ...always, marginRate: 1 }), listed),
  ])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  coin = new LiveTicks(server.dataDir, COIN)
})
afterAll(async () => {
  ticks?.stop()
  coin?.stop()
  await server?.stop()
  await database?.stop()
})
beforeEach(async () => {
  ticks.keep(1.1)
  coin.keep(60_000)
  count += 1
  user = await signUp(server.url, `drilled${count}`)
  account = (await user.get('/api/accounts')).json[0].id
})

const start = (kind: string, instrumentId = EURUSD) =>
  user.post(`/api/accounts/${account}/drills`, { kind, instrumentId })
const list = async () => (await user.get(`/api/accounts/${account}/drills`)).json
const read = async (id: string) => (await user.get(`/api/drills/${id}`)).json
const begun = async (kind: string): Promise<Drill> => {
  const started = await start(kind)
  expect(started.status, started.text).toBe(200)
  await expect.poll(async () => (await read(started.json.id)).started, { timeout: 30_000 }).not.toBeNull()
  return read(started.json.id)
}
const isPracticing = async () => (await user.get('/api/accounts')).json[0].practicing

describe('a bad day', () => {
  it('is begun by the owner of a paper account, shown as it happens, and stopped at once', async () => {
    expect(await list()).toEqual({ drills: [], positions: 0, stops: 0, problem: null })
    const drill = await begun('refused-stop')
    expect(drill).toMatchObject({
      kind: 'refused-stop',
      symbol: 'EUR/USD',
      end: null,
      problem: null,
      accountId: account,
    })
    expect(drill.ends! - drill.started!).toBe(30_000)
    expect(await isPracticing()).toBe(true)
    await expect.poll(async () => (await read(drill.id)).result.profit, { timeout: 15_000 }).not.toBeNull()
    const { result } = await read(drill.id)
    expect(result).toMatchObject({ planned: null, currency: 'USD' })
    expect(result.profit).toBeLessThan(0)
    expect(result.closed).toBeGreaterThanOrEqual(0)
    const messages = result.events.map(({ message }: { message: string }) => message)
    expect(messages[0]).toBe('Practice of a bad day begins: A stop is refused at its fill')
    expect(messages.join('\n')).toMatch(/rejected/)
    expect((await start('gap')).json).toMatchObject({ message: expect.stringContaining('being practiced') })
    const stopped = await user.post(`/api/drills/${drill.id}/stop`)
    expect(stopped.json).toMatchObject({ id: drill.id, end: 'stopped' })
    expect((await user.post(`/api/drills/${drill.id}/stop`)).json).toMatchObject({
      end: 'stopped',
      ended: stopped.json.ended,
    })
    expect(await isPracticing()).toBe(false)
    expect(await list()).toMatchObject({ drills: [{ id: drill.id, end: 'stopped' }], problem: null })
    expect(await verifyAccount(database.db, account)).toEqual([])
  })

  it('says what its stop would have cost, and closes what it has opened when it is stopped', async () => {
    const drill = await begun('gap')
    await expect.poll(async () => (await user.get('/api/positions/open')).json.length).toBe(1)
    expect(await list()).toMatchObject({ positions: 1, stops: 1 })
    const { result } = await read(drill.id)
    expect(result.planned).toBeCloseTo(-drill.quantity * 1.1002 * 0.01, 6)
    expect(result).toMatchObject({ profit: null, closed: null, unprotected: 0 })
    await user.post(`/api/drills/${drill.id}/stop`)
    await expect.poll(async () => (await user.get('/api/positions/open')).json.length).toBe(0)
    await expect.poll(async () => (await read(drill.id)).result.profit).toBeCloseTo(-drill.quantity * 0.0002, 6)
  })

  it('is any of eight', async () => {
    for (const kind of DRILL_KINDS) {
      // What the one before has opened is gone first.
      await expect.poll(async () => (await start(kind)).status, { timeout: 10_000 }).toBe(200)
      const [{ id }] = (await list()).drills
      await expect.poll(async () => (await read(id)).started, { timeout: 10_000 }).not.toBeNull()
      await expect
        .poll(async () => (await database.pool.query('select from intents where id = $1', [id])).rowCount)
        .toBe(1)
      await user.post(`/api/drills/${id}/stop`)
      await expect.poll(async () => (await user.get('/api/positions/open')).json.length).toBe(0)
    }
    expect(await verifyAccount(database.db, account)).toEqual([])
  })
})

describe('a bad day is refused', () => {
  const refused = async (answer: ReturnType<typeof start>, status: number, text: string): Promise<void> => {
    const { status: found, json } = await answer
    expect([found, json.message]).toEqual([status, expect.stringContaining(text)])
  }

  it('of another kind, in an instrument that is unknown or without price, or without leverage for a margin call', async () => {
    await refused(start('earthquake'), 400, '')
    await refused(start('gap', 'nothing'), 400, '')
    await refused(start('gap', 'NOBODY:SIM'), 404, 'Instrument')
    await refused(start('margin-call', COIN), 409, 'on margin')
    await refused(start('gap', SILENT), 409, 'no price')
  })

  it('where something of the user is open in the instrument, or the account opens nothing', async () => {
    const other = await begun('gap')
    await expect.poll(async () => (await user.get('/api/positions/open')).json.length).toBe(1)
    await database.pool.query(`update drills set ended_at = now(), "end" = 'over' where id = $1`, [other.id])
    await refused(start('silent-feed'), 409, 'in EURUSD:SIM first')
    await refused(start('margin-call', COIN), 409, 'on this account first')
    await database.pool.query(`update account_control set level = 'NO_NEW' where account_id = $1`, [account])
    await refused(start('gap', COIN), 409, 'opens nothing')
    expect(await list()).toMatchObject({ problem: expect.stringContaining('opens nothing') })
  })

  it('more than 50 times within a day', async () => {
    await database.pool.query(
      `insert into drills (id, account_id, kind, instrument_id, quantity, fall, asked_at, ended_at, "end")
       select gen_random_uuid(), $1, 'gap', $2, 1000, 0, now(), now(), 'over' from generate_series(1, 50)`,
      [account, EURUSD],
    )
    await refused(start('gap'), 409, 'At most 50')
  })

  it('at a venue, and to others', async () => {
    const stranger = await signUp(server.url, `stranger${count}`)
    await refused(
      stranger.post(`/api/accounts/${account}/drills`, { kind: 'gap', instrumentId: EURUSD }),
      404,
      'Account',
    )
    await database.pool.query(`update trading_accounts set venue = 'BINANCE' where id = $1`, [account])
    await refused(start('gap'), 404, 'Account')
  })
})

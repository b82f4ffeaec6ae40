import { putListings, verifyAccount } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'

const EURUSD = 'EURUSD:SIM'
const PATIENT = { interval: 20 }
/** Buys whenever nothing is open. */
const STUBBORN = `function onTick() { if (positions.count === 0) buy({ quantity: 10_000 }) }`

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let user: HttpClient
let account: { id: string; connectionId: string }
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'off' } })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
  user = await signUp(server.url, 'stubborn')
  account = (await user.get('/api/accounts')).json[0]
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})

const open = async () => (await user.get('/api/positions/open')).json as unknown[]
interface Guard {
  readonly isWatched: boolean
  readonly rules: readonly { readonly rule: string; readonly value: number | null }[]
}
const guard = async () => (await user.get(`/api/accounts/${account.id}/guard`)).json as Guard
const level = async () => ((await user.get('/api/accounts')).json as { level: string }[])[0]?.level

it('a paper account that has lost its limit is closed down while its session and script are frozen', async () => {
  const { id } = (await user.post('/api/algorithms', { name: 'Stubborn' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${id}/versions`, { script: STUBBORN, message: 'test' })
  const terms = {
    algorithmId: id,
    algorithmVersionId: saved.json.id,
    brokerConnectionId: account.connectionId,
    brokerAccountId: account.id,
    instrumentId: EURUSD,
    interval: 'M1',
  }
  // The process of paper accounts is started by it, and on a busy machine not soon enough for the first attempt.
  const create = async () => (await user.post(`/api/algorithms/${id}/sessions`, terms)).status
  await expect.poll(create, PATIENT).toBe(200)
  // From its session on, without a limit.
  await expect.poll(guard, PATIENT).toMatchObject({ isWatched: true })
  const measured = async (rule: string) => (await guard()).rules.find((one) => one.rule === rule)?.value
  await expect.poll(() => measured('exposure'), PATIENT).toBeGreaterThan(10_000)
  expect((await user.call('PUT', `/api/accounts/${account.id}/limits`, { dailyLoss: 100 })).json.dailyLoss).toBe(100)
  await expect.poll(open, PATIENT).toHaveLength(1)
  for (const name of ['sessions', 'runner']) expect(signalProcess(name, 'SIGSTOP'), name).toBeGreaterThan(0)
  // In the middle of a transaction, at worst.
  const holder = await database.pool.connect()
  holder.on('error', () => undefined)
  await holder.query('begin')
  await holder.query('select from account_control where account_id = $1 for update', [account.id])
  try {
    ticks.keep(1.085)
    await expect.poll(open, PATIENT).toEqual([])
  } finally {
    holder.release(true)
    for (const name of ['runner', 'sessions']) signalProcess(name, 'SIGCONT')
  }
  expect(await level()).toBe('FLATTEN')
  expect((await user.get('/api/positions/closed')).json).toMatchObject({ positions: [{ detail: 'guardian' }] })
  // It would buy again at once.
  await expect
    .poll(
      async () => (await database.pool.query(`select from intents where state in ('DENIED', 'UNSENT')`)).rowCount,
      PATIENT,
    )
    .toBeGreaterThan(3)
  // What is refused before it is sent is no order.
  expect(await measured('order-rate')).toBeLessThanOrEqual(1)
  expect(await open()).toEqual([])
  // The script, which is awake again, goes on asking.
  expect(await verifyAccount(database.db, account.id)).toEqual([])
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { signUp, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { processesOf, signalProcess } from '../../testing/signal-process.fixture.ts'

const EURUSD = 'EURUSD:SIM'

interface Beat {
  readonly path: string
  /** When it was sent. */
  readonly at: number
  readonly problems: readonly string[]
}

const beats: Beat[] = []
let watcher: Server
let database: TestDatabase
let server: TestServer
let ticks: LiveTicks

beforeAll(async () => {
  watcher = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const [at = '', ...problems] = Buffer.concat(parts).toString('utf8').split('\n')
      beats.push({ path: request.url ?? '', at: Date.parse(at), problems })
      response.end()
    })
  })
  await new Promise<void>((done) => watcher.listen(0, '127.0.0.1', done))
  database = await startTestDatabase()
  const { port } = watcher.address() as AddressInfo
  const env = {
    TRADELOOM_SIMULATED_VENUES: 'off',
    TRADELOOM_HEARTBEAT_URL: `http://127.0.0.1:${port}/desk`,
    TRADELOOM_HEARTBEAT_SECONDS: '1',
  }
  server = await startTestServer({ databaseUrl: database.url, env })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
  await new Promise((done) => watcher?.close(done))
})

const sentAfter = (time: number, path: string) => beats.filter((beat) => beat.at > time && beat.path === path)

it('is sent while everything is in order', async () => {
  await until(() => sentAfter(0, '/desk').length > 0)
  expect(processesOf('guardian')).toHaveLength(1)
})

it('says why not while prices that are traded with do not advance', async () => {
  const user = await signUp(server.url, 'watched')
  const [account] = (await user.get('/api/accounts')).json
  const { id } = (await user.post('/api/algorithms', { name: 'Idle' })).json
  const saved = await user.post(`/api/algorithms/${id}/versions`, { script: 'function onTick() {}', message: 'test' })
  const terms = {
    algorithmId: id,
    algorithmVersionId: saved.json.id,
    brokerConnectionId: account.connectionId,
    brokerAccountId: account.id,
    instrumentId: EURUSD,
    interval: 'M1',
  }
  ticks.keep(1.1)
  await until(async () => (await user.post(`/api/algorithms/${id}/sessions`, terms)).status === 200)
  await until(() => sentAfter(Date.now() - 900, '/desk').length > 0)
  ticks.stop()
  await until(() => beats.some(({ path, problems }) => path === '/desk/fail' && problems.join().includes(EURUSD)))
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
  const since = Date.now()
  await until(() => sentAfter(since, '/desk').length > 0)
})

it('is not sent by a frozen guardian', async () => {
  expect(signalProcess('guardian', 'SIGSTOP')).toBe(1)
  const stopped = Date.now()
  await until(() => Date.now() - stopped > 3_000)
  const resumed = Date.now()
  signalProcess('guardian', 'SIGCONT')
  await until(() => beats.some(({ at }) => at >= resumed))
  // A beat that was being sent may say a time just before the stop.
  expect(beats.filter(({ at }) => at > stopped + 500 && at < resumed)).toEqual([])
})

import { join } from 'node:path'
import { CHANNELS } from '@tradeloom/contracts'
import { putListings } from '@tradeloom/database'
import { defineInstrument, type KnownRevision, listInstrument } from '@tradeloom/domain'
import { openPointInTimeStore } from '@tradeloom/market-data'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'
import { type SourceLabs, startSourceLabs } from './source-labs.fixture.ts'

const EURUSD = 'EURUSD:TEST'
const CODE = 'EXR/D.USD.EUR.SP00.A'
const DAY = 86_400_000
/** Bytes of its six columns. */
const ONE_VALUE = 48
const SCRIPT = `
  const rate = series('ECB:${CODE}')
  let isTold = false
  function onTick() {
    if (isTold && !rate.isNew) return
    isTold = true
    log('rate', rate.value, rate.ago(1), rate.count)
  }`

let database: TestDatabase
let labs: SourceLabs
let server: TestServer
let ticks: LiveTicks
let admin: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  labs = await startSourceLabs()
  server = await startTestServer({ databaseUrl: database.url, env: labs.env })
  admin = await signUp(server.url, 'admin')
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await labs?.stop()
  await database?.stop()
})

async function start() {
  const [account] = (await admin.get('/api/accounts')).json
  const { id: algorithmId } = (await admin.post('/api/algorithms', { name: 'Rates' })).json
  const saved = await admin.post(`/api/algorithms/${algorithmId}/versions`, { script: SCRIPT, message: '' })
  expect(saved.status, saved.text).toBe(200)
  const broker = { brokerConnectionId: account.connectionId, brokerAccountId: account.id }
  const terms = { instrumentId: EURUSD, interval: 'M1', externals: {}, status: 'Active' }
  const version = { algorithmId, algorithmVersionId: saved.json.id }
  return admin.post(`/api/algorithms/${algorithmId}/sessions`, { ...version, ...broker, ...terms })
}

/** The daily look finds a value that has become known just now. */
async function publish(value: number): Promise<void> {
  const store = openPointInTimeStore(join(server.dataDir, 'market'))
  const { rows } = await database.pool.query('select * from source_series where code = $1', [CODE])
  const { id, hash, frequency, unit } = rows[0]
  const code = `ECB:${CODE}`
  const periodStart = Math.floor(Date.now() / DAY) * DAY
  const known = { knownAt: Date.now(), vintage: null, quality: 'observed' } as const
  const revision: KnownRevision = { periodStart, periodEnd: periodStart + DAY, value, ...known }
  const revisions = [...(await store.read({ code, hash })), revision]
  const state = await store.put({ code, column: null, frequency, unit }, revisions, true)
  await database.pool.query('update source_series set hash = $1 where id = $2', [state.hash, id])
}

describe('a live session of a script with series', () => {
  it('is refused while the provider is off', async () => {
    const { status, text } = await start()
    expect([status, text]).toEqual([400, expect.stringContaining('is switched off here')])
  })

  it('knows what was known at its start and what becomes known later, also after a crash, and says what fails', async () => {
    expect((await admin.call('PATCH', '/api/admin/source/ecb', { isOn: true })).status).toBe(200)
    const created = await start()
    expect(created.status, created.text).toBe(200)
    const { id } = created.json
    const socket = await new SocketClient(admin).opened()
    const lines = async (): Promise<string[]> => {
      const { data } = await socket.request(CHANNELS.tradingSessions, 'tail-log', { id })
      return (data as { message: string }[]).map(({ message }) => message)
    }
    const rates = async () => (await lines()).filter((line) => line.startsWith('rate'))
    // The value of the last of three days was withdrawn.
    await expect.poll(rates).toEqual(['rate NaN 1.075 3'])
    await publish(1.09)
    await expect.poll(rates).toEqual(['rate NaN 1.075 3', 'rate 1.09 NaN 4'])
    expect(signalProcess('sessions')).toBeGreaterThan(0)
    await publish(1.1)
    await expect.poll(rates).toEqual(['rate NaN 1.075 3', 'rate 1.09 NaN 4', 'rate 1.1 NaN 4'])
    expect((await lines()).filter((line) => line.startsWith('Continues after an interruption'))).toHaveLength(1)
    // Each was told once, alone.
    const told = await database.pool.query(`select body ->> 'rows' as rows from session_inputs where kind = 'KNOWN'`)
    expect(told.rows.map(({ rows }) => Buffer.from(rows, 'base64').length)).toEqual([ONE_VALUE, ONE_VALUE])
    await database.pool.query(`update source_series set problem = 'ECB does not answer' where code = $1`, [CODE])
    const failing = `Series ECB:${CODE} could not be updated: ECB does not answer. Its last value is still used`
    await expect.poll(lines).toContain(failing)
    await database.pool.query('update source_series set problem = null where code = $1', [CODE])
    await expect.poll(lines).toContain(`Series ECB:${CODE} is updated again`)
    await database.pool.query('delete from source_series where code = $1', [CODE])
    const deleted = `Series ECB:${CODE} could not be updated: it was deleted. Its last value is still used`
    await expect.poll(lines).toContain(deleted)
    expect((await admin.get(`/api/session/${id}`)).json).toMatchObject({ status: 'Active' })
    expect(await rates()).toHaveLength(3)
    socket.close()
  })
})

import { randomUUID } from 'node:crypto'
import { CHANNELS } from '@tradeloom/contracts'
import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveTicks } from '../../testing/live-ticks.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:TEST'
const KEYS = '/api/exchange-api-keys'

let database: TestDatabase
let server: TestServer
let ticks: LiveTicks
let admin: HttpClient
let ann: HttpClient
let annId: string

beforeAll(async () => {
  database = await startTestDatabase()
  const env = { TRADELOOM_PROFILE: 'hosted', TRADELOOM_ADMIN_FACTORS: 'optional', TRADELOOM_SIMULATED_VENUES: 'off' }
  server = await startTestServer({ databaseUrl: database.url, env })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  ticks = new LiveTicks(server.dataDir, EURUSD)
  ticks.keep(1.1)
  admin = await signUp(server.url, 'admin')
  ann = await signUp(server.url, 'ann')
  annId = (await ann.get('/api/user')).json.id
})
afterAll(async () => {
  ticks?.stop()
  await server?.stop()
  await database?.stop()
})

const assign = async (packageId: number) => {
  expect((await admin.call('PATCH', `/api/admin/user/${annId}`, { packageId })).status).toBe(200)
}

/** A key at a venue with its account; returns the id of the account. */
async function plant(minutesAgo: number): Promise<{ connection: string; account: string }> {
  const [connection, account] = [randomUUID(), randomUUID()]
  const { pool } = database
  await pool.query(
    `insert into broker_connections (id, user_id, type, broker, created_at)
     values ($1, $2, 'live', 'BINANCE', now() - $3::integer * interval '1 minute')`,
    [connection, annId, minutesAgo],
  )
  await pool.query(`insert into exchange_keys (connection_id, masked_key) values ($1, '…1234')`, [connection])
  await pool.query(
    `insert into trading_accounts (id, connection_id, user_id, venue, account_no, model, currency, initial_balance, balance)
     values ($1, $2, $3, 'BINANCE', '1', 'spot', 'USDT', 0, 0)`,
    [account, connection, annId],
  )
  await pool.query('insert into account_control (account_id) values ($1)', [account])
  return { connection, account }
}

describe('a smaller package', () => {
  it('keeps every key, and lets the surplus ones open nothing', async () => {
    await assign(2)
    const newer = await plant(1)
    const older = await plant(2)
    const listed = async () =>
      (await ann.get(KEYS)).json.map((one: Record<string, unknown>) => [one['id'], one['isInPackage']])
    expect(await listed()).toEqual([
      [older.connection, true],
      [newer.connection, true],
    ])
    await assign(1)
    expect(await listed()).toEqual([
      [older.connection, true],
      [newer.connection, false],
    ])
    const socket = await new SocketClient(ann).opened()
    const open = async (accountId: string) =>
      socket.request(CHANNELS.brokers, 'open-position', {
        key: randomUUID().slice(0, 7),
        tag: 'test',
        accountId,
        instrumentId: 'BTCUSDT:BINANCE',
        direction: 'LONG',
        quantity: 1,
        price: 1,
      })
    const refusal = { ok: false, error: 'This exchange connection is not in your package' }
    expect(await open(newer.account)).toMatchObject(refusal)
    socket.close()
    const body = {
      formStyle: 4,
      type: 'live',
      broker: 'BINANCE',
      apiKey: 'k',
      apiSecret: 's',
    }
    await database.pool.query(
      "insert into venue_settings (venue_id, is_on) values ('BINANCE', true) on conflict (venue_id) do update set is_on = true",
    )
    expect(await ann.post(KEYS, body)).toMatchObject({
      status: 403,
      json: { code: 'no-connections', message: expect.stringContaining('Your package has 1 exchange connection.') },
    })
    await assign(0)
    expect(await ann.post(KEYS, body)).toMatchObject({
      status: 403,
      json: { message: 'Your package has no exchange connections' },
    })
    expect((await listed()).map(([, isIn]: [string, boolean]) => isIn)).toEqual([false, false])
    expect((await database.pool.query('select from exchange_keys')).rowCount).toBe(2)
  })

  it('lets running sessions go on, and refuses new ones', async () => {
    await assign(2)
    const [account] = (await ann.get('/api/accounts')).json.filter(({ type }: { type: string }) => type === 'paper')
    const { id: algorithmId } = (await ann.post('/api/algorithms', { name: 'Running' })).json
    const saved = await ann.post(`/api/algorithms/${algorithmId}/versions`, {
      script: 'function onTick() {}',
      message: '',
    })
    const start = () =>
      ann.post(`/api/algorithms/${algorithmId}/sessions`, {
        algorithmId,
        algorithmVersionId: saved.json.id,
        brokerConnectionId: account.connectionId,
        brokerAccountId: account.id,
        instrumentId: EURUSD,
        interval: 'M1',
        externals: {},
        status: 'Active',
      })
    const refusal = { status: 403, json: { code: 'no-sessions', message: 'You have 0 sessions available' } }
    const { id } = (await start()).json
    expect(await start()).toMatchObject(refusal)
    await assign(0)
    expect(await start()).toMatchObject(refusal)
    expect((await ann.get(`/api/session/${id}`)).json).toMatchObject({ status: 'Active' })
    const stopped = { status: 'Stopped', statusDetail: null, stopped: null }
    expect((await ann.call('PUT', `/api/session/${id}`, stopped)).status).toBe(200)
    expect(await start()).toMatchObject(refusal)
  })
})

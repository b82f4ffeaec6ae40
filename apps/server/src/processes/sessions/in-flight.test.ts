import { join } from 'node:path'
import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { TickWriter } from '@tradeloom/market-data/ticks'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'

const MARKET = 'EURUSD:TEST'
/** Buys whenever it holds nothing, as a script does that does not know what is on its way. */
const EAGER = `function onTick() { if (positions.count === 0) buy({ quantity: 1000 }) }`

/** Holds a position with a stop, and waits for a price that does not come. */
const WAITING = `
  function onTick(tick) {
    if (orders.count > 0) return
    if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 500 })
    else if (positions.count === 1) buy({ quantity: 1000, limitPrice: tick.bid - 0.01 })
  }`

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  const instrument = defineInstrument(MARKET, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

async function rows<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
  return (await database.pool.query(query, values)).rows as Row[]
}

async function started(user: HttpClient, script: string, instrumentId: string): Promise<{ readonly id: string }> {
  const [account] = (await user.get('/api/accounts')).json as { id: string; connectionId: string }[]
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'Script' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script, message: 'test' })
  const created = await user.post(`/api/algorithms/${algorithmId}/sessions`, {
    algorithmId,
    algorithmVersionId: (saved.json as { id: string }).id,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId,
    interval: 'Tick',
  })
  expect(created.status, created.text).toBe(200)
  return created.json as { id: string }
}

it('opens one position at two prices of one moment, while its first order has no answer', async () => {
  const user = await signUp(server.url, 'eager')
  const { id } = await started(user, EAGER, MARKET)
  const writer = new TickWriter(join(server.dataDir, 'market'), MARKET)
  const tick = (bid: number): void => {
    const time = Date.now()
    writer.append({ time, bid, ask: bid + 0.0001, receivedAt: time, flags: 0 })
  }
  const reaches = (row: number) =>
    expect
      .poll(
        async () =>
          (
            await rows<{ row: number }>('select row_no::float8 as row from session_progress where session_id = $1', id)
          )[0]?.row,
      )
      .toBe(row)
  const asked = () =>
    rows<{ state: string; reason: string | null }>(
      'select state, reason from intents where session_id = $1 order by no',
      id,
    )
  tick(1.1)
  await reaches(0)
  // No order is answered from here on.
  expect(signalProcess('paper', 'SIGSTOP')).toBe(1)
  let row = 0
  // Prices that come late on a busy machine open nothing: then the next ones do.
  while ((await asked()).length < 2) {
    tick(1.1)
    tick(1.1001)
    await reaches((row += 2))
  }
  const [first, ...others] = await asked()
  expect(first?.state).toBe('WRITTEN')
  const denied = { state: 'DENIED', reason: 'An earlier order at market is still on its way' }
  expect(others).toEqual(others.map(() => denied))
  expect(signalProcess('paper', 'SIGCONT')).toBe(1)
  await expect.poll(async () => (await asked())[0]?.state).toMatch(/^(FILLED|UNSENT)$/)
  const isFilled = (await asked())[0]?.state === 'FILLED'
  expect(await rows('select from positions where session_id = $1', id)).toHaveLength(isFilled ? 1 : 0)
  expect((await asked()).slice(1)).toEqual(others)
  writer.close()
})

it('fails for good once it cannot go on: it opens nothing more, keeps its stop, and says so', async () => {
  const user = await signUp(server.url, 'broken')
  const market = 'AUDUSD:TEST'
  const instrument = defineInstrument(market, { simulated: true, calendar: 'always', lotSize: 1000, minQuantity: 1000 })
  await putListings(database.db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  const { id } = await started(user, WAITING, market)
  const writer = new TickWriter(join(server.dataDir, 'market'), market)
  const states = async () =>
    (
      await rows<{ type: string; state: string }>(
        `select payload ->> 'type' as type, state from intents where session_id = $1 and state in ('FILLED', 'WORKING')`,
        id,
      )
    ).map(({ type, state }) => `${type} ${state}`)
  await expect
    .poll(async () => {
      const time = Date.now()
      writer.append({ time, bid: 1.1, ask: 1.1001, receivedAt: time, flags: 0 })
      return states()
    })
    .toEqual(['MARKET FILLED', 'LIMIT WORKING'])
  writer.close()
  // Nobody knows what this was.
  await rows(
    `update session_inputs set body = '{"kind":"EVENT","source":"none"}' where session_id = $1 and kind = 'EVENT'`,
    id,
  )
  expect(signalProcess('sessions')).toBe(1)
  const session = async () => (await user.get(`/api/session/${id}`)).json as { status: string; statusDetail: string }
  await expect.poll(session).toMatchObject({ status: 'Failed' })
  expect((await session()).statusDetail).toMatch(/^It cannot continue: /)
  const told = await rows('select kind, severity from notifications where object = $1', `session:${id}`)
  expect(told).toEqual([{ kind: 'session-failed', severity: 'critical' }])
  await expect.poll(states).toEqual(['MARKET FILLED'])
  const open = await rows(
    `select p.status, o.status as stop from positions p join venue_orders o on o.position_id = p.id and o.type = 'STOP'
     where p.session_id = $1`,
    id,
  )
  expect(open).toEqual([{ status: 'OPEN', stop: 'NEW' }])
})

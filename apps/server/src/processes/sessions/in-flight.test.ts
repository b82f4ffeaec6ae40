import { join } from 'node:path'
import { putListings } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { TickWriter } from '@tradeloom/market-data/ticks'
import { signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { signalProcess } from '../../testing/signal-process.fixture.ts'

const MARKET = 'EURUSD:TEST'
/** Buys whenever it holds nothing, as a script does that does not know what is on its way. */
const EAGER = `function onTick() { if (positions.count === 0) buy({ quantity: 1000 }) }`

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

it('opens one position at two prices of one moment, while its first order has no answer', async () => {
  const user = await signUp(server.url, 'eager')
  const [account] = (await user.get('/api/accounts')).json as { id: string; connectionId: string }[]
  const { id: algorithmId } = (await user.post('/api/algorithms', { name: 'Eager' })).json as { id: string }
  const saved = await user.post(`/api/algorithms/${algorithmId}/versions`, { script: EAGER, message: 'test' })
  const created = await user.post(`/api/algorithms/${algorithmId}/sessions`, {
    algorithmId,
    algorithmVersionId: (saved.json as { id: string }).id,
    brokerConnectionId: account?.connectionId,
    brokerAccountId: account?.id,
    instrumentId: MARKET,
    interval: 'Tick',
  })
  expect(created.status, created.text).toBe(200)
  const { id } = created.json as { id: string }
  const writer = new TickWriter(join(server.dataDir, 'market'), MARKET)
  const tick = (bid: number): void => {
    const time = Date.now()
    writer.append({ time, bid, ask: bid + 0.0001, receivedAt: time, flags: 0 })
  }
  const reaches = (row: number) =>
    expect
      .poll(
        async () =>
          (await rows<{ row: number }>('select row_no::float8 as row from sessions where id = $1', id))[0]?.row,
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

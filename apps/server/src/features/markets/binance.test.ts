import { connectDatabase, schema, silentLogger } from '@tradeloom/database'
import { HttpClient, SocketClient, startTestDatabase } from '@tradeloom/testkit'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'

const BTC = 'BTCUSDT:BINANCE'
const STEP_MS = 250
const MINUTES = 10

/** A market that quotes and trades from now on. */
function frames(from: number): { time: number; stream: string; data: string }[] {
  return Array.from({ length: (MINUTES * 60_000) / STEP_MS }, (_, n) => {
    const time = from + n * STEP_MS
    const [bid, ask] = [`${60_000 + (n % 7)}.00`, `${60_000 + (n % 7)}.01`]
    const quote = { u: n + 1, s: 'BTCUSDT', b: bid, B: '1.0', a: ask, A: '1.0' }
    const trade = { e: 'trade', E: time, s: 'BTCUSDT', t: n + 1, p: bid, q: '0.1', T: time, m: true, M: true }
    return [
      { time, stream: 'btcusdt@bookTicker', data: JSON.stringify(quote) },
      { time, stream: 'btcusdt@trade', data: JSON.stringify(trade) },
    ]
  }).flat()
}

it('prices of Binance reach a page once the venue is on, and no request reaches it while it is off', async () => {
  const clock = new LabClock(Date.now())
  const lab = await startBinanceLab({ clock, frames: frames(clock.now()) })
  onTestFinished(() => lab.stop())
  clock.run(1)
  const database = await startTestDatabase()
  onTestFinished(() => database.stop())
  const { rest, streams, wsApi } = lab
  const launch = {
    databaseUrl: database.url,
    env: { TRADELOOM_BINANCE_URLS: JSON.stringify({ rest, streams, wsApi }) },
  }
  const off = await startTestServer(launch)
  const listed = await new HttpClient(off.url).get('/public-api/instruments/USD')
  expect(JSON.stringify(listed.json)).not.toContain(BTC)
  await off.stop()
  expect([lab.requests, lab.sockets.accepted.streams]).toEqual([[], 0])

  const { db, stop } = await connectDatabase({ dataDir: '', url: database.url, logger: silentLogger })
  await db.insert(schema.venueSettings).values({ venueId: 'BINANCE', isOn: true })
  await stop()
  const server = await startTestServer(launch)
  onTestFinished(() => server.stop())
  const visitor = new HttpClient(server.url)
  const socket = await new SocketClient(visitor).opened()
  onTestFinished(() => socket.close())
  const topics = ['price', 'trades', 'candles', 'ticker'].map((name) => `${name}.${BTC}`)
  for (const topic of topics) socket.send({ type: 'subscribe', topic })
  const price = await socket.next(
    (one) => one.type === 'event' && one.payload.event === 'price' && one.payload.data.state === 'live',
  )
  expect(price).toMatchObject({ payload: { data: { instrumentId: BTC, isOpen: true } } })
  for (const topic of topics) await socket.next((one) => one.type === 'event' && one.topic === topic)
})

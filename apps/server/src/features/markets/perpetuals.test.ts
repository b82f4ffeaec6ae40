import { connectDatabase, schema, silentLogger } from '@tradeloom/database'
import { HttpClient, SocketClient, startTestDatabase } from '@tradeloom/testkit'
import { LabClock, startUsdmLab } from '@tradeloom/venue-lab'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'

const PERPETUAL = 'BTCUSDT.P:BINANCE'
const STEP_MS = 250
const NEVER = 'http://127.0.0.1:9'

it('prices, mark price and funding of perpetuals reach a page once their market is on', async () => {
  const clock = new LabClock(Date.now())
  const lab = await startUsdmLab({ clock })
  onTestFinished(() => lab.stop())
  const cancel = clock.every(STEP_MS, () => {
    const [T, E] = [clock.now(), clock.now()]
    const quote = { e: 'bookTicker', u: T, s: 'BTCUSDT', b: '60000.0', B: '1', a: '60000.1', A: '1', T, E }
    lab.markets.publish('btcusdt@bookTicker', quote)
  })
  onTestFinished(cancel)
  clock.run(1)
  const database = await startTestDatabase()
  onTestFinished(() => database.stop())
  const { db, stop } = await connectDatabase({ dataDir: '', url: database.url, logger: silentLogger })
  await db.insert(schema.venueSettings).values({ venueId: 'BINANCE', isOn: true, markets: ['usdm'] })
  await stop()
  const futures = { futuresRest: lab.rest, futuresStreams: lab.streams }
  const urls = { BINANCE: { rest: NEVER, streams: NEVER.replace('http', 'ws'), ...futures } }
  const server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_VENUE_URLS: JSON.stringify(urls) },
  })
  onTestFinished(() => server.stop())
  const visitor = new HttpClient(server.url)
  const socket = await new SocketClient(visitor).opened()
  onTestFinished(() => socket.close())
  for (const name of ['price', 'mark']) socket.send({ type: 'subscribe', topic: `${name}.${PERPETUAL}` })
  const price = await socket.next(
    (one) => one.type === 'event' && one.payload.event === 'price' && one.payload.data.state === 'live',
  )
  expect(price).toMatchObject({ payload: { data: { instrumentId: PERPETUAL, bid: 60_000, ask: 60_000.1 } } })
  const mark = await socket.next((one) => one.type === 'event' && one.payload.event === 'mark')
  expect(mark).toMatchObject({
    topic: `mark.${PERPETUAL}`,
    payload: { data: { instrumentId: PERPETUAL, markPrice: 60_000.05, fundingRate: 0.0001 } },
  })
  const listed = (await visitor.get('/public-api/instruments/USD')).json as { id: string }[]
  expect(listed.find(({ id }) => id === PERPETUAL)).toMatchObject({
    displaySymbol: 'BTC/USDT perpetual',
    accounts: ['netting', 'hedging'],
  })
})

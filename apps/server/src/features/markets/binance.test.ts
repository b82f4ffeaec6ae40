import { connectDatabase, schema, silentLogger } from '@tradeloom/database'
import { HttpClient, SocketClient, startTestDatabase } from '@tradeloom/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'
import { BTC, startQuotingLab } from './quoting-lab.fixture.ts'

it('prices of Binance reach a page once the venue is on, and no request reaches it while it is off', async () => {
  const { lab, env } = await startQuotingLab()
  const database = await startTestDatabase()
  onTestFinished(() => database.stop())
  const launch = { databaseUrl: database.url, env }
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

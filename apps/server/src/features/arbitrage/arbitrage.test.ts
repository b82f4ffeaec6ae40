import type { ArbitrageList, LiveCurrency, ServerMessage } from '@tradeloom/contracts'
import { HttpClient, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const [SIM, SIM2] = ['BTCUSDT:SIM', 'BTCUSDT:SIM2']

let database: TestDatabase
let server: TestServer
let socket: SocketClient
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'on' } })
  socket = await new SocketClient(new HttpClient(server.url)).opened()
})
afterAll(async () => {
  socket.close()
  await server.stop()
  await database.stop()
})

/** The first event of a topic that fits. */
async function heard<Data>(topic: string, event: string, fits: (data: Data) => boolean): Promise<Data> {
  const dataOf = (message: ServerMessage): Data[] =>
    message.type === 'event' && message.topic === topic && message.payload.event === event
      ? [message.payload.data as Data]
      : []
  const found = await socket.next((message) => dataOf(message).some(fits))
  return dataOf(found)[0] as Data
}

it('compares all venues on channel 7, and those that a topic names', async () => {
  socket.send({ type: 'subscribe', channel: 7 })
  const isBoth = ({ sellId, buyId }: ArbitrageList['pairs'][number]): boolean =>
    [SIM, SIM2].includes(sellId) && [SIM, SIM2].includes(buyId)
  const all = await heard<ArbitrageList>('arbitrage', 'arbitrage', ({ pairs }) => pairs.filter(isBoth).length === 2)
  expect(all.pairs.map(({ percent }) => percent)).toEqual(
    all.pairs.map(({ percent }) => percent).toSorted((a, b) => b - a),
  )
  const topic = `arbitrage.${[SIM, SIM2, 'XXXYYY:SIM', 'ETHUSDT:SIM'].join('||')}`
  socket.send({ type: 'subscribe', topic })
  const { pairs, notes } = await heard<ArbitrageList>(topic, 'arbitrage', (list) =>
    list.pairs.some(({ isLive }) => isLive),
  )
  expect(pairs.map(({ sellId, buyId }) => `${sellId} ${buyId}`).toSorted()).toEqual([
    `${SIM} ${SIM2}`,
    `${SIM2} ${SIM}`,
  ])
  expect(notes).toContainEqual({ instrumentIds: ['XXXYYY:SIM'], text: 'Instrument not available' })
  expect(notes).toContainEqual({ instrumentIds: ['ETHUSDT:SIM'], text: 'No other market of its currency among these' })
  for (const { bid, ask, percent } of pairs) expect(percent).toBeCloseTo(((bid - ask) / ask) * 100, 1)
})

it('refuses more than 64 ids with a text', async () => {
  const topic = `arbitrage.${Array.from({ length: 65 }, (_, i) => `COIN${i}USDT:BINANCE`).join('||')}`
  socket.send({ type: 'subscribe', topic })
  const refused = await socket.next((message) => message.type === 'error' && message.topic === topic)
  expect(refused).toMatchObject({ message: 'At most 64 instruments are compared' })
})

it('says what a currency is worth, and has the book by its specified name', async () => {
  socket.send({ type: 'subscribe', topic: 'currency.BTC' })
  socket.send({ type: 'subscribe', topic: `order-book.${SIM}` })
  socket.send({ type: 'subscribe', topic: 'currency.NOPE' })
  const worth = await heard<LiveCurrency>('currency.BTC', 'currency', ({ price }) => price !== null)
  expect(worth).toMatchObject({ symbol: 'BTC', path: [SIM], pegged: 'USDT', simulated: true, note: null })
  await heard(`order-book.${SIM}`, 'book', () => true)
  const refused = await socket.next((message) => message.type === 'error' && message.topic === 'currency.NOPE')
  expect(refused).toMatchObject({ message: 'Currency not found' })
})

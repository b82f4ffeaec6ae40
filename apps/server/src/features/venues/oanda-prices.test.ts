import { CHANNELS, type Venue } from '@tradeloom/contracts'
import { signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { LabClock, startOandaLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'

const EURUSD = 'EURUSD:OANDA'
const TOKEN = 'a practice token of an administrator'

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database.stop())

async function start() {
  const lab = await startOandaLab({
    clock: new LabClock(Date.now()),
    token: TOKEN,
    accounts: [{ id: '101-004-9-001' }],
  })
  lab.clock.run(1)
  // Whatever day it is.
  for (const name of ['EUR_USD', 'USD_JPY']) lab.setTradeable(name, true)
  let points = 108_000
  const quote = (): void => {
    points += 1
    lab.quote('EUR_USD', (points / 1e5).toFixed(5), ((points + 12) / 1e5).toFixed(5))
  }
  quote()
  lab.clock.every(100, quote)
  onTestFinished(() => lab.stop())
  const urls = { OANDA: { practiceRest: lab.rest, practiceStreams: lab.streams } }
  const server = await startTestServer({
    databaseUrl: database.url,
    env: { TRADELOOM_VENUE_URLS: JSON.stringify(urls) },
  })
  onTestFinished(() => server.stop())
  const admin = await signUp(server.url, 'admin')
  const venue = async (): Promise<Venue> => {
    const { json } = await admin.get('/api/admin/venues')
    return (json as Venue[]).find(({ id }) => id === 'OANDA') as Venue
  }
  return { lab, server, admin, venue }
}

it('prices of OANDA come with the marked key of an administrator, and end with it', async () => {
  const { lab, server, admin, venue } = await start()
  expect((await admin.call('PATCH', '/api/admin/venue/OANDA', { isOn: true })).json).toMatchObject({
    state: 'no-login',
    login: { connection: null },
  })
  const body = { formStyle: 5, type: 'practice', broker: 'OANDA', apiKey: TOKEN }
  const key = (await admin.call('POST', '/api/exchange-api-keys', body)).json as {
    id: string
    connectionError: unknown
  }
  expect(key.connectionError).toBeNull()
  expect(lab.requests.filter((one) => one.includes('pricing'))).toEqual([])
  const ann = await signUp(server.url, 'ann')
  const mark = { connectionId: key.id }
  expect((await ann.call('PUT', '/api/admin/venue/OANDA/prices', mark)).status).toBe(403)
  const marked = await admin.call('PUT', '/api/admin/venue/OANDA/prices', mark)
  expect(marked.json).toMatchObject({ login: { connection: { id: key.id, owner: 'admin', problem: null } } })
  await expect.poll(async () => (await venue()).state).toBe('ready')
  expect((await venue()).listed).toBe(2)

  const socket = await new SocketClient(ann).opened()
  onTestFinished(() => socket.close())
  socket.send({ type: 'subscribe', topic: `price.${EURUSD}` })
  const prices = () =>
    socket.messages.filter((one) => JSON.stringify(one).includes(`"instrumentId":"${EURUSD}"`)).length
  await expect.poll(prices).toBeGreaterThan(5)
  await expect.poll(async () => (await venue()).state).toBe('connected')
  expect(await venue()).toMatchObject({ open: 1, live: 1, stale: 0 })

  const terms = { broker: 'OANDA', symbol: 'EUR/USD', side: 'BUY', type: 'STOP_LIMIT', quantity: 1_000 }
  const limits = { stopPrice: 1.2, limitPrice: 1.3 }
  const answer = await socket.request(CHANNELS.brokers, 'order', { key: 'stopli1', ...terms, ...limits })
  expect(JSON.stringify(answer)).toContain('OANDA takes no stop limit orders')

  expect((await admin.call('DELETE', `/api/exchange-api-keys/${key.id}`)).status).toBe(200)
  await expect.poll(() => lab.lines.open('pricing')).toBe(0)
  await expect.poll(async () => (await venue()).state).toBe('no-login')
  expect((await venue()).login?.connection).toMatchObject({ problem: 'Its key was deleted' })
})

import { CHANNELS, type Venue } from '@tradeloom/contracts'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'
import { BTC, startQuotingLab } from '../markets/quoting-lab.fixture.ts'

const SIM = 'BTCUSDT:SIM'
/** Prices of another venue that pass while this one is watched for requests. */
const WATCHED_PRICES = 10

let database: TestDatabase
beforeAll(async () => void (database = await startTestDatabase()))
afterAll(() => database.stop())

async function start(faults: Parameters<typeof startQuotingLab>[0] = []) {
  await database.pool.query('truncate users, venue_settings, instruments cascade')
  const { lab, env } = await startQuotingLab(faults)
  const server = await startTestServer({
    databaseUrl: database.url,
    env: { ...env, TRADELOOM_SIMULATED_VENUES: 'on' },
  })
  onTestFinished(() => server.stop())
  const admin = await signUp(server.url, 'admin')
  const venue = async (): Promise<Venue> => {
    const { json } = await admin.get('/api/admin/venues')
    return (json as Venue[]).find(({ id }) => id === 'BINANCE') as Venue
  }
  const turn = async (isOn: boolean): Promise<Venue> =>
    (await admin.call('PATCH', '/api/admin/venue/BINANCE', { isOn })).json
  return { lab, server, admin, venue, turn }
}

const isPrice = (id: string, from: number) => (message: { type: string }, at: number) =>
  at >= from && JSON.stringify(message).includes(`"instrumentId":"${id}"`) && message.type === 'event'

/** Waits for this many further prices of an instrument. */
async function further(socket: SocketClient, id: string, count: number): Promise<void> {
  const from = socket.messages.length
  await expect.poll(() => socket.messages.filter(isPrice(id, from)).length).toBeGreaterThanOrEqual(count)
}

describe('a venue', () => {
  it('keeps a venue off until an administrator switches it on, and hides the switch from others', async () => {
    const { lab, server, admin, venue } = await start()
    expect(await venue()).toMatchObject({
      name: 'Binance',
      needsSwitch: true,
      isOn: false,
      state: 'off',
      changed: null,
    })
    const ann = await signUp(server.url, 'ann')
    for (const client of [ann, new HttpClient(server.url)]) {
      const status = client === ann ? 403 : 401
      expect((await client.get('/api/admin/venues')).status).toBe(status)
      expect((await client.call('PATCH', '/api/admin/venue/BINANCE', { isOn: true })).status).toBe(status)
    }
    expect((await admin.call('PATCH', '/api/admin/venue/NOWHERE', { isOn: true })).status).toBe(404)
    const simulated = await admin.call('PATCH', '/api/admin/venue/SIM', { isOn: false })
    expect([simulated.status, simulated.json.message]).toEqual([409, expect.stringContaining('always on')])
    expect([lab.requests, lab.sockets.accepted]).toEqual([[], { streams: 0, wsApi: 0 }])
  })

  it('is listed and streamed without a restart once it is on, and sends nothing more once it is off', async () => {
    const { lab, server, venue, turn } = await start()
    const visitor = new HttpClient(server.url)
    const status = async (): Promise<string | undefined> => {
      const { json } = await visitor.get('/public-api/instruments/USD')
      return (json as { id: string; status: string }[]).find(({ id }) => id === BTC)?.status
    }
    expect(await status()).toBeUndefined()
    expect(await turn(true)).toMatchObject({ isOn: true, changedBy: 'admin', changed: expect.any(Number) })
    await expect.poll(async () => (await venue()).state).toBe('ready')
    expect(await venue()).toMatchObject({ listed: 1, open: 0, budget: { limit: 6_000 }, problem: null })
    await expect.poll(status).toBe('active')

    const socket = await new SocketClient(visitor).opened()
    onTestFinished(() => socket.close())
    for (const topic of [`price.${BTC}`, `trades.${BTC}`, `price.${SIM}`]) socket.send({ type: 'subscribe', topic })
    await further(socket, BTC, 3)
    await expect.poll(async () => (await venue()).state).toBe('connected')
    const connected = await venue()
    expect(connected).toMatchObject({ open: 1, live: 1, stale: 0, skew: { level: 'fine' } })
    expect(connected.messageAge).toBeLessThan(10_000)
    // It starts from zero with each minute.
    await expect.poll(async () => (await venue()).budget?.used).toBeGreaterThan(0)

    expect(await turn(false)).toMatchObject({ isOn: false, state: 'off', open: 0, budget: null })
    await expect.poll(() => lab.sockets.open('streams')).toBe(0)
    const sent = [lab.requests.length, lab.sockets.accepted.streams]
    // The page still wants its prices.
    await further(socket, SIM, WATCHED_PRICES)
    expect([lab.requests.length, lab.sockets.accepted.streams]).toEqual(sent)
    await expect.poll(status).toBe('data-only')

    await turn(true)
    await further(socket, BTC, 3)
  })

  it('that takes subscriptions and then says nothing is stale, and nothing is opened at its last price', async () => {
    const { lab, admin, venue, turn } = await start()
    await turn(true)
    await expect.poll(async () => (await venue()).state).toBe('ready')
    const socket = await new SocketClient(admin).opened()
    onTestFinished(() => socket.close())
    socket.send({ type: 'subscribe', topic: `price.${BTC}` })
    await further(socket, BTC, 3)
    const terms = { broker: 'BINANCE', symbol: 'BTC/USDT', side: 'BUY', type: 'MARKET', quantity: 0.001 }
    const buy = async (key: string) =>
      JSON.stringify(await socket.request(CHANNELS.brokers, 'order', { key, ...terms }))
    expect(await buy('silent1')).toContain('"ok":true')
    lab.faults.add({ when: { message: 'btcusdt@bookTicker', times: 100_000 }, do: 'drop' })
    lab.faults.add({ when: { connection: 'streams', time: lab.clock.now() + 100 }, do: 'stall' })
    const shown = () => JSON.stringify(socket.messages)
    await expect.poll(shown, { interval: 20 }).toContain('"state":"stale"')
    // Seconds before the stream itself counts as silent: what a page shows as stale is refused.
    expect(await buy('silent4')).toContain('No fresh price')
    await expect.poll(async () => (await venue()).state).toBe('stale')
    const { stale, messageAge } = await venue()
    expect([stale, messageAge]).toEqual([1, expect.any(Number)])
    expect(messageAge).toBeGreaterThan(10_000)
    const from = socket.messages.length
    expect(await buy('silent2')).toContain('No fresh price')
    // A new connection takes the subscription and is as silent.
    await expect.poll(() => lab.sockets.accepted.streams).toBeGreaterThan(1)
    await expect.poll(() => lab.subscribers('btcusdt@bookTicker')).toBe(1)
    expect(await buy('silent3')).toContain('No fresh price')
    expect(JSON.stringify(socket.messages.slice(from))).not.toContain('"state":"live"')
  })

  it('that does not answer says why, and is asked again until it does', async () => {
    const { venue, turn, lab } = await start([{ when: { request: 'GET /api/v3/exchangeInfo', times: 2 }, do: '403' }])
    await turn(true)
    await expect.poll(async () => (await venue()).state).toBe('unreachable')
    const { problem } = await venue()
    expect(problem?.message).toContain('403')
    expect(problem?.retryIn).toBeLessThanOrEqual(2_000)
    await expect.poll(async () => (await venue()).state).toBe('ready')
    expect((await venue()).problem).toBeNull()
    expect(lab.requests.filter((one) => one.includes('exchangeInfo'))).toHaveLength(3)
  })
})

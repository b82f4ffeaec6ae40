import type { ServerMessage } from '@tradeloom/contracts'
import {
  HttpClient,
  signUp,
  SocketClient,
  startTestDatabase,
  startTestNats,
  TEST_MARKET,
  type TestDatabase,
  type TestNats,
  until,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.fixture.ts'

/** Takes many seconds. The sum keeps the compiler from removing the loop. */
const SLOW = 'let sum = 0\nfunction onTick() { for (let n = 0; n < 400000; n++) sum += Math.sqrt(n) }'

let nats: TestNats
let database: TestDatabase
/** Two servers for browsers, and one that runs backtests. */
let [one, two, runner]: TestServer[] = []
let ann: HttpClient
/** The same user at the second server, in another browser. */
let annThere: HttpClient
let algorithm: { id: string; version: string }

beforeAll(async () => {
  nats = await startTestNats()
  database = await startTestDatabase()
  const common = { databaseUrl: database.url }
  const env = (services: string) => ({ NATS_URL: nats.url, TRADELOOM_SERVICES: services })
  one = await startTestServer({ ...common, env: env('http,realtime') })
  const shared = { ...common, dataDir: one.dataDir }
  two = await startTestServer({ ...shared, env: env('http,realtime') })
  runner = await startTestServer({ ...shared, env: env('runner') })
  ann = await signUp(one.url, 'ann')
  annThere = new HttpClient(two.url)
  expect((await annThere.post('/login', { username: 'ann', password: 'correct horse' })).status).toBe(200)
  const { json } = await ann.post('/api/algorithms', { name: 'Everywhere' })
  algorithm = { id: json.id, version: json.latestVersion.id }
})
afterAll(async () => {
  for (const server of [runner, two, one]) await server?.stop()
  await database?.stop()
  await nats?.stop()
})

async function run(version = algorithm.version): Promise<string> {
  const { json, text, status } = await ann.post('/api/backtest', {
    algorithmId: algorithm.id,
    algorithmVersionId: version,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
    interval: 'M15',
  })
  expect(status, text).toBe(200)
  return json.id as string
}

const isEvent = (event: string, id?: string) => (message: ServerMessage) =>
  message.type === 'event' &&
  message.payload.event === event &&
  (id === undefined ||
    (message.payload.data !== null && 'id' in message.payload.data && message.payload.data.id === id))

const hasStatus = (status: string) => (row: { status: string }) => row.status === status

describe('several servers on one database', () => {
  it('report what they do themselves and what others do', async () => {
    const services = async ({ url }: TestServer) =>
      Object.fromEntries(
        (await new HttpClient(url).get('/healthz')).json.services.map((service: { name: string; status: string }) => [
          service.name,
          service.status,
        ]),
      )
    const common = { database: 'ready', bus: 'ready' }
    expect(await services(one!)).toEqual({ http: 'ready', realtime: 'ready', runner: 'elsewhere', ...common })
    expect(await services(runner!)).toEqual({ http: 'elsewhere', realtime: 'elsewhere', runner: 'ready', ...common })
  })

  it('serve only health if they serve neither pages nor sockets', async () => {
    const client = new HttpClient(runner!.url)
    expect((await client.get('/healthz')).status).toBe(200)
    expect((await client.get('/public-api/algorithms')).status).toBe(404)
  })

  it('send socket messages about events on other servers', async () => {
    const socket = await new SocketClient(annThere).opened()
    socket.send({ type: 'subscribe', topic: 'backtests' })
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    const id = await run()
    for (const event of ['started', 'completed']) await socket.next(isEvent(event, id))
    expect((await annThere.get(`/api/backtest/${id}`)).json.status).toBe('Completed')
    socket.close()
  })

  it('stop a run that another server performs', async () => {
    const path = `/api/algorithms/${algorithm.id}/versions`
    const { json } = await ann.post(path, { script: SLOW, message: 'long' })
    const id = await run(json.id)
    await annThere.until(`/api/backtest/${id}`, hasStatus('In Progress'))
    const stopped = await annThere.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
    expect(stopped.status, stopped.text).toBe(200)
    await ann.until(`/api/backtest/${id}`, hasStatus('Stopped'))
  })

  it('close the sockets of a login wherever it ends', async () => {
    const login = await signUp(one!.url, 'leaving')
    const socket = await new SocketClient(new HttpClient(two!.url), { cookie: login.cookie }).opened()
    const closed = new Promise<number>((done) => socket.socket.once('close', done))
    expect((await login.get('/api/user/logout')).status).toBe(200)
    expect(await closed).toBe(4001)
  })
})

describe('several servers whose NATS is cut', () => {
  it('continue, report it, and bring everybody up to date afterwards', async () => {
    const socket = await new SocketClient(annThere).opened()
    socket.send({ type: 'subscribe', topic: 'backtests' })
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    await nats.kill()
    const health = () => new HttpClient(two!.url).get('/healthz')
    await until(async () => (await health()).json.services.some((part: { status: string }) => part.status === 'away'))
    expect(await health()).toMatchObject({
      status: 200,
      json: { status: 'ready', detail: expect.stringContaining('NATS') },
    })
    const id = await run()
    await annThere.until(`/api/backtest/${id}`, hasStatus('Completed'))
    expect(socket.messages.some(isEvent('completed', id))).toBe(false)
    await nats.start()
    await socket.next(isEvent('missed'))
    expect((await health()).json.services.some((part: { status: string }) => part.status === 'away')).toBe(false)
    const next = await run()
    await socket.next(isEvent('completed', next))
    socket.close()
  })
})

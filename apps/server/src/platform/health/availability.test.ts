import {
  HttpClient,
  signUp,
  SocketClient,
  startTestDatabase,
  TEST_MARKET,
  type TestDatabase,
  until,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseProxy } from './database-proxy.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let server: TestServer
let user: HttpClient
let settings: Record<string, unknown>
/** The same run with a script that ends only when it is stopped. */
let endless: Record<string, unknown>

const GIGABYTE = 1_000_000_000
const disk = { bsize: 4096, blocks: (100 * GIGABYTE) / 4096, bavail: (50 * GIGABYTE) / 4096 }

beforeAll(async () => {
  database = await startTestDatabase()
  proxy = new DatabaseProxy(database.url)
  await proxy.back()
  server = await startTestServer({ databaseUrl: proxy.url, fileSystemState: async () => ({ ...disk }) })
  user = await signUp(server.url, 'trader')
  const { json } = await user.post('/api/algorithms', { name: 'Under test' })
  const { id, ...period } = TEST_MARKET
  const settingsOf = async (script: string) => {
    const saved = await user.post(`/api/algorithms/${json.id}/versions`, { script, message: 'from the test' })
    return { algorithmId: json.id, algorithmVersionId: saved.json.id, ...period, instrumentId: id, interval: 'M1' }
  }
  settings = await settingsOf(SLOW)
  endless = await settingsOf(SLOW.replace('1000', '1000000'))
})
afterAll(async () => {
  await server?.stop()
  await proxy?.remove()
  await database?.stop()
})

/** Runs long enough to be observed while it runs. */
const SLOW = 'let sum = 0\nfunction onTick() { for (let i = 0; i < 1000; i++) sum += Math.sqrt(i) }'

const health = (): ReturnType<HttpClient['get']> => new HttpClient(server.url).get('/healthz')

async function run(what = settings): Promise<string> {
  const answer = await user.post('/api/backtest', what)
  expect(answer.status, answer.text).toBe(200)
  return answer.json.id
}

describe('a server whose database is killed and returns', () => {
  it('reports the outage to everybody and keeps the result of the run in progress', async () => {
    const socket = await new SocketClient(user).opened()
    const id = await run()
    const topic = `backtest.${id}`
    socket.send({ type: 'subscribe', topic })
    // Accepted: while the database is away, nobody can subscribe.
    await socket.next((message) => message.type === 'event' && message.topic === topic)
    await user.until(`/api/backtest/${id}`, ({ status }: { status: string }) => status === 'In Progress')
    await proxy.away()
    await until(async () => (await health()).status === 503)
    expect((await health()).json.status).toBe('database-away')
    const calls = [
      user.get(`/api/backtest/${id}`),
      user.get('/api/user'),
      user.post('/api/backtest', settings),
      user.post('/login', { username: 'trader', password: 'correct horse' }),
      new HttpClient(server.url).get('/public-api/algorithms'),
    ]
    for (const { status, headers, json } of await Promise.all(calls)) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(json).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('try again') })
    }
    const late = await new SocketClient(user).opened().catch((error: Error) => error)
    expect(String(late)).toContain('503')
    await until(async () => (await health()).json.runners.busy === 0)

    await proxy.back()
    await until(async () => (await health()).status === 200)
    await socket.next(({ ...message }) => 'payload' in message && message.payload.event === 'completed')
    const { json } = await user.get(`/api/backtest/${id}`)
    expect(json).toMatchObject({ status: 'Completed', detail: null })
    const stored = await database.pool.query('select 1 from backtest_results where backtest_id = $1', [id])
    expect(stored.rowCount).toBe(1)
    // Queue, workers and sockets work as before.
    const again = await run()
    const ended = await user.until(`/api/backtest/${again}`, ({ status }: { status: string }) => status === 'Completed')
    expect(ended.json.resultHash).toBe(json.resultHash)
    socket.close()
  })

  it('answers requests during the outage with 503, never with 500 or a wrong password', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? new HttpClient(server.url).post('/login', { username: 'trader', password: 'correct horse' })
          : user.get(n % 3 === 1 ? '/api/user' : '/api/market-data/imports'),
      )
      await new Promise((done) => setTimeout(done, round * 4))
      await proxy.away()
      for (const { status } of await Promise.all(calls)) seen.add(status)
      await proxy.back()
      await until(async () => (await health()).status === 200)
    }
    expect([...seen].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(seen).toContain(503)
  })
})

describe('a server whose disk is nearly full', () => {
  const upload = () => {
    const form = new FormData()
    form.append('instrumentId', 'USDCHF:HISTDATA')
    form.append('format', 'histdata')
    form.append('file', new Blob(['20240109 000000;1;1;1;1;0\n']), 'DAT_ASCII_USDCHF_M1_2024.csv')
    return user.call('POST', '/api/market-data/imports', form)
  }

  it('rejects uploads and runs with the figures, resumes waiting runs later, and keeps serving reads', async () => {
    disk.bavail = (4 * GIGABYTE) / 4096
    await until(async () => (await health()).json.detail !== null)
    for (const { status, json } of [await upload(), await user.post('/api/backtest', settings)]) {
      expect(status).toBe(507)
      expect(json).toMatchObject({ code: 'disk-full', kind: 'limit' })
      expect(json.message).toContain('4.00 GB is free and 5.00 GB must stay free')
    }
    expect((await user.get('/api/market-data/imports')).json).toEqual([])
    expect((await user.get('/api/user')).status).toBe(200)
    expect((await user.get(`/api/algorithms/${String(settings['algorithmId'])}/versions`)).status).toBe(200)
    expect((await health()).status).toBe(200)
    disk.bavail = (50 * GIGABYTE) / 4096
    await until(async () => (await health()).json.detail === null)
    expect((await upload()).status).toBe(200)
  })

  it('keeps accepted runs in the queue and says why', { tags: ['full'] }, async () => {
    // Both runners are busy until they are told to stop, so the next runs wait for sure.
    const busy = [await run(endless), await run(endless)]
    const waiting = [await run(), await run()]
    for (const id of busy) {
      await user.until(`/api/backtest/${id}`, ({ status }: { status: string }) => status === 'In Progress')
    }
    disk.bavail = 0
    await until(async () => (await health()).json.detail !== null)
    for (const id of busy) await user.call('PATCH', `/api/backtest/${id}`, { status: 'Stopped' })
    for (const id of waiting) {
      const row = await user.until(`/api/backtest/${id}`, ({ detail }: { detail: string | null }) => detail !== null)
      expect(row.json).toMatchObject({ status: 'Queued', detail: expect.stringContaining('0.00 GB is free') })
    }
    disk.bavail = (50 * GIGABYTE) / 4096
    for (const id of waiting) {
      await user.until(`/api/backtest/${id}`, ({ status }: { status: string }) => status === 'Completed')
    }
  })
})

import { ApiCallError, type Client, createClient } from '@tradeloom/client'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { startFlakyProxy } from './flaky-proxy.fixture.ts'

let database: TestDatabase
let server: TestServer
let ann: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

async function clientAt(url: string): Promise<{ client: Client; key: string }> {
  const { key, secret } = (await ann.post('/api/api-keys', { label: 'Client', scopes: ['read', 'write'] })).json
  return { client: createClient({ url, key: `${key}.${secret}` }), key }
}

it('the client starts a run and follows it through a 429 and a lost socket', async () => {
  const proxy = await startFlakyProxy(server.url)
  const { client } = await clientAt(proxy.url)
  const { id: algorithmId, latestVersion } = await client.call('POST /api/algorithms', { body: { name: 'Mine' } })
  const { id: instrumentId, start, end } = TEST_MARKET
  const settings = {
    algorithmId,
    algorithmVersionId: latestVersion!.id,
    instrumentId,
    start,
    end,
    interval: 'M15' as const,
  }
  const { id } = await client.call('POST /api/backtest', { body: settings })
  const socket = client.openSocket()
  const status = await new Promise<string>((resolve) => {
    socket.subscribe(`backtest.${id}`, ({ data }) => {
      if (data && 'status' in data && data.status === 'Completed') resolve(data.status)
    })
  })
  expect(status).toBe('Completed')
  expect((await client.call('GET /api/backtest/:id', { params: { id }, query: {} })).equity).toBeGreaterThan(0)
  expect(proxy.seen).toEqual({ limited: 1, lost: 1 })
  socket.close()
  expect(await socket.ended).toBeNull()
  await proxy.stop()
})

it('the client creates one algorithm although the answers to its first two tries are lost', async () => {
  const proxy = await startFlakyProxy(server.url)
  const { client } = await clientAt(proxy.url)
  await client.call('GET /api/user', {})
  proxy.loseAnswers(2)
  const { id } = await client.call('POST /api/algorithms', { body: { name: 'Made once' } })
  const own: { id: string; name: string }[] = (await ann.get('/api/algorithms')).json
  expect(own.filter(({ name }) => name === 'Made once')).toMatchObject([{ id }])
  await proxy.stop()
})

it('the client says why a call was refused, and ends its socket when the key was deleted', async () => {
  const { client, key } = await clientAt(server.url)
  const refused = client.call('GET /api/algorithm/:id', { params: { id: '01a1fcbd-ca32-7065-a0e0-bc608310879a' } })
  await expect(refused).rejects.toThrow(ApiCallError)
  await expect(refused).rejects.toMatchObject({ status: 404, body: { code: 'not-found' } })
  const socket = client.openSocket()
  await new Promise<void>((resolve) => {
    socket.subscribe('backtests', () => resolve())
    void client.call('GET /api/user', {}).then(() => resolve())
  })
  expect((await ann.call('DELETE', `/api/api-keys/${key}`)).status).toBe(200)
  expect(await socket.ended).not.toBeNull()
})

import type { KillReply } from '@tradeloom/kill-switch'
import { type Answer, freePort, HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DatabaseProxy } from '../../platform/health/database-proxy.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let server: TestServer
let port: number
beforeAll(async () => {
  database = await startTestDatabase()
  proxy = new DatabaseProxy(database.url)
  await proxy.back()
  port = await freePort()
  server = await startTestServer({ databaseUrl: proxy.url, env: { TRADELOOM_KILL_PORT: String(port) } })
})
afterAll(async () => {
  await server?.stop()
  await proxy?.remove()
  await database?.stop()
})

/** Pages use the switch without cookies. */
const stranger = (): HttpClient => new HttpClient(server.url)
const passOf = async (user: HttpClient): Promise<string> => (await user.post('/api/kill-pass')).json.pass
const kill = (pass: string, id: string = crypto.randomUUID()): Promise<Answer> =>
  stranger().post('/kill', { pass, id, accounts: 'all' })
const look = (pass: string, id: string): Promise<Answer> =>
  stranger().call('GET', `/kill?id=${id}`, undefined, { 'x-kill-pass': pass })

it('gives the page of a user a pass, and where the guardian listens', async () => {
  const user = await signUp(server.url, 'careful')
  const { status, json } = await user.post('/api/kill-pass')
  expect([status, json.guardian]).toEqual([200, `http://127.0.0.1:${port}`])
  expect(json.endsAt).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  const own = (await user.get('/api/accounts')).json as { id: string }[]
  const nothing = { positions: [], positionCount: 0, orderCount: 0, sessionCount: 0 }
  expect((await user.get('/api/kill-accounts')).json).toEqual([
    { id: own[0]?.id, type: 'paper', broker: 'paper', accountNo: expect.any(String), ...nothing },
  ])
})

it('closes everything of a user down whose page asks, and says so in the audit log', async () => {
  const user = await signUp(server.url, 'hasty')
  const { json: me } = await user.get('/api/user')
  const accounts = (await user.get('/api/accounts')).json as { id: string; level: string }[]
  const [pass, id] = [await passOf(user), crypto.randomUUID()]
  const asked = { pass, id, accounts: accounts.map((account) => account.id) }
  expect(await stranger().post('/kill', asked)).toMatchObject({ status: 202, json: { id } })
  const steps = async (): Promise<KillReply['body']> => (await look(pass, id)).json
  await expect.poll(steps).toMatchObject({ isComplete: true, accounts: [{ accountId: accounts[0]?.id, step: 'flat' }] })
  expect((await user.get('/api/accounts')).json).toMatchObject([
    { level: 'FLATTEN', levelReason: 'Closed down by the kill switch' },
  ])
  const lines = async () =>
    (await user.get('/api/user/audit')).json.filter((line: { action: string }) => line.action.startsWith('kill-switch'))
  await expect.poll(lines).toMatchObject([
    { action: 'kill-switch-flat', object: id, detail: { door: 'server', flat: expect.any(String) } },
    { action: 'kill-switch-used', object: id, actor: me.username, via: 'web', detail: { accounts: accounts[0]?.id } },
  ])
})

it('takes a request while the database is away', async () => {
  const pass = await passOf(await signUp(server.url, 'unlucky'))
  await proxy.away()
  try {
    expect((await kill(pass)).status).toBe(202)
    expect((await kill(`${pass.slice(0, -1)}${pass.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401)
  } finally {
    await proxy.back()
    await expect.poll(async () => (await stranger().get('/public-api/bootstrap')).status).toBe(200)
  }
})

it('takes nothing of a page whose login has ended, or whose user has another password since', async () => {
  const user = await signUp(server.url, 'leaving')
  const [first, second] = [await passOf(user), await passOf(user)]
  expect([(await kill(first)).status, (await kill(second)).status]).toEqual([202, 202])
  const password = { newPassword: 'harmless glass of water', confirmNewPassword: 'harmless glass of water' }
  const changed = await user.call('PUT', '/api/change-password', { oldPassword: 'correct horse', ...password })
  expect(changed.status, changed.text).toBe(200)
  expect([(await kill(first)).status, (await kill(second)).status]).toEqual([401, 401])
  const third = await passOf(user)
  expect((await kill(third)).status).toBe(202)
  await user.get('/api/user/logout')
  expect((await kill(third)).status).toBe(401)
})

it('answers wrong requests in the form of all errors', async () => {
  const pass = await passOf(await signUp(server.url, 'careless'))
  const post = (body: unknown) => stranger().post('/kill', body)
  for (const [answer, status] of [
    [await post('{'), 400],
    [await post({ pass, id: 7, accounts: 'all' }), 400],
    [await post({ pass: 'x'.repeat(20_000) }), 413],
    [await look('nonsense', crypto.randomUUID()), 401],
    [await look(pass, crypto.randomUUID()), 404],
    [await look(pass, 'x'), 400],
    [await stranger().call('PUT', '/kill', {}), 404],
  ] as const) {
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ message: expect.any(String) })])
  }
})

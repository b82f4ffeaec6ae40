import { signUp, type HttpClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const PATH = '/api/exchange-api-keys'

let database: TestDatabase
let server: TestServer
let user: HttpClient
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_SIMULATED_VENUES: 'off' } })
  user = await signUp(server.url, 'keyholder')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const body = (changes: object = {}) => ({
  formStyle: 4,
  type: 'live',
  broker: 'SIM',
  apiKey: 'planted-key-1234',
  apiSecret: 'planted-secret-5678',
  ...changes,
})

async function plant(owner: HttpClient, error: string | null = null): Promise<string> {
  const id = randomUUID()
  const { json } = await owner.get('/api/user')
  await database.pool.query(
    `insert into broker_connections (id, user_id, type, broker, connection_error) values ($1, $2, 'live', 'NONE', $3)`,
    [id, json.id, error],
  )
  await database.pool.query(`insert into exchange_keys (connection_id, masked_key) values ($1, '…1234')`, [id])
  return id
}

it.each([
  ['an empty key', { apiKey: '' }, 'apiKey'],
  ['a key of spaces', { apiKey: '   ' }, 'apiKey'],
  ['a key with NUL', { apiKey: 'a\u0000b' }, 'apiKey'],
  ['a key with a line break', { apiKey: 'a\nb' }, 'apiKey'],
  ['a huge key', { apiKey: 'k'.repeat(513) }, 'apiKey'],
  ['a huge secret', { apiSecret: 's'.repeat(4097) }, 'apiSecret'],
  ['broken Unicode', { apiSecret: '\ud800' }, 'apiSecret'],
  ['no secret', { apiSecret: undefined }, 'apiSecret'],
  ['another form', { formStyle: 3 }, 'formStyle'],
  ['an unknown type', { type: 'paper' }, 'type'],
  ['an unknown field', { more: 1 }, ''],
])('a key with %s is refused as wrong input, without being quoted', async (_, changes, field) => {
  const { status, json, text } = await user.post(PATH, body(changes))
  expect(status, text).toBe(400)
  if (field !== '') expect(Object.keys(json.fields)).toEqual([field])
  expect(text).not.toContain('planted-secret')
  expect(text).not.toContain('kkkkkkkk')
})

it('adding a key needs a recent login', async () => {
  await database.pool.query("update logins set verified_at = now() - interval '11 minutes'")
  const { status, json } = await user.post(PATH, body())
  expect([status, json.code]).toEqual([403, 'recent-login-required'])
  await database.pool.query('update logins set verified_at = now()')
})

it('lists the keys of their owner only, each with its end and its error, also at the start of the page', async () => {
  const stranger = await signUp(server.url, 'stranger')
  const id = await plant(user, 'Invalid API-key')
  const { json: listed, text } = await user.get(PATH)
  expect(listed).toMatchObject([
    { id, apiKey: '…1234', connectionError: 'Invalid API-key', formStyle: 4, type: 'live' },
  ])
  expect(text).not.toMatch(/secret/i)
  expect((await user.get('/public-api/bootstrap')).json.privateConnections).toEqual(listed)
  expect((await stranger.get(PATH)).json).toEqual([])
  expect((await stranger.get('/public-api/bootstrap')).json.privateConnections).toEqual([])
  expect((await stranger.call('DELETE', `${PATH}/${id}`)).status).toBe(404)
  expect((await user.call('DELETE', `${PATH}/${id}`)).status).toBe(200)
  expect((await user.call('DELETE', `${PATH}/${id}`)).status).toBe(404)
  expect((await user.get(PATH)).json).toEqual([])
})

it.each(['nothing', '%00', '00000000-0000-0000-0000-00000000000g'])('the id %s is wrong input', async (id) => {
  expect((await user.call('DELETE', `${PATH}/${id}`)).status).toBe(400)
})

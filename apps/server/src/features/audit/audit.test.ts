import { type EndpointName, endpoints } from '@tradeloom/contracts'
import { verifyAudit } from '@tradeloom/database'
import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let ann: HttpClient
let annId: string

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  admin = await signUp(server.url, 'admin')
  ann = await signUp(server.url, 'ann')
  annId = (await ann.get('/api/user')).json.id
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

it('every call of administrators that changes or reveals something is on record', () => {
  const silent = Object.entries(endpoints)
    .filter(([, { auth, method }]) => auth === 'admin' && method !== 'GET')
    .filter(([, endpoint]) => !('audit' in endpoint))
  expect(silent.map(([name]) => name)).toEqual([])
})

/** What users do that is no line of its own: nothing of it concerns the safety of an account, or something else records it. */
const NOT_RECORDED: Readonly<Record<string, readonly EndpointName[]>> = {
  'a service writes the line, with what the call does not say': [
    'addNotificationChannel',
    'createApiKey',
    'deleteApiKey',
    'enableNotificationChannel',
    'removeNotificationChannel',
    'testNotificationChannel',
  ],
  'what it begins is recorded when it ends': [
    'beginConfirmation',
    'beginIdentity',
    'beginPasskey',
    'beginTwoFactor',
    'getPushKey',
    'issueKillPass',
    'verifyEmail',
  ],
  'the journal of the account or the session has it': [
    'cancelOrder',
    'createSession',
    'deletePosition',
    'updateSession',
  ],
  'how somebody works': [
    'changeAlert',
    'changeNotificationSettings',
    'createAlert',
    'deleteAlert',
    'fetchSeries',
    'putConfiguration',
    'putDrawings',
    'readNotifications',
  ],
}
/** Research: algorithms, runs, indicators, own market data. */
const RESEARCH =
  /^(?!.*\/sessions$)\/(api|public-api)\/(algorithms?|backtests?|optimisations?|verifications|technical-indicators?|chart-snapshot|market-data|instruments)\b/

it('every other call that changes something of an account is on record, or said not to be', () => {
  const silent = Object.entries(endpoints)
    .filter(([, { auth, method }]) => auth === 'user' && method !== 'GET')
    .filter(([, endpoint]) => !('audit' in endpoint) && !RESEARCH.test(endpoint.path))
  expect(silent.map(([name]) => name).toSorted()).toEqual(Object.values(NOT_RECORDED).flat().toSorted())
})

it('what an administrator does is on record with who, when, from where and what, for both of them', async () => {
  await admin.call('PATCH', `/api/admin/user/${annId}`, { packageId: 2 })
  expect((await admin.call('PATCH', `/api/admin/user/${annId}`, { packageId: 9 })).status).toBe(400)
  expect((await ann.call('PATCH', `/api/admin/user/${annId}`, { packageId: 3 })).status).toBe(403)
  await admin.post(`/api/admin/user/${annId}/sign-out`)
  ann = await signUp(server.url, 'bob')
  const lines = (await admin.get('/api/admin/audit?user=ANN')).json
  expect(lines).toMatchObject([
    { action: 'user-signed-out', actor: 'admin', object: 'ann' },
    {
      action: 'user-changed',
      actor: 'admin',
      object: 'ann',
      via: 'web',
      address: '127.0.0.1',
      detail: { packageId: 2 },
    },
    { action: 'login', actor: 'ann', object: 'ann', detail: { method: 'registration' } },
  ])
  expect((await admin.get('/api/admin/audit?user=nobody')).json).toEqual([])
  expect((await admin.get(`/api/admin/audit?action=user-changed&before=${lines[1].n}`)).json).toEqual([])
  expect((await verifyAudit(database.db)).fault).toBeNull()
})

it('users see what concerns them, and nothing of others', async () => {
  const mine = [{ action: 'login', actor: 'bob', object: 'bob' }]
  expect((await ann.get('/api/user/audit')).json).toMatchObject(mine)
  const wrong = { oldPassword: 'wrong', newPassword: 'another-password-1', confirmNewPassword: 'another-password-1' }
  expect((await ann.call('PUT', '/api/change-password', wrong)).status).toBeGreaterThanOrEqual(400)
  expect((await ann.get('/api/user/audit')).json).toMatchObject(mine)
  expect((await ann.get('/api/admin/audit')).status).toBe(403)
})

it.each(['before=0', 'before=x', 'limit=0', 'limit=201', 'other=1'])('refuses ?%s', async (query) => {
  expect((await admin.get(`/api/admin/audit?${query}`)).status).toBe(400)
})

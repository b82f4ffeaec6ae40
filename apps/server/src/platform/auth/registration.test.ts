import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.fixture.ts'
import { Registration } from './registration.ts'

let database: TestDatabase
let time = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => database.pool.query('delete from users where id not in (select user_id from algorithms)'))

async function addUser(isAdmin: boolean): Promise<string> {
  const { rows } = await database.pool.query(
    `insert into users (id, name, username, display_username, email, is_admin)
     values (gen_random_uuid(), 'u', $1, $1, $1 || '@example.com', $2) returning id`,
    [isAdmin ? 'admin' : 'ann', isAdmin],
  )
  return rows[0].id
}

function open(changes: Partial<{ host: string; publicUrl: string; registration: 'open' | 'invited' | 'closed' }> = {}) {
  const config = { registration: 'open' as const, host: '127.0.0.1', publicUrl: undefined, ...changes }
  return new Registration({ db: database.db, config, secret: 'secret', now: () => time })
}
const register = async (): Promise<string> => 'registered'

it.each([
  ['0.0.0.0', undefined],
  ['192.168.1.7', undefined],
  ['127.0.0.1', 'https://loom.example'],
])('the first user of a server that others reach needs its setup token: %s, %s', async (host, publicUrl) => {
  const there = open({ host, ...(publicUrl && { publicUrl }) })
  const setupToken = await there.setupToken()
  expect(setupToken).toMatch(/^[\w-]{22}$/)
  expect(await open({ host, ...(publicUrl && { publicUrl }) }).setupToken()).toBe(setupToken)
  for (const wrong of [undefined, '', 'x', `${setupToken}x`]) {
    await expect(there.admit({ setupToken: wrong }, register)).rejects.toMatchObject({
      fields: { setupToken: 'Please enter the setup token that the server printed when it started' },
    })
  }
  expect(await there.admit({ setupToken: setupToken! }, register)).toBe('registered')
  await addUser(true)
  expect(await there.setupToken()).toBeNull()
  expect(await there.admit({}, register)).toBe('registered')
})

it.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('%s needs no setup token', async (host) => {
  expect(await open({ host }).setupToken()).toBeNull()
  expect(await open({ host, registration: 'closed' }).admit({}, register)).toBe('registered')
})

it('nobody registers where registration is closed, with whatever key', async () => {
  const admin = await addUser(true)
  const { key: invitation } = await open().invite(admin)
  for (const entrance of [{}, { invitation }, { setupToken: 'x' }]) {
    await expect(open({ registration: 'closed' }).admit(entrance, register)).rejects.toMatchObject({
      kind: 'forbidden',
    })
  }
})

it('an invitation lets one person in, once, within 7 days, and stays valid where registering failed', async () => {
  const there = open({ registration: 'invited' })
  const { key: invitation } = await there.invite(await addUser(true))
  await expect(there.admit({}, register)).rejects.toThrow('for an invitation')
  await expect(there.admit({ invitation: 'x' }, register)).rejects.toThrow('was used or has expired')
  await expect(there.admit({ invitation }, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken')
  const results = await Promise.allSettled([1, 2, 3].map(() => there.admit({ invitation }, register)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(there.admit({ invitation }, register)).rejects.toThrow('was used or has expired')
  const [{ id }] = (await database.pool.query('select id from users where is_admin')).rows
  const late = await there.invite(id)
  const other = await there.invite(id)
  time += 7 * 24 * 3_600_000 - 1
  expect(await there.admit({ invitation: other.key }, register)).toBe('registered')
  time += 1
  await expect(there.admit({ invitation: late.key }, register)).rejects.toThrow('was used or has expired')
})

it('withdrawn invitations let nobody in', async () => {
  const there = open({ registration: 'invited' })
  const { key: invitation } = await there.invite(await addUser(true))
  expect(await there.withdraw()).toBe(1)
  await expect(there.admit({ invitation }, register)).rejects.toThrow('was used or has expired')
})

it('a server by invitation tells its pages so, and its administrator makes the links', async () => {
  await database.pool.query('delete from users where id not in (select user_id from algorithms)')
  const server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_REGISTRATION: 'invited' } })
  try {
    const admin = await signUp(server.url, 'admin')
    expect((await new HttpClient(server.url).get('/public-api/bootstrap')).json).toMatchObject({
      registration: 'invited',
      needsSetupToken: false,
      canRestore: false,
    })
    await expect(signUp(server.url, 'ann')).rejects.toThrow('for an invitation')
    const { link } = (await admin.post('/api/admin/invitations')).json
    const invitation = new URL(link).searchParams.get('invitation')
    const ann = await signUp(server.url, 'ann', { invitation })
    expect((await ann.post('/api/admin/invitations')).status).toBe(403)
    await expect(signUp(server.url, 'bob', { invitation })).rejects.toThrow('was used or has expired')
    expect((await ann.get('/api/user')).json.isAdmin).toBe(false)
    expect((await admin.call('DELETE', '/api/admin/invitations')).json).toEqual({ invitations: 0 })
  } finally {
    await server.stop()
  }
})

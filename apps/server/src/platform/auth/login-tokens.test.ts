import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const MIGRATION = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  '..',
  'packages',
  'database',
  'migrations',
  '0015_hashed_login_tokens.sql',
)

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** The token in the cookie of a client. */
function tokenOf(client: HttpClient): string {
  const [, value = ''] = /session_token=([^;]+)/.exec(client.cookie) ?? []
  return decodeURIComponent(value).split('.')[0] ?? ''
}

async function tokensOf(username: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ token: string }>(
    'select token from logins where user_id = (select id from users where username = $1)',
    [username],
  )
  return rows.map(({ token }) => token)
}

it('are not in the database, which has only their hashes', async () => {
  const client = await signUp(server.url, 'hashed')
  const token = tokenOf(client)
  expect(token).toMatch(/^\w{32}$/)
  const [stored] = await tokensOf('hashed')
  expect(stored).toMatch(/^[0-9a-f]{64}$/)
  expect((await client.get('/api/user')).status).toBe(200)
})

it('are valid when a login is extended, and invalid after signing out', async () => {
  const client = await signUp(server.url, 'extended')
  await database.pool.query(
    "update logins set expires_at = now() + interval '1 day' where user_id = (select id from users where username = 'extended')",
  )
  expect((await client.get('/api/user')).status).toBe(200)
  const { rows } = await database.pool.query(
    "select expires_at > now() + interval '6 days' as extended from logins where user_id = (select id from users where username = 'extended')",
  )
  expect(rows).toEqual([{ extended: true }])
  expect((await client.get('/api/user')).status).toBe(200)
  await client.get('/api/user/logout')
  expect(await tokensOf('extended')).toEqual([])
})

it('from before they were hashed stay valid', async () => {
  const client = await signUp(server.url, 'older')
  const token = tokenOf(client)
  await database.pool.query('update logins set token = $1 where token = $2', [token, (await tokensOf('older'))[0]])
  expect((await client.get('/api/user')).status).toBe(401)
  // Only this one is in the form of that time.
  await database.pool.query(readFileSync(MIGRATION, 'utf8').replace(';', ` where token = '${token}';`))
  expect((await client.get('/api/user')).status).toBe(200)
})

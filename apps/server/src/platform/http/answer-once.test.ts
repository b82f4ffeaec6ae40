import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let ben: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  ben = await signUp(server.url, 'ben')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const create = (key: string, name: string, who = ann) =>
  who.call('POST', '/api/algorithms', { name }, { 'idempotency-key': key })
const named = async (name: string, who = ann): Promise<number> =>
  (await who.get('/api/algorithms')).json.filter((one: { name: string }) => one.name === name).length

describe('a call with an Idempotency-Key', () => {
  it('takes effect once and is answered as before, for each user by itself', async () => {
    const first = await create('key-1', 'Once')
    const again = await create('key-1', 'Once')
    expect(first.status, first.text).toBe(200)
    expect(again.text).toBe(first.text)
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await named('Once')).toBe(1)
    expect((await create('key-1', 'Once', ben)).json.id).not.toBe(first.json.id)
  })

  it('takes effect once when it is sent ten times at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('key-2', 'Raced')))
    for (const { status, json } of answers) expect([200, 'call-begun']).toContain(status === 200 ? status : json.code)
    expect(await named('Raced')).toBe(1)
  })

  it('is refused when the key was sent with another call', async () => {
    await create('key-3', 'One')
    expect(await create('key-3', 'Other')).toMatchObject({ status: 422, json: { code: 'key-of-other-call' } })
    expect(await named('Other')).toBe(0)
  })

  it('may be sent again after it was refused', async () => {
    const algorithm = (await create('key-4', 'Refused')).json
    const save = (script: string) =>
      ann.call(
        'POST',
        `/api/algorithms/${algorithm.id}/versions`,
        { script, message: '' },
        { 'idempotency-key': 'key-5' },
      )
    const refused = await save('function (')
    expect(refused.status).toBe(400)
    expect((await save('function onTick() {}')).status).toBe(200)
  })

  it('of which nobody knows whether it took effect is not done again for a day', async () => {
    await create('key-6', 'Cut off')
    // As a server leaves it that is killed at work.
    await database.pool.query("update repeatable_calls set status = null, answer = null where key = 'key-6'")
    const refused = await create('key-6', 'Cut off')
    expect(refused).toMatchObject({ status: 409, json: { code: 'call-begun' } })
    expect(refused.json.message).toMatch(/^A call with this Idempotency-Key began at 20\d\d-.*Z and has no answer\./)
    await database.pool.query("update repeatable_calls set begun_at = now() - interval '25 hours' where key = 'key-6'")
    expect((await create('key-6', 'Cut off')).status).toBe(200)
    expect(await named('Cut off')).toBe(2)
  })

  it('is refused with a key that is none, and where answers may hold what is shown once', async () => {
    for (const key of ['', 'two words', 'x'.repeat(101)]) expect((await create(key, 'None')).status).toBe(400)
    const body = { label: 'Mine' }
    const refused = await ann.call('POST', '/api/api-keys', body, { 'idempotency-key': 'key-7' })
    expect(refused).toMatchObject({ status: 400, json: { code: 'no-idempotency' } })
    expect((await ann.get('/api/api-keys')).json).toEqual([])
  })
})

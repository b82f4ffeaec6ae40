import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { type Endpoint, endpoints, takesIdempotencyKey } from '@tradeloom/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
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
    expect(refused.json.message).toMatch(/^A call with this Idempotency-Key started at 20\d\d-.*Z and has no answer\./)
    await database.pool.query("update repeatable_calls set begun_at = now() - interval '25 hours' where key = 'key-6'")
    expect((await create('key-6', 'Cut off')).status).toBe(200)
    expect(await named('Cut off')).toBe(2)
  })

  it('is refused with a key that is none, and where nobody is signed in', async () => {
    for (const key of ['', 'two words', 'x'.repeat(101)]) expect((await create(key, 'None')).status).toBe(400)
    const visitor = new HttpClient(server.url)
    const login = { username: 'ann', password: 'correct horse' }
    const refused = await visitor.call('POST', '/login', login, { 'idempotency-key': 'key-7' })
    expect(refused).toMatchObject({ status: 400, json: { code: 'no-idempotency' } })
  })

  it('whose answer is shown once takes effect once, and its answer is nowhere', async () => {
    const make = () => ann.call('POST', '/api/api-keys', { label: 'Mine' }, { 'idempotency-key': 'key-8' })
    const { json } = await make()
    expect(json.secret).toMatch(/^ts_/)
    const again = await make()
    expect(again).toMatchObject({ status: 409, json: { code: 'answer-shown' } })
    expect(again.json.message).toMatch(/^This call took effect at 20.* shown once and not stored\.$/)
    expect((await ann.get('/api/api-keys')).json).toHaveLength(1)
    const { rows } = await database.pool.query("select answer from repeatable_calls where key = 'key-8'")
    expect(rows).toEqual([{ answer: '' }])
  })

  it('of a form with a file takes effect once, and another file is another call', async () => {
    const script = { format: 'tradeloom-algorithm', version: 1 }
    const send = async (text: string) => {
      const form = new FormData()
      form.set('file', new Blob([text]), 'prices.csv')
      const headers = { cookie: ann.cookie, 'idempotency-key': 'key-9' }
      return fetch(`${server.url}/api/market-data/detect`, { method: 'POST', headers, body: form })
    }
    const text = `time,open,high,low,close\n2024-01-01T00:00:00Z,1,1,1,1\n${JSON.stringify(script)}`
    const first = await (await send(text)).text()
    const again = await send(text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.text()).toBe(first)
    expect((await send(`${text}\n`)).status).toBe(422)
  })
})

it('what is shown once is in no answer that is kept', () => {
  const kept = Object.entries(endpoints).filter(
    ([, one]: [string, Endpoint]) => takesIdempotencyKey(one) && !one.showsOnce,
  )
  const telling = kept.filter(([, { response }]) => {
    const schema = z.toJSONSchema(response, { unrepresentable: 'any', io: 'input' })
    return /"(secret|backupCodes|link|url|uri|challenge|token)":/i.test(JSON.stringify(schema))
  })
  expect(kept.length).toBeGreaterThan(20)
  expect(telling.map(([name]) => name)).toEqual([])
})

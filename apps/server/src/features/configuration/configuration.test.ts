import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let alice: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  alice = await signUp(server.url, 'alice')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const PATH = '/api/configuration/layout.platform'
const put = (value: unknown, ifMatch?: string | null) =>
  alice.call('PUT', PATH, { value }, ifMatch ? { 'if-match': ifMatch } : {})

const named = (name: string) => [{ name, config: [], responsive: true }]

it('stores layouts over those that the window has read, and refuses to overwrite others', async () => {
  const never = await alice.get(PATH)
  expect(never.json).toEqual([])
  const first = [{ name: 'Default 1', config: [], responsive: true }]
  const stored = await put(first, never.headers.get('etag'))
  expect(stored.json).toEqual(first)

  // Another window, which has read nothing yet.
  const late = await put([], never.headers.get('etag'))
  expect([late.status, late.json.code]).toEqual([412, 'newer-setting'])
  const read = await alice.get(PATH)
  expect(read.json).toEqual(first)
  expect(read.headers.get('etag')).toBe(stored.headers.get('etag'))

  const second = await put([], read.headers.get('etag'))
  expect(second.status).toBe(200)
  expect((await put(first, read.headers.get('etag'))).status).toBe(412)
  expect((await alice.get(PATH)).json).toEqual([])
})

it('lets one of two simultaneous changes win', async () => {
  const tag = (await put(named('begin'))).headers.get('etag')
  const answers = await Promise.all([put(named('one'), tag), put(named('two'), tag)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const winner = answers.find(({ status }) => status === 200)
  expect((await alice.get(PATH)).json).toEqual(winner?.json)
})

it('stores a setting whatever was there when no tag is named', async () => {
  expect((await put(named('anything'))).status).toBe(200)
  expect((await put(named('else'))).status).toBe(200)
  expect((await alice.get(PATH)).json).toEqual(named('else'))
})

it('refuses layouts with a panel that does not exist, and what is no list of layouts', async () => {
  const refused = await put([{ ...named('Mine')[0], config: [{ view: 'price-tile' }, { view: 'panel-of-tomorrow' }] }])
  expect(refused).toMatchObject({
    status: 400,
    json: { fields: { 'value.0.config.1.view': 'There is no such panel' } },
  })
  expect((await put({ name: 'Mine' })).status).toBe(400)
  expect((await put(['Mine'])).status).toBe(400)
})

it('stores the link groups of panels, and refuses others', async () => {
  const linked = (group: unknown) => [{ ...named('Linked')[0], config: [{ view: 'price-chart', group }] }]
  expect((await put(linked('B'))).status).toBe(200)
  expect((await alice.get(PATH)).json).toEqual(linked('B'))
  for (const group of ['D', 'a', '', null, 1, ['A']]) {
    const refused = await put(linked(group))
    expect(refused, JSON.stringify(group)).toMatchObject({
      status: 400,
      json: { fields: { 'value.0.config.0.group': 'There is no such link group' } },
    })
  }
  expect((await alice.get(PATH)).json).toEqual(linked('B'))
})

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

it('stores order templates, up to 50 with names of their own, and refuses what no ticket could hold', async () => {
  const path = '/api/configuration/templates.orders'
  const store = (value: unknown) => alice.call('PUT', path, { value })
  const template = (index: number, changes: object = {}) => ({
    id: `Template${index}`.slice(-7),
    name: `Template ${index}`,
    type: 'LIMIT',
    side: null,
    quantity: { value: 10, unit: 'equity' },
    limitPrice: { value: 20, unit: '' },
    stopPrice: null,
    stopLoss: { value: 50, unit: 'USD' },
    takeProfit: { value: 1, unit: '%' },
    trailingStop: null,
    isLinked: false,
    ...changes,
  })
  const full = Array.from({ length: 50 }, (_, index) => template(index))
  expect(await store(full)).toMatchObject({ status: 200, json: { value: full } })
  expect((await alice.get(path)).json).toEqual({ value: full })
  const refused: readonly (readonly [unknown, RegExp])[] = [
    [[...full, template(50)], /There are 50 order templates already/],
    [[template(1), template(2, { name: 'TEMPLATE 1' })], /a template of this name already/],
    [[template(1), template(1, { name: 'Other' })], /cannot be the same one/],
    [[template(1, { name: 'x'.repeat(41) })], /at most 40 characters/],
    [[template(1, { name: ' ' })], /enter a name/],
    [[template(1, { type: 'ICEBERG' })], /./],
    [[template(1, { quantity: { value: -1, unit: 'units' } })], /./],
    [[template(1, { stopLoss: { value: 1, unit: 'parsec' } })], /Unknown unit/],
    [[template(1, { note: 'more' })], /./],
    [{ templates: [] }, /./],
  ]
  for (const [value, message] of refused) {
    const answer = await store(value)
    expect(answer.status, JSON.stringify(value).slice(0, 200)).toBe(400)
    expect(JSON.stringify(answer.json)).toMatch(message)
  }
  expect((await alice.get(path)).json).toEqual({ value: full })
})

it('answers all settings of a user at once, without layouts and order templates', async () => {
  const bob = await signUp(server.url, 'bob')
  expect((await bob.get('/api/configuration')).json).toEqual({})
  const stored = { 'chart.drawings': { isOpen: true }, favorites: ['EURUSD:SIM'], theme: null }
  for (const [path, value] of Object.entries({ ...stored, 'layout.platform': [], 'templates.orders': [] })) {
    expect((await bob.call('PUT', `/api/configuration/${path}`, { value })).status).toBe(200)
  }
  expect((await bob.get('/api/configuration')).json).toEqual(stored)
})

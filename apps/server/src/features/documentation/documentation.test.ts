import { HttpClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

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

it('serves the contents and the pages of the documentation to everybody', async () => {
  const visitor = new HttpClient(server.url)
  const { status, json: contents } = await visitor.get('/documentation/includes/navigation')
  expect(status).toBe(200)
  expect(contents.sections.map(({ title }: { readonly title: string }) => title).slice(0, 3)).toEqual([
    'Guide',
    'In scope',
    'Types',
  ])
  const { json: page } = await visitor.get('/documentation/includes/indicator-rsi')
  expect(page).toMatchObject({ title: 'RSI', path: 'indicators.RSI', source: { file: 'indicators.d.ts' } })
  expect((await visitor.get('/documentation/includes/no-such-page')).status).toBe(404)
  expect((await visitor.get('/documentation/includes/NO')).status).toBe(400)
})

it('answers 304 to a browser that has the page', async () => {
  const address = `${server.url}/documentation/includes/buy`
  const first = await fetch(address)
  const etag = first.headers.get('etag') ?? ''
  await first.text()
  expect(etag).not.toBe('')
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

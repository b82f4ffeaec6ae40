import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import specifications from '@asyncapi/specs'
import { HttpClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { Validator } from '@seriousme/openapi-schema-validator'
import { endpoints, type Endpoint, type SocketRequest, socketRequests, topics } from '@tradeloom/contracts'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let visitor: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  visitor = new HttpClient(server.url)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const read = async (path: string) => {
  const { status, json } = await visitor.get(path)
  expect(status).toBe(200)
  return json
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** Every schema of a document, wherever it is. */
function schemasOf(node: unknown): unknown[] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === 'schema' || key === 'payload' ? [value] : []),
    ...(key === 'schema' || key === 'payload' ? [] : schemasOf(value)),
  ])
}

it('the document of the calls is valid OpenAPI 3.1', async () => {
  const document = await read('/openapi.json')
  expect(document.openapi).toBe('3.1.0')
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  expect(document.info.version).toMatch(/^\d{4}-\d\d-\d\d$/)
})

it('the document of the socket is valid AsyncAPI 3.0', async () => {
  const document = await read('/asyncapi.json')
  const ajv = new Ajv({ strict: false, allErrors: false, logger: false, validateFormats: false })
  const isValid = ajv.compile(specifications.schemasWithoutId['3.0.0'] as object)
  expect(isValid(document), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true)
})

it('every schema in both documents is valid JSON Schema', async () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  for (const path of ['/openapi.json', '/asyncapi.json']) {
    const schemas = schemasOf(await read(path)).filter((one) => isObject(one) && !('$ref' in one))
    expect(schemas.length).toBeGreaterThan(30)
    for (const schema of schemas) expect(() => ajv.compile(schema as object), JSON.stringify(schema)).not.toThrow()
  }
})

it('every call with terms for programs is in it, with its scope and its credits, and no other', async () => {
  const { paths } = await read('/openapi.json')
  const told = Object.values<Record<string, { operationId: string; 'x-scope': string; 'x-credits': number }>>(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ operationId }) => !operationId.endsWith('Public'))
    .map(({ operationId, 'x-scope': scope, 'x-credits': cost }) => [operationId, { scope, cost }])
  const open = Object.entries<Endpoint>(endpoints).flatMap(([name, { api }]) => (api ? [[name, { ...api }]] : []))
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(open))
  expect(paths['/api/backtest/{id}'].get.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true })
  expect(paths['/api/api-keys']).toBeUndefined()
})

it('every topic and every request of the socket is in it', async () => {
  const { channels } = await read('/asyncapi.json')
  const names = Object.keys(channels.socket.messages)
  for (const { name } of Object.values<SocketRequest>(socketRequests)) expect(names).toContain(`request-${name}`)
  for (const name of Object.keys(topics)) expect(names).toContain(`event-${name.replace('.{id}', '-of')}`)
  for (const name of ['authenticate', 'subscribe', 'unsubscribe', 'ping', 'reply', 'authenticated'])
    expect(names).toContain(name)
  expect(Object.values(channels.socket['x-channels'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

it('people read the same as tools: a page for each subject, and the guide with its examples as they are', async () => {
  const { sections } = await read('/api-docs/includes/navigation')
  expect(sections.map(({ title }: { title: string }) => title)).toEqual(['Guide', 'Calls', 'Socket'])
  const { blocks } = await read('/api-docs/includes/backtests')
  expect(blocks).toContainEqual({ type: 'heading', level: 2, id: 'run-backtest', text: 'POST /api/backtest' })
  expect(JSON.stringify(blocks)).toContain('Scope `write`, 10 credits.')
  const requests = blocks.filter(({ type }: { type: string }) => type === 'request')
  expect(requests).toContainEqual({
    type: 'request',
    path: '/api/backtest/:id/rolling',
    fields: [
      { name: 'id', in: 'path', isRequired: true, what: 'uuid' },
      { name: 'days', in: 'query', isRequired: false, what: '30, 90, 180, if absent 30' },
    ],
  })
  const examples = (await read('/api-docs/includes/examples')).blocks.filter(
    ({ type }: { type: string }) => type === 'example',
  )
  const folder = join(import.meta.dirname, '../../../../../packages/documentation/api/examples')
  const files = ['backtest.sh', 'backtest.mjs', 'backtest.py'].map((name) =>
    readFileSync(join(folder, name), 'utf8').replaceAll('https://your.server', server.url),
  )
  expect(examples.map(({ code }: { code: string }) => `${code}\n`)).toEqual(files)
  const client = await read('/api-docs/includes/client')
  const install = { type: 'example', code: `npm install ${server.url}/client.tgz`, kind: 'program', canRun: false }
  expect(client.blocks).toContainEqual(install)
  expect((await visitor.get('/api-docs/includes/no-such-page')).status).toBe(404)
})

it('people read each field of a call and of its answer, those of inner objects, too', async () => {
  const { sections } = await read('/api-docs/includes/navigation')
  const pages = [...sections[1].pages, ...sections[2].pages]
  const { blocks } = await read('/api-docs/includes/backtests')
  const rows = blocks.flatMap((block: { rows?: string[][] }) => block.rows ?? [])
  expect(rows).toContainEqual(['`models.spread.pips`', 'number from 0 to 1000; where `model` is `fixed`'])
  // What the contract says about a field, also of a schema that it is an extension of.
  expect(rows).toContainEqual(['`initialBalance`', 'number\nIn account currency.'])
  expect(rows).toContainEqual(['`openTime`', 'number\nUTC milliseconds.'])
  const document = await read('/openapi.json')
  const { schema } = document.paths['/api/executions'].get.responses['200'].content['application/json']
  expect(schema.items.properties.fee).toEqual({
    type: 'number',
    description: 'In account currency; negative for a rebate.',
  })
  // A shape that is on the page already is led to.
  const link = '[GET /api/algorithms/:id/backtests](backtests#list-algorithm-backtests)'
  expect(blocks).toContainEqual({ type: 'text', text: `**Answer:** list of objects, with the fields of ${link}.` })
  for (const { slug, title, members } of pages) {
    const page = await read(`/api-docs/includes/${slug}`)
    const texts: string[] = page.blocks.map(({ text = '' }: { text?: string }) => text)
    const bare = texts.filter(
      (text, at) => /(\*\*|:) (list of )?objects?\.$/.test(text) && page.blocks[at + 1]?.type !== 'table',
    )
    expect(bare, title).toEqual([])
    for (const [, linked = '', id = ''] of JSON.stringify(page.blocks).matchAll(/\]\(([a-z-]+)#([a-z-]+)\)/g)) {
      const target = pages.find((one: { slug: string }) => one.slug === linked)
      expect(target?.members.map((one: { id: string }) => one.id)).toContain(id)
    }
    expect(members.length).toBeGreaterThan(0)
  }
  const { blocks: requestBlocks } = await read('/api-docs/includes/socket-requests')
  expect(requestBlocks).toContainEqual({
    type: 'text',
    text: 'Scope `read`, channels 3 (`backtestController`), 4 (`optimisations`), 6 (`tradingSessions`).',
  })
  expect(requestBlocks).toContainEqual({
    type: 'text',
    text: 'Answer on channel 6 (`tradingSessions`): list of objects.',
  })
  const accountLink = '[GET /api/accounts](trading#list-accounts)'
  expect(requestBlocks).toContainEqual({ type: 'text', text: `Answer: object, with the fields of ${accountLink}.` })
  const { blocks: topicBlocks } = await read('/api-docs/includes/socket-topics')
  for (const name of Object.keys(topics))
    expect(JSON.stringify(topicBlocks)).toContain(`"text":${JSON.stringify(name)}`)
})

it('responds as the documented schema says', async () => {
  const { paths, components } = await read('/openapi.json')
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const schema = paths['/public-api/currencies'].get.responses['200'].content['application/json'].schema
  expect(ajv.compile(schema)((await visitor.get('/public-api/currencies')).json)).toBe(true)
  const wrong = (await visitor.get('/api/backtest/not-an-id')).json
  expect(ajv.compile(components.schemas.Error)(wrong)).toBe(true)
})

it('only calls that read can be tried', async () => {
  const { sections } = await read('/api-docs/includes/navigation')
  const reading = Object.values<Endpoint>(endpoints).filter(
    ({ method, api }) => method === 'GET' && api?.scope === 'read',
  )
  const open = new Set(reading.map(({ path }) => path))
  const tried: string[] = []
  for (const { slug } of sections[1].pages) {
    const { blocks } = await read(`/api-docs/includes/${slug}`)
    for (const block of blocks) if (block.type === 'request') tried.push(block.path)
  }
  expect(tried.filter((path) => open.has(path)).toSorted()).toEqual([...open].toSorted())
  // The others are twins, which are no calls of their own and read as well.
  expect(tried.filter((path) => !open.has(path) && !path.startsWith('/public-api/'))).toEqual([])
})

import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { installedClient, typeErrors } from './installed-client.fixture.ts'

let project: string
let database: TestDatabase
let server: TestServer
let ann: HttpClient

beforeAll(async () => {
  project = installedClient()
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  rmSync(project, { recursive: true, force: true })
})

const PROGRAM = `
import { ApiCallError, type Backtest, createClient, orderKey, SocketRequestError } from '@tradeloom/client'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
declare const console: { log(text: string): void }

const client = createClient({ url: process.env['TRADELOOM_URL'] ?? '', key: process.env['TRADELOOM_KEY'] ?? '' })
const { id, name, latestVersion } = await client.call('POST /api/algorithms', { body: { name: 'Packed' } })
console.log(\`\${name} \${latestVersion?.versionNo}\`)
const none: Backtest[] = await client.call('GET /api/algorithms/:id/backtests', { params: { id } })
console.log(\`\${none.length} backtests\`)
try {
  await client.call('GET /api/algorithm/:id', { params: { id: '01a1fcbd-ca32-7065-a0e0-bc608310879a' } })
} catch (error) {
  if (error instanceof ApiCallError) console.log(\`\${error.status} \${error.body.code}\`)
}
const socket = client.openSocket()
const [account] = await client.call('GET /api/accounts')
const { isConnected } = await socket.request('brokers', 'request-status', {})
console.log(\`\${isConnected === null} \${account?.type} \${orderKey().length}\`)
try {
  await socket.request('brokers', 'close-position', { key: orderKey(), positionId: id })
} catch (error) {
  if (error instanceof SocketRequestError) console.log(error.outcome)
}
socket.close()
`

it('the packed client is plain JavaScript with its declarations, and needs no other package', () => {
  const folder = join(project, 'node_modules/@tradeloom/client')
  const files = readdirSync(folder)
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json']))
  for (const file of files) expect(file).toMatch(/^(LICENSE|README\.md|package\.json|[\w.-]+\.(d\.ts|js))$/)
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8')).filter((text) => text.includes('import'))
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) .* from '([^']+)'/gm)].map(([, at]) => at),
  )
  expect(imported.filter((at) => !(at ?? '').startsWith('./')).filter((at) => at !== '@tradeloom/client')).toEqual([])
  const { dependencies, license, engines, exports, version } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  expect({ dependencies, license, engines }).toEqual({ license: 'Apache-2.0', engines: { node: '>=22' } })
  expect(exports['.']).toEqual({ types: './index.d.ts', default: './index.js' })
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(existsSync(join(project, 'node_modules/zod'))).toBe(false)
})

it('a program with the packed client type-checks without any other types, and runs', async () => {
  writeFileSync(join(project, 'program.ts'), PROGRAM)
  expect(typeErrors(project, 'program.ts', ['--types', ''])).toBe('')
  expect(
    typeErrors(project, 'program.ts', ['--types', '', '--module', 'esnext', '--moduleResolution', 'bundler']),
  ).toBe('')
  const { json } = await ann.post('/api/api-keys', { label: 'Packed', scopes: ['read', 'write'] })
  const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], {
    cwd: project,
    env: { PATH: process.env['PATH'], TRADELOOM_URL: `${server.url}/`, TRADELOOM_KEY: `${json.key}.${json.secret}` },
  })
  expect(stdout.trim().split('\n')).toEqual(['Packed 1', '0 backtests', '404 not-found', 'true paper 7', 'refused'])
})

it('the packed client refuses calls, fields and requests that the server does not have', () => {
  const wrong = `
import { createClient } from '@tradeloom/client'
const client = createClient({ url: '', key: '' })
const socket = client.openSocket()
await client.call('GET /api/no-such-call')
await client.call('GET /api/backtest/:id')
await client.call('POST /api/algorithms', { body: { title: 'No such field' } })
const { noSuchField } = await client.call('GET /api/user')
await socket.request('optimisations', 'request-status', {})
await socket.request('brokers', 'request-account', {})
socket.subscribe('no-such-topic', () => {})
`
  writeFileSync(join(project, 'wrong.ts'), wrong)
  const lines = [...typeErrors(project, 'wrong.ts', ['--types', '']).matchAll(/^wrong\.ts\((\d+),/gm)].map(
    ([, at]) => at,
  )
  expect([...new Set(lines)]).toEqual(['5', '6', '7', '8', '9', '10', '11'])
})

it('each program of the README type-checks as it is', () => {
  const readme = readFileSync(join(project, 'node_modules/@tradeloom/client/README.md'), 'utf8')
  const programs = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
  expect(programs).toHaveLength(5)
  for (const [n, code] of programs.entries()) {
    writeFileSync(join(project, `readme-${n}.ts`), code)
    expect(typeErrors(project, `readme-${n}.ts`, ['--types', '', '--lib', 'es2023,dom']), code).toBe('')
  }
})

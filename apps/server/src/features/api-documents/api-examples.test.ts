import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { startFlakyProxy } from './flaky-proxy.fixture.ts'
import { installedClient } from './installed-client.fixture.ts'

const FOLDER = join(import.meta.dirname, '../../../../../packages/documentation/api/examples')
/** What the machine lacks; the names of tests say so. */
const LACKING = { curl: lacks('curl', ['--version']), python: lacks(pythonName(), ['-c', 'import websockets']) }

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let key: string

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  const { json } = await ann.post('/api/api-keys', { label: 'Example', scopes: ['read', 'write'] })
  key = `${json.key}.${json.secret}`
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

async function run(program: string, file: string, folder = FOLDER) {
  const { json: algorithm } = await ann.post('/api/algorithms', { name: file })
  const proxy = await startFlakyProxy(server.url)
  const { id, start, end } = TEST_MARKET
  const { stdout } = await promisify(execFile)(
    program,
    [join(folder, file), algorithm.id, algorithm.latestVersion.id, id, start, end],
    { env: { PATH: process.env['PATH'], TRADELOOM_URL: proxy.url, TRADELOOM_KEY: key } },
  )
  await proxy.stop()
  return { lines: stdout.trim().split('\n'), seen: proxy.seen }
}

it('the Node example lists, starts and follows a backtest through a 429 and a lost socket', async () => {
  const project = installedClient()
  copyFileSync(join(FOLDER, 'backtest.mjs'), join(project, 'backtest.mjs'))
  const { lines, seen } = await run(process.execPath, 'backtest.mjs', project)
  expect(lines[0]).toMatch(/^Backtests so far: \d+$/)
  expect(lines[1]).toMatch(/^Started [0-9a-f-]{36}$/)
  expect(lines.at(-1)).toBe('Completed')
  expect(seen).toEqual({ limited: 1, lost: 1 })
  rmSync(project, { recursive: true, force: true })
})

it.skipIf(LACKING.curl !== null)(`the curl example does so by asking${LACKING.curl ?? ''}`, async () => {
  const { lines, seen } = await run('bash', 'backtest.sh')
  expect(lines[0]).toMatch(/^Backtests so far: \d+$/)
  expect(lines[1]).toMatch(/^Started [0-9a-f-]{36}$/)
  expect(lines.at(-1)).toBe('Completed')
  expect(seen.limited).toBe(1)
})

it.skipIf(LACKING.python !== null)(`the Python example does as the one in Node${LACKING.python ?? ''}`, async () => {
  const { lines, seen } = await run(pythonName(), 'backtest.py')
  expect(lines[1]).toMatch(/^Started [0-9a-f-]{36}$/)
  expect(lines).toContain('Connecting again')
  expect(lines.at(-1)).toBe('Completed')
  expect(seen).toEqual({ limited: 1, lost: 1 })
})

function pythonName(): string {
  return process.env['TRADELOOM_TEST_PYTHON'] ?? 'python3'
}

/** Why a program cannot be used here; null if it can. */
function lacks(program: string, args: string[]): string | null {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return null
  } catch {
    return ` (skipped: not on this machine: ${program} ${args.join(' ')})`
  }
}

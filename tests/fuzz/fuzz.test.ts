import { routes } from '@tradeloom/contracts'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/server.fixture.ts'
import { type FuzzReport, runFuzz } from './run-fuzz.ts'
import { forgiving, serverPaths } from './settings.ts'

/** `npm run fuzz` sends many more. */
const REQUESTS = Number(process.env['TRADELOOM_FUZZ_REQUESTS'] ?? (inject('lane') === 'full' ? 500 : routes.length))
const SEED = Number(process.env['TRADELOOM_FUZZ_SEED'] ?? 20_260)
const IS_LONG = REQUESTS > 1000
const MAX_RSS_MB = 2000

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await startTestDatabase()
  const env = { ...forgiving, LOG_LEVEL: IS_LONG ? 'error' : 'silent' }
  server = await startTestServer({ databaseUrl: database.url, env })
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

it(
  'answers invalid requests without a server error, another user’s row or a path',
  IS_LONG ? { timeout: 0 } : {},
  async () => {
    const started = performance.now()
    const report = await runFuzz({
      url: server.url,
      requests: REQUESTS,
      seed: SEED,
      serverPaths: serverPaths(server.dataDir),
      ...(IS_LONG ? { onProgress: (sent) => print(`${sent} requests after ${secondsSince(started)} s`) } : {}),
    })
    if (IS_LONG) describeReport(report)
    expect(report.problems).toEqual([])
    expect(report.byRoute.size).toBe(routes.length)
    expect(report.maxRssMb).toBeLessThan(MAX_RSS_MB)
  },
)

function describeReport({ sent, statuses, byRoute, problems, maxRssMb }: FuzzReport): void {
  for (const problem of problems) print(`PROBLEM ${problem}`)
  for (const [status, count] of Object.entries(statuses)) print(`${status.padStart(5)} ${count}`)
  print(`${sent} requests to ${byRoute.size} routes, at least ${Math.min(...byRoute.values())} to each`)
  print(`${problems.length} problems, at most ${Math.round(maxRssMb)} MB`)
}

function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(0)
}

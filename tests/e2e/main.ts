// Prepares a data folder with real market data and a database, starts a server on a copy of it for each worker, and
// runs the browser tests in Chromium. Usage: node tests/e2e/main.ts [options of `playwright test`]
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../../tools/build-web.ts'
import { marketFixtures } from './market-fixtures.ts'
import { WORKERS } from './playwright.config.ts'
import { freePort, type ServerProcess, startServer, TRADELOOM } from './server-process.ts'

if (!buildWeb(join(import.meta.dirname, '..', '..'))) process.exit(1)

/**
 * No processor time goes into what no browser test looks at: preparing runners for runs that do not come, and analyzing each
 * saved version for look-ahead. The same number of runners on every machine: which runs wait depends on it.
 */
const env = {
  // Whatever day it is.
  TRADELOOM_SIMULATED_VENUES: 'always',
  TRADELOOM_SPARE_RUNNERS: 'off',
  TRADELOOM_AUTO_ANALYSIS: 'off',
  TRADELOOM_RUNNERS: '2',
  // Where tests receive webhooks.
  TRADELOOM_OUTBOUND_NETWORKS: '127.0.0.1',
}
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-e2e-'))
// As root, the databases run as another user, who must be able to traverse the folder.
chmodSync(folder, 0o755)
const servers: ServerProcess[] = []
let status = 1
try {
  await prepare(dataOf(0))
  // Not `cpSync`: the database files must keep their owner.
  for (let worker = 1; worker < WORKERS; worker++) run('cp', ['-a', dataOf(0), dataOf(worker)])
  await startServers()
  status = await playwright()
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

/** At the same time: a start mostly waits, for its database and its first runner. */
async function startServers(): Promise<void> {
  const ports = new Set<number>()
  while (ports.size < WORKERS) ports.add(await freePort())
  const started = await Promise.allSettled([...ports].map((port, worker) => startServer(dataOf(worker), port, { env })))
  for (const start of started) if (start.status === 'fulfilled') servers.push(start.value)
  for (const start of started) if (start.status === 'rejected') throw start.reason
}

function dataOf(worker: number): string {
  return join(folder, `data${worker}`)
}

/**
 * Imports market data, then starts a server once to create the database and the simulated market, and to run the samples,
 * which every copy would otherwise do.
 */
async function prepare(data: string): Promise<void> {
  for (const options of marketFixtures()) run(TRADELOOM, ['import', ...options, '--data', data, '--json'])
  const server = await startServer(data, await freePort(), { env })
  await samplesRan(server.url)
  await server.stop()
}

/** Only the time limit of the start ends the wait, because the machine may be busy. */
async function samplesRan(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/public-api/algorithms`)
    const samples = (await answer.json()) as readonly { readonly result: unknown }[]
    if (samples.length > 0 && samples.every(({ result }) => result !== null)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}

function playwright(): Promise<number> {
  const cli = join(import.meta.dirname, 'node_modules', '@playwright', 'test', 'cli.js')
  const tests = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: {
      ...process.env,
      TRADELOOM_E2E_SERVERS: servers.map(({ url }) => url).join(),
      TRADELOOM_E2E_FOLDERS: servers.map((_, worker) => dataOf(worker)).join(),
    },
  })
  return new Promise((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
}

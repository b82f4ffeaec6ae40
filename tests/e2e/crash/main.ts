// Kills the server, or a runner, with SIGKILL while backtests are queued and running, starts it again and looks
// whether everything saved is still there and everything queued gets done.
// Usage: node tests/e2e/crash/main.ts [--rounds 20] [--seed 1]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer, type ServerProcess } from '../server-process.ts'
import { ApiClient } from './api-client.ts'
import { descendants, isAlive } from './descendants.ts'

interface Row {
  readonly id: string
  readonly status: string
  readonly detail: string | null
  readonly resultHash: string | null
}

/** About two seconds of work for a month of minute bars, so that a kill finds some running and some queued. */
const SLOW_SCRIPT = `
let sum = 0
function onTick(tick) {
  for (let i = 0; i < 600; i++) sum = (sum * 31 + tick.bid * i) % 1000003
}
function onIntervalClose(bar) {
  if (positions.count === 0) buy({ quantity: 1000, stopLoss: bar.close - 20 * instrument.pipSize })
}
`
const BACKTESTS = 4

const rounds = Number(option('--rounds', '20'))
let random = Number(option('--seed', '1'))
const data = mkdtempSync(join(tmpdir(), 'tradeloom-crash-'))
chmodSync(data, 0o755)
const port = await freePort()

let server = await startServer(data, port)
const client = new ApiClient(server.url)
await client.register('crash')
const algorithm = await client.call<{ id: string }>('POST', '/api/algorithms', { name: 'Slow' })
const version = await client.call<{ id: string }>('POST', `/api/algorithms/${algorithm.id}/versions`, {
  script: SLOW_SCRIPT,
  message: 'Slow on purpose',
})

let bad = 0
const hashes = new Set<string>()
for (let round = 1; round <= rounds; round++) {
  const saved = await client.call<{ id: string }>('POST', `/api/algorithms/${algorithm.id}/versions`, {
    script: `${SLOW_SCRIPT}// round ${round}\n`,
    message: `Round ${round}`,
  })
  const queued = await Promise.all(
    Array.from({ length: BACKTESTS }, () => client.call<Row>('POST', '/api/backtest', settings())),
  )
  await pause(300 + nextRandom(2500))
  const victim = round % 4 === 0 ? await killRunner(server) : await killServer()
  const problems = [...(await outcome(queued)), ...(await versionIsThere(saved.id))]
  bad += problems.length
  console.log(`Round ${round}: killed ${victim}; ${problems.length === 0 ? 'all completed' : problems.join('; ')}`)
}
if (hashes.size > 1) {
  bad++
  console.log(`The same run gave ${hashes.size} different results`)
}
await server.stop()
rmSync(data, { recursive: true, force: true })
console.log(`${rounds} rounds, ${bad} problems`)
process.exit(bad === 0 ? 0 : 1)

function settings() {
  return {
    algorithmId: algorithm.id,
    algorithmVersionId: version.id,
    instrumentId: 'EURUSD:SIM',
    initialBalance: 10_000,
    ...lastWholeMonth(),
    interval: 'H1',
    resolution: 1,
    externals: {},
  }
}

/** The month before the one that has just ended: the simulated market is sure to hold it. */
function lastWholeMonth(): { start: string; end: string } {
  const now = new Date()
  const month = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
  return { start: month(3), end: month(2) }
}

async function killServer(): Promise<string> {
  const left = descendants(server.process.pid ?? 0).filter(({ command }) => command.includes('runner'))
  await server.kill()
  await pause(1000)
  const orphans = left.filter(({ pid }) => isAlive(pid))
  if (orphans.length > 0) {
    bad++
    console.log(`Left behind: ${orphans.map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`).join('; ')}`)
  }
  server = await startServer(data, port)
  return 'the server'
}

async function killRunner({ process: { pid = 0 } }: ServerProcess): Promise<string> {
  // The innermost process of a runner is the one that holds the script; its parents only hold it.
  const runners = descendants(pid).filter(({ command }) => command.includes('runner'))
  const parents = new Set(runners.map(({ parent }) => parent))
  const inner = runners.filter((runner) => !parents.has(runner.pid))
  for (const runner of inner) process.kill(runner.pid, 'SIGKILL')
  return `${inner.length} runners`
}

/** Waits until every backtest has ended; a runner that was killed may end one as Failed, with a reason. */
async function outcome(queued: readonly Row[]): Promise<string[]> {
  const deadline = performance.now() + 120_000
  const problems: string[] = []
  for (const { id } of queued) {
    let row = await client.call<Row>('GET', `/api/backtest/${id}`)
    while (['Queued', 'In Progress'].includes(row.status) && performance.now() < deadline) {
      await pause(200)
      row = await client.call<Row>('GET', `/api/backtest/${id}`)
    }
    if (row.status === 'Completed') hashes.add(row.resultHash ?? 'none')
    else if (row.status !== 'Failed' || row.detail === null) problems.push(`${id} is ${row.status} (${row.detail})`)
    else console.log(`  ${id} Failed: ${row.detail}`)
  }
  return problems
}

async function versionIsThere(id: string): Promise<string[]> {
  const versions = await client.call<{ id: string }[]>('GET', `/api/algorithms/${algorithm.id}/versions`)
  return versions.some((saved) => saved.id === id) ? [] : [`version ${id} is lost`]
}

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(name)
  return at === -1 ? fallback : (process.argv[at + 1] ?? fallback)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** A linear congruential step: the moments of the kills repeat with the seed. */
function nextRandom(below: number): number {
  random = (random * 1664525 + 1013904223) % 4294967296
  return Math.floor((random / 4294967296) * below)
}

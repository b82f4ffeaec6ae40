// Prints how long a backup, its verification and its restore take on a database of a given size, how long requests take
// meanwhile, and how much a lost disk would take along. With --gzip also a backup that PostgreSQL compresses itself.
// Usage: TMPDIR=/large/disk node tests/e2e/load/backup-load.ts [--gigabytes 1] [--quiet 30] [--gzip]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BackupState } from '@tradeloom/contracts'
import pg from 'pg'
import { buildWeb } from '../../../tools/build-web.ts'
import { Installation } from '../faults/installation.ts'
import { latencyRow } from '../latency-row.ts'
import { TRADELOOM } from '../server-process.ts'
import { fillToSize } from './fill-to-size.ts'

/** One every so often, whatever the others take: who waits for an answer asks less while it is slow. */
const REQUEST_MS = 25
const READ = ['/api/accounts', '/api/backtests', '/api/algorithms'] as const
const LOOK_MS = 1_000

const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '1' },
    quiet: { type: 'string', default: '30' },
    gzip: { type: 'boolean' },
  },
})
const gigabytes = Number(values.gigabytes)
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const installation = await Installation.open({
  env: { TRADELOOM_REQUESTS_PER_MINUTE: '1000000', TRADELOOM_BACKUP_AT: 'off' },
})
const root = join(installation.data, 'backups')
const written = await installation.client.call<{ id: string }>('POST', '/api/algorithms', { name: 'Written' })
try {
  await installation.stop()
  await fillToSize(installation.data, gigabytes)
  await installation.startAgain()
  const quiet = () => sleep(Number(values.quiet) * 1_000)
  const rows = [await measured('nothing', quiet)]
  const work: readonly (readonly [string, () => Promise<void>])[] = [
    ...(values.gzip === true ? [['PostgreSQL with gzip', gzipped] as const] : []),
    ['backup', () => tradeloom('backup')],
    // From now on the log continues one.
    ['backup', () => tradeloom('backup')],
    ['verification', () => tradeloom('backup', 'verify')],
    ['restore', () => tradeloom('restore', root, '--data', join(installation.folder, 'restored'))],
  ]
  for (const [name, done] of work) rows.push(await measured(name, done), await measured('nothing', quiet))
  const still = rows.filter(({ work }) => work === 'nothing').map((row) => row['p99 (ms)'])
  const usual = still.reduce((sum, ms) => sum + ms, 0) / still.length
  console.table(rows.map((row) => ({ ...row, ratio: Number((row['p99 (ms)'] / usual).toFixed(2)) })))
  console.log(`The backup has ${Math.round(bytesOf(root) / 1e6)} MB`)
} finally {
  await installation.close()
}

/** Requests while something is done, and how old the end of the stored log became. */
async function measured(work: string, done: () => Promise<unknown>) {
  const load = loadavg()[0] ?? Number.NaN
  const began = performance.now()
  const over = new AbortController()
  const ending = done().finally(() => over.abort())
  const times: Promise<number>[] = []
  const ages: number[] = []
  for (let n = 0; !over.signal.aborted; n++) {
    times.push(request(n))
    if (n % (LOOK_MS / REQUEST_MS) === 0) void ageOfLog().then((age) => age !== null && ages.push(age))
    await sleep(REQUEST_MS)
  }
  await ending
  const seconds = (performance.now() - began) / 1_000
  const { count, ...latency } = latencyRow(work, 1, await Promise.all(times))
  process.stderr.write(`${work}: ${Math.round(seconds)} s\n`)
  return {
    work,
    seconds: Math.round(seconds),
    load: Number(load.toFixed(1)),
    count,
    'p50 (ms)': latency['p50 (ms)'],
    'p99 (ms)': latency['p99 (ms)'],
    'log behind (s)': ages.length === 0 ? null : Math.round(Math.max(...ages) / 1_000),
  }
}

/** Every tenth one writes. */
async function request(n: number): Promise<number> {
  const began = performance.now()
  const { client } = installation
  if (n % 10 > 0) await client.call('GET', READ[n % READ.length] ?? READ[0])
  else await client.call('PATCH', `/api/algorithm/${written.id}`, { description: `Request ${n}` })
  return performance.now() - began
}

async function ageOfLog(): Promise<number | null> {
  const { log } = await installation.client.call<BackupState>('GET', '/api/admin/backups')
  const until = log?.spans.at(-1)?.to
  return until === undefined ? null : Date.now() - Date.parse(until)
}

async function tradeloom(...args: string[]): Promise<void> {
  const env = { ...process.env, TRADELOOM_DATA: installation.data, DATABASE_URL: '' }
  const child = spawn('nice', ['-n', '10', TRADELOOM, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`tradeloom ${args.join(' ')} ended with ${code}`)
}

async function gzipped(): Promise<void> {
  const folder = join(installation.data, 'postgres', 'gzipped')
  const client = new pg.Client({ ...installation.connection, replication: 'true' } as pg.ClientConfig)
  await client.connect()
  const options = `TARGET 'server', TARGET_DETAIL '${folder}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'`
  await client.query(`BASE_BACKUP (${options}, COMPRESSION 'gzip')`)
  await client.end()
  rmSync(folder, { recursive: true })
}

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

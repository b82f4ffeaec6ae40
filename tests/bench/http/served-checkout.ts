import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { signUp, type HttpClient } from '@tradeloom/testkit'
import { Pool } from 'pg'
import { familyCpu, parentOf, processCpu } from './process-cpu.ts'

export interface ServedCheckout {
  readonly name: string
  readonly base: string
  readonly user: HttpClient
  readonly database: Pool
  /** CPU time of the server's process since its start, in milliseconds. */
  serverCpu(): number
  /** CPU time of PostgreSQL since its start in milliseconds, for the databases of all checkouts. */
  databaseCpu(): number
  stop(): Promise<void>
}

export interface CheckoutPlace {
  readonly name: string
  /** The checkout to serve. */
  readonly root: string
  readonly dataDir: string
  readonly databaseUrl: string
  /** Settings of the server that differ from those below. */
  readonly env?: Readonly<Record<string, string>>
  /** Called with each line of the server's log, which is printed otherwise. */
  readonly onLine?: (line: string) => void
}

/** Starts the server of a checkout, without runners unless `env` says otherwise, and registers a user. */
export async function serveCheckout({
  name,
  root,
  dataDir,
  databaseUrl,
  env,
  onLine,
}: CheckoutPlace): Promise<ServedCheckout> {
  chmodSync(dataDir, 0o755)
  const child = spawn(process.execPath, nodeOptions(join(root, 'apps', 'server', 'src', 'main.ts')), {
    cwd: process.env['TRADELOOM_BENCH_PROFILE'] ?? root,
    stdio: ['ignore', 'pipe', onLine ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      TRADELOOM_SERVICES: 'http,realtime',
      TRADELOOM_DATA: dataDir,
      DATABASE_URL: databaseUrl,
      TRADELOOM_SIMULATED_MARKET: 'off',
      TRADELOOM_REQUESTS_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  if (onLine && child.stderr) createInterface(child.stderr).on('line', onLine)
  const base = await addressOf(child)
  const database = new Pool({ connectionString: databaseUrl })
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf((rows[0] as { pid: number }).pid)
  return {
    name,
    base,
    user: await signUp(base, 'bench'),
    database,
    serverCpu: () => processCpu(child.pid as number),
    databaseCpu: () => familyCpu(postmaster),
    stop: async () => {
      await database.end()
      await ended(child)
    },
  }
}

/** With TRADELOOM_BENCH_PROFILE, each server writes a CPU profile to that folder. */
function nodeOptions(main: string): string[] {
  const profile = process.env['TRADELOOM_BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof']
  return ['--disable-warning=ExperimentalWarning', ...profile, main]
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += String(part)
      const found = /ready: (http\S+)/.exec(text)
      if (found) resolve(found[1] as string)
    })
    child.once('exit', (code) => reject(new Error(`The server ended (${code})`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { DatabaseLogger } from '../logger.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { DATABASE_USER, ensureDataDirectory, give } from './data-directory.ts'
import { databaseIdentity, type Identity } from './identity.ts'
import { isAlive, type Postmaster, runningPostmaster } from './postmaster.ts'

export interface EmbeddedServer {
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
  }
  readonly adopted: boolean
  readonly pid: number
  /** Fast shutdown: connections are cut, everything committed stays. */
  stop(): Promise<void>
}

interface Plan {
  readonly data: string
  readonly binaries: Binaries
  readonly identity: Identity | null
  readonly socketFolder: string
  readonly password: string
  readonly logger: DatabaseLogger
}

const PORT = 5432
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 10_000
/** A socket's path must fit into 107 bytes on Linux and 103 elsewhere. */
const LONGEST_SOCKET_PATH = 100

/**
 * Runs PostgreSQL on a folder, reachable over a unix socket only. A server that outlived a killed Tradeloom is taken
 * over; one that is still going down is waited for.
 */
export async function startEmbedded(folder: string, logger: DatabaseLogger): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new Error('On Windows, set DATABASE_URL to a PostgreSQL of your own: the built-in one needs unix sockets.')
  }
  const identity = databaseIdentity()
  const binaries = findBinaries(identity)
  const root = resolve(folder)
  const password = ensureDataDirectory(root, binaries, identity)
  const data = join(root, 'data')
  const plan = { data, binaries, identity, password, logger, socketFolder: socketFolderOf(root, identity) }
  const deadline = Date.now() + START_LIMIT_MS
  for (let wait = 100; ; wait = Math.min(wait * 2, 1000)) {
    const attempt = await tryOnce(plan, deadline)
    if (typeof attempt !== 'string') return attempt
    if (Date.now() + wait > deadline) throw new Error(`The database does not start: ${attempt}`)
    logger.info({ reason: attempt, retryMs: wait }, 'database not up yet, trying again')
    await sleep(wait)
  }
}

/** A running server, or why there is none yet. */
async function tryOnce(plan: Plan, deadline: number): Promise<EmbeddedServer | string> {
  const running = runningPostmaster(plan.data)
  if (running) {
    const trouble = await connects(running.socketFolder, plan.password)
    if (trouble !== null) return `the server of before (process ${running.pid}) does not answer: ${trouble}`
    plan.logger.info({ pid: running.pid }, 'took over the database server that was still running')
    return server(plan, running, true)
  }
  return launch(plan, deadline)
}

async function launch(plan: Plan, deadline: number): Promise<EmbeddedServer | string> {
  const lastLines: string[] = []
  const child = spawn(plan.binaries.postgres, flags(plan), {
    ...plan.identity,
    cwd: '/',
    // Its own process group: Ctrl+C reaches Tradeloom, which then stops the database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  })
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', () => done(lastLines.slice(-3).join(' | ') || 'it ended at once'))
  })
  follow(child, lastLines, plan.logger)
  while (Date.now() < deadline) {
    const over = await Promise.race([ended, sleep(40, null)])
    if (over !== null) return over
    if ((await connects(plan.socketFolder, plan.password)) !== null) continue
    child.unref()
    return server(plan, { pid: child.pid!, socketFolder: plan.socketFolder }, false)
  }
  child.kill('SIGQUIT')
  return lastLines.at(-1) ?? 'no answer'
}

function flags(plan: Plan): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: plan.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '80',
    shared_buffers: '64MB',
    // What was acknowledged survives a power cut. These are the defaults, said aloud because they are a promise.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  }
  return ['-D', plan.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** PostgreSQL's log goes into ours; only what is more than routine is worth a line above debug. */
function follow(child: ChildProcess, lastLines: string[], logger: DatabaseLogger): void {
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      if (/ (FATAL|PANIC): (?!.*starting up)/.test(line)) logger.warn({ line }, 'database')
      else logger.debug({ line }, 'database')
    }
  })
  const pipe = child.stderr as (NodeJS.ReadableStream & { unref?: () => void }) | null
  pipe?.unref?.()
}

function server(plan: Plan, postmaster: Postmaster, adopted: boolean): EmbeddedServer {
  const { pid, socketFolder } = postmaster
  return {
    connection: { host: socketFolder, port: PORT, user: DATABASE_USER, password: plan.password },
    adopted,
    pid,
    stop: async () => {
      if (!(await end(pid, 'SIGINT', STOP_LIMIT_MS)) && !(await end(pid, 'SIGQUIT', 5000))) {
        plan.logger.warn({ pid }, 'the database server does not stop; it is left to recover at the next start')
      }
      if (!socketFolder.startsWith(tmpdir())) return
      rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

async function end(pid: number, signal: 'SIGINT' | 'SIGQUIT', limitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return true
  }
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(20)) if (!isAlive(pid)) return true
  return !isAlive(pid)
}

async function connects(socketFolder: string, password: string): Promise<string | null> {
  const client = new Client({
    host: socketFolder,
    port: PORT,
    user: DATABASE_USER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Beside the data where the path is short enough for a socket, else in the system's folder for passing things. */
function socketFolderOf(root: string, identity: Identity | null): string {
  const beside = join(root, 'socket')
  const fits = join(beside, `.s.PGSQL.${PORT}`).length <= LONGEST_SOCKET_PATH
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const folder = fits ? beside : join(tmpdir(), `tradeloom-${name}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  give(folder, identity)
  return folder
}

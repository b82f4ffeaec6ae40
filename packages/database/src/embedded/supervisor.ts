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
import { DATABASE_PORT as PORT, isAlive, type Postmaster, runningPostmaster } from './postmaster.ts'

export interface EmbeddedServer {
  /** Stays the same however often the server behind it is restarted. */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
  }
  readonly adopted: boolean
  readonly pid: number
  /** Fast shutdown: closes connections and keeps everything committed. */
  stop(): Promise<void>
  /** Stops supervising and leaves the server running for another supervisor. */
  leave(): void
}

interface Plan {
  readonly data: string
  readonly binaries: Binaries
  readonly identity: Identity | null
  readonly socketFolder: string
  readonly password: string
  readonly logger: DatabaseLogger
  /** PostgreSQL settings that override ours, for tests. */
  readonly settings: Readonly<Record<string, string>>
  readonly isRecovery: boolean
  /** Aborts a start in progress. */
  readonly signal: AbortSignal
}

const START_LIMIT_MS = 60_000
/** It replays the log of hours. What fails fails again, so that it is tried once. */
const RECOVERY_LIMIT_MS = 6 * 3_600_000
/** A restart may take minutes: after a crash, PostgreSQL replays its log, perhaps from a slow disk. */
const RESTART_LIMIT_MS = 600_000
/** How often the server is checked, in milliseconds. */
const LOOK_MS = 250
const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 5000
/** A server that exits sooner than this after its start is restarted with growing delays. */
const STEADY_MS = 10_000
const STOP_LIMIT_MS = 10_000
/** Maximum length of a socket path: 107 bytes on Linux, 103 elsewhere. */
const MAX_SOCKET_PATH = 100

/**
 * Runs PostgreSQL on a folder, reachable only over a unix socket. Adopts a server that outlived a killed Tradeloom, and
 * waits for one that is still shutting down.
 */
export async function startEmbedded(
  folder: string,
  logger: DatabaseLogger,
  settings: Readonly<Record<string, string>> = {},
  isRecovery = false,
): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new Error('On Windows, set DATABASE_URL to your own PostgreSQL: the built-in one needs unix sockets.')
  }
  const identity = databaseIdentity()
  const binaries = findBinaries(identity)
  const root = resolve(folder)
  const password = ensureDataDirectory(root, binaries, identity)
  const data = join(root, 'data')
  const closing = new AbortController()
  const socketFolder = socketFolderOf(root)
  const plan = {
    data,
    binaries,
    identity,
    password,
    logger,
    socketFolder,
    settings,
    isRecovery,
    signal: closing.signal,
  }
  const deadline = Date.now() + (isRecovery ? RECOVERY_LIMIT_MS : START_LIMIT_MS)
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, 1000)) {
    const attempt = await tryOnce(plan, deadline)
    if (typeof attempt !== 'string') return new Supervisor(plan, attempt, closing)
    if (isRecovery || Date.now() + wait > deadline) throw new Error(`The database does not start: ${attempt}`)
    logger.info({ reason: attempt, retryMs: wait }, 'database not up yet, trying again')
    await sleep(wait)
  }
}

type Found = Postmaster & { readonly adopted: boolean }

/** Keeps the server running until it is stopped: restarts it whenever it exits. */
class Supervisor implements EmbeddedServer {
  readonly connection: EmbeddedServer['connection']
  readonly adopted: boolean
  readonly #plan: Plan
  readonly #closing: AbortController
  readonly #watching: Promise<void>
  #pid: number

  constructor(plan: Plan, { pid, socketFolder, adopted }: Found, closing: AbortController) {
    this.connection = { host: socketFolder, port: PORT, user: DATABASE_USER, password: plan.password }
    this.adopted = adopted
    // Clients look for it here, also after a restart.
    this.#plan = { ...plan, socketFolder }
    this.#closing = closing
    this.#pid = pid
    this.#watching = this.#watch()
  }

  get pid(): number {
    return this.#pid
  }

  leave(): void {
    this.#closing.abort()
  }

  async stop(): Promise<void> {
    const { logger, socketFolder } = this.#plan
    this.#closing.abort()
    await this.#watching
    if (!(await end(this.#pid, 'SIGINT', STOP_LIMIT_MS)) && !(await end(this.#pid, 'SIGQUIT', 5000))) {
      logger.warn({ pid: this.#pid }, 'the database server does not stop; it will recover at the next start')
    }
    if (socketFolder.startsWith(tmpdir())) rmSync(socketFolder, { recursive: true, force: true })
  }

  async #watch(): Promise<void> {
    const { data, logger, signal } = this.#plan
    let wait = FIRST_WAIT_MS
    let startedAt = -Infinity
    while (await pause(LOOK_MS, signal)) {
      if (runningPostmaster(data)?.pid === this.#pid) continue
      if (performance.now() - startedAt > STEADY_MS) wait = FIRST_WAIT_MS
      logger.warn({ pid: this.#pid, retryMs: wait }, 'the database server has exited; restarting it')
      if (!(await pause(wait, signal))) return
      wait = Math.min(wait * 2, MAX_WAIT_MS)
      startedAt = performance.now()
      const attempt = await tryOnce(this.#plan, Date.now() + RESTART_LIMIT_MS).catch((error: unknown) => String(error))
      if (typeof attempt === 'string') logger.warn({ reason: attempt }, 'the database server does not start')
      else {
        this.#pid = attempt.pid
        logger.warn({ pid: attempt.pid, adopted: attempt.adopted }, 'the database server is running again')
      }
    }
  }
}

/** False if the wait was aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  return !signal.aborted
}

/** A running server, or the reason why there is none yet. */
async function tryOnce(plan: Plan, deadline: number): Promise<Found | string> {
  const running = runningPostmaster(plan.data)
  if (running) {
    const trouble = await connects(running.socketFolder, plan.password)
    if (trouble !== null) return `the previous server (process ${running.pid}) does not answer: ${trouble}`
    plan.logger.info({ pid: running.pid }, 'took over the database server that was still running')
    return { ...running, adopted: true }
  }
  return launch(plan, deadline)
}

async function launch(plan: Plan, deadline: number): Promise<Found | string> {
  makeSocketFolder(plan.socketFolder, plan.identity)
  const lastLines: string[] = []
  const child = spawn(plan.binaries.postgres, flags(plan), {
    ...plan.identity,
    cwd: '/',
    // A separate process group: Ctrl+C reaches only Tradeloom, which stops the database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  })
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', () => done(lastLines.slice(plan.isRecovery ? -20 : -3).join(' | ') || 'it exited at once'))
  })
  follow(child, lastLines, plan.logger)
  while (Date.now() < deadline && !plan.signal.aborted) {
    const over = await Promise.race([ended, sleep(40, null)])
    if (over !== null) return over
    if ((await connects(plan.socketFolder, plan.password)) !== null) continue
    child.unref()
    return { pid: child.pid!, socketFolder: plan.socketFolder, adopted: false }
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
    // Acknowledged writes survive a power failure. These are the defaults, stated because we rely on them.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...plan.settings,
  }
  return ['-D', plan.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Forwards PostgreSQL's log to ours; routine messages go to debug. */
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

/** Next to the data if the path is short enough for a socket, otherwise in the system's temporary folder. */
function socketFolderOf(root: string): string {
  const adjacent = join(root, 'socket')
  const fits = join(adjacent, `.s.PGSQL.${PORT}`).length <= MAX_SOCKET_PATH
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return fits ? adjacent : join(tmpdir(), `tradeloom-${name}`)
}

function makeSocketFolder(folder: string, identity: Identity | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  give(folder, identity)
}

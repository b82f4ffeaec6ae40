import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres, startTestNats, type TestNats, type TestPostgres } from '@tradeloom/testkit'
import { freePort, TRADELOOM } from '../server-process.ts'
import { GIVEN_MARKET, simulateOne } from '../simulate-one.ts'

const READY_MS = 180_000

export type MemberKind = 'server' | 'runner'

/** One process of the cluster; it keeps its port when restarted. */
export interface Member {
  readonly name: string
  readonly kind: MemberKind
  readonly url: string
  readonly process: ChildProcess
}

/** Two servers and two runner processes on one PostgreSQL, one NATS server and one data folder. */
export class Cluster {
  readonly databaseUrl: string
  readonly nats: TestNats
  readonly #folder: string
  readonly #members = new Map<string, Member>()
  readonly #postgres: TestPostgres

  static async open(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'tradeloom-cluster-'))
    // As root, runners read market data as another user.
    chmodSync(folder, 0o755)
    await simulateOne(folder)
    const postgres = await startPostgres({ keepsCommits: true })
    const url = await createDatabase(postgres.address, 'cluster')
    const cluster = new Cluster(folder, url, await startTestNats(), postgres)
    try {
      // One at a time: the first one creates the tables.
      for (const name of ['server 1', 'server 2', 'runner 1', 'runner 2']) await cluster.start(name)
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  private constructor(folder: string, databaseUrl: string, nats: TestNats, postgres: TestPostgres) {
    this.#folder = folder
    this.databaseUrl = databaseUrl
    this.nats = nats
    this.#postgres = postgres
  }

  get members(): readonly Member[] {
    return [...this.#members.values()]
  }

  of(kind: MemberKind): readonly Member[] {
    return this.members.filter((member) => member.kind === kind)
  }

  /** Starts or restarts a process and waits until it is ready. */
  async start(name: string): Promise<Member> {
    const kind: MemberKind = name.startsWith('server') ? 'server' : 'runner'
    const port = Number(new URL(this.#members.get(name)?.url ?? `http://127.0.0.1:${await freePort()}`).port)
    const services = kind === 'server' ? 'http,realtime' : 'runner'
    const child = spawn(TRADELOOM, ['serve', '--services', services], {
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        PORT: String(port),
        DATABASE_URL: this.databaseUrl,
        NATS_URL: this.nats.url,
        TRADELOOM_DATA: this.#folder,
        TRADELOOM_RUNNERS: '2',
        // Neither would show anything here, and both would compute beside what is killed: the analysis of a slow script for
        // half a minute, and each runner that prepares for the next run for a second.
        TRADELOOM_AUTO_ANALYSIS: 'off',
        TRADELOOM_SPARE_RUNNERS: 'off',
        ...GIVEN_MARKET,
        TRADELOOM_REQUESTS_PER_MINUTE: '1000000',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const member: Member = { name, kind, url: `http://127.0.0.1:${port}`, process: child }
    this.#members.set(name, member)
    await ready(member)
    return member
  }

  /** Kills a process with SIGKILL; resolves when it is gone. */
  async kill({ process: child }: Member): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Suspends a process, as an overloaded machine would; returns a function that resumes it. */
  pause({ process: child }: Member): () => void {
    child.kill('SIGSTOP')
    return () => void child.kill('SIGCONT')
  }

  /** Kills PostgreSQL with SIGKILL; it is restarted soon after. */
  killDatabase(): void {
    this.#postgres.kill()
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => this.kill(member)))
    await this.nats.stop()
    await this.#postgres.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function ready({ name, url, process: child }: Member): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} ended with status ${child.exitCode} before it was ready`)
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${name} was not ready within ${READY_MS / 1000} s`)
}

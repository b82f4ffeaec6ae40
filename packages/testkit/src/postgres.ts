import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, silentLogger, startEmbedded } from '@tradeloom/database'
import { Client } from 'pg'

/**
 * The address of a PostgreSQL in which databases can be created and dropped; plain data, so that it can be sent to
 * other processes.
 */
export interface PostgresAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

export interface TestPostgres {
  readonly address: PostgresAddress
  /** Ends it like a crash, with SIGKILL; it is restarted soon after. */
  kill(): void
  stop(): Promise<void>
}

/** Tests in two workers, some with several servers, each with its pools. */
const MAX_CONNECTIONS = '400'

/**
 * A PostgreSQL in a temporary folder. It does not survive a power failure, which makes it faster, and if `keepsCommits` is
 * not set, it loses the last commits when it is killed; otherwise it behaves the same.
 */
export async function startPostgres({ keepsCommits = false } = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-test-'))
  const settings = {
    max_connections: MAX_CONNECTIONS,
    fsync: 'off',
    synchronous_commit: keepsCommits ? 'on' : 'off',
    full_page_writes: 'off',
  }
  const server = await startEmbedded(join(folder, 'postgres'), silentLogger, settings)
  return {
    address: server.connection,
    kill: () => void process.kill(server.pid, 'SIGKILL'),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty database, or a copy of `template`, which must have no connections. Returns its URL. */
export async function createDatabase(address: PostgresAddress, name: string, template?: string): Promise<string> {
  await administer(address, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const { host, port, user, password } = address
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`
}

export function dropDatabase(address: PostgresAddress, name: string): Promise<void> {
  return administer(address, `drop database ${name} with (force)`)
}

export function freshName(): string {
  return `test_${newId().replaceAll('-', '')}`
}

async function administer(address: PostgresAddress, statement: string): Promise<void> {
  const client = new Client({ ...address, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

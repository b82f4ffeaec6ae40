import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Database,
  type EmbeddedServer,
  newId,
  silentLogger,
  startDatabase,
  startEmbedded,
} from '@tradeloom/database'
import { Client } from 'pg'

export interface TestDatabase extends Database {
  /** For a server under test that opens the database itself. */
  readonly url: string
}

interface Running {
  readonly server: EmbeddedServer
  readonly folder: string
}

/** One PostgreSQL for all tests of this process; each call of `startTestDatabase` has a database of its own on it. */
let running: Promise<Running> | null = null
let users = 0

/**
 * A fresh, migrated database on a real PostgreSQL. Its `stop` drops the database, and stops the server too when it
 * was the last one in use.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  users++
  running ??= startServer()
  const { server } = await running
  const name = `test_${newId().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  const url = urlOf(server, name)
  const database = await startDatabase({ dataDir: '', url, logger: silentLogger, exclusive: false })
  return {
    ...database,
    url,
    stop: async () => {
      await database.stop()
      await administer(server, `drop database ${name} with (force)`)
      await release()
    },
  }
}

async function startServer(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-test-'))
  return { folder, server: await startEmbedded(join(folder, 'postgres'), silentLogger) }
}

async function release(): Promise<void> {
  users--
  if (users > 0 || !running) return
  const { server, folder } = await running
  running = null
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function urlOf(server: EmbeddedServer, database: string): string {
  const { host, port, user, password } = server.connection
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`
}

async function administer(server: EmbeddedServer, statement: string): Promise<void> {
  const client = new Client({ ...server.connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

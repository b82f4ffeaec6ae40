import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { type EmbeddedServer, startEmbedded } from '../embedded/supervisor.ts'
import { silentLogger } from '../logger.ts'

/** A PostgreSQL of its own, for tests of whole databases. */
export interface TestDatabases {
  readonly folder: string
  readonly connection: EmbeddedServer['connection']
  /** An empty one. */
  create(name: string): Promise<Pool>
  stop(): Promise<void>
}

export async function startDatabases(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  const server = await startEmbedded(join(folder, 'postgres'), silentLogger, { fsync: 'off' })
  const { connection } = server
  const pools: Pool[] = []
  return {
    folder,
    connection,
    async create(name) {
      const client = new Client({ ...connection, database: 'postgres' })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const pool = new Pool({ ...connection, database: name })
      // The server may end before a connection that is closing.
      pool.on('error', () => {})
      pool.on('connect', (connected) => void connected.on('error', () => {}))
      pools.push(pool)
      return pool
    },
    async stop() {
      for (const pool of pools) await pool.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

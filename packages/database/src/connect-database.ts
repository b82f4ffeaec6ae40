import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import { DATABASE_USER } from './embedded/data-directory.ts'
import { refuseHalfRestored } from './embedded/half-restored.ts'
import { DATABASE_PORT, runningPostmaster } from './embedded/postmaster.ts'
import { migrateDatabase } from './migrate.ts'
import { refuseMoved } from './moving/move-marks.ts'
import { schema } from './schema.ts'
import { DATABASE_NAME, type Database, type DatabaseOptions, startDatabase } from './start-database.ts'

/**
 * Opens the database for a short task beside the server that is using it: joins the embedded one if it is running, and
 * otherwise starts it for as long as the task takes. Throws if there is none in the folder yet.
 */
export async function connectDatabase(
  options: Omit<DatabaseOptions, 'onTaken'>,
): Promise<Pick<Database, 'db' | 'connection' | 'stop'>> {
  const { dataDir, url } = options
  if (url !== undefined) return open({ connectionString: url })
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'data', 'PG_VERSION'))) throw new NoDatabaseError(dataDir)
  refuseHalfRestored(dataDir)
  const running = runningPostmaster(join(folder, 'data'))
  if (!running) return startDatabase(options)
  const password = readFileSync(`${folder}.password`, 'utf8')
  const { socketFolder: host } = running
  return open({ host, port: DATABASE_PORT, user: DATABASE_USER, password, database: DATABASE_NAME })
}

/** No server has created a database in the data folder. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError'

  constructor(dataDir: string) {
    super(`There is no Tradeloom database in ${dataDir} yet: start the server once`)
  }
}

async function open(connection: PoolConfig): Promise<Pick<Database, 'db' | 'connection' | 'stop'>> {
  const pool = new Pool({ ...connection, max: 2, connectionTimeoutMillis: 15_000 })
  pool.on('error', () => {})
  try {
    await refuseMoved(pool)
    await migrateDatabase(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: drizzle(pool, { schema }), connection, stop: () => pool.end() }
}

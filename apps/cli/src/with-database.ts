import {
  connectDatabase,
  type Database,
  type Drizzle,
  MovedError,
  NoDatabaseError,
  silentLogger,
} from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { dataFolder } from './data-folder.ts'

/** Of lines of the audit log: who sits at the terminal may do anything, and is not known by name. */
export const AT_TERMINAL = { actor: null, via: 'cli', address: null } as const

/** Opens the database of an installation, whether its server is running or not. */
export async function withDatabase(
  options: { readonly data?: string },
  work: (db: Drizzle, connection: Database['connection']) => Promise<void>,
): Promise<void> {
  const url = process.env['DATABASE_URL']
  const database = await connectDatabase({
    dataDir: dataFolder(options.data),
    url: url === '' ? undefined : url,
    logger: silentLogger,
  }).catch((error: unknown) => {
    throw error instanceof NoDatabaseError || error instanceof MovedError
      ? new UserError('invalid-input', error.message)
      : error
  })
  try {
    await work(database.db, database.connection)
  } finally {
    await database.stop()
  }
}

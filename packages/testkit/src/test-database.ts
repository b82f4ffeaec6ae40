import { type Database, silentLogger, startDatabase } from '@tradeloom/database'
import { inject } from 'vitest'
import { createDatabase, dropDatabase, freshName, type PostgresAddress } from './postgres.ts'

/** What the setup of a test project provides for its tests. */
export interface DatabaseTemplate {
  readonly postgres: PostgresAddress
  /** A database with empty tables. */
  readonly template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly databaseTemplate: DatabaseTemplate
  }
}

export interface TestDatabase extends Database {
  /** For a server under test that opens the database itself. */
  readonly url: string
}

/** A database for one test on the PostgreSQL of the test run, copied from the template. Its `stop` drops it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { postgres, template } = inject('databaseTemplate')
  const name = freshName()
  const url = await createDatabase(postgres, name, template)
  const database = await startDatabase({ dataDir: '', url, logger: silentLogger })
  return {
    ...database,
    url,
    stop: async () => {
      await database.stop()
      await dropDatabase(postgres, name)
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const AWAY_MS = 120_000

/** Reads the database of servers under test, independently of them. */
export type AskDatabase = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>

/**
 * A connection for each question, because the database may be killed in between. While it is away, the question is
 * repeated, so it must not change anything.
 */
export function askDatabase(connection: () => pg.ClientConfig): AskDatabase {
  return async (text, values = []) => {
    const deadline = performance.now() + AWAY_MS
    for (;;) {
      try {
        return await askOnce(connection(), text, values)
      } catch (error) {
        if (performance.now() > deadline || isMistake(error)) throw error
        await sleep(100)
      }
    }
  }
}

async function askOnce<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client(connection)
  // A kill ends the question too, which is rejected then.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Of the syntax or of access rules: asking again does not help. */
function isMistake(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('42')
}

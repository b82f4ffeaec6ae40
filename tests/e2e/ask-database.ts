import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const AWAY_MS = 120_000

/** Reads the database of servers under test, independently of them. */
export type AskDatabase = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>

/**
 * Keeps its connection until that is lost: questions are asked many times a second, and each new connection starts a process
 * of the database. While the database is away, the question is repeated, so it must not change anything.
 */
export function askDatabase(connection: () => pg.ClientConfig): AskDatabase {
  let connected: Promise<pg.Client> | null = null
  return async (text, values = []) => {
    const deadline = performance.now() + AWAY_MS
    for (;;) {
      const client = (connected ??= connect(connection))
      try {
        return (await (await client).query(text, [...values])).rows
      } catch (error) {
        if (connected === client) connected = null
        void client.then((lost) => lost.end()).catch(() => undefined)
        if (performance.now() > deadline || isMistake(error)) throw error
        await sleep(100)
      }
    }
  }
}

async function connect(connection: () => pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection())
  // A kill ends the question too, which is rejected then.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Of the syntax or of access rules: asking again does not help. */
function isMistake(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('42')
}

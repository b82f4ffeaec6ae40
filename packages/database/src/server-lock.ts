import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'

const SERVER_LOCK = 7_236_014
/** The lock of a killed server is free as soon as PostgreSQL sees its connection gone. */
const WAIT_MS = 5000

/**
 * Takes the lock that only one server holds on one database. At its start a server gives runs that have no owner any
 * more to new runners, so two of them at once would undo each other's work.
 */
export async function takeServerLock(connection: PoolConfig): Promise<() => Promise<void>> {
  const client = new Client({ ...connection, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  for (const until = Date.now() + WAIT_MS; ; await sleep(250)) {
    const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [SERVER_LOCK])
    if (answer.rows[0]?.held) return () => client.end()
    if (Date.now() > until) break
  }
  await client.end()
  throw new Error('Another Tradeloom server is already running on this database.')
}

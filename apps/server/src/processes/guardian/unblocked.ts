import type { Drizzle, Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'

/** A transaction that asks for nothing for so long belongs to a process that is frozen. */
const FROZEN_MS = 700
const LOOK_MS = 200
const LOCK_TIMEOUT = sql`set local lock_timeout = '2s'`

/**
 * A transaction that frozen processes cannot hold up: whoever keeps it waiting for a lock, and does nothing with it, loses
 * the connection. What such a process had not committed it does again, as after every loss of the database.
 */
export function unblocked<Value>(db: Drizzle, work: (tx: Transaction) => Promise<Value>): Promise<Value> {
  return db.transaction(async (tx) => {
    await tx.execute(LOCK_TIMEOUT)
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const timer = setInterval(() => void endBlockers(db, rows[0]?.pid ?? 0), LOOK_MS)
    try {
      return await work(tx)
    } finally {
      clearInterval(timer)
    }
  })
}

async function endBlockers(db: Drizzle, pid: number): Promise<void> {
  try {
    await db.execute(sql`
      select pg_terminate_backend(blocker.pid)
      from pg_stat_activity blocker
      where blocker.pid = any (pg_blocking_pids(${pid}))
        and blocker.state like 'idle in transaction%'
        and blocker.state_change < clock_timestamp() - make_interval(secs => ${FROZEN_MS / 1000})`)
  } catch {
    // The transaction fails by its own lock timeout.
  }
}

import type { Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'

const BACKTEST_QUEUE = 'backtest'

export type BacktestJobs = ReturnType<typeof createBacktestJobs>

/** The queue of runs. A job has the id of its backtest. */
export function createBacktestJobs(boss: PgBoss) {
  return {
    async prepare(): Promise<void> {
      const options = { retryLimit: 3, retryDelay: 1, heartbeatSeconds: 10, expireInSeconds: 12 * 3600, notify: true }
      if (await boss.getQueue(BACKTEST_QUEUE)) await boss.updateQueue(BACKTEST_QUEUE, options)
      else await boss.createQueue(BACKTEST_QUEUE, options)
    },
    /** In the transaction of the row that asks for it. `pending`: how many of this user's runs wait already. */
    async add(tx: Transaction, run: { id: string; userId: string }, pending: number): Promise<void> {
      const { id, userId } = run
      // Whoever has many runs waiting steps back behind those who have few: turns go round the users.
      const options = { id, priority: -pending, group: { id: userId }, db: fromDrizzle(tx, sql) }
      await boss.send(BACKTEST_QUEUE, { id }, options)
    },
    async remove(tx: Transaction, id: string): Promise<void> {
      await boss.deleteJob(BACKTEST_QUEUE, id, { db: fromDrizzle(tx, sql) })
    },
    /**
     * Starts one worker. It looks for the next job as soon as it has done one, and when one is added. A user who has
     * `mostPerUser` runs under way gets no further one, so that others find a worker free.
     */
    async work(mostPerUser: number, handle: (id: string) => Promise<void>): Promise<void> {
      let worker = ''
      worker = await boss.work<{ id: string }>(
        BACKTEST_QUEUE,
        {
          batchSize: 1,
          groupConcurrency: mostPerUser,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 2,
          heartbeatRefreshSeconds: 3,
        },
        async (taken) => {
          for (const { data } of taken) await handle(data.id)
          boss.notifyWorker(worker)
        },
      )
    },
    rest: () => boss.offWork(BACKTEST_QUEUE, { wait: false }),
    /** At the start of the server, before anything works: jobs that look active have nobody left. */
    clear: () => boss.deleteAllJobs(BACKTEST_QUEUE),
  }
}

import { type Database, isDatabaseAway, type Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Fairness, JobRequest, PendingJob } from './define-job.ts'
import { holdLease, isStale, releaseLease, seizeLease } from '../leases/leases.ts'
import type { JobLogger } from './job-logger.ts'

/** Its payload is the name of a queue with new work. */
export const WAKE_CHANNEL = 'tradeloom_jobs'

/** The kind of the leases of jobs; their keys are the ids. */
const KIND = 'job'

/** A job as the queue stores it. */
export interface StoredJob {
  readonly id: string
  readonly tenant: string
  readonly data: unknown
  /** How often it has been interrupted. */
  readonly losses: number
}

/** A job with the lease under which it is performed. */
export interface TakenJob extends StoredJob {
  readonly epoch: number
}

export interface AbandonedJob {
  readonly queue: string
  readonly id: string
}

/** Thrown to roll back a transaction without an error. */
const UNCHANGED = new Error('unchanged')

/** Longer than any job may take. A lease shows much earlier that a job was abandoned. */
const EXPIRE_S = 12 * 3600
const CONNECTIONS = 4

/**
 * The queues of all kinds of jobs, on pg-boss. Ended jobs are deleted; their outcome is in the rows of their feature.
 * Every active job has a lease, inserted in the transaction that takes the job. Every transaction locks the lease first,
 * then the rows of the feature, then the job, so that transactions cannot deadlock.
 */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #database: Database
  readonly #prepared = new Map<string, Promise<void>>()

  static async open(database: Database, logger: JobLogger): Promise<JobQueue> {
    const connection: object = database.connection
    const boss = new PgBoss({
      ...connection,
      max: CONNECTIONS,
      monitorIntervalSeconds: 60,
      superviseIntervalSeconds: 60,
      schedule: false,
    })
    // The database reports its own outages; the queue would do so several times a second.
    boss.on('error', (error) => logger[isDatabaseAway(error) ? 'debug' : 'error']({ err: error }, 'jobs'))
    boss.on('warning', (warning) => logger.debug({ warning }, 'jobs'))
    return new JobQueue(await boss.start(), database)
  }

  private constructor(boss: PgBoss, database: Database) {
    this.#boss = boss
    this.#database = database
  }

  /** Creates the queue if it is missing. Must be called before the queue is used. */
  prepare(queue: string, retryLimit: number): Promise<void> {
    const known = this.#prepared.get(queue)
    if (known) return known
    const prepared = this.#prepare(queue, retryLimit)
    this.#prepared.set(queue, prepared)
    return prepared
  }

  async #prepare(queue: string, retryLimit: number): Promise<void> {
    const options = { retryLimit, retryDelay: 0, expireInSeconds: EXPIRE_S }
    if (await this.#boss.getQueue(queue)) await this.#boss.updateQueue(queue, options)
    else await this.#boss.createQueue(queue, options)
  }

  /** Adds a job in the transaction of its row. Does nothing if the job already exists. */
  async add(tx: Transaction, queue: string, { id, tenant, data }: JobRequest<unknown>): Promise<void> {
    const priority = -(await turnOf(tx, queue, tenant))
    await this.#boss.send(queue, data as object, { id, priority, group: { id: tenant }, db: fromDrizzle(tx, sql) })
    await this.wake(tx, queue)
  }

  /** Takes the next job for an owner; null if there is none. `busyTenants` have used up their share. */
  take(queue: string, owner: string, fairness: Fairness, busyTenants: readonly string[]): Promise<TakenJob | null> {
    const isStrict = fairness.scope === 'everywhere'
    return this.#database.db.transaction(async (tx) => {
      // Two concurrent takes would not see each other's choice.
      if (isStrict) await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`jobs:${queue}`}))`)
      const [job] = await this.#boss.fetch<unknown>(queue, {
        includeMetadata: true,
        ignoreGroups: isStrict ? null : [...busyTenants],
        ...(isStrict ? { groupConcurrency: fairness.perTenant } : {}),
        db: fromDrizzle(tx, sql),
      })
      if (!job) return null
      const { epoch } = await seizeLease(tx, { kind: KIND, key: job.id }, owner)
      return { id: job.id, tenant: job.groupId ?? '', data: job.data, losses: job.retryCount, epoch }
    })
  }

  /**
   * Deletes the job in one transaction with `work`. Returns false, with no effect, if `epoch` is given and the
   * lease has another one, or if `work` returns false.
   */
  settle(
    queue: string,
    id: string,
    epoch: number | null,
    work: (tx: Transaction) => Promise<void | false>,
  ): Promise<boolean> {
    return this.#database.db
      .transaction((tx) =>
        this.settleIn(tx, queue, id, epoch, async () => {
          if ((await work(tx)) === false) throw UNCHANGED
        }),
      )
      .catch((error: unknown) => {
        if (error === UNCHANGED) return false
        throw error
      })
  }

  /** The same within an existing transaction. */
  async settleIn(
    tx: Transaction,
    queue: string,
    id: string,
    epoch: number | null,
    work: () => Promise<void>,
  ): Promise<boolean> {
    if (!(await releaseJob(tx, id, epoch))) return false
    await work()
    await this.#boss.deleteJob(queue, id, { db: fromDrizzle(tx, sql) })
    return true
  }

  /** Performs `work` in one transaction that holds the lease; false, with no effect, if it has another epoch. */
  change(id: string, epoch: number, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.#database.db.transaction(async (tx) => {
      const isHeld = await holdLease(tx, { kind: KIND, key: id, epoch })
      if (isHeld) await work(tx)
      return isHeld
    })
  }

  /** Returns a job to its place in the queue; false if its lease has another epoch. `isLoss` counts against its limit. */
  async giveBack(
    tx: Transaction,
    queue: string,
    { job, epoch, isLoss }: { readonly job: StoredJob; readonly epoch: number | null; readonly isLoss: boolean },
    work: () => Promise<void>,
  ): Promise<boolean> {
    if (!(await releaseJob(tx, job.id, epoch))) return false
    await work()
    const db = fromDrizzle(tx, sql)
    if (isLoss) await this.#boss.fail(queue, job.id, null, { db })
    else {
      const { rows } = await tx.execute<{ priority: number }>(
        sql`select priority from pgboss.job where name = ${queue} and id = ${job.id}`,
      )
      await this.#boss.deleteJob(queue, job.id, { db })
      const priority = rows[0]?.priority ?? 0
      await this.#boss.send(queue, job.data as object, { id: job.id, priority, group: { id: job.tenant }, db })
    }
    await this.wake(tx, queue)
    return true
  }

  /** Active jobs whose owners have been silent for too long, or that have no owner. */
  async abandoned(queues: readonly string[]): Promise<AbandonedJob[]> {
    const { rows } = await this.#database.db.execute<{ queue: string; id: string }>(
      sql`select job.name as queue, job.id
          from pgboss.job job
          left join leases lease on lease.kind = ${KIND} and lease.key = job.id::text
          left join lease_owners owner on owner.id = lease.owner
          where job.state = 'active' and job.name in ${[...queues]} and ${isStale}`,
    )
    return rows
  }

  /**
   * Locks the job and returns it if it is still abandoned. Returns null while another transaction holds its lease: a
   * process can be suspended inside that transaction, and waiting for it would delay the other abandoned jobs.
   */
  async lockAbandoned(tx: Transaction, { queue, id }: AbandonedJob): Promise<StoredJob | null> {
    const lease = await tx.execute(sql`select from leases where kind = ${KIND} and key = ${id} for update skip locked`)
    if (lease.rows.length === 0 && (await this.#hasLease(tx, id))) return null
    const { rows } = await tx.execute<{ data: unknown; tenant: string | null; losses: number }>(
      sql`select job.data, job.group_id as tenant, job.retry_count as losses
          from pgboss.job job
          left join leases lease on lease.kind = ${KIND} and lease.key = job.id::text
          left join lease_owners owner on owner.id = lease.owner
          where job.state = 'active' and job.name = ${queue} and job.id = ${id} and ${isStale}`,
    )
    const [row] = rows
    return row ? { id, data: row.data, tenant: row.tenant ?? '', losses: row.losses } : null
  }

  async #hasLease(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.execute(sql`select from leases where kind = ${KIND} and key = ${id}`)).rows.length > 0
  }

  async isHeld(id: string): Promise<boolean> {
    const { rows } = await this.#database.db.execute(
      sql`select from leases lease join lease_owners owner on owner.id = lease.owner
          where lease.kind = ${KIND} and lease.key = ${id} and not ${isStale}`,
    )
    return rows.length > 0
  }

  /** The ids among the given ones that have a job. */
  async existing(queue: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await this.#database.db.execute<{ id: string }>(
      sql`select id from pgboss.job where name = ${queue} and id in ${[...ids]} and state < 'completed'`,
    )
    return new Set(rows.map(({ id }) => id))
  }

  /** Jobs that have not ended and whose data has this value in a field. */
  async pending(queue: string, field: string, value: string): Promise<PendingJob<unknown>[]> {
    const { rows } = await this.#database.db.execute<{ id: string; data: unknown; isActive: boolean }>(
      sql`select id, data, state = 'active' as "isActive" from pgboss.job
          where name = ${queue} and data->>${field} = ${value} and state < 'completed'`,
    )
    return rows
  }

  /** Notifies all processes once the transaction is committed. */
  async wake(tx: Transaction, queue: string): Promise<void> {
    await tx.execute(sql`select pg_notify(${WAKE_CHANNEL}, ${queue})`)
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: true })
  }
}

/** With an epoch, only that lease; without one, whatever lease there is. */
async function releaseJob(tx: Transaction, id: string, epoch: number | null): Promise<boolean> {
  if (epoch !== null) return releaseLease(tx, { kind: KIND, key: id, epoch })
  await tx.execute(sql`delete from leases where kind = ${KIND} and key = ${id}`)
  return true
}

/**
 * The turn of a tenant's next job, as in start-time fair queuing: one turn after the tenant's previous job, or the turn
 * that is being served now if the tenant has no jobs. Tenants with many waiting jobs come after those with few, and each
 * tenant's jobs keep their order.
 */
async function turnOf(tx: Transaction, queue: string, tenant: string): Promise<number> {
  const { rows } = await tx.execute<{ turn: number }>(
    sql`select coalesce(max(-priority) filter (where group_id = ${tenant}) + 1, min(-priority), 0)::int as turn
        from pgboss.job where name = ${queue} and state < 'completed'`,
  )
  return rows[0]?.turn ?? 0
}

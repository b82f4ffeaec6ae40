import type { Database, Transaction } from '@tradeloom/database'
import { LeaseOwner } from '../leases/lease-owner.ts'
import type { BoundJob, JobDefinition, JobRequest, PendingJob } from './define-job.ts'
import type { JobLogger } from './job-logger.ts'
import { JobQueue, WAKE_CHANNEL } from './job-queue.ts'
import { JobWorker } from './job-worker.ts'
import { takeOverAbandoned } from './take-over.ts'

const LOOK_FOR_ABANDONED_MS = 1000

export interface JobsOptions {
  readonly database: Database
  readonly logger: JobLogger
  /** Called when another process has died: messages that it was about to publish are lost. */
  readonly onDeath?: () => void
}

export interface WorkOptions {
  /** Whether interactive work is waiting; background jobs do not start then. */
  readonly isBusy: () => boolean
}

/** A kind of job, as needed to queue one. */
type KindOf<Data> = Pick<JobDefinition<Data, never>, 'name' | 'retry'>

/**
 * Background work of the server. Jobs are queued in the database and performed by any process with the runner service,
 * each by one process at a time. A process holds leases and renews its heartbeat; when it dies, the others take over its
 * jobs.
 */
export class Jobs {
  readonly #database: Database
  readonly #logger: JobLogger
  readonly #onDeath: () => void
  readonly #queue: JobQueue
  #workers: JobWorker[] = []
  #owner: LeaseOwner | null = null
  #watch: NodeJS.Timeout | undefined
  #watching: Promise<void> | null = null

  static async open(options: JobsOptions): Promise<Jobs> {
    return new Jobs(options, await JobQueue.open(options.database, options.logger))
  }

  private constructor({ database, logger, onDeath = () => undefined }: JobsOptions, queue: JobQueue) {
    this.#database = database
    this.#logger = logger
    this.#onDeath = onDeath
    this.#queue = queue
  }

  /** Queues a job in the transaction that inserts or updates its rows. Does nothing if the job is already queued. */
  async add<Data>(tx: Transaction, { name, retry }: KindOf<Data>, request: JobRequest<Data>): Promise<void> {
    await this.#queue.prepare(name, retry.limit)
    await this.#queue.add(tx, name, request)
  }

  /**
   * Cancels a job, even one in progress, in one transaction with `work`. Nothing changes if `work` returns false.
   */
  async cancel(
    kind: { readonly name: string },
    id: string,
    work: (tx: Transaction) => Promise<void | false>,
  ): Promise<void> {
    await this.#queue.settle(kind.name, id, null, work)
  }

  /** Jobs that have not ended and whose data has this value in a field. */
  async pending<Data>(kind: KindOf<Data>, field: string, value: string): Promise<PendingJob<Data>[]> {
    return (await this.#queue.pending(kind.name, field, value)) as PendingJob<Data>[]
  }

  /** Whether a live process is performing the job now. */
  isPerformed(id: string): Promise<boolean> {
    return this.#queue.isHeld(id)
  }

  /** Starts performing jobs of these kinds in this process. */
  async start(kinds: readonly BoundJob[], { isBusy }: WorkOptions): Promise<void> {
    const { db, connection } = this.#database
    const queue = this.#queue
    const logger = this.#logger
    for (const kind of kinds) {
      await queue.prepare(kind.name, kind.retryLimit)
      await this.#addMissing(kind)
    }
    const owner = await LeaseOwner.open({
      channel: WAKE_CHANNEL,
      connection,
      logger,
      onWake: (name) => {
        for (const worker of this.#workers) if (name === null || worker.name === name) worker.wake()
      },
      onLeases: (epochs, askedAt) => {
        for (const worker of this.#workers) worker.confirm(epochs, askedAt)
      },
    })
    this.#owner = owner
    this.#workers = kinds.map((kind) => new JobWorker(kind, { queue, owner, db, logger, isBusy }))
    for (const worker of this.#workers) worker.start()
    const byName = new Map(kinds.map((kind) => [kind.name, kind]))
    this.#watch = setInterval(() => this.#takeOver(byName, owner), LOOK_FOR_ABANDONED_MS)
  }

  /** Stops performing jobs; unfinished ones return to the queue at once. */
  async stop(): Promise<void> {
    clearInterval(this.#watch)
    await this.#watching
    await Promise.all(this.#workers.map((worker) => worker.stop()))
    await this.#owner?.close()
  }

  async close(): Promise<void> {
    await this.#queue.close()
  }

  #takeOver(kinds: ReadonlyMap<string, BoundJob>, owner: LeaseOwner): void {
    if (this.#watching || !owner.isSettled) return
    const deps = { queue: this.#queue, db: this.#database.db, logger: this.#logger, onDeath: this.#onDeath }
    this.#watching = takeOverAbandoned(kinds, deps)
      .catch((error: unknown) => this.#logger.debug({ err: error }, 'looking for abandoned jobs'))
      .finally(() => {
        this.#watching = null
      })
  }

  /** Queues jobs for rows without one, left by an older version or a restored backup. */
  async #addMissing(kind: BoundJob): Promise<void> {
    const wanted = await kind.unfinished()
    const existing = await this.#queue.existing(
      kind.name,
      wanted.map(({ id }) => id),
    )
    const missing = wanted.filter(({ id }) => !existing.has(id))
    for (const request of missing) {
      const { id, data } = request
      const after = await this.#database.db.transaction(async (tx) => {
        const done = await kind.interrupted(tx, { id, data, why: 'server-lost', isLast: false })
        await this.#queue.add(tx, kind.name, request)
        return done
      })
      await after?.()
    }
    if (missing.length > 0) this.#logger.info({ queue: kind.name, jobs: missing.length }, 'unfinished jobs are queued')
  }
}

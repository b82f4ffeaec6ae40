import type { Transaction } from '@tradeloom/database'
import type { z } from 'zod'

export interface Fairness {
  /** Maximum number of concurrent jobs of this kind in one process. */
  readonly atOnce: number
  /** Maximum number of these per tenant. Tenants take turns in any case. */
  readonly perTenant: number
  /** Whether `perTenant` counts the jobs of this process, or of all processes on the database. Default 'process'. */
  readonly scope?: 'process' | 'everywhere'
  /** Background jobs do not start while a backtest waits for a runner in this process. Default interactive. */
  readonly workClass?: 'interactive' | 'background'
}

/** Why a job returns to the queue. */
export type Interruption = 'server-lost' | 'server-stopped' | 'error'

/** A job whose process did not end it. */
export interface InterruptedJob<Data> {
  readonly id: string
  readonly data: Data
  readonly why: Interruption
  /** The job was interrupted too often and does not return to the queue. */
  readonly isLast: boolean
}

/** Publishes a change once its transaction is committed. */
export type AfterCommit = () => void | Promise<void>

export interface Retry<Data, Deps> {
  /** Number of interruptions, other than orderly stops, after which a job is given up. */
  readonly limit: number
  /** Resets the feature's rows to the state of a queued job, or ends them if `isLast`. Runs in the job's transaction. */
  readonly interrupted?: (tx: Transaction, job: InterruptedJob<Data>, deps: Deps) => Promise<AfterCommit | void>
}

/** A job while it is performed. */
export interface Job<Data> {
  readonly id: string
  readonly tenant: string
  readonly data: Data
  /** Aborted when the process stops or has lost the lease. Results so far are then discarded. */
  readonly signal: AbortSignal
  /**
   * Ends the job in one transaction with `work`, which stores its outcome. Returns false, with no effect, if the lease
   * was lost because another process took over the job or it was canceled. Waits while the database is away.
   */
  end(work: (tx: Transaction) => Promise<void>): Promise<boolean>
  /**
   * Performs `work` in one transaction in which no other process can take the job over. Returns false, with no effect, if
   * the lease was lost. A process that was suspended learns late that it lost it: without this, it would overwrite what
   * the next one has stored.
   */
  change(work: (tx: Transaction) => Promise<void>): Promise<boolean>
}

/** A job to queue. Its id is also the id of the row that stores its outcome. */
export interface JobRequest<Data> {
  readonly id: string
  readonly tenant: string
  readonly data: Data
}

/** A job that has not ended. */
export interface PendingJob<Data> {
  readonly id: string
  readonly data: Data
  /** Whether a process has taken it. */
  readonly isActive: boolean
}

/** One kind of job. */
export interface JobDefinition<Data, Deps> {
  /** Names its queue: letters, digits, hyphens. */
  readonly name: string
  /** What is stored with each job. */
  readonly schema: z.ZodType<Data>
  readonly fairness: Fairness | ((deps: Deps) => Fairness)
  readonly retry: Retry<Data, Deps>
  /** Performs the job and calls `end`. A job that returns without calling it has no outcome to store. */
  readonly perform: (job: Job<Data>, deps: Deps) => Promise<void>
  /** Jobs that should exist according to the feature's rows; missing ones are queued when the server starts. */
  readonly unfinished?: (deps: Deps) => Promise<JobRequest<Data>[]>
}

/** A kind of job together with its dependencies. */
export interface BoundJob {
  readonly name: string
  readonly fairness: Fairness
  readonly retryLimit: number
  perform(job: Job<unknown>): Promise<void>
  interrupted(tx: Transaction, job: InterruptedJob<unknown>): Promise<AfterCommit | void>
  unfinished(): Promise<JobRequest<unknown>[]>
}

export type JobKind<Data, Deps> = JobDefinition<Data, Deps> & { with(deps: Deps): BoundJob }

/** Defines a kind of job. A `*.job.ts` file exports it, and its feature lists it with its dependencies. */
export function defineJob<Data, Deps>(definition: JobDefinition<Data, Deps>): JobKind<Data, Deps> {
  const { name, schema, fairness, retry, perform, unfinished } = definition
  return {
    ...definition,
    with: (deps) => ({
      name,
      fairness: typeof fairness === 'function' ? fairness(deps) : fairness,
      retryLimit: retry.limit,
      perform: ({ id, tenant, data, signal, end, change }) =>
        perform({ id, tenant, data: schema.parse(data), signal, end, change }, deps),
      interrupted: async (tx, job) => retry.interrupted?.(tx, { ...job, data: schema.parse(job.data) }, deps),
      unfinished: async () => (await unfinished?.(deps)) ?? [],
    }),
  }
}

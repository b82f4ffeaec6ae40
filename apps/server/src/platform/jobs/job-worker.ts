import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@tradeloom/database'
import type { LeaseOwner } from '../leases/lease-owner.ts'
import type { BoundJob, Job } from './define-job.ts'
import { HeldJob } from './held-job.ts'
import { interrupt } from './interrupt.ts'
import type { JobLogger } from './job-logger.ts'
import type { JobQueue } from './job-queue.ts'

/** Notifications may be lost, so the queue is polled this often as well. */
const LOOK_MS = 1000
/** Pause before a job that failed unexpectedly is retried. */
const PAUSE_MS = 2000

export interface JobWorkerDeps {
  readonly queue: JobQueue
  readonly owner: LeaseOwner
  readonly db: Database['db']
  readonly logger: JobLogger
  /** Whether interactive work is waiting; background jobs do not start then. */
  readonly isBusy: () => boolean
}

/** Takes the jobs of one kind, as many at once as their fairness allows, and performs them. */
export class JobWorker {
  readonly #job: BoundJob
  readonly #deps: JobWorkerDeps
  readonly #held = new Map<string, HeldJob>()
  readonly #performing = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #wake: () => void = () => undefined
  #isWoken = false
  #loop: Promise<void> = Promise.resolve()

  constructor(job: BoundJob, deps: JobWorkerDeps) {
    this.#job = job
    this.#deps = deps
  }

  get name(): string {
    return this.#job.name
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Checks the queue now. */
  wake(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Compares the jobs performed here with the leases in the database. */
  confirm(epochs: ReadonlySet<number>, askedAt: number): void {
    for (const held of this.#held.values()) held.confirm(epochs.has(held.epoch), askedAt)
  }

  /** Returns unfinished jobs to the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    await this.#loop
    await Promise.all(this.#performing)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#isWoken = false
      try {
        while (!signal.aborted && (await this.#takeOne()));
      } catch (error) {
        this.#deps.logger.debug({ err: error, queue: this.name }, 'no job could be taken')
      }
      if (!this.#isWoken && !signal.aborted) await this.#pause()
    }
  }

  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, LOOK_MS)
    await promise
    clearTimeout(timer)
  }

  async #takeOne(): Promise<boolean> {
    const { queue, owner, isBusy } = this.#deps
    const { fairness } = this.#job
    if (this.#held.size >= fairness.atOnce || (fairness.workClass === 'background' && isBusy())) return false
    const { id } = owner
    const stored = await queue.take(this.name, id, fairness, this.#busyTenants())
    if (!stored) return false
    const held = new HeldJob(queue, this.name, stored, this.#stopping.signal)
    // Taken a second time: the first one here has just lost its lease.
    this.#held.get(held.id)?.confirm(false, Number.POSITIVE_INFINITY)
    this.#held.set(held.id, held)
    const performing = this.#perform(held).finally(() => {
      if (this.#held.get(held.id) === held) this.#held.delete(held.id)
      this.#performing.delete(performing)
      this.wake()
    })
    this.#performing.add(performing)
    return true
  }

  #busyTenants(): string[] {
    const counts = new Map<string, number>()
    for (const { tenant } of this.#held.values()) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
    return [...counts].flatMap(([tenant, count]) => (count >= this.#job.fairness.perTenant ? [tenant] : []))
  }

  /** Never rejects. */
  async #perform(held: HeldJob): Promise<void> {
    const { logger } = this.#deps
    try {
      await this.#job.perform(held satisfies Job<unknown>)
      if (!held.signal.aborted && !held.isOver) await held.end(async () => undefined)
    } catch (error) {
      if (!held.signal.aborted) {
        logger.error({ err: error, queue: this.name, job: held.id }, 'job failed')
        await sleep(PAUSE_MS, undefined, { signal: held.signal }).catch(() => undefined)
      }
    }
    if (held.isOver || held.isLost) return
    const why = this.#stopping.signal.aborted ? 'server-stopped' : 'error'
    await interrupt(this.#job, this.#deps, { job: held.stored, epoch: held.epoch, why }).catch((error: unknown) =>
      // Another process takes it over once this one has ended.
      logger.warn({ err: error, queue: this.name, job: held.id }, 'job could not be given back'),
    )
  }
}

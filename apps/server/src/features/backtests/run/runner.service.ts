import type { Bus, Subscription } from '@tradeloom/bus'
import { type Drizzle, retryWhileAway } from '@tradeloom/database'
import { InstrumentError } from '@tradeloom/domain'
import { MarketDataError, type MarketStore } from '@tradeloom/market-data'
import type { RunnerPool, RunOutcome, RunProgress } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import { publish, publishRow, type RowEvent } from '../backtest-events.ts'
import type { BacktestJobs } from '../backtest-jobs.ts'
import type { BacktestsRepository, RunEnd, TakenRun } from '../backtests.repository.ts'
import type { DiskReserve } from '../../../platform/health/disk-reserve.ts'
import { withoutServerPaths } from '../../../platform/errors/server-folders.ts'
import { endWithError, endWithResult } from './run-end.ts'
import { type RunInput, runInput } from './run-input.ts'

export interface RunnerDeps {
  readonly db: Drizzle
  readonly repository: BacktestsRepository
  readonly jobs: BacktestJobs
  readonly pool: RunnerPool
  readonly store: MarketStore
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'lack' | 'whenRoom'>
  readonly logger: FastifyBaseLogger
  /** Runs at one time. */
  readonly size: number
}

export interface RunnerService {
  /** Ends what runs without a result; it is run again at the next start. */
  stop(): Promise<void>
}

/** A run that loses its runner is given to another one this often in all. */
const MOST_ATTEMPTS = 2
/** A stop that a runner does not follow within this time is forced, and then there is no result. */
const FORCE_AFTER_MS = 8000
const SAVE_PROGRESS_MS = 1000
const SWEEP_MS = 5000
/** A result waits this long for a database that is away; after that the run is run again. */
const KEEP_RESULT_MS = 30 * 60_000
/** Runs that nobody works on, for whatever reason but a lost runner, are queued again this often. */
const MOST_SWEEPS = 5

interface ActiveRun {
  readonly abort: AbortController
  readonly ended: Promise<void>
  stopAsked: boolean
}

const EVENT_OF_STATUS = {
  Completed: 'completed',
  Stopped: 'stopped',
  Errored: 'errored',
  Failed: 'failed',
} as const satisfies Record<RunEnd['status'], RowEvent>

/** Takes runs from the queue, gives them to the sandbox, tells of their progress and keeps what comes out. */
export async function startRunner(deps: RunnerDeps): Promise<RunnerService> {
  const runner = new Runner(deps)
  await runner.start()
  return runner
}

class Runner implements RunnerService {
  readonly #deps: RunnerDeps
  readonly #active = new Map<string, ActiveRun>()
  readonly #stopping = new AbortController()
  #sweeper: NodeJS.Timeout | undefined

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { jobs, logger, size } = this.#deps
    await requeueUnfinished(this.#deps)
    // Twice as many workers as places: one user can fill the places, never the workers, and the pool then sees
    // who else waits and lets turns go round.
    await Promise.all(Array.from({ length: 2 * size }, () => jobs.work(size, (id) => this.#work(id))))
    this.#sweeper = setInterval(() => {
      this.#sweep().catch((error: unknown) => logger.error({ err: error }, 'sweep'))
    }, SWEEP_MS)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#sweeper)
    for (const { abort } of this.#active.values()) abort.abort()
    await Promise.all([...this.#active.values()].map(({ ended }) => ended))
    await this.#deps.jobs.rest()
  }

  /** Also when the queue gives out a job a second time while it still runs: there is only one run of an id. */
  async #work(id: string): Promise<void> {
    if (this.#isStopping) throw new Error('The server is stopping')
    const running = this.#active.get(id)
    if (running) return running.ended
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const run: ActiveRun = { abort: new AbortController(), ended, stopAsked: false }
    this.#active.set(id, run)
    try {
      await this.#runToTheEnd(id, run)
    } catch (error) {
      this.#deps.logger.error({ err: error, backtest: id }, 'run could not be finished')
    } finally {
      this.#active.delete(id)
      resolve()
    }
  }

  async #runToTheEnd(id: string, run: ActiveRun): Promise<void> {
    const stops = this.#serveStop(id, run)
    const logs = this.#deps.bus.serve(`runner.log.${id}`, ({ payload }) => this.#deps.pool.log(id, Number(payload)))
    try {
      for (;;) {
        await this.#waitForRoom(id, run)
        if (this.#isStopping) return
        const taken = await this.#patiently(() => this.#deps.repository.take(id))
        if (!taken) return
        await this.#tell('started', id)
        const end = await this.#attempt(taken, run)
        if (this.#isStopping && run.abort.signal.aborted && !run.stopAsked) return
        if (end) return await this.#finish(id, end)
        await this.#patiently(() =>
          this.#deps.repository.requeue(id, 'The runner was lost; running again', taken.attempts),
        )
        await this.#tell('update', id)
      }
    } finally {
      stops.unsubscribe()
      logs.unsubscribe()
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** What a run needs of the database waits for one that is away; a server that stops does not. */
  #patiently<Value>(work: () => Promise<Value>): Promise<Value> {
    return retryWhileAway(work, { limitMs: KEEP_RESULT_MS, signal: this.#stopping.signal })
  }

  /** Runs that were accepted before the disk filled up wait in the queue and say why. */
  async #waitForRoom(id: string, run: ActiveRun): Promise<void> {
    const { disk, repository } = this.#deps
    const lack = await disk.lack()
    if (lack === null) return
    if (await this.#patiently(() => repository.explain(id, `Waiting for room. ${lack}`))) await this.#tell('update', id)
    await disk.whenRoom(run.abort.signal)
  }

  async #finish(id: string, end: RunEnd): Promise<void> {
    let tries = 0
    const isEnded = await this.#patiently(() => (tries++, this.#deps.repository.finish(id, end)))
    // The answer of an earlier try may have been lost, and the run have ended by it all the same.
    if (isEnded || tries > 1) await this.#tell(EVENT_OF_STATUS[end.status], id)
  }

  /** How the run ended, or null when it is to be tried again. */
  async #attempt(taken: TakenRun, run: ActiveRun): Promise<RunEnd | null> {
    let input: RunInput
    try {
      input = await runInput(this.#deps.store.forOwner(taken.userId), taken)
    } catch (error) {
      this.#deps.logger.warn({ err: error, backtest: taken.id }, 'no input for a run')
      // What is wrong with the data is for the trader; what nobody expected is for the log.
      const isExpected = error instanceof MarketDataError || error instanceof InstrumentError
      return failed(isExpected ? error.message : `The market data could not be read. The log has it under ${taken.id}`)
    }
    if (run.stopAsked) return stoppedWithoutResult()
    const outcome = await this.#deps.pool.run({
      id: taken.id,
      tenant: taken.userId,
      source: taken.script,
      spec: input.spec,
      series: input.series,
      signal: run.abort.signal,
      onProgress: this.#progressOf(taken),
    })
    return this.#endOf(outcome, taken, input, run)
  }

  async #endOf(outcome: RunOutcome, taken: TakenRun, input: RunInput, run: ActiveRun): Promise<RunEnd | null> {
    switch (outcome.status) {
      case 'completed':
      case 'stopped':
        return endWithResult(outcome, input, taken.scriptHash)
      case 'errored':
        return endWithError(outcome, input, taken.scriptHash)
      case 'cancelled':
        return stoppedWithoutResult()
      case 'failed':
        if (run.stopAsked) return stoppedWithoutResult()
        this.#deps.logger.warn(
          { backtest: taken.id, attempt: taken.attempts, reason: outcome.error.message },
          'runner lost',
        )
        return taken.attempts < MOST_ATTEMPTS ? null : failed(`The runner was lost twice: ${outcome.error.message}`)
    }
  }

  #serveStop(id: string, run: ActiveRun): Subscription {
    return this.#deps.bus.serve(`runner.stop.${id}`, () => {
      if (run.stopAsked) return true
      run.stopAsked = true
      // While data is loaded there is no run yet in the pool; it ends when it would begin.
      this.#deps.pool.stop(id)
      const force = setTimeout(() => run.abort.abort(), FORCE_AFTER_MS)
      void run.ended.then(() => clearTimeout(force))
      return true
    })
  }

  #progressOf(taken: TakenRun): (progress: RunProgress) => void {
    let saved = 0
    return ({ progress, live }) => {
      const percent = Math.max(0, Math.min(99.9, progress * 100))
      publish(this.#deps.bus, taken.id, {
        event: 'progress',
        userId: taken.userId,
        isPublic: false,
        data: {
          id: taken.id,
          algorithmId: taken.algorithmId,
          status: 'In Progress',
          progress: percent,
          time: live.time,
          equity: live.equity,
          positionCount: live.openPositions + live.closedPositions,
        },
      })
      if (Date.now() - saved < SAVE_PROGRESS_MS) return
      saved = Date.now()
      this.#deps.repository
        .saveProgress(taken.id, percent)
        .catch((error: unknown) => this.#deps.logger.warn({ err: error }, 'progress'))
    }
  }

  async #tell(event: RowEvent, id: string): Promise<void> {
    const record = await this.#patiently(() => this.#deps.repository.record(id))
    if (record) publishRow(this.#deps.bus, event, record)
  }

  /** Nothing stays In Progress that nobody works on, whatever went wrong, such as a database that was away. */
  async #sweep(): Promise<void> {
    for (const row of await this.#deps.repository.inProgress()) {
      if (this.#active.has(row.id) || this.#isStopping) continue
      if (row.attempts < MOST_SWEEPS) {
        await this.#deps.db.transaction(async (tx) => {
          await this.#deps.jobs.remove(tx, row.id)
          await this.#deps.repository.requeue(row.id, 'The runner was lost; running again', row.attempts)
          await this.#deps.jobs.add(tx, row, 0)
        })
      } else {
        await this.#deps.repository.finish(row.id, failed('The runner was lost twice'))
        await this.#tell('failed', row.id)
      }
    }
  }
}

/** What a server that ended, however it did, has left: all of it goes back to the queue, in the old order. */
async function requeueUnfinished({ db, repository, jobs, logger }: RunnerDeps): Promise<void> {
  await jobs.clear()
  const rows = await repository.unfinished()
  const pending = new Map<string, number>()
  for (const row of rows) {
    if (row.status === 'In Progress') await repository.requeue(row.id, 'The server was restarted; running again', 0)
    const before = pending.get(row.userId) ?? 0
    pending.set(row.userId, before + 1)
    await db.transaction((tx) => jobs.add(tx, row, before))
  }
  if (rows.length > 0) logger.info({ backtests: rows.length }, 'unfinished backtests are queued again')
}

function failed(reason: string): RunEnd {
  return { status: 'Failed', columns: { detail: withoutServerPaths(reason).slice(0, 4000) }, result: null }
}

function stoppedWithoutResult(): RunEnd {
  return { status: 'Stopped', columns: { detail: 'Stopped before there was a result' }, result: null }
}

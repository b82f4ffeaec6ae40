import type { Bus, Subscription } from '@tradeloom/bus'
import { retryWhileAway, type Transaction } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { type MarketReaders, type RunInput, runInput } from '@tradeloom/market-data'
import { type RunnerPool, type RunOutcome, type RunProgress, StageClock } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import { withoutServerPaths } from '../../../platform/errors/server-folders.ts'
import type { Units } from '../../packages/units.service.ts'
import type { DiskReserve } from '../../../platform/health/disk-reserve.ts'
import type { Job } from '../../../platform/jobs/define-job.ts'
import { publish, publishRow, type RowEvent } from '../backtest-events.ts'
import type { BacktestsRepository, RunEnd, TakenRun } from '../backtests.repository.ts'
import { LiveMarket } from './live-market.ts'
import { endWithError, endWithResult } from './run-end.ts'

export interface BacktestRunDeps {
  readonly repository: BacktestsRepository
  readonly pool: RunnerPool
  readonly store: MarketReaders
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'lack' | 'whenRoom'>
  readonly units: Pick<Units, 'tell'>
  readonly logger: FastifyBaseLogger
}

/** Number of attempts for a run that loses its runner process. */
const MAX_ATTEMPTS = 2
/**
 * How often one attempt looks its data up again because a file was replaced before the runner read it. More often means
 * that something is wrong with the files, not with the time.
 */
const MAX_RELOADS = 3
/** If a runner does not stop within this time, the stop is forced and there is no result. */
const FORCE_AFTER_MS = 8000
const SAVE_PROGRESS_MS = 1000
const LOST = 'The runner was lost; running again'
/** How long a run waits while the database is away. */
const PATIENCE_MS = 30 * 60_000

const EVENT_OF_STATUS = {
  Completed: 'completed',
  Stopped: 'stopped',
  Errored: 'errored',
  Failed: 'failed',
} as const satisfies Record<RunEnd['status'], RowEvent>

/** One backtest while this process runs it: passes it to the sandbox, reports progress and stores the result. */
export class BacktestRun {
  readonly #job: Job<unknown>
  readonly #deps: BacktestRunDeps
  readonly #forced = new AbortController()
  /** Ends the run without a result: a stop that was forced, a lost lease, or a process that stops. */
  readonly #aborted: AbortSignal
  #force: NodeJS.Timeout | undefined
  #isStopRequested = false
  #taken: TakenRun | null = null
  #counting: Promise<void> | null = null
  #isCounted = false
  readonly #clock = new StageClock()
  readonly #begunAt = Date.now()

  constructor(job: Job<unknown>, deps: BacktestRunDeps) {
    this.#job = job
    this.#deps = deps
    this.#aborted = AbortSignal.any([this.#forced.signal, job.signal])
  }

  async perform(): Promise<void> {
    const { bus, pool } = this.#deps
    const { id } = this.#job
    const stops = this.#serveStop()
    const logs = bus.serve(`runner.log.${id}`, async ({ payload }) => {
      const lines = await pool.log(id, Number(payload))
      return lines === null || lines.length === 0 || (await this.#count()) ? lines : []
    })
    try {
      const end = await this.#runToTheEnd()
      if (end) await this.#finish(end)
    } finally {
      clearTimeout(this.#force)
      stops.unsubscribe()
      logs.unsubscribe()
    }
  }

  /** Null if there is nothing to store: the run is no longer queued, or this process may not end it. */
  async #runToTheEnd(): Promise<RunEnd | null> {
    const { repository } = this.#deps
    const { id } = this.#job
    for (;;) {
      await this.#waitForRoom()
      if (this.#isVoid) return null
      const taken = await this.#take()
      if (!taken) return null
      this.#taken = taken
      this.#clock.add({ 'job queued and taken': this.#begunAt - taken.createdAt.getTime() })
      this.#clock.end('run taken')
      await this.#publishRow('started')
      this.#clock.end('start published')
      this.#tell(taken, 'Loading prices')
      const end = await this.#attempt(taken)
      if (this.#isVoid) return null
      if (end) return end
      if (!(await this.#change((tx) => repository.requeueIn(tx, id, LOST, taken.attempts)))) return null
      this.#tell(taken, LOST)
      await this.#publishRow('update')
    }
  }

  async #take(): Promise<TakenRun | null> {
    const startedAt = new Date()
    let taken: TakenRun | null = null
    await this.#change(async (tx) => {
      taken = await this.#deps.repository.takeIn(tx, this.#job.id, startedAt)
    })
    return taken
  }

  #change(work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.#patiently(() => this.#job.change(work))
  }

  /**
   * Counts the run among the trials of its lineage, before it shows anything: it may end without a result. False if this
   * process may not.
   */
  async #count(): Promise<boolean> {
    const taken = this.#taken
    if (taken === null) return false
    this.#counting ??= this.#change((tx) => this.#deps.repository.countIn(tx, taken)).then(
      (isDone) => void (this.#isCounted = isDone),
      (error: unknown) => {
        this.#counting = null
        this.#deps.logger.warn({ err: error, backtest: taken.id }, 'a run could not be counted as a trial')
      },
    )
    await this.#counting
    return this.#isCounted
  }

  /** The lease was lost or the process stops, so this process must not end the run. */
  get #isVoid(): boolean {
    return this.#job.signal.aborted && !this.#forced.signal.aborted
  }

  /** Retries while the database is away, unless the process stops. */
  #patiently<Value>(work: () => Promise<Value>): Promise<Value> {
    return retryWhileAway(work, { limitMs: PATIENCE_MS, signal: this.#job.signal })
  }

  /** Runs that were accepted before the disk filled up wait in the queue and show why. */
  async #waitForRoom(): Promise<void> {
    const { disk, repository } = this.#deps
    const { id } = this.#job
    const lack = await disk.lack()
    if (lack === null) return
    if (await this.#patiently(() => repository.explain(id, `Waiting for room. ${lack}`))) {
      await this.#publishRow('update')
    }
    await disk.whenRoom(this.#aborted)
  }

  async #finish(end: RunEnd): Promise<void> {
    const { repository } = this.#deps
    const { id } = this.#job
    const isEnded = await this.#job.end(async (tx) => {
      await repository.finishIn(tx, id, end, 'In Progress')
    })
    this.#clock.end('result stored')
    if (isEnded) await this.#publishRow(EVENT_OF_STATUS[end.status])
    if (isEnded && end.isOurFault) await this.#patiently(() => this.#deps.units.tell(this.#job.tenant))
    this.#clock.end('end published')
    this.#deps.logger.debug({ backtest: id, stages: this.#clock.stages }, 'stages of a run')
  }

  /** How the run ended, or null if it should be tried again. */
  async #attempt(taken: TakenRun): Promise<RunEnd | null> {
    for (let reloads = 0; ; reloads++) {
      const input = await this.#input(taken)
      if ('status' in input) return input
      if (this.#isStopRequested) return stoppedWithoutResult()
      this.#clock.end('data found and graded')
      this.#tell(taken, 'Waiting for a free runner')
      const outcome = await this.#runInPool(taken, input)
      const isReplaced = outcome.status === 'failed' && outcome.isDataReplaced === true
      if (isReplaced && reloads < MAX_RELOADS && !this.#aborted.aborted) continue
      const end = await this.#endOf(outcome, taken, input)
      this.#clock.end('result packed')
      return end
    }
  }

  /** What the run reads, or its end if that cannot be found. */
  async #input(taken: TakenRun): Promise<RunInput | RunEnd> {
    const { store, logger } = this.#deps
    try {
      return await runInput(store.forOwner(taken.userId), taken)
    } catch (error) {
      logger.warn({ err: error, backtest: taken.id }, 'no input for a run')
      // Problems with the data are shown to the trader; unexpected errors go to the log.
      const isExpected = error instanceof UserError
      return failed(
        isExpected ? error.message : `The market data could not be read. See the server log under ${taken.id}`,
      )
    }
  }

  async #runInPool(taken: TakenRun, { spec, indicators, series }: RunInput): Promise<RunOutcome> {
    const began = performance.now()
    const outcome = await this.#deps.pool.run({
      id: taken.id,
      tenant: taken.userId,
      source: taken.script,
      indicators,
      spec,
      series,
      signal: this.#aborted,
      onProgress: this.#progressOf(taken),
    })
    // Progress that waits for the count is told before the end.
    await this.#counting
    if ('stages' in outcome)
      this.#clock.add({ 'waited for a runner': performance.now() - began - outcome.wallMs, ...outcome.stages })
    this.#clock.skip()
    return outcome
  }

  async #endOf(outcome: RunOutcome, taken: TakenRun, input: RunInput): Promise<RunEnd | null> {
    switch (outcome.status) {
      case 'completed':
      case 'stopped':
        return endWithResult(outcome, input, taken.scriptHash)
      case 'errored':
        return endWithError(outcome, input, taken.scriptHash)
      case 'canceled':
        return stoppedWithoutResult()
      case 'failed':
        if (this.#isStopRequested) return { ...stoppedWithoutResult(), isOurFault: true }
        this.#deps.logger.warn(
          { backtest: taken.id, attempt: taken.attempts, reason: outcome.error.message },
          'runner lost',
        )
        return taken.attempts < MAX_ATTEMPTS ? null : failed(`The runner was lost twice: ${outcome.error.message}`)
    }
  }

  #serveStop(): Subscription {
    const { bus, pool } = this.#deps
    const { id } = this.#job
    return bus.serve(`runner.stop.${id}`, () => {
      if (this.#isStopRequested) return true
      this.#isStopRequested = true
      // While data is being loaded, the pool does not have the run yet; it then ends before it starts.
      pool.stop(id)
      this.#force = setTimeout(() => this.#forced.abort(), FORCE_AFTER_MS)
      return true
    })
  }

  #progressOf(taken: TakenRun): (progress: RunProgress) => void {
    const { bus, repository, logger } = this.#deps
    let saved = 0
    const market = new LiveMarket(taken, (message) => publish(bus, taken.id, message))
    const show = ({ progress, live }: RunProgress): void => {
      market.tell(live)
      const percent = Math.max(0, Math.min(99.9, progress * 100))
      publish(bus, taken.id, {
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
      repository
        .saveProgress(taken.id, percent)
        .catch((error: unknown) => logger.warn({ err: error }, 'progress could not be saved'))
    }
    let latest: RunProgress
    // A short run reports once: it must not be shown less because it is counted first.
    const showOnceCounted = async (report: RunProgress): Promise<void> => {
      latest = report
      if ((await this.#count()) && latest === report) show(report)
    }
    return (report) => {
      if (this.#isCounted) show(report)
      else void showOnceCounted(report)
    }
  }

  /** Tells the owner what the run is doing. */
  #tell({ userId, algorithmId }: TakenRun, detail: string): void {
    const { id } = this.#job
    publish(this.#deps.bus, id, { event: 'progress-detail', userId, data: { id, algorithmId, detail } })
  }

  async #publishRow(event: RowEvent): Promise<void> {
    const { repository, bus } = this.#deps
    const record = await this.#patiently(() => repository.record(this.#job.id))
    if (record) publishRow(bus, event, record)
  }
}

export function failed(reason: string): RunEnd {
  const detail = withoutServerPaths(reason).slice(0, 4000)
  return { status: 'Failed', columns: { detail }, result: null, isOurFault: true, trial: null }
}

function stoppedWithoutResult(): RunEnd {
  const columns = { detail: 'Stopped before there was a result' }
  return { status: 'Stopped', columns, result: null, isOurFault: false, trial: null }
}

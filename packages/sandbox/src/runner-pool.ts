import { existsSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { LogLine } from '@tradeloom/engine'
import type { Lease } from './bundle/leases.ts'
import type { CheckOutcome } from './check-job.ts'
import { CHECK_LIMITS } from './check-limits.ts'
import type { ColumnsFile } from './columns-file.ts'
import { INDICATOR_COLUMNS, type IndicatorOutcome, MAX_INDICATOR_ROWS } from './indicator-job.ts'
import type { SandboxLevel } from './launch/launch-command.ts'
import { openSandbox, type Sandbox } from './launch/open-sandbox.ts'
import { DEFAULT_LIMITS, type NamedScript, type RunOutcome } from './run-job.ts'
import { DEFAULT_REUSE, type PoolOptions } from './pool-options.ts'
import type { CheckRequest, IndicatorRequest, RunRequest, SweepRequest } from './pool-requests.ts'
import type { RunnerProcess } from './runner-process.ts'
import { RunnerStock } from './runner-stock.ts'
import type { SweepOutcome } from './sweep-outcome.ts'
import { sweepBatch } from './sweep-batch.ts'
import type { SweepJob } from './sweep-job.ts'
import { FairScheduler, type PlaceRequest } from './fair-scheduler.ts'

/** Nobody waits for an indicator as long as for a run. */
const INDICATOR_LIMITS = { cpuMs: 5_000, wallMs: 20_000, logBytes: 1_048_576 }
const CLOSED = 'The pool of runners is closed'

type Ending = Extract<RunOutcome, { status: 'failed' | 'canceled' }>

export interface PoolStats {
  readonly size: number
  readonly running: number
  readonly waiting: number
  /** Unoccupied runners whose next run finds its code compiled and warmed up. */
  readonly prepared: number
  /** Process ids of the busy runners, by the id of their run. */
  readonly pids: Readonly<Record<string, number>>
}

export interface RunnerPool {
  readonly level: SandboxLevel
  /** Why no better level is in effect; null for the best one. */
  readonly levelReason: string | null
  stats(): PoolStats
  /** Never rejects. */
  run(request: RunRequest): Promise<RunOutcome>
  /**
   * Checks a script for look-ahead. A check takes no place from the runs: it gets its own runner, which has the lowest
   * priority on the machine. As many checks as runs are made at a time, fairly among their tenants. Never rejects.
   */
  check(request: CheckRequest): Promise<CheckOutcome>
  /**
   * Computes a custom indicator over at most 40,000 finished bars, on a place like a run. Never rejects for what its
   * script does.
   */
  compute(request: IndicatorRequest): Promise<IndicatorOutcome>
  /**
   * Performs many runs of one script that differ in their externals only. Each row equals what `run` gives for the same
   * externals. Never rejects.
   */
  sweep(request: SweepRequest): Promise<SweepOutcome>
  /** Asks a run, even a waiting one, for its result so far; false if there is no such run. */
  stop(id: string): boolean
  /**
   * The newest `most` lines (default 1,000) of the log of a run in progress. Empty while the run waits, or if its script
   * does not pause within a second; null if there is no such run.
   */
  log(id: string, most?: number): Promise<readonly LogLine[] | null>
  close(): Promise<void>
}

/** Starts the pool with its first runner. Rejects when no runner can be started at any allowed level. */
export async function createRunnerPool(options: PoolOptions): Promise<RunnerPool> {
  return new Pool(options, await openSandbox(options))
}

class Pool implements RunnerPool {
  readonly level: SandboxLevel
  readonly levelReason: string | null
  readonly #options: PoolOptions
  readonly #lease: Lease
  readonly #size: number
  readonly #stock: RunnerStock
  readonly #running = new Map<string, RunnerProcess>()
  readonly #places: FairScheduler
  readonly #checkPlaces: FairScheduler
  /** Ids of waiting and running runs. */
  readonly #known = new Set<string>()
  readonly #stopped = new Set<string>()
  #isClosed = false

  constructor(options: PoolOptions, { level, reason, runner, lease, launch }: Sandbox) {
    this.#options = options
    this.#lease = lease
    this.level = level
    this.levelReason = reason
    this.#size = options.size ?? availableParallelism()
    this.#places = new FairScheduler(this.#size)
    this.#checkPlaces = new FairScheduler(this.#size)
    this.#stock = new RunnerStock({
      first: runner,
      start: launch,
      size: this.#size,
      spares: options.spares ?? Math.min(2, this.#size),
      warmsUp: options.warmsUp ?? true,
      reuse: { ...DEFAULT_REUSE, ...options.reuse },
      isBusy: () => this.#places.waiting > 0,
    })
  }

  stats(): PoolStats {
    const pids = Object.fromEntries([...this.#running].map(([id, runner]) => [id, runner.pid ?? 0]))
    const { taken, waiting } = this.#places
    return { size: this.#size, running: taken, waiting, prepared: this.#stock.prepared, pids }
  }

  async run(request: RunRequest): Promise<RunOutcome> {
    const { id, tenant, workClass, afterSweep, signal } = request
    if (this.#known.has(id)) return failed(`A run with the id ${id} is already in progress`)
    this.#known.add(id)
    const wanted = { tenant, workClass, signal, ...(afterSweep === undefined ? {} : { sweep: afterSweep }) }
    try {
      return await this.#inPlace(wanted, (runner) => this.#runNow(request, runner))
    } finally {
      this.#known.delete(id)
      this.#stopped.delete(id)
    }
  }

  compute(request: IndicatorRequest): Promise<IndicatorOutcome> {
    const { key, script: source, args, instrument, barMs, bars, other, tenant, signal } = request
    const rows = bars.time.length
    if (rows > MAX_INDICATOR_ROWS)
      throw new RangeError(`An indicator is computed over ${MAX_INDICATOR_ROWS} bars at most`)
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits, ...INDICATOR_LIMITS, ...request.limits }
    if (other !== undefined && other.length !== rows) throw new RangeError('The second series has other bars')
    const packed = packColumns([
      ...INDICATOR_COLUMNS.map((name) => bars[name]),
      ...(other === undefined ? [] : [other]),
    ])
    const hasOther = other !== undefined
    const job = { key, source, args, instrument, barMs, bars: packed, hasOther, rows, series: [], limits } as const
    return this.#inPlace({ tenant, signal }, (runner) => runner.compute(job, signal))
  }

  async check(request: CheckRequest): Promise<CheckOutcome> {
    const { tenant, signal } = request
    if (this.#isClosed) return failed(CLOSED)
    if (!(await this.#checkPlaces.acquire({ tenant, signal }))) return { status: 'canceled' }
    try {
      return this.#isClosed ? failed(CLOSED) : await this.#checkNow(request)
    } finally {
      this.#checkPlaces.release(tenant)
    }
  }

  async #checkNow(request: CheckRequest): Promise<CheckOutcome> {
    const runner = this.#stock.launch()
    try {
      await runner.ready
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error))
    }
    if (this.#options.checksYield ?? true) runner.yieldToOthers()
    request.onStart?.()
    const { source, market, interval = 'M15', externals = {}, seed = 1, initialBalance = 10_000 } = request
    const indicators = plainScripts(request.indicators)
    const series = (market?.series ?? []).map((one) => ({ ...one, columnsFile: realFile(one.columnsFile) }))
    const limits = { ...CHECK_LIMITS, ...request.limits }
    const spec = market?.spec ?? null
    const settings = { interval, externals, seed, initialBalance, limits }
    return runner.check({ source, indicators, spec, series, ...settings }, request.signal)
  }

  async sweep(request: SweepRequest): Promise<SweepOutcome> {
    const { id, tenant, signal, onProgress } = request
    if (this.#known.has(id)) return failed(`A run with the id ${id} is already in progress`)
    this.#known.add(id)
    const job = this.#sweepJob(request)
    const workClass = request.workClass === 'interactive' ? 'interactive' : 'batch'
    try {
      return await sweepBatch(request.points.length, (from, to) =>
        this.#inPlace({ tenant, workClass, signal, sweep: job.sweep }, async (runner) => {
          this.#running.set(id, runner)
          const part = { ...job, points: job.points.slice(from, to) }
          try {
            return await runner.sweep(part, { signal, onProgress: (done) => onProgress?.(from + done) })
          } finally {
            this.#running.delete(id)
          }
        }),
      )
    } finally {
      this.#known.delete(id)
    }
  }

  stop(id: string): boolean {
    if (!this.#known.has(id)) return false
    this.#stopped.add(id)
    this.#running.get(id)?.stop()
    return true
  }

  async log(id: string, most = 1000): Promise<readonly LogLine[] | null> {
    if (!this.#known.has(id)) return null
    return (await this.#running.get(id)?.log(most)) ?? []
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stock.close()
    await this.#lease.end()
  }

  #sweepJob({ sweep, source, spec, points, metrics, maxDrawdown, ...request }: SweepRequest): SweepJob {
    const indicators = plainScripts(request.indicators)
    const series = request.series.map((one) => ({ ...one, columnsFile: realFile(one.columnsFile) }))
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits, ...request.limits }
    return { sweep, source, indicators, spec, series, limits, points, metrics, maxDrawdown: maxDrawdown ?? null }
  }

  /** Waits for a place and performs a job of a tenant in one of its runners. */
  async #inPlace<Outcome>(
    wanted: PlaceRequest & { readonly sweep?: string },
    work: (runner: RunnerProcess) => Promise<Outcome>,
  ): Promise<Outcome | Ending> {
    if (this.#isClosed) return failed(CLOSED)
    if (!(await this.#places.acquire(wanted))) return { status: 'canceled' }
    try {
      return this.#isClosed ? failed(CLOSED) : await this.#inRunner(wanted, work)
    } finally {
      this.#places.release(wanted.tenant)
    }
  }

  async #inRunner<Outcome>(
    { tenant, sweep }: { readonly tenant: string; readonly sweep?: string },
    work: (runner: RunnerProcess) => Promise<Outcome>,
  ): Promise<Outcome | Ending> {
    const runner = this.#stock.take(tenant, sweep ?? null)
    try {
      await runner.ready
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error))
    }
    const outcome = work(runner)
    const stopWaiting = this.#stock.refillBeside()
    try {
      return await outcome
    } finally {
      stopWaiting()
      await this.#stock.park(runner, tenant)
    }
  }

  async #runNow(request: RunRequest, runner: RunnerProcess): Promise<RunOutcome> {
    this.#running.set(request.id, runner)
    request.onStart?.()
    const { source, spec } = request
    const indicators = plainScripts(request.indicators)
    const series = request.series.map((one) => ({ ...one, columnsFile: realFile(one.columnsFile) }))
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits, ...request.limits }
    const outcome = runner.run({ source, indicators, spec, series, limits }, request)
    if (this.#stopped.has(request.id)) runner.stop()
    try {
      return await outcome
    } finally {
      this.#running.delete(request.id)
    }
  }
}

/** Runners see only real folders, so links are resolved here. */
function realFile(file: ColumnsFile): ColumnsFile {
  return existsSync(file.path) ? { ...file, path: realpathSync(file.path) } : file
}

function packColumns(columns: readonly Float64Array[]): string {
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)),
  ).toString('base64')
}

/** Callers may pass rows with more fields. */
function plainScripts(scripts: readonly NamedScript[] = []): NamedScript[] {
  return scripts.map(({ key, script }) => ({ key, script }))
}

function failed(message: string): Extract<RunOutcome, { status: 'failed' }> {
  return { status: 'failed', error: { message } }
}

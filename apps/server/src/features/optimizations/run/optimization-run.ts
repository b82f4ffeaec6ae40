import type { Bus } from '@tradeloom/bus'
import { MAX_BEGUN } from '@tradeloom/contracts'
import { type Drizzle, newId, retryWhileAway } from '@tradeloom/database'
import type { MarketReaders } from '@tradeloom/market-data'
import { latticeOfSettings, type Round, type Search } from '@tradeloom/optimizer'
import type { RunnerPool } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../../../platform/jobs/define-job.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { runWalkForward, type TestedCell } from '../../optimization-luck/run-walk-forward.ts'
import type { OptimizationEnd, OptimizationEnds } from '../optimization-ends.ts'
import type { OptimizationsRepository } from '../optimizations.repository.ts'
import { searchOf } from '../search-of.ts'
import { findDifference } from './find-difference.ts'
import { NoInputError, type OptimizationInputs, type StoredOptimization } from './optimization-inputs.ts'
import { OptimizationNews } from './optimization-news.ts'
import { OptimizationStore } from './optimization-store.ts'
import { type Batch, notRepeatable, runBatch } from './run-batch.job.ts'
import { RoundWork } from './round-work.ts'
import { bestText, cellText, endText, errorText } from './log-texts.ts'

export interface OptimizationRunDeps {
  readonly db: Drizzle
  readonly repository: OptimizationsRepository
  readonly jobs: Pick<Jobs, 'add' | 'pending'>
  readonly pool: Pick<RunnerPool, 'run'>
  readonly market: MarketReaders
  readonly bus: Bus
  readonly inputs: OptimizationInputs
  readonly ends: OptimizationEnds
  readonly logger: FastifyBaseLogger
  /** Runners of this server. */
  readonly size: number
}

const PATIENCE_MS = 30 * 60_000
/** Messages may be lost. */
const LOOK_MS = 1000
/** Batches that end at about the same time are looked at together. */
const PAUSE_MS = 25

/** A window of a walk-forward is coordinated in the job of the whole. */
type CoordinatingJob = Omit<Job<unknown>, 'change'>

/** One optimization while this process coordinates it. Its state is a function of its seed and its rows. */
export class OptimizationRun {
  readonly #job: CoordinatingJob
  readonly #deps: OptimizationRunDeps
  readonly #store: OptimizationStore
  #wake: () => void = () => undefined
  #isWoken = false
  /** The condition that ended the search. */
  #ending: string | null = null
  /** Batches under way whose begin was told. */
  readonly #begun = new Set<string>()

  constructor(job: CoordinatingJob, deps: OptimizationRunDeps) {
    this.#job = job
    this.#deps = deps
    this.#store = new OptimizationStore(deps.db, job.id)
  }

  async perform(): Promise<void> {
    const { bus, ends, inputs, repository } = this.#deps
    const { id, signal } = this.#job
    const taken = await this.#patiently(() => this.#store.take())
    if (!taken) return
    const wake = (): void => {
      this.#isWoken = true
      this.#wake()
    }
    const subscriptions = ['batch', 'stopped'].map((what) => bus.subscribe(`optimization-${what}.${id}`, wake))
    signal.addEventListener('abort', wake)
    const news = new OptimizationNews({ repository, bus }, id, taken.revision)
    try {
      await news.tell({ isNow: true })
      const end = await this.#end(taken, news)
      if (end === null || signal.aborted) return
      await this.#patiently(() => this.#store.log(...endText(end, taken, this.#ending)))
      const isEnded = await this.#job.end(async (tx) => void (await ends.endIn(tx, id, end)))
      if (!isEnded) return
      await this.#patiently(() => news.tell({ isNow: true }))
      await this.#patiently(() => ends.tell(id))
    } finally {
      for (const subscription of subscriptions) subscription.unsubscribe()
      signal.removeEventListener('abort', wake)
      inputs.forget(id)
    }
  }

  /** Null if somebody else has ended it. */
  async #end(taken: StoredOptimization, news: OptimizationNews): Promise<OptimizationEnd | null> {
    const { inputs } = this.#deps
    try {
      await this.#patiently(() => inputs.of(taken.id))
      if (!(await this.#search(taken, news))) return null
      const error = await this.#patiently(() => this.#store.errorOfAll())
      if (error !== null) return { status: 'Errored', statusDetail: error }
      const different = await this.#difference(taken)
      if (different !== null) return { status: 'Failed', statusDetail: notRepeatable(different) }
      if (taken.walkForward && !(await this.#walkForward(taken, news))) return null
      return { status: 'Completed', statusDetail: '' }
    } catch (error) {
      if (error instanceof NoInputError) return { status: 'Failed', statusDetail: error.message }
      throw error
    }
  }

  /** Trains and tests its windows, in this job. False if it was stopped. */
  #walkForward(taken: StoredOptimization, news: OptimizationNews): Promise<boolean> {
    const { db, pool, market } = this.#deps
    const { signal, tenant, data } = this.#job
    const search = (id: string): Promise<void> => {
      const end: Job<unknown>['end'] = async (work) => {
        await this.#patiently(() => db.transaction(work))
        return true
      }
      return new OptimizationRun({ id, tenant, data, signal, end }, this.#deps).perform()
    }
    const onWindow = async (number: number, count: number): Promise<void> => {
      await this.#patiently(() => this.#store.explain(`Walk-forward: window ${number} of ${count}`))
      await news.tell({ isNow: true })
    }
    const onCell = (cell: TestedCell): Promise<void> => this.#patiently(() => this.#store.log(...cellText(cell)))
    return runWalkForward(taken, { db, pool, store: market, search, onWindow, onCell }, this.#job)
  }

  async #search(taken: StoredOptimization, news: OptimizationNews): Promise<boolean> {
    const search: Search = searchOf(taken)
    for (let round = search.ask(); round !== null; round = search.ask()) {
      const current = round
      if (!(await this.#runRound(taken, current, news))) return false
      const lines = await this.#patiently(() => this.#linesOf(current))
      await this.#patiently(() => this.#store.endRound(current.number, lines))
      // A round of everything teaches nothing, and its outcomes may be a million.
      if (current.count === taken.total) {
        this.#ending = 'all of its backtests'
        break
      }
      search.tell(await this.#patiently(() => this.#store.outcomes(current, taken)))
    }
    this.#ending ??= search.ending?.() ?? null
    return true
  }

  /** Runs what is missing of a round; false if the optimization has ended or this process must let go of it. */
  async #runRound(taken: StoredOptimization, round: Round, news: OptimizationNews): Promise<boolean> {
    const { jobs, size } = this.#deps
    const store = this.#store
    await this.#patiently(() => store.beginRound(round))
    const underWay = new Map<string, readonly number[]>()
    const sent = await this.#patiently(() => jobs.pending<Batch>(runBatch, 'optimizationId', taken.id))
    for (const { id, data } of sent) underWay.set(id, data.indexes)
    const stored = await this.#patiently(() => store.storedIndexes(round))
    const lattice = latticeOfSettings(taken.externalsSettings)
    const work = new RoundWork(round, [...stored, ...[...underWay.values()].flat()], size)
    for (;;) {
      if (this.#job.signal.aborted) return false
      const state = await this.#patiently(() => store.state())
      if (state?.status !== 'In Progress') return false
      await this.#patiently(() => news.tell())
      const waiting = await this.#settle(taken.id, underWay, work, (indexes) => {
        const shown = indexes.slice(0, MAX_BEGUN)
        news.begin(shown.map((index) => ({ index, values: lattice.valuesOf(round.pointAt(index)) })))
      })
      let isSent = false
      for (let queued = waiting; queued < 2 * size; queued++) {
        const batch = work.next(state)
        if (batch === null) break
        await this.#send(taken, round, batch, underWay)
        isSent = true
      }
      if (underWay.size === 0 && !isSent) {
        return (await this.#patiently(() => store.countStored(round))) === round.count || this.#incomplete(round)
      }
      await this.#pause()
    }
  }

  #incomplete({ number }: Round): never {
    throw new Error(`Round ${number} has ended without all of its rows`)
  }

  /** Forgets batches that have ended, and returns how many wait. Those that were given up are sent again. */
  async #settle(
    id: string,
    underWay: Map<string, readonly number[]>,
    work: RoundWork,
    onBegin: (indexes: readonly number[]) => void,
  ): Promise<number> {
    if (underWay.size === 0) return 0
    const pending = await this.#patiently(() => this.#deps.jobs.pending(runBatch, 'optimizationId', id))
    const states = new Map(pending.map((job) => [job.id, job.isActive]))
    for (const [job, indexes] of underWay) {
      if (states.get(job) !== true || this.#begun.has(job)) continue
      this.#begun.add(job)
      onBegin(indexes)
    }
    const ended = [...underWay].filter(([job]) => !states.has(job))
    for (const [job, indexes] of ended) {
      underWay.delete(job)
      this.#begun.delete(job)
      const first = Math.min(...indexes)
      const count = Math.max(...indexes) - first + 1
      const stored = new Set(await this.#patiently(() => this.#store.storedIndexes({ first, count })))
      work.lose(indexes.filter((index) => !stored.has(index)))
    }
    return [...underWay.keys()].filter((job) => states.get(job) === false).length
  }

  async #send(
    { id: optimizationId, userId }: StoredOptimization,
    round: Round,
    { indexes, isAlone }: { readonly indexes: number[]; readonly isAlone: boolean },
    underWay: Map<string, readonly number[]>,
  ): Promise<void> {
    const { db, jobs } = this.#deps
    const id = newId()
    const points = indexes.map((index) => [...round.pointAt(index)])
    const data: Batch = { optimizationId, indexes, points, isAlone }
    await this.#patiently(() => db.transaction((tx) => jobs.add(tx, runBatch, { id, tenant: userId, data })))
    underWay.set(id, indexes)
  }

  async #linesOf(round: Round) {
    const [state, errors] = await Promise.all([this.#store.state(), this.#store.errors(round)])
    const text = bestText(round, state?.bestProfit ?? null)
    return [{ level: 'info', message: text } as const, ...errors.map(errorText)]
  }

  /** A row that has another result in a fresh isolate, or null. */
  async #difference(taken: StoredOptimization): Promise<number | null> {
    const input = await this.#patiently(() => this.#deps.inputs.of(taken.id))
    const state = await this.#patiently(() => this.#store.state())
    if (!input || !state) return null
    const { pool, size } = this.#deps
    return findDifference({ pool, store: this.#store, input, count: state.done, size, signal: this.#job.signal })
  }

  /** Until a batch has ended, or for a second. */
  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!this.#isWoken) {
      this.#wake = resolve
      const timer = setTimeout(resolve, LOOK_MS)
      await promise
      clearTimeout(timer)
    }
    this.#isWoken = false
    const short = Promise.withResolvers<void>()
    setTimeout(short.resolve, PAUSE_MS)
    await short.promise
  }

  #patiently<Value>(work: () => Promise<Value>): Promise<Value> {
    return retryWhileAway(work, { limitMs: PATIENCE_MS, signal: this.#job.signal })
  }
}

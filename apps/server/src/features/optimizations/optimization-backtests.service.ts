import type { Bus } from '@tradeloom/bus'
import { type Backtest, type BacktestFilters, ROW_STATUSES } from '@tradeloom/contracts'
import { type Drizzle, newId, schema, sqlState, type Transaction, UNIQUE_VIOLATION } from '@tradeloom/database'
import { latticeOfSettings } from '@tradeloom/optimizer'
import { and, eq, inArray } from 'drizzle-orm'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import { publishRow } from '../backtests/backtest-events.ts'
import { viewBacktest } from '../backtests/backtest-views.ts'
import type { BacktestsService } from '../backtests/backtests.service.ts'
import type { ResultQuota } from '../runs/result-quota.ts'
import type { RunPage } from '../runs/run-reads.ts'
import { BACKTESTS, nextTimeOf } from '../runs/run-table.ts'
import { runBacktest } from '../backtests/run-backtest.job.ts'
import type { OptimizationsRepository, ResultRow } from './optimizations.repository.ts'
import type { OptimizationsService } from './optimizations.service.ts'
import { RUN_SEED } from './run-seed.ts'

const { backtests, backtestTables, optimizations } = schema

interface OptimizationBacktestsDeps {
  readonly db: Drizzle
  readonly repository: OptimizationsRepository
  readonly optimizations: Pick<OptimizationsService, 'own' | 'visible'>
  readonly backtests: Pick<BacktestsService, 'own' | 'listOfOptimization'>
  readonly jobs: Pick<Jobs, 'add'>
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quota: Pick<ResultQuota, 'require'>
}

/** An optimization, in the address of its algorithm. */
interface Place {
  readonly id: string
  readonly optimisationId: string
}

/** The full backtests of rows, run when somebody wants to see them. */
export class OptimizationBacktests {
  readonly #deps: OptimizationBacktestsDeps

  constructor(deps: OptimizationBacktestsDeps) {
    this.#deps = deps
  }

  /** Those that were run, newest first. */
  async list(
    { id, optimisationId }: Place,
    page: RunPage & BacktestFilters,
    viewerId: string | null,
  ): Promise<Backtest[]> {
    const { row, ownerId } = await this.#deps.optimizations.visible(optimisationId, viewerId)
    if (row.algorithmId !== id) throw notFound('Optimization')
    return this.#deps.backtests.listOfOptimization(optimisationId, id, { ownerId, viewerId }, page)
  }

  async runOf({ id, optimisationId }: Place, index: number, userId: string): Promise<Backtest> {
    const { row } = await this.#deps.optimizations.own(optimisationId, userId)
    if (row.algorithmId !== id) throw notFound('Optimization')
    return this.run(optimisationId, index, userId)
  }

  /** The backtest of a row: the one that was run before, unless it has no result. */
  async run(optimizationId: string, index: number, userId: string): Promise<Backtest> {
    const { repository, disk, quota } = this.#deps
    const { row: optimization } = await this.#deps.optimizations.own(optimizationId, userId)
    const row = await repository.row(optimizationId, index)
    if (!row) throw notFound('Backtest')
    if (ROW_STATUSES[row.status] === 'Errored') throw conflict(`This backtest ended with an error: ${row.error}`)
    const known = await this.#existing(optimizationId, index)
    if (known) return this.#view(known, userId)
    await disk.require()
    await quota.require(userId)
    try {
      const id = newId()
      await this.#deps.db.transaction((tx) => this.#insert(tx, id, optimization, row))
      publishRow(this.#deps.bus, 'update', await this.#deps.backtests.own(id, userId))
      return await this.#view(id, userId)
    } catch (error) {
      // Requested twice at the same time.
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error
      const other = await this.#existing(optimizationId, index)
      if (other === null) throw error
      return this.#view(other, userId)
    }
  }

  async #existing(optimizationId: string, index: number): Promise<string | null> {
    const isOfRow = and(eq(backtests.optimisationId, optimizationId), eq(backtests.optimizationIndex, index))
    const { db } = this.#deps
    // Ended without a result: it is run again in place of that one.
    await db.delete(backtests).where(and(isOfRow, inArray(backtests.status, ['Failed', 'Stopped'])))
    const [found] = await db.select({ id: backtests.id }).from(backtests).where(isOfRow)
    return found?.id ?? null
  }

  async #insert(
    tx: Transaction,
    id: string,
    optimization: Awaited<ReturnType<OptimizationsService['own']>>['row'],
    { index, point }: ResultRow,
  ): Promise<void> {
    const { id: optimisationId, userId } = optimization
    const lattice = latticeOfSettings(optimization.externalsSettings)
    const values = lattice.valuesOf(point)
    const searched = Object.fromEntries(lattice.axes.map(({ name }, axis) => [name, values[axis] as number]))
    const { fullTables: tables = null } =
      (
        await tx
          .select({ fullTables: optimizations.fullTables })
          .from(optimizations)
          .where(eq(optimizations.id, optimisationId))
      )[0] ?? {}
    await tx.insert(backtests).values({
      id,
      userId,
      algorithmId: optimization.algorithmId,
      algorithmVersionId: optimization.algorithmVersionId,
      instrumentId: optimization.instrumentId,
      markets: optimization.markets,
      sources: optimization.sources,
      simulated: optimization.simulated,
      initialBalance: optimization.initialBalance,
      start: optimization.start,
      end: optimization.end,
      interval: optimization.interval,
      resolution: optimization.resolution,
      barInterval: optimization.barInterval,
      externals: { ...optimization.externals, ...searched },
      models: optimization.models,
      tables: optimization.tables,
      accountCurrency: optimization.accountCurrency,
      lambda: optimization.lambda,
      seed: RUN_SEED,
      optimisationId,
      optimizationIndex: index,
      createdAt: await nextTimeOf(tx, BACKTESTS, userId),
    })
    if (tables) await tx.insert(backtestTables).values({ backtestId: id, ...tables })
    await this.#deps.jobs.add(tx, runBacktest, { id, tenant: userId, data: {} })
  }

  async #view(id: string, userId: string): Promise<Backtest> {
    return viewBacktest(await this.#deps.backtests.own(id, userId), userId)
  }
}

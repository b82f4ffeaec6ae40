import { randomInt } from 'node:crypto'
import type { Bus } from '@tradeloom/bus'
import type { Optimization } from '@tradeloom/contracts'
import { computeUnits, unitsOfWindows } from '@tradeloom/domain'
import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { Rights } from '../../platform/auth/rights.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { SourceSeries } from '../sources/source-series.ts'
import { acceptSettings } from '../runs/accept-settings.ts'
import { completeExternals } from '../runs/check-settings.ts'
import { columnsOfRun } from '../runs/run-columns.ts'
import {
  lockedStatus,
  nextTimeOf,
  OPTIMIZATIONS,
  requireInProgress,
  requireNotInProgress,
  requireRoom,
} from '../runs/run-table.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { checkSeal } from '../lineages/check-seal.ts'
import { planWindows, windowRows } from '../optimization-luck/plan-windows.ts'
import { returnOptimizationUnits } from '../packages/optimization-units.ts'
import type { ResultQuota } from '../runs/result-quota.ts'
import { lockUnits, type Units } from '../packages/units.service.ts'
import { checkSearch, geneticOf, type OptimizationSettings } from './check-search.ts'
import type { OptimizationEnds } from './optimization-ends.ts'
import { publishMessage, publishOptimization } from './optimization-events.ts'
import { viewOptimization } from './optimization-views.ts'
import type { OptimizationsRepository } from './optimizations.repository.ts'
import type { OptimizationsService } from './optimizations.service.ts'
import { RUN_OPTIMIZATION } from './run-optimization-kind.ts'

const { optimizations, walkForwardWindows } = schema

/** More waiting optimizations than any user needs. */
const MAX_PENDING = 100
const SEEDS = 2 ** 32

interface OptimizationRunsDeps {
  readonly db: Drizzle
  readonly repository: OptimizationsRepository
  readonly optimizations: Pick<OptimizationsService, 'own'>
  readonly algorithms: Pick<AlgorithmsService, 'visibleVersion'>
  readonly market: MarketService
  readonly jobs: Pick<Jobs, 'add' | 'cancel'>
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quota: Pick<ResultQuota, 'require'>
  readonly rightsOf: (userId: string) => Promise<Rights>
  readonly units: Units
  readonly ends: OptimizationEnds
  readonly series: Pick<SourceSeries, 'forRun'>
}

/** Starts, stops and removes optimizations of their owner. */
export class OptimizationRuns {
  readonly #deps: OptimizationRunsDeps

  constructor(deps: OptimizationRunsDeps) {
    this.#deps = deps
  }

  async create(settings: OptimizationSettings, userId: string): Promise<Optimization> {
    const { db, repository, disk, quota, units: accounts, jobs } = this.#deps
    await disk.require()
    await quota.require(userId)
    const accepted = await acceptSettings(this.#deps, settings, userId)
    const { version, start, end } = accepted
    const { permutationCount, total } = checkSearch(settings, version)
    const { strategy, resolution, externalsSettings } = settings
    const searched = new Set(externalsSettings.map(({ name }) => name))
    const fixed = version.externals.filter(({ name }) => !searched.has(name))
    const seed = settings.seed ?? randomInt(SEEDS)
    const windows = settings.walkForward ? planWindows({ walkForward: settings.walkForward, start, end, seed }) : []
    const whole = computeUnits({ start: start.getTime(), end: end.getTime() }, resolution) * total
    const units = whole + unitsOfWindows(windows, total, resolution)
    const id = newId()
    const insert = async (tx: Transaction): Promise<void> => {
      await checkSeal(tx, { algorithmId: settings.algorithmId, scriptHash: version.scriptHash, userId, end })
      const unitsMonth = await accounts.charge(tx, userId, units)
      await tx.insert(optimizations).values({
        id,
        ...columnsOfRun(settings, accepted, userId),
        externalsSettings,
        externals: completeExternals(fixed, {}),
        fullTables: settings.tables ?? null,
        strategy,
        genetic: strategy === 'genetic' ? geneticOf(settings) : null,
        budget: strategy === 'exhaustive' || strategy === 'genetic' ? null : settings.budget,
        objectives: settings.objectives,
        constraints: settings.constraints,
        seed,
        walkForward: settings.walkForward ?? null,
        permutationCount,
        total,
        units,
        unitsMonth,
        createdAt: await nextTimeOf(tx, OPTIMIZATIONS, userId),
      })
      if (windows.length > 0) await tx.insert(walkForwardWindows).values(windowRows(id, windows))
      await jobs.add(tx, RUN_OPTIMIZATION, { id, tenant: userId, data: {} })
    }
    await accounts.inTurn(userId, units, async () => {
      requireRoom(OPTIMIZATIONS, await repository.pendingOf(userId), MAX_PENDING)
      await db.transaction(insert)
    })
    await accounts.tell(userId)
    return this.#told(id, userId)
  }

  /** Cancels a queued optimization or deletes an ended one, never one in progress. */
  async remove(id: string, userId: string): Promise<void> {
    const { jobs, bus, units } = this.#deps
    const { row: optimization, isPublic } = await this.#deps.optimizations.own(id, userId)
    let isRefunded = false
    await jobs.cancel(RUN_OPTIMIZATION, id, async (tx) => {
      await lockUnits(tx, OPTIMIZATIONS, id)
      const status = await lockedStatus(tx, OPTIMIZATIONS, id, userId)
      requireNotInProgress(OPTIMIZATIONS, status)
      if (status === 'Queued') isRefunded = await returnOptimizationUnits(tx, id, 'all')
      await tx.delete(optimizations).where(eq(optimizations.id, id))
    })
    if (isRefunded) await units.tell(userId)
    publishMessage(bus, { event: 'deleted', userId, id, isPublic, algorithmId: optimization.algorithmId })
  }

  /**
   * Stops an optimization at once; rows that are stored by then are kept. Whoever runs it finds its lease gone, and
   * batches that are under way find it stopped when they want to store their rows.
   */
  async stop(id: string, userId: string): Promise<Optimization> {
    const { jobs, ends } = this.#deps
    await this.#deps.optimizations.own(id, userId)
    await jobs.cancel(RUN_OPTIMIZATION, id, async (tx) => {
      await lockUnits(tx, OPTIMIZATIONS, id)
      requireInProgress(OPTIMIZATIONS, await lockedStatus(tx, OPTIMIZATIONS, id, userId))
      await ends.endIn(tx, id, { status: 'Stopped', statusDetail: '' })
    })
    await ends.tell(id)
    return viewOptimization(await this.#deps.optimizations.own(id, userId), userId)
  }

  async star(id: string, isStarred: boolean, userId: string): Promise<Optimization> {
    await this.#deps.optimizations.own(id, userId)
    await this.#deps.db.update(optimizations).set({ isStarred }).where(eq(optimizations.id, id))
    return this.#told(id, userId)
  }

  async #told(id: string, userId: string): Promise<Optimization> {
    const record = await this.#deps.optimizations.own(id, userId)
    publishOptimization(this.#deps.bus, record)
    return viewOptimization(record, userId)
  }
}

import { randomInt } from 'node:crypto'
import type { Bus } from '@tradeloom/bus'
import { type Optimization, summarizeTables } from '@tradeloom/contracts'
import { computeUnits, defaultModels, unitsOfWindows } from '@tradeloom/domain'
import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { and, eq, max, sql } from 'drizzle-orm'
import type { Rights } from '../../platform/auth/rights.ts'
import { AppError, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import { acceptSettings } from '../backtests/accept-settings.ts'
import { completeExternals, longBarsOf } from '../backtests/check-settings.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { checkSeal } from '../lineages/check-seal.ts'
import { planWindows, windowRows } from '../optimization-luck/plan-windows.ts'
import { lockOptimizationUnits, returnOptimizationUnits } from '../packages/optimization-units.ts'
import type { Units } from '../packages/units.service.ts'
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
  readonly rightsOf: (userId: string) => Promise<Rights>
  readonly units: Units
  readonly ends: OptimizationEnds
}

/** Starts, stops and removes optimizations of their owner. */
export class OptimizationRuns {
  readonly #deps: OptimizationRunsDeps

  constructor(deps: OptimizationRunsDeps) {
    this.#deps = deps
  }

  async create(settings: OptimizationSettings, userId: string): Promise<Optimization> {
    const { db, repository, disk, units: accounts, jobs } = this.#deps
    await disk.require()
    const { version, instrument, markets, start, end } = await acceptSettings(this.#deps, settings, userId)
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
        userId,
        algorithmId: settings.algorithmId,
        algorithmVersionId: settings.algorithmVersionId,
        instrumentId: settings.instrumentId,
        markets: markets.map(({ id: market }) => market),
        simulated: [instrument, ...markets].some(({ simulated }) => simulated),
        initialBalance: settings.initialBalance,
        start,
        end,
        interval: settings.interval,
        resolution,
        barInterval: resolution === 1 ? longBarsOf(instrument, start.getTime()) : null,
        externalsSettings,
        externals: completeExternals(fixed, {}),
        models: settings.models ?? defaultModels(),
        tables: summarizeTables(settings.tables ?? null),
        fullTables: settings.tables ?? null,
        accountCurrency: settings.accountCurrency,
        lambda: settings.lambda,
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
        createdAt: await nextTimeOf(tx, userId),
      })
      if (windows.length > 0) await tx.insert(walkForwardWindows).values(windowRows(id, windows))
      await jobs.add(tx, RUN_OPTIMIZATION, { id, tenant: userId, data: {} })
    }
    await accounts.inTurn(userId, units, async () => {
      const pending = await repository.pendingOf(userId)
      if (pending >= MAX_PENDING) {
        throw new AppError('limit', 'too-many-optimizations', `${pending} of your optimizations are waiting already`)
      }
      await db.transaction(insert)
    })
    await accounts.tell(userId)
    return this.#told(id, userId)
  }

  /** Cancels a queued optimization or deletes an ended one, never one in progress. */
  async remove(id: string, userId: string): Promise<void> {
    const { jobs, bus, units } = this.#deps
    const { optimization, isPublic } = await this.#deps.optimizations.own(id, userId)
    let isRefunded = false
    await jobs.cancel(RUN_OPTIMIZATION, id, async (tx) => {
      await lockOptimizationUnits(tx, id)
      const status = await lockedStatus(tx, id, userId)
      if (status === null) throw notFound('Optimization')
      if (status === 'In Progress') throw conflict('This optimization is in progress. Please stop it first')
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
      await lockOptimizationUnits(tx, id)
      const status = await lockedStatus(tx, id, userId)
      if (status === null) throw notFound('Optimization')
      if (status === 'Queued') throw conflict('This optimization has not started yet. Cancel it instead')
      if (status !== 'In Progress') throw conflict(`This optimization has ended already: ${status}`)
      await ends.endIn(tx, id, { status: 'Stopped', statusDetail: '' })
    })
    await ends.tell(id)
    return viewOptimization(await this.#deps.optimizations.own(id, userId), userId)
  }

  async #told(id: string, userId: string): Promise<Optimization> {
    const record = await this.#deps.optimizations.own(id, userId)
    publishOptimization(this.#deps.bus, record)
    return viewOptimization(record, userId)
  }
}

async function lockedStatus(tx: Transaction, id: string, userId: string) {
  const [row] = await tx
    .select({ status: optimizations.status })
    .from(optimizations)
    .where(and(eq(optimizations.id, id), eq(optimizations.userId, userId)))
    .for('update')
  return row?.status ?? null
}

/** Lists are paged by time, so no two of a user have the same. */
async function nextTimeOf(tx: Transaction, userId: string): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`optimizations of ${userId}`}, 0))`)
  const [newest] = await tx
    .select({ time: max(optimizations.createdAt) })
    .from(optimizations)
    .where(eq(optimizations.userId, userId))
  return new Date(Math.max(Date.now(), (newest?.time?.getTime() ?? 0) + 1))
}

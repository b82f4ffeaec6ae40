import type { z } from 'zod'
import type { Backtest, endpoints } from '@tradeloom/contracts'
import { computeUnits } from '@tradeloom/domain'
import { type Bus, RequestError } from '@tradeloom/bus'
import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { checkSeal } from '../lineages/check-seal.ts'
import { lockUnits, refundUnits, type Units } from '../packages/units.service.ts'
import type { SourceSeries } from '../sources/source-series.ts'
import { acceptSettings } from '../runs/accept-settings.ts'
import { publish, publishRow } from './backtest-events.ts'
import { viewBacktest } from './backtest-views.ts'
import type { BacktestsRepository } from './backtests.repository.ts'
import type { BacktestsService } from './backtests.service.ts'
import { completeExternals } from '../runs/check-settings.ts'
import type { ResultQuota } from '../runs/result-quota.ts'
import { columnsOfRun } from '../runs/run-columns.ts'
import {
  BACKTESTS,
  lockedStatus,
  nextTimeOf,
  requireInProgress,
  requireNotInProgress,
  requireRoom,
} from '../runs/run-table.ts'
import { runBacktest } from './run-backtest.job.ts'

const { backtests, backtestTables } = schema

export type BacktestSettings = z.output<(typeof endpoints)['runBacktest']['body']>

/** More waiting runs than any user needs. */
const MAX_PENDING = 500
const STOP_ANSWER_MS = 5000
const RETRY_AFTER_S = 2
/** Equal runs give equal results, so all start with the same seed. */
const SEED = 1

interface BacktestRunsDeps {
  readonly db: Drizzle
  readonly repository: BacktestsRepository
  readonly backtests: Pick<BacktestsService, 'own'>
  readonly algorithms: AlgorithmsService
  readonly market: MarketService
  readonly jobs: Pick<Jobs, 'add' | 'cancel' | 'isPerformed'>
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quota: Pick<ResultQuota, 'require'>
  readonly rightsOf: (userId: string) => Promise<Rights>
  readonly units: Units
  readonly series: Pick<SourceSeries, 'forRun'>
}

/** Starts, stops and removes backtests of their owner. */
export class BacktestRuns {
  readonly #deps: BacktestRunsDeps

  constructor(deps: BacktestRunsDeps) {
    this.#deps = deps
  }

  /** Queues a run. The samples, which nobody has asked for, are not charged. */
  async run(settings: BacktestSettings, userId: string, { isCharged = true } = {}): Promise<Backtest> {
    const { db, repository, backtests: all, jobs, bus, disk, quota, units: accounts } = this.#deps
    await disk.require()
    if (isCharged) await quota.require(userId)
    if (settings.ownerId !== undefined && settings.ownerId !== userId) {
      throw new AppError('forbidden', 'not-own', 'Backtests can only be run for yourself')
    }
    const accepted = await acceptSettings(this.#deps, settings, userId)
    const { version, start, end } = accepted
    const externals = completeExternals(version.externals, settings.externals)
    const { rerunOf = null } = settings
    if (rerunOf !== null) await all.own(rerunOf, userId)
    const units = isCharged ? computeUnits({ start: start.getTime(), end: end.getTime() }, settings.resolution) : 0
    const id = newId()
    const columns = columnsOfRun(settings, accepted, userId)
    const insert = async (tx: Transaction): Promise<void> => {
      await checkSeal(tx, { algorithmId: settings.algorithmId, scriptHash: version.scriptHash, userId, end })
      const unitsMonth = isCharged ? await accounts.charge(tx, userId, units) : null
      await tx.insert(backtests).values({
        id,
        ...columns,
        externals,
        seed: SEED,
        units,
        unitsMonth,
        rerunOf,
        createdAt: await nextTimeOf(tx, BACKTESTS, userId),
      })
      if (columns.tables) await tx.insert(backtestTables).values({ backtestId: id, ...settings.tables })
      await jobs.add(tx, runBacktest, { id, tenant: userId, data: {} })
    }
    await accounts.inTurn(userId, units, async () => {
      requireRoom(BACKTESTS, await repository.pendingOf(userId), MAX_PENDING)
      await db.transaction(insert)
    })
    const record = await all.own(id, userId)
    publishRow(bus, 'update', record)
    if (isCharged) await accounts.tell(userId)
    return viewBacktest(record, userId)
  }

  /** Cancels a queued run or deletes an ended one, never one in progress. */
  async remove(id: string, userId: string): Promise<void> {
    const { jobs, bus, units } = this.#deps
    const { row: backtest } = await this.#deps.backtests.own(id, userId)
    let isRefunded = false
    await jobs.cancel(runBacktest, id, async (tx) => {
      await lockUnits(tx, BACKTESTS, id)
      const status = await lockedStatus(tx, BACKTESTS, id, userId)
      requireNotInProgress(BACKTESTS, status)
      isRefunded = status === 'Queued'
      if (isRefunded) await refundUnits(tx, id)
      await tx.delete(backtests).where(eq(backtests.id, id))
    })
    if (isRefunded) await units.tell(userId)
    publish(bus, id, { event: 'deleted', userId, data: { id, algorithmId: backtest.algorithmId } })
  }

  /** Asks the runner to stop with the result so far. The row changes once the runner has finished. */
  async stop(id: string, userId: string): Promise<Backtest> {
    const { repository, jobs, bus } = this.#deps
    const record = await this.#deps.backtests.own(id, userId)
    requireInProgress(BACKTESTS, record.row.status)
    try {
      await bus.request(`runner.stop.${id}`, null, STOP_ANSWER_MS)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.kind !== 'no-responders' || (await jobs.isPerformed(id))) throw outOfReach()
      // It has just ended, or its runner is gone. Whoever runs it all the same finds its lease gone and stops.
      const columns = { detail: 'Stopped without a result' }
      const stopped = { status: 'Stopped', columns, result: null, isOurFault: true, trial: null } as const
      await jobs.cancel(runBacktest, id, async (tx) =>
        (await repository.finishIn(tx, id, stopped, 'In Progress')) ? undefined : false,
      )
      publishRow(bus, 'stopped', await this.#deps.backtests.own(id, userId))
      await this.#deps.units.tell(userId)
    }
    return viewBacktest(await this.#deps.backtests.own(id, userId), userId)
  }
}

/** The run goes on, and its result so far would be lost if it were ended from here. */
function outOfReach(): AppError {
  const text = 'The runner of this backtest could not be reached. Please try again in a moment'
  return new AppError('unavailable', 'runner-out-of-reach', text, { retryAfter: RETRY_AFTER_S })
}

import type { z } from 'zod'
import type { Backtest, BacktestCharts, BacktestDetail, endpoints, LogLine, Position } from '@tradeloom/contracts'
import { type Bus, RequestError } from '@tradeloom/bus'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { and, eq } from 'drizzle-orm'
import { AppError, conflict, invalid, notFound } from '../../app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { publish, publishRow } from './backtest-events.ts'
import type { BacktestJobs } from './backtest-jobs.ts'
import { viewBacktest, viewDetail } from './backtest-views.ts'
import type { BacktestRecord, BacktestsRepository, Page } from './backtests.repository.ts'
import { checkInterval, checkPeriod, completeExternals, DEFAULT_MODELS } from './check-settings.ts'
import { unpackJson } from './packed-json.ts'

const { backtests } = schema

export type BacktestSettings = z.output<(typeof endpoints)['runBacktest']['body']>

/** More waiting runs of one user than a person can have a use for. */
const MOST_PENDING = 500
const STOP_ANSWER_MS = 5000
/** Equal runs are to give equal results, so they begin with the same seed. */
const SEED = 1

export interface BacktestsDeps {
  readonly db: Drizzle
  readonly repository: BacktestsRepository
  readonly algorithms: AlgorithmsService
  readonly market: MarketService
  readonly jobs: BacktestJobs
  readonly bus: Bus
}

export type BacktestsService = ReturnType<typeof createBacktestsService>

/** `viewerId` null: a visitor, who sees what is shared. */
export function createBacktestsService(deps: BacktestsDeps) {
  const { db, repository, algorithms, market, jobs, bus } = deps

  async function visible(id: string, viewerId: string | null): Promise<BacktestRecord> {
    const record = await repository.record(id)
    if (!record || (record.backtest.userId !== viewerId && !record.isPublic)) throw notFound('Backtest')
    return record
  }

  async function own(id: string, userId: string): Promise<BacktestRecord> {
    const record = await repository.record(id)
    if (record?.backtest.userId !== userId) throw notFound('Backtest')
    return record
  }

  async function run(settings: BacktestSettings, userId: string): Promise<Backtest> {
    const { algorithmId, algorithmVersionId, instrumentId, interval, resolution } = settings
    const { version, isOwner } = await algorithms.visibleVersion(algorithmId, algorithmVersionId, userId)
    if (!isOwner) throw new AppError('forbidden', 'not-own', 'Please clone this algorithm first to run it')
    if (settings.ownerId !== undefined && settings.ownerId !== userId) {
      throw new AppError('forbidden', 'not-own', 'Backtests can only be run for yourself')
    }
    checkInterval(interval, resolution)
    const instrument = await market.find(instrumentId)
    if (!instrument) throw invalid(`There is no market data of ${instrumentId}. Import it first`, 'instrumentId')
    const start = new Date(settings.start)
    const end = new Date(settings.end)
    if (end <= start) throw invalid('End cannot be before start!', 'end')
    checkPeriod(instrument, resolution, start.getTime(), end.getTime())
    const externals = completeExternals(version.externals, settings.externals)
    const pending = await repository.pendingOf(userId)
    if (pending >= MOST_PENDING) {
      throw new AppError('limit', 'too-many-backtests', `${pending} of your backtests are waiting already`)
    }
    const id = newId()
    await db.transaction(async (tx) => {
      await tx.insert(backtests).values({
        ...{ id, userId, algorithmId, algorithmVersionId, instrumentId, start, end, interval, resolution, externals },
        simulated: instrument.simulated,
        initialBalance: settings.initialBalance,
        models: settings.models ?? DEFAULT_MODELS,
        accountCurrency: settings.accountCurrency,
        lambda: settings.lambda,
        seed: SEED,
      })
      await jobs.add(tx, id, pending)
    })
    const record = await own(id, userId)
    publishRow(bus, 'update', record)
    return viewBacktest(record, userId)
  }

  /** Cancels a queued run or deletes an ended one; neither can come between a runner and its work. */
  async function remove(id: string, userId: string): Promise<void> {
    const { backtest } = await own(id, userId)
    await db.transaction(async (tx) => {
      const [row] = await tx
        .select({ status: backtests.status })
        .from(backtests)
        .where(and(eq(backtests.id, id), eq(backtests.userId, userId)))
        .for('update')
      if (!row) throw notFound('Backtest')
      if (row.status === 'In Progress') throw conflict('This backtest is in progress. Please stop it first')
      await tx.delete(backtests).where(eq(backtests.id, id))
      await jobs.remove(tx, id)
    })
    publish(bus, id, { event: 'deleted', userId, data: { id, algorithmId: backtest.algorithmId } })
  }

  /** Asks the runner for what it has so far. The row changes when the runner has answered. */
  async function stop(id: string, userId: string): Promise<Backtest> {
    const record = await own(id, userId)
    const { status } = record.backtest
    if (status === 'Queued') throw conflict('This backtest has not started yet. Cancel it instead')
    if (status !== 'In Progress') throw conflict(`This backtest has ended already: ${status}`)
    try {
      await bus.request(`runner.stop.${id}`, null, STOP_ANSWER_MS)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      // Nobody runs it: between two looks it ended, or its runner is gone.
      await repository.finish(id, { status: 'Stopped', columns: { detail: 'Stopped without a result' }, result: null })
      publishRow(bus, 'stopped', await own(id, userId))
    }
    return viewBacktest(await own(id, userId), userId)
  }

  async function packed<Value>(
    id: string,
    viewerId: string | null,
    part: 'positions' | 'charts' | 'log',
    empty: Value,
  ) {
    await visible(id, viewerId)
    const result = await repository.result(id)
    return result ? { value: await unpackJson<Value>(result[part]), result } : { value: empty, result: null }
  }

  const many = async (records: Promise<BacktestRecord[]>, viewerId: string | null): Promise<Backtest[]> =>
    (await records).map((record) => viewBacktest(record, viewerId))

  return {
    run,
    remove,
    stop,
    visible,
    own,
    list: (userId: string, page: Page) => many(repository.ofUser(userId, page), userId),
    unfinished: (userId: string) => many(repository.unfinishedOfUser(userId), userId),
    async listOfAlgorithm(algorithmId: string, userId: string, page: Page): Promise<Backtest[]> {
      const algorithm = await algorithms.get(algorithmId, userId)
      if (algorithm.readOnly) return many(repository.publicOfAlgorithm(algorithmId, page), userId)
      return many(repository.ofAlgorithm(algorithmId, userId, page), userId)
    },
    async listShared(algorithmId: string, page: Page): Promise<Backtest[]> {
      await algorithms.get(algorithmId, null)
      return many(repository.publicOfAlgorithm(algorithmId, page), null)
    },
    row: async (id: string, viewerId: string | null): Promise<Backtest> =>
      viewBacktest(await visible(id, viewerId), viewerId),
    async detail(id: string, viewerId: string | null): Promise<BacktestDetail> {
      const record = await visible(id, viewerId)
      return viewDetail(record, await repository.result(id), viewerId)
    },
    positions: async (id: string, viewerId: string | null): Promise<Position[]> =>
      (await packed<Position[]>(id, viewerId, 'positions', [])).value,
    charts: async (id: string, viewerId: string | null): Promise<BacktestCharts> =>
      (
        await packed<BacktestCharts>(id, viewerId, 'charts', {
          equityCurve: { time: [], equity: [], balance: [], drawdown: [] },
          plots: [],
        })
      ).value,
    async log(id: string, viewerId: string | null): Promise<{ lines: LogLine[]; dropped: number }> {
      const { value, result } = await packed<LogLine[]>(id, viewerId, 'log', [])
      return { lines: value, dropped: result?.logDropped ?? 0 }
    },
  }
}

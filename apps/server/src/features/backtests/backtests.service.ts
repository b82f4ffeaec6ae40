import type { z } from 'zod'
import {
  type Backtest,
  type BacktestCharts,
  type BacktestDetail,
  type endpoints,
  fromPositionColumns,
  type LogLine,
  type PlotWindows,
  type Position,
  type PositionPage,
  type RunTables,
  summarizeTables,
} from '@tradeloom/contracts'
import { barStart, INTERVALS, defaultModels, untradedMarket } from '@tradeloom/domain'
import { type Bus, RequestError } from '@tradeloom/bus'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { type InstrumentSummary, marketIds } from '@tradeloom/market-data'
import { and, eq } from 'drizzle-orm'
import { AppError, conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { MarketService } from '../instruments/market.service.ts'
import type { AnalysisThread } from './analysis-thread.ts'
import { publish, publishRow } from './backtest-events.ts'
import { viewBacktest, viewDetail } from './backtest-views.ts'
import type { BacktestRecord, BacktestsRepository, Page, ResultRow, StoredMetrics } from './backtests.repository.ts'
import { checkRights } from './check-rights.ts'
import { checkBars, checkInterval, checkPeriod, completeExternals, longBarsOf } from './check-settings.ts'
import { viewMetrics } from './metric-views.ts'
import { nextTimeOf } from './next-time-of.ts'
import { checkSpan, plotWindow } from './plot-windows.ts'
import { csvLines, CSV_HEAD } from './positions-csv.ts'
import { ResultAnalyses } from './result-analyses.ts'
import { ResultParts } from './result-parts.ts'
import { runBacktest } from './run-backtest.job.ts'
import { viewedPrices } from './viewed-prices.ts'

const { backtests, backtestTables } = schema

export type BacktestSettings = z.output<(typeof endpoints)['runBacktest']['body']>
type PositionQuery = z.output<(typeof endpoints)['getBacktestPositionPage']['query']>
type PlotQuery = z.output<(typeof endpoints)['getBacktestPlots']['query']>

/** More waiting runs than any user needs. */
const MAX_PENDING = 500
const STOP_ANSWER_MS = 5000
const RETRY_AFTER_S = 2
/** Equal runs give equal results, so all start with the same seed. */
const SEED = 1

export interface BacktestsDeps {
  readonly db: Drizzle
  readonly repository: BacktestsRepository
  readonly algorithms: AlgorithmsService
  readonly market: MarketService
  readonly jobs: Pick<Jobs, 'add' | 'cancel' | 'isPerformed'>
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'require'>
  readonly thread: Pick<AnalysisThread, 'analyze'>
  readonly rightsOf: (userId: string) => Promise<Rights>
}

/** `viewerId` is null for a visitor, who sees what is shared. */
export class BacktestsService {
  readonly #deps: BacktestsDeps
  readonly #parts: ResultParts
  readonly #analyses: ResultAnalyses

  constructor(deps: BacktestsDeps) {
    this.#deps = deps
    this.#parts = new ResultParts(deps.repository)
    this.#analyses = new ResultAnalyses(deps.repository, deps.thread)
  }

  async visible(id: string, viewerId: string | null): Promise<BacktestRecord> {
    const record = await this.#deps.repository.record(id)
    if (!record || (record.backtest.userId !== viewerId && !record.isPublic)) throw notFound('Backtest')
    return record
  }

  async own(id: string, userId: string): Promise<BacktestRecord> {
    const record = await this.#deps.repository.record(id)
    if (record?.backtest.userId !== userId) throw notFound('Backtest')
    return record
  }

  async run(settings: BacktestSettings, userId: string): Promise<Backtest> {
    const { db, repository, algorithms, market, jobs, bus, disk } = this.#deps
    await disk.require()
    const { algorithmId, algorithmVersionId, instrumentId, interval, resolution } = settings
    const { version, isOwner } = await algorithms.visibleVersion(algorithmId, algorithmVersionId, userId)
    if (!isOwner) throw new AppError('forbidden', 'not-own', 'Please clone this algorithm first to run it')
    if (settings.ownerId !== undefined && settings.ownerId !== userId) {
      throw new AppError('forbidden', 'not-own', 'Backtests can only be run for yourself')
    }
    checkInterval(interval, resolution)
    const instrument = await market.find(instrumentId, userId)
    if (!instrument) throw invalid(`There is no market data for ${instrumentId}. Import it first`, 'instrumentId')
    const start = new Date(settings.start)
    const end = new Date(settings.end)
    if (end <= start) throw invalid('End cannot be before start!', 'end')
    checkRights(await this.#deps.rightsOf(userId), { resolution, start, instrument }, Date.now())
    checkPeriod(instrument, resolution, start.getTime(), end.getTime())
    if (resolution === 1) checkBars(instrument, interval, start.getTime())
    const markets = await this.#otherMarkets(version.markets, instrument, settings, userId)
    const untraded = untradedMarket(
      settings.models?.markets,
      markets.map(({ id: market }) => market),
    )
    if (untraded !== null) throw invalid(`The script does not open ${untraded}, which has models`, 'models')
    const externals = completeExternals(version.externals, settings.externals)
    const pending = await repository.pendingOf(userId)
    if (pending >= MAX_PENDING) {
      throw new AppError('limit', 'too-many-backtests', `${pending} of your backtests are waiting already`)
    }
    const id = newId()
    const tables = summarizeTables(settings.tables ?? null)
    await db.transaction(async (tx) => {
      await tx.insert(backtests).values({
        id,
        userId,
        algorithmId,
        algorithmVersionId,
        instrumentId,
        markets: markets.map(({ id: market }) => market),
        start,
        end,
        interval,
        resolution,
        barInterval: resolution === 1 ? longBarsOf(instrument, start.getTime()) : null,
        externals,
        simulated: [instrument, ...markets].some(({ simulated }) => simulated),
        initialBalance: settings.initialBalance,
        models: settings.models ?? defaultModels(),
        tables,
        accountCurrency: settings.accountCurrency,
        lambda: settings.lambda,
        seed: SEED,
        createdAt: await nextTimeOf(tx, userId),
      })
      if (tables) await tx.insert(backtestTables).values({ backtestId: id, ...settings.tables })
      await jobs.add(tx, runBacktest, { id, tenant: userId, data: {} })
    })
    const record = await this.own(id, userId)
    publishRow(bus, 'update', record)
    return viewBacktest(record, userId)
  }

  /** The other markets of a script. Throws when one of them has no data for the run. */
  async #otherMarkets(
    names: readonly string[],
    instrument: InstrumentSummary,
    { start, end, resolution }: BacktestSettings,
    userId: string,
  ): Promise<InstrumentSummary[]> {
    const others: InstrumentSummary[] = []
    for (const { id, name } of marketIds(names, instrument)) {
      const market = await this.#deps.market.find(id, userId)
      if (!market) {
        const message = `There is no market data for ${id}, which the script opens with market('${name}'). Import it first`
        throw invalid(message, 'markets')
      }
      checkPeriod(market, resolution, Date.parse(start), Date.parse(end))
      others.push(market)
    }
    return others
  }

  /** Cancels a queued run or deletes an ended one, never one in progress. */
  async remove(id: string, userId: string): Promise<void> {
    const { jobs, bus } = this.#deps
    const { backtest } = await this.own(id, userId)
    await jobs.cancel(runBacktest, id, async (tx) => {
      const [row] = await tx
        .select({ status: backtests.status })
        .from(backtests)
        .where(and(eq(backtests.id, id), eq(backtests.userId, userId)))
        .for('update')
      if (!row) throw notFound('Backtest')
      if (row.status === 'In Progress') throw conflict('This backtest is in progress. Please stop it first')
      await tx.delete(backtests).where(eq(backtests.id, id))
    })
    publish(bus, id, { event: 'deleted', userId, data: { id, algorithmId: backtest.algorithmId } })
  }

  /** Asks the runner to stop with the result so far. The row changes once the runner has finished. */
  async stop(id: string, userId: string): Promise<Backtest> {
    const { repository, jobs, bus } = this.#deps
    const record = await this.own(id, userId)
    const { status } = record.backtest
    if (status === 'Queued') throw conflict('This backtest has not started yet. Cancel it instead')
    if (status !== 'In Progress') throw conflict(`This backtest has ended already: ${status}`)
    try {
      await bus.request(`runner.stop.${id}`, null, STOP_ANSWER_MS)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.kind !== 'no-responders' || (await jobs.isPerformed(id))) throw outOfReach()
      // It has just ended, or its runner is gone. Whoever runs it all the same finds its lease gone and stops.
      const stopped = { status: 'Stopped', columns: { detail: 'Stopped without a result' }, result: null } as const
      await jobs.cancel(runBacktest, id, async (tx) =>
        (await repository.finishIn(tx, id, stopped, 'In Progress')) ? undefined : false,
      )
      publishRow(bus, 'stopped', await this.own(id, userId))
    }
    return viewBacktest(await this.own(id, userId), userId)
  }

  async list(userId: string, page: Page): Promise<Backtest[]> {
    return viewAll(await this.#deps.repository.ofUser(userId, page), userId)
  }

  async unfinished(userId: string): Promise<Backtest[]> {
    return viewAll(await this.#deps.repository.unfinishedOfUser(userId), userId)
  }

  /** Throws 404 when the viewer may not see the algorithm. */
  ownerOf(algorithmId: string, viewerId: string | null): Promise<string> {
    return this.#deps.algorithms.ownerOf(algorithmId, viewerId)
  }

  /** Others than the owner see what the owner ran on shared versions. */
  async listOfAlgorithm(
    algorithmId: string,
    { ownerId, viewerId }: { readonly ownerId: string; readonly viewerId: string | null },
    page: Page,
  ): Promise<Backtest[]> {
    const { repository } = this.#deps
    if (viewerId !== ownerId) return viewAll(await repository.publicOfAlgorithm(algorithmId, page), viewerId)
    return viewAll(await repository.ofAlgorithm(algorithmId, ownerId, page), viewerId)
  }

  async row(id: string, viewerId: string | null): Promise<Backtest> {
    return viewBacktest(await this.visible(id, viewerId), viewerId)
  }

  /** With `isHurried`, metrics are omitted unless they are stored already. */
  async detail(id: string, viewerId: string | null, isHurried = false): Promise<BacktestDetail> {
    const record = await this.visible(id, viewerId)
    const result = await this.#deps.repository.result(id)
    const prices = await viewedPrices(this.#deps.market, record.backtest, result?.manifest ?? null, viewerId)
    const metrics = result && (await this.#metrics(id, result, isHurried))
    return viewDetail(record, result, metrics, viewerId, prices)
  }

  async metrics(id: string, viewerId: string | null): Promise<BacktestDetail['metrics']> {
    await this.visible(id, viewerId)
    const result = await this.#deps.repository.result(id)
    return viewMetrics((result && (await this.#metrics(id, result, false))) ?? {})
  }

  /** Null for a run without a result and, with `isHurried`, for one whose metrics have not been computed yet. */
  async #metrics(id: string, { metrics, statistics }: ResultRow, isHurried: boolean): Promise<StoredMetrics | null> {
    if (metrics !== null) return metrics as StoredMetrics
    if (statistics === null) return null
    const analysis = isHurried ? await this.#analyses.kept(id) : await this.#analyses.of(id)
    return analysis?.metrics ?? null
  }

  async tables(id: string, viewerId: string | null): Promise<RunTables> {
    await this.visible(id, viewerId)
    return this.#deps.repository.tables(id)
  }

  async positions(id: string, viewerId: string | null): Promise<Position[]> {
    await this.visible(id, viewerId)
    return fromPositionColumns((await this.#parts.positions(id, 0, Infinity)).columns)
  }

  /** For the owner only. Reads the rows in batches. */
  async positionsCsv(id: string, userId: string): Promise<string> {
    const { backtest } = await this.visible(id, userId)
    if (backtest.userId !== userId) throw new AppError('forbidden', 'not-own', 'Only the owner can export positions')
    let csv = CSV_HEAD
    for (let from = 0, total = 1; from < total; from += CSV_ROWS) {
      const slice = await this.#parts.positions(id, from, from + CSV_ROWS)
      csv += csvLines(fromPositionColumns(slice.columns))
      total = slice.total
    }
    return csv
  }

  async positionPage(id: string, viewerId: string | null, page: PositionQuery): Promise<PositionPage> {
    await this.visible(id, viewerId)
    return this.#parts.positions(id, page.offset, page.offset + page.limit)
  }

  async charts(id: string, viewerId: string | null): Promise<BacktestCharts> {
    await this.visible(id, viewerId)
    const [equityCurve, analysis] = await Promise.all([this.#parts.equityCurve(id), this.#analyses.of(id)])
    return { equityCurve, breakdowns: analysis?.breakdowns ?? (await this.#parts.storedBreakdowns(id)) }
  }

  /** Includes the whole bars at both ends of the span. */
  async plots(id: string, viewerId: string | null, { interval, start, end }: PlotQuery): Promise<PlotWindows> {
    const [from, to] = [Date.parse(start), Date.parse(end)]
    checkSpan({ interval, from, to })
    await this.visible(id, viewerId)
    const { plots, isExact } = await this.#parts.plots(id)
    const span = { interval, from: barStart(from, interval), to: barStart(to - 1, interval) + INTERVALS[interval].ms }
    return { plots: plots.map((plot) => plotWindow(plot, span)), isExact }
  }

  async log(id: string, viewerId: string | null): Promise<{ lines: LogLine[]; dropped: number }> {
    await this.visible(id, viewerId)
    const [lines, result] = await Promise.all([this.#parts.log(id), this.#deps.repository.result(id)])
    return { lines: [...lines], dropped: result?.logDropped ?? 0 }
  }

  /** The newest lines of the result, or of the run in progress. */
  async tailLog(id: string, viewerId: string | null): Promise<{ lines: LogLine[]; dropped: number }> {
    const { lines, dropped } = await this.log(id, viewerId)
    if (lines.length > 0) return { lines: lines.slice(-TAIL_LINES), dropped }
    try {
      const live = await this.#deps.bus.request(`runner.log.${id}`, TAIL_LINES, LOG_ANSWER_MS)
      return { lines: (live ?? []) as LogLine[], dropped: 0 }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return { lines, dropped }
    }
  }
}

/** Number of positions converted to objects at a time. */
const CSV_ROWS = 2_000
const TAIL_LINES = 200
/** Shorter than a page waits for the end of a log. */
const LOG_ANSWER_MS = 4000

/** The run goes on, and its result so far would be lost if it were ended from here. */
function outOfReach(): AppError {
  const text = 'The runner of this backtest could not be reached. Please try again in a moment'
  return new AppError('unavailable', 'runner-out-of-reach', text, { retryAfter: RETRY_AFTER_S })
}

function viewAll(records: readonly BacktestRecord[], viewerId: string | null): Backtest[] {
  return records.map((record) => viewBacktest(record, viewerId))
}

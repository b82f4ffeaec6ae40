import type { z } from 'zod'
import {
  type BacktestCharts,
  type BacktestDetail,
  type endpoints,
  type Excursions,
  fromPositionColumns,
  type LogLine,
  type OrderPage,
  type PlotWindows,
  type Position,
  type PositionPage,
  type PositionWindow,
  type RunTables,
} from '@tradeloom/contracts'
import { type BarDays, barEnd, barStart, endProblem } from '@tradeloom/domain'
import { type ColumnInput, type TrialMoments, withTrials } from '@tradeloom/metrics'
import { type Bus, RequestError } from '@tradeloom/bus'
import { AppError, refuseInput } from '../../platform/errors/app-error.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { viewDetail } from './backtest-views.ts'
import type { BacktestRecord, BacktestsRepository, ResultRow, StoredMetrics } from './backtests.repository.ts'
import type { BacktestsService } from './backtests.service.ts'
import { viewMetrics } from './metric-views.ts'
import { checkSpan, plotWindow } from './plot-windows.ts'
import { excursionsOf } from './excursions-of.ts'
import { orderPage } from './order-rows.ts'
import type { PositionIndex } from './position-index.ts'
import { positionRows } from './position-rows.ts'
import { neighborPosition, positionWindow } from './position-windows.ts'
import { csvLines, CSV_HEAD } from './positions-csv.ts'
import { type AnalyzeResult, ResultAnalyses } from './result-analyses.ts'
import { type DailyEquity, ResultParts } from './result-parts.ts'
import { viewedPrices } from './viewed-prices.ts'

type PositionQuery = z.output<(typeof endpoints)['getBacktestPositionPage']['query']>
type WindowQuery = z.output<(typeof endpoints)['getBacktestPositionWindow']['query']>
type NeighborQuery = z.output<(typeof endpoints)['getBacktestPositionNeighbor']['query']>
type OrderQuery = z.output<(typeof endpoints)['getBacktestOrderPage']['query']>
type PlotQuery = z.output<(typeof endpoints)['getBacktestPlots']['query']>

/** Number of positions converted to objects at a time. */
const CSV_ROWS = 2_000
/** Positions in one frame of the socket. */
const FRAME_ROWS = 1_000
const TAIL_LINES = 200
/** Shorter than a page waits for the end of a log. */
const LOG_ANSWER_MS = 4000

interface BacktestResultsDeps {
  readonly repository: BacktestsRepository
  readonly backtests: Pick<BacktestsService, 'visible'>
  readonly market: MarketService
  readonly bus: Bus
  readonly analyze: AnalyzeResult
  /** All trials of the lineage of an algorithm so far. */
  readonly trials: (algorithmId: string) => Promise<TrialMoments>
}

/** Reads the results of backtests. `viewerId` is null for a visitor, who sees what is shared. */
export class BacktestResults {
  readonly #deps: BacktestResultsDeps
  readonly #parts: ResultParts
  readonly #analyses: ResultAnalyses

  constructor(deps: BacktestResultsDeps) {
    this.#deps = deps
    this.#parts = new ResultParts(deps.repository)
    this.#analyses = new ResultAnalyses(deps.repository, deps.analyze)
  }

  /** With `isHurried`, metrics are omitted unless they are stored already. */
  async detail(id: string, viewerId: string | null, isHurried = false): Promise<BacktestDetail> {
    const record = await this.#deps.backtests.visible(id, viewerId)
    const result = await this.#deps.repository.result(id)
    const prices = await viewedPrices(this.#deps.market, record.row, result?.manifest ?? null, viewerId)
    const metrics = result && (await this.#metrics(record.row, result, isHurried))
    return viewDetail(record, result, metrics, viewerId, prices)
  }

  /** Whether the viewer sees the prices that the run was made on. */
  async prices(id: string, viewerId: string | null): Promise<BacktestDetail['prices']> {
    const { row: backtest } = await this.#deps.backtests.visible(id, viewerId)
    const result = await this.#deps.repository.result(id)
    return viewedPrices(this.#deps.market, backtest, result?.manifest ?? null, viewerId)
  }

  async metrics(id: string, viewerId: string | null): Promise<BacktestDetail['metrics']> {
    const { row: backtest } = await this.#deps.backtests.visible(id, viewerId)
    const result = await this.#deps.repository.result(id)
    return viewMetrics((result && (await this.#metrics(backtest, result, false))) ?? {})
  }

  /** Null for a run without a result and, with `isHurried`, for one whose metrics have not been computed yet. */
  async #metrics(
    { id, algorithmId }: BacktestRecord['row'],
    result: ResultRow,
    isHurried: boolean,
  ): Promise<StoredMetrics | null> {
    const stored = await this.#storedMetrics(id, result, isHurried)
    return stored && withTrials(stored, await this.#deps.trials(algorithmId))
  }

  /** As of a run that is the only trial. */
  async #storedMetrics(id: string, { metrics, statistics }: ResultRow, isHurried: boolean) {
    if (metrics !== null) return metrics as StoredMetrics
    if (statistics === null) return null
    const analysis = isHurried ? await this.#analyses.kept(id) : await this.#analyses.of(id)
    return analysis?.metrics ?? null
  }

  async tables(id: string, viewerId: string | null): Promise<RunTables> {
    await this.#deps.backtests.visible(id, viewerId)
    return this.#deps.repository.tables(id)
  }

  async positions(id: string, viewerId: string | null): Promise<Position[]> {
    const { count, pick } = await this.#positions(id, viewerId)
    return fromPositionColumns(pick(Array.from({ length: count }, (_, row) => row)))
  }

  /** A window of the positions, small enough for a frame of the socket. */
  async positionsFrom(
    id: string,
    offset: number,
    viewerId: string | null,
  ): Promise<{ total: number; positions: Position[] }> {
    const { count, pick } = await this.#positions(id, viewerId)
    const length = Math.max(0, Math.min(FRAME_ROWS, count - offset))
    const rows = Array.from({ length }, (_, row) => offset + row)
    return { total: count, positions: fromPositionColumns(pick(rows)) }
  }

  /** For the owner only. Reads the rows in batches. */
  async positionsCsv(id: string, userId: string): Promise<string> {
    const { row: backtest } = await this.#deps.backtests.visible(id, userId)
    if (backtest.userId !== userId) throw new AppError('forbidden', 'not-own', 'Only the owner can export positions')
    const { count, at } = await this.#parts.positions(id)
    let csv = CSV_HEAD
    for (let from = 0; from < count; from += CSV_ROWS) {
      csv += csvLines(Array.from({ length: Math.min(CSV_ROWS, count - from) }, (_, row) => at(from + row)))
    }
    return csv
  }

  async positionPage(id: string, viewerId: string | null, query: PositionQuery): Promise<PositionPage> {
    const positions = await this.#positions(id, viewerId)
    const { offset, limit, sort, instrumentId, tag } = query
    const rows = positionRows(positions, { sort, isDescending: query.desc === 'true', instrumentId, tag })
    return {
      total: rows.length,
      tags: [...positions.tags],
      columns: positions.pick(rows.subarray(offset, offset + limit)),
    }
  }

  async positionWindow(id: string, viewerId: string | null, query: WindowQuery): Promise<PositionWindow> {
    refuseInput(endProblem(Date.parse(query.start), Date.parse(query.end)), 'end')
    return positionWindow(await this.#positions(id, viewerId), query)
  }

  async neighbor(id: string, viewerId: string | null, query: NeighborQuery): Promise<{ position: Position | null }> {
    return { position: neighborPosition(await this.#positions(id, viewerId), query) }
  }

  async excursions(id: string, viewerId: string | null): Promise<Excursions> {
    return excursionsOf(await this.#positions(id, viewerId))
  }

  async #positions(id: string, viewerId: string | null): Promise<PositionIndex> {
    await this.#deps.backtests.visible(id, viewerId)
    return this.#parts.positions(id)
  }

  async orderPage(id: string, viewerId: string | null, query: OrderQuery): Promise<OrderPage> {
    const { row: backtest } = await this.#deps.backtests.visible(id, viewerId)
    const [orders, { tags }] = await Promise.all([
      this.#parts.orders(id, backtest.instrumentId),
      this.#parts.positions(id),
    ])
    return orderPage(orders, tags, query)
  }

  /** What metrics are computed from; null for runs without a result, and for results of engines before 2.3. */
  async metricInput(id: string, viewerId: string | null): Promise<ColumnInput | null> {
    await this.#deps.backtests.visible(id, viewerId)
    return this.#parts.metricInput(id)
  }

  async charts(id: string, viewerId: string | null): Promise<BacktestCharts> {
    await this.#deps.backtests.visible(id, viewerId)
    const [equityCurve, analysis] = await Promise.all([this.#parts.equityCurve(id), this.#analyses.of(id)])
    return { equityCurve, breakdowns: analysis?.breakdowns ?? (await this.#parts.storedBreakdowns(id)) }
  }

  /** Equity at the midnights that end the days of all daily metrics; null for results of engines before 2.3. */
  async dailyEquity(id: string, viewerId: string | null): Promise<DailyEquity | null> {
    await this.#deps.backtests.visible(id, viewerId)
    return this.#parts.dailyEquity(id)
  }

  /** Includes the whole bars at both ends of the span. */
  async plots(id: string, viewerId: string | null, { interval, start, end }: PlotQuery): Promise<PlotWindows> {
    const [from, to] = [Date.parse(start), Date.parse(end)]
    checkSpan({ interval, from, to })
    const { row: backtest } = await this.#deps.backtests.visible(id, viewerId)
    const [{ plots, isExact }, instrument] = await Promise.all([
      this.#parts.plots(id),
      this.#deps.market.find(backtest.instrumentId, viewerId),
    ])
    const days: BarDays = instrument ?? {}
    const last = barStart(to - 1, interval, days)
    const span = { interval, from: barStart(from, interval, days), to: barEnd(last, interval, days), days }
    return { plots: plots.map((plot) => plotWindow(plot, span)), isExact }
  }

  async log(id: string, viewerId: string | null): Promise<{ lines: LogLine[]; dropped: number }> {
    await this.#deps.backtests.visible(id, viewerId)
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

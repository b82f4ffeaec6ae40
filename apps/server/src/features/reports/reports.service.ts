import type { ExportedBacktest, ReportFormat, Verification } from '@tradeloom/contracts'
import { DAY, tidy } from '@tradeloom/domain'
import { csvToParquet } from '@tradeloom/market-data'
import { type AppError, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { BacktestResults } from '../backtests/backtest-results.service.ts'
import type { BacktestsService } from '../backtests/backtests.service.ts'
import { CSV_TYPES } from '../backtests/positions-csv.ts'
import type { VerificationsService } from '../verifications/verifications.service.ts'
import { htmlReport } from './html-report.ts'

interface ReportsDeps {
  readonly backtests: Pick<BacktestsService, 'own'>
  readonly results: BacktestResults
  readonly verifications: Pick<VerificationsService, 'latest' | 'sharedLatest' | 'repeatable'>
}

/** Results of backtests as files: for their owner, and less of them for everybody who sees a shared run. */
export class ReportsService {
  readonly #deps: ReportsDeps

  constructor(deps: ReportsDeps) {
    this.#deps = deps
  }

  async file(id: string, format: ReportFormat, viewerId: string | null): Promise<string | Buffer> {
    const { backtests, results } = this.#deps
    const { resultHash } =
      viewerId === null ? await results.detail(id, null, true) : (await backtests.own(id, viewerId)).row
    if (resultHash === null) throw noResult()
    if (format === 'json') return this.#json(id, viewerId)
    if (format === 'html') return this.#html(id, viewerId)
    // The others contain positions or orders, which are not shared.
    if (viewerId === null) throw notFound('Report')
    switch (format) {
      case 'equity-csv':
        return this.#equityCsv(id, viewerId)
      case 'daily-equity-csv':
        return this.#dailyEquityCsv(id, viewerId)
      case 'positions-parquet':
        return this.#positionsParquet(id, viewerId)
      case 'bundle':
        return this.#bundle(id, viewerId)
    }
  }

  /** `viewerId` is null for a report that everybody may read. */
  async #json(id: string, viewerId: string | null): Promise<string> {
    const { results } = this.#deps
    const { statistics, metrics, manifest, ...backtest } = await results.detail(id, viewerId)
    const charts = await results.charts(id, viewerId)
    return JSON.stringify({
      format: 'tradeloom-report',
      version: 1,
      backtest,
      statistics,
      metrics,
      breakdowns: charts.breakdowns,
      equityCurve: charts.equityCurve,
      dailyEquity: (await results.dailyEquity(id, viewerId)) ?? undefined,
      ...(viewerId === null ? {} : await this.#ledger(id, viewerId)),
      manifest,
      verification: await this.#latest(id, viewerId),
      rounding: 'none',
    })
  }

  async #ledger(id: string, userId: string) {
    const { results } = this.#deps
    const everyOrder = { offset: 0, limit: Number.POSITIVE_INFINITY, sort: 'id', desc: 'false' } as const
    const { orders } = await results.orderPage(id, userId, everyOrder)
    return { positions: await results.positions(id, userId), orders }
  }

  async #html(id: string, viewerId: string | null): Promise<string> {
    const { results } = this.#deps
    const result = await results.detail(id, viewerId)
    return htmlReport(result, await results.charts(id, viewerId), await this.#latest(id, viewerId))
  }

  async #equityCsv(id: string, userId: string): Promise<string> {
    const { time, equity, balance, drawdown } = (await this.#deps.results.charts(id, userId)).equityCurve
    const rows = time.map((at, row) => [new Date(at).toISOString(), equity[row], balance[row], drawdown[row]].join(','))
    return csvOf('time,equity,balance,drawdown', rows)
  }

  /** The initial balance, then a row for each day of the daily metrics, as `tradeloom metrics` reads them. */
  async #dailyEquityCsv(id: string, userId: string): Promise<string> {
    const days = await this.#deps.results.dailyEquity(id, userId)
    if (days === null) throw conflict('Results of this age have no equity by day. Run the backtest again')
    const { row: backtest } = await this.#deps.backtests.own(id, userId)
    const start = Math.min(backtest.start.getTime(), (days.time[0] ?? Infinity) - DAY)
    const ends = [start, ...days.time].map((end) => new Date(end - 1).toISOString().slice(0, 10))
    const equity = [backtest.initialBalance, ...days.equity]
    const rows = ends.map((date, row) => [date, tidy(equity[row] as number)].join(','))
    return csvOf('date,equity', rows)
  }

  async #positionsParquet(id: string, userId: string): Promise<Buffer> {
    return csvToParquet(await this.#deps.results.positionsCsv(id, userId), CSV_TYPES)
  }

  /** Everything that another installation needs to repeat the run, except for the prices. */
  async #bundle(id: string, userId: string): Promise<string> {
    const { algorithmName } = await this.#deps.backtests.own(id, userId)
    const found = await this.#deps.verifications.repeatable(id, userId)
    if (found === null) throw noResult()
    const { run, expected } = found
    const { manifest, ...hashes } = expected
    const { instrumentId, initialBalance, start, end, interval, resolution, externals, accountCurrency } = run
    const bundle = {
      format: 'tradeloom-backtest',
      version: 1,
      name: algorithmName,
      settings: {
        instrumentId,
        initialBalance,
        start: start.toISOString(),
        end: end.toISOString(),
        interval: interval as ExportedBacktest['settings']['interval'],
        resolution: resolution === 0 ? 0 : 1,
        externals: { ...externals },
        accountCurrency: accountCurrency as 'USD',
        models: run.models,
        seed: run.seed,
      },
      tables: run.fullTables as ExportedBacktest['tables'],
      script: run.script,
      indicators: run.indicators.map(({ key, script }) => ({ key, script })),
      manifest: manifest as ExportedBacktest['manifest'],
      expected: hashes,
    } satisfies ExportedBacktest
    return JSON.stringify(bundle, null, 1)
  }

  #latest(id: string, viewerId: string | null): Promise<Verification | null> {
    const { verifications } = this.#deps
    return viewerId === null ? verifications.sharedLatest(id) : verifications.latest(id, viewerId)
  }
}

function csvOf(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join('\r\n')}\r\n`
}

function noResult(): AppError {
  return conflict('This backtest has no result to export')
}

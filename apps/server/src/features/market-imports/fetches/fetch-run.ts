import { join } from 'node:path'
import type { Bus } from '@tradeloom/bus'
import type { FetchJob } from '@tradeloom/contracts'
import type { ImportFetch } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { type FetchOutcome, type FetchProgress, type ImportReport, missingParts } from '@tradeloom/market-data'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../../platform/errors/app-error.ts'
import { withoutServerPaths } from '../../../platform/errors/server-folders.ts'
import type { DiskReserve } from '../../../platform/health/disk-reserve.ts'
import type { Job } from '../../../platform/jobs/define-job.ts'
import { ProcessEnded } from '../../../platform/processes/process-ended.ts'
import type { Ask } from '../../../platform/processes/request-process.ts'
import type { MarketService } from '../../instruments/market.service.ts'
import { publishImport } from '../import-events.ts'
import type { ImportQuotas } from '../import-quotas.ts'
import { viewReport } from '../import-report.ts'
import type { ImportEnd, ImportRow, MarketImportsRepository } from '../market-imports.repository.ts'
import type { FetchHistory } from './fetch-history.ts'
import { type FetchSource, type FetchSourceDeps, findSource } from './fetch-source.ts'

export interface FetchRunDeps extends FetchSourceDeps {
  readonly repository: MarketImportsRepository
  readonly history: FetchHistory
  readonly market: MarketService
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  /** Months wait here until they are whole. */
  readonly uploadsDir: string
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quotas: ImportQuotas
  readonly fetches: Ask<FetchJob, FetchOutcome, FetchProgress>
  /** Opens the logins of users; only for fetches that need one. */
  readonly key: () => Uint8Array | null
  readonly yields: boolean
  readonly now: () => number
}

const NO_FILES = { paths: [], names: [] }

/** One fetch while this process performs it: reports its progress and stores its outcome. */
export class FetchRun {
  readonly #job: Job<object>
  readonly #deps: FetchRunDeps

  constructor(job: Job<object>, deps: FetchRunDeps) {
    this.#job = job
    this.#deps = deps
  }

  async perform(): Promise<void> {
    const { repository, bus, market, now } = this.#deps
    const row = await repository.begin(this.#job.id)
    // It has ended, or its user was deleted.
    if (!row?.fetch) return
    publishImport(bus, row)
    const startedAt = now()
    const end = await this.#fetch(row, row.fetch, startedAt)
    // Another process goes on with it, or it was canceled.
    if (!end) return
    let ended: ImportRow | null = null
    await this.#job.end(async (tx) => {
      ended = await repository.endIn(tx, row.id, end)
    })
    market.invalidate()
    if (ended) publishImport(bus, ended)
  }

  async #fetch(row: ImportRow, fetch: ImportFetch, startedAt: number): Promise<ImportEnd | null> {
    const { signal } = this.#job
    try {
      const source = await findSource(this.#deps, row.instrumentId, row.userId)
      if (!source) return { status: 'Failed', detail: 'Instrument not available' }
      if (source.problem !== null) return { status: 'Failed', detail: source.problem }
      const outcome = await this.#ask(row, fetch, source)
      const ms = this.#deps.now() - startedAt
      return endOf(outcome, { ...fetch, ms, ...(outcome.begins !== null && { begins: outcome.begins }) }, source)
    } catch (error) {
      return signal.aborted ? null : { status: 'Failed', detail: this.#reason(error, row) }
    }
  }

  async #ask(row: ImportRow, { from, to }: ImportFetch, source: FetchSource): Promise<FetchOutcome> {
    const { disk, market, quotas, history, fetches, uploadsDir, yields, now } = this.#deps
    const { instrumentId, userId } = row
    const { adapter, urls, login, listing, isPrivate } = source
    await disk.require()
    const begins = await history.begins(instrumentId)
    // What somebody else has fetched meanwhile is there.
    const series = (await market.find(instrumentId, userId))?.series ?? []
    const parts = missingParts(series, {
      from,
      to,
      now: now(),
      calendar: listing.calendar,
      ...(begins !== null && { begins }),
    })
    if (parts.length === 0) return { reports: [], begins: null, problem: null }
    const owner = isPrivate ? userId : null
    const job: FetchJob = {
      marketDir: market.store.layers.shared,
      quotaBytes: owner === null ? null : await quotas.storedLimit(owner),
      venueId: adapter.id,
      dir: join(uploadsDir, row.id),
      owner,
      instrumentId,
      urls,
      login,
      parts,
    }
    const { signal } = this.#job
    const key = login === null ? () => null : this.#deps.key
    return fetches(() => job, { signal, onProgress: this.#progressOf(row), yields, key })
  }

  /** What its user can do something about; unexpected errors go to the log. */
  #reason(error: unknown, row: ImportRow): string {
    if (error instanceof ProcessEnded) {
      const why =
        error.reason === 'silence' ? 'The venue has let no request through for minutes' : 'The fetch ended unexpectedly'
      return `${why}. The months that it had stored are there; ask for the rest again`
    }
    if (error instanceof UserError || error instanceof AppError) return withoutServerPaths(error.message)
    this.#deps.logger.error({ err: error, fetch: row.id }, 'prices of a venue could not be fetched')
    return `The fetch failed. The server's log has it under ${row.id}`
  }

  #progressOf(row: ImportRow): (progress: FetchProgress) => void {
    return ({ progress, rows, month }) =>
      publishImport(this.#deps.bus, { ...row, status: 'In Progress', progress, rows, detail: month })
  }
}

function endOf({ reports, problem }: FetchOutcome, fetch: ImportFetch, { adapter }: FetchSource): ImportEnd {
  const rest = reports.length === 0 ? '' : '. The months before are stored; ask for the rest again'
  const begins = fetch.begins === undefined ? null : new Date(fetch.begins).toISOString().slice(0, 10)
  const end = begins === null ? null : `The history of ${adapter.displayName} begins on ${begins}`
  const report = joined(reports)
  return {
    status: problem === null ? 'Completed' : 'Failed',
    progress: 100,
    rows: report?.rows ?? 0,
    detail: problem === null ? end : withoutServerPaths(`${problem}${rest}`),
    ...(report && { report: viewReport(report, NO_FILES) }),
    fetch,
  }
}

/** Those of the months as one; what was found in the rows is shown with the stored series. */
function joined(reports: readonly ImportReport[]): ImportReport | null {
  const [first] = reports
  if (!first) return null
  const sum = (name: 'rows' | 'imported' | 'unchanged' | 'replaced'): number =>
    reports.reduce((total, one) => total + one[name], 0)
  const times = reports.flatMap((one) => [one.first ?? [], one.last ?? []].flat())
  return {
    ...first,
    rows: sum('rows'),
    imported: sum('imported'),
    unchanged: sum('unchanged'),
    replaced: sum('replaced'),
    first: Math.min(...times),
    last: Math.max(...times),
    files: [],
    months: reports.flatMap(({ months }) => months).toReversed(),
    series: [],
  }
}

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bus } from '@tradeloom/bus'
import { UserError } from '@tradeloom/domain'
import {
  type ImportJob,
  type ImportProgress,
  type ImportReport,
  readReceipt,
  removeReceipt,
} from '@tradeloom/market-data'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Job } from '../../platform/jobs/define-job.ts'
import type { RequestProcess } from '../../platform/processes/request-process.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { publishImport } from './import-events.ts'
import { importFailure } from './import-failure.ts'
import type { ImportQuotas } from './import-quotas.ts'
import { refusal, viewReport, withoutPaths } from './import-report.ts'
import { instrumentProblem } from './instrument-problem.ts'
import type { ImportEnd, ImportRow, MarketImportsRepository } from './market-imports.repository.ts'
import type { Files } from './receive-upload.ts'
import type { StoredUpload } from './upload-fields.ts'

export interface ImportRunDeps {
  readonly repository: MarketImportsRepository
  readonly market: MarketService
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  /** Uploads wait here, each in its own folder, until they are imported. */
  readonly uploadsDir: string
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quotas: ImportQuotas
  readonly imports: RequestProcess<ImportJob, ImportReport, ImportProgress>
  /** Whether imports leave the processors to backtests and requests. */
  readonly yields: boolean
}

const INTERRUPTED = 'The server was restarted during the import. Nothing of it was imported; try again'

/** One import while this process performs it: reports its progress and stores its outcome. */
export class ImportRun {
  readonly #job: Job<StoredUpload>
  readonly #deps: ImportRunDeps
  readonly #files: Files

  constructor(job: Job<StoredUpload>, deps: ImportRunDeps) {
    this.#job = job
    this.#deps = deps
    const { stored, names } = job.data
    this.#files = { paths: stored.map((name) => join(deps.uploadsDir, job.id, name)), names }
  }

  async perform(): Promise<void> {
    const { repository, bus } = this.#deps
    const row = await repository.begin(this.#job.id)
    // It has ended, or its user was deleted.
    if (!row) return removeFiles(this.#deps.uploadsDir, this.#job.id)
    publishImport(bus, row)
    const end = await this.#import(row)
    if (!end) return
    let ended: ImportRow | null = null
    const isKept = await this.#job.end(async (tx) => {
      ended = await repository.endIn(tx, row.id, end)
    })
    // The process that took over the job needs files and receipt.
    if (!isKept) return
    this.#deps.market.invalidate()
    if (ended) publishImport(bus, ended)
    if (end.report) for (const dir of this.#foldersOf(row)) await removeReceipt(dir, row.instrumentId, row.id)
    await removeFiles(this.#deps.uploadsDir, row.id)
  }

  /** How the import ended; null if this process may not end it. */
  async #import(row: ImportRow): Promise<ImportEnd | null> {
    const { signal } = this.#job
    try {
      // A server that died may have committed everything.
      const earlier = await this.#receipt(row)
      if (earlier) return this.#completed(earlier)
      if (!this.#files.paths.every((path) => existsSync(path)) || this.#files.paths.length === 0) {
        return { status: 'Failed', detail: INTERRUPTED }
      }
      return this.#completed(await this.#importFiles(row))
    } catch (error) {
      // The process may have died after the commit.
      const report = await this.#receipt(row)
      if (report) return this.#completed(report)
      return signal.aborted ? null : { status: 'Failed', detail: this.#reason(error, row) }
    }
  }

  async #importFiles(row: ImportRow): Promise<ImportReport> {
    const { disk, market, quotas, imports, yields } = this.#deps
    const { owner, format, instrumentId, timezone, symbol, mapping, interval } = this.#job.data
    await disk.require()
    if (owner !== null) await quotas.checkStored(owner, await market.store.forOwner(owner).ownBytes())
    const job: ImportJob = {
      marketDir: market.store.layers.shared,
      owner,
      quotaBytes: owner === null ? null : await quotas.storedLimit(owner),
      receiptId: row.id,
      files: this.#files.paths,
      format,
      instrument: instrumentId,
      ...(timezone === undefined ? {} : { timezone }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(mapping === undefined ? {} : { mapping }),
      ...(interval === undefined ? {} : { interval }),
    }
    const { signal } = this.#job
    const onProgress = this.#progressOf(row)
    return imports
      .ask(() => job, { signal, onProgress, yields })
      .catch((error: unknown) => {
        throw importFailure(error, imports.limits)
      })
  }

  #completed(report: ImportReport): ImportEnd {
    return {
      // If every month was refused, nothing was stored.
      status: report.months.some(({ status }) => status !== 'refused') ? 'Completed' : 'Failed',
      progress: 100,
      rows: report.rows,
      detail: refusal(report, this.#files),
      report: viewReport(report, this.#files),
    }
  }

  /** The report that the import committed with its data; null if it did not commit. */
  async #receipt(row: ImportRow): Promise<ImportReport | null> {
    if (instrumentProblem(row.instrumentId) !== null) return null
    for (const dir of this.#foldersOf(row)) {
      const text = await readReceipt(dir, row.instrumentId, row.id)
      if (text !== null) return JSON.parse(text) as ImportReport
    }
    return null
  }

  #foldersOf(row: ImportRow): string[] {
    const { shared, own } = this.#deps.market.store.forOwner(row.userId).layers
    return own === null ? [shared] : [shared, own]
  }

  /** Problems with the files are reported to the user; unexpected errors go to the log. */
  #reason(error: unknown, row: ImportRow): string {
    const isExpected = error instanceof UserError || error instanceof AppError
    if (isExpected) {
      // The user's folder is inside the shared one.
      const folders = this.#foldersOf(row).toReversed()
      return folders.reduce((text, folder) => text.replaceAll(folder, ''), withoutPaths(error.message, this.#files))
    }
    this.#deps.logger.error({ err: error, import: row.id }, 'import failed')
    return `The import failed. The server's log has it under ${row.id}`
  }

  #progressOf(row: ImportRow): (progress: ImportProgress) => void {
    return ({ phase, rows, bytes, totalBytes }) => {
      if (phase === 'done') return
      // Reading is most of the work; checking and writing are the rest.
      const read = totalBytes === 0 ? 1 : bytes / totalBytes
      const progress = phase === 'reading' ? read * 80 : phase === 'checking' ? 85 : 90
      publishImport(this.#deps.bus, { ...row, status: 'In Progress', progress, rows, detail: phase })
    }
  }
}

/** Removes the files of an import. */
export async function removeFiles(uploadsDir: string, id: string): Promise<void> {
  await rm(join(uploadsDir, id), { recursive: true, force: true })
}

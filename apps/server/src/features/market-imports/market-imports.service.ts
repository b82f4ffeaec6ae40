import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bus } from '@tradeloom/bus'
import { instrumentId, intervalKey, line, type MarketImport, text } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'
import { InstrumentError } from '@tradeloom/domain'
import {
  IMPORT_FORMATS,
  type ImportProgress,
  type ImportReport,
  MarketDataError,
  readReceipt,
  removeReceipt,
  resolveInstrument,
} from '@tradeloom/market-data'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { FairQueue } from './fair-queue.ts'
import type { ImportJob } from './import-job.ts'
import { importInProcess } from './import-process.ts'
import type { ImportQuotas } from './import-quotas.ts'
import { type ImportRow, type MarketImportsRepository, viewImport } from './market-imports.repository.ts'
import { type Files, receiveUpload } from './receive-upload.ts'

export interface MarketImportsDeps {
  readonly repository: MarketImportsRepository
  readonly market: MarketService
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
  /** Uploads wait here until they are imported. */
  readonly uploadsDir: string
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quotas: ImportQuotas
}

/** What travels on `import.<id>`. */
export interface ImportMessage {
  readonly userId: string
  readonly data: MarketImport
}

/** Imports that run at one time; each may take as much memory as its process is given. */
const AT_ONCE = 2
/** Imports of one user that wait. */
const MAX_WAITING = 200

const fields = z.strictObject({
  instrumentId,
  format: line.min(1, 'Please choose a format').max(32),
  timezone: line.max(64).optional(),
  /** Of the bars, for files whose times do not tell it. */
  interval: intervalKey.exclude(['Tick']).or(z.literal('S1')).optional(),
  mapping: text
    .max(10_000)
    .transform((json, context) => {
      try {
        return z.record(line.max(64), line.max(128)).parse(JSON.parse(json))
      } catch {
        context.addIssue({ code: 'custom', message: 'The mapping must be a JSON object of column names' })
        return z.NEVER
      }
    })
    .optional(),
})

type Upload = z.output<typeof fields> & Files

const INTERRUPTED = 'The server was restarted during the import. Nothing of it was imported; try again'
/** More of an import's files are not listed one by one. */
const LISTED_FILES = 1000

export class MarketImportsService {
  readonly #deps: MarketImportsDeps
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  readonly #stopping = new AbortController()

  constructor(deps: MarketImportsDeps) {
    this.#deps = deps
  }

  #tell(row: ImportRow): void {
    const message: ImportMessage = { userId: row.userId, data: viewImport(row) }
    this.#deps.bus.publish(`import.${row.id}`, message)
  }

  async start(request: FastifyRequest, user: { id: string; isAdmin: boolean }): Promise<MarketImport> {
    this.#requireRoom(user.id)
    const id = newId()
    const folder = join(this.#deps.uploadsDir, id)
    const owner = user.isAdmin ? null : user.id
    const counted = this.#deps.quotas.begin(user)
    try {
      await this.#checkStored(owner)
      const upload = await receiveUpload(request, folder, fields, { counted, disk: this.#deps.disk, limits: {} })
      counted.received()
      if (!IMPORT_FORMATS.some(({ name }) => name === upload.format)) {
        throw invalid(`There is no format ${upload.format}`, 'format')
      }
      const problem = instrumentProblem(upload.instrumentId)
      if (problem !== null) throw invalid(problem, 'instrumentId')
      this.#requireRoom(user.id)
      const { instrumentId, format, timezone = null, mapping = null, names } = upload
      const row = await this.#deps.repository.insert({
        id,
        userId: user.id,
        instrumentId,
        format,
        timezone,
        mapping,
        files: names,
      })
      this.#tell(row)
      this.#queue.add(user.id, () =>
        this.#work(row, upload, owner, folder)
          .finally(() => counted.end())
          .catch((error: unknown) => this.#deps.logger.error({ err: error, import: row.id }, 'import')),
      )
      return viewImport(row)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      counted.end()
      throw error
    }
  }

  async #checkStored(owner: string | null): Promise<void> {
    const { market, quotas } = this.#deps
    if (owner !== null) quotas.checkStored(await market.store.forOwner(owner).ownBytes())
  }

  /** `owner` null: everybody is to see it. */
  async #work(row: ImportRow, upload: Upload, owner: string | null, folder: string): Promise<void> {
    try {
      if (this.#stopping.signal.aborted) return
      await this.#deps.disk.require()
      await this.#update(row.id, { status: 'In Progress' })
      await this.#checkStored(owner)
      const job: ImportJob = {
        marketDir: this.#deps.market.store.layers.shared,
        owner,
        quotas: owner === null ? null : this.#deps.quotas.limits,
        receiptId: row.id,
        files: upload.paths,
        format: upload.format,
        instrument: upload.instrumentId,
        ...(upload.timezone === undefined ? {} : { timezone: upload.timezone }),
        ...(upload.mapping === undefined ? {} : { mapping: upload.mapping }),
        ...(upload.interval === undefined ? {} : { interval: upload.interval }),
      }
      const report = await importInProcess(job, { signal: this.#stopping.signal, onProgress: this.#progressOf(row) })
      await this.#complete(row, upload, report)
    } catch (error) {
      // Its process may have died behind the moment from which it counts.
      const report = await this.#receipt(row)
      if (report) await this.#complete(row, upload, report)
      else if (!this.#stopping.signal.aborted)
        await this.#end(row.id, { status: 'Failed', detail: this.#reason(error, row, upload) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #complete(row: ImportRow, upload: Files, report: ImportReport): Promise<void> {
    this.#deps.market.invalidate()
    const isKept = await this.#end(row.id, {
      // Nothing of it is in the store when every month was refused.
      status: report.months.some(({ status }) => status !== 'refused') ? 'Completed' : 'Failed',
      progress: 100,
      rows: report.rows,
      detail: refusal(report, upload),
      report: viewReport(report, upload),
    })
    if (!isKept) return
    for (const dir of this.#foldersOf(row)) await removeReceipt(dir, row.instrumentId, row.id)
  }

  /** The report that an import has left where its data is; null when it was not put in place. */
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

  /** What was wrong with the files is for who brought them; what nobody expected is for the log. */
  #reason(error: unknown, row: ImportRow, upload: Upload): string {
    const isExpected = error instanceof MarketDataError || error instanceof InstrumentError || error instanceof AppError
    if (isExpected) {
      // The folder of the user lies in the shared one.
      const folders = this.#foldersOf(row).toReversed()
      return folders.reduce((text, folder) => text.replaceAll(folder, ''), withoutPaths(error.message, upload))
    }
    this.#deps.logger.error({ err: error, import: row.id }, 'import failed')
    return `The import failed. The server's log has it under ${row.id}`
  }

  async #update(id: string, set: Parameters<MarketImportsRepository['update']>[1]): Promise<void> {
    const row = await this.#deps.repository.update(id, set)
    if (row) this.#tell(row)
  }

  /** Whether the database knows how it ended; if not, the next start of the server finds out. */
  async #end(id: string, set: Parameters<MarketImportsRepository['update']>[1]): Promise<boolean> {
    try {
      await this.#update(id, { ...set, endedAt: new Date() })
      return true
    } catch (error) {
      this.#deps.logger.error({ err: error, import: id }, 'import')
      return false
    }
  }

  #requireRoom(userId: string): void {
    if (this.#queue.hasRoom(userId)) return
    throw new AppError(
      'limit',
      'too-many-imports',
      `${MAX_WAITING} of your imports are waiting. Try again when one has ended`,
    )
  }

  #progressOf(row: ImportRow): (progress: ImportProgress) => void {
    return ({ phase, rows, bytes, totalBytes }) => {
      if (phase === 'done') return
      // Reading is most of the work; checking and writing are the rest.
      const read = totalBytes === 0 ? 1 : bytes / totalBytes
      const progress = phase === 'reading' ? read * 80 : phase === 'checking' ? 85 : 90
      this.#tell({ ...row, status: 'In Progress', progress, rows, detail: phase })
    }
  }

  async own(id: string, userId: string): Promise<MarketImport> {
    const row = await this.#deps.repository.find(id)
    if (row?.userId !== userId) throw notFound('Import')
    return viewImport(row)
  }

  async list(userId: string): Promise<MarketImport[]> {
    return (await this.#deps.repository.ofUser(userId)).map(viewImport)
  }

  /**
   * Uploads of before cannot go on: their requests are gone. What an import had put in place when the server ended is
   * there, though.
   */
  async prepare(): Promise<void> {
    await rm(this.#deps.uploadsDir, { recursive: true, force: true })
    for (const row of await this.#deps.repository.unfinished()) {
      const report = await this.#receipt(row)
      const paths = row.files.map((name) => join(this.#deps.uploadsDir, row.id, name))
      if (report) await this.#complete(row, { paths, names: row.files }, report)
      else await this.#end(row.id, { status: 'Failed', detail: INTERRUPTED })
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#queue.idle()
  }
}

/** Why there can be no instrument of this name; null when there can. */
function instrumentProblem(id: string): string | null {
  try {
    resolveInstrument(id)
    return null
  } catch (error) {
    if (error instanceof InstrumentError || error instanceof MarketDataError) return error.message
    throw error
  }
}

/** Paths on the server are nobody's business; the names that the user gave say as much. */
function withoutPaths(text: string, upload: Files): string {
  return withoutServerPaths(
    upload.paths.reduce((cleaned, path, index) => cleaned.replaceAll(path, upload.names[index] ?? ''), text),
  )
}

/** Which months were left as they were, and the first line that is to blame; null when all went in. */
function refusal(report: ImportReport, upload: Files): string | null {
  const months = report.months.filter(({ status }) => status === 'refused').map(({ month }) => month)
  const first = report.problems.find(({ severity }) => severity === 'error')
  if (months.length === 0 || !first) return null
  const place = first.line === null ? first.file : `${first.file} line ${first.line}`
  return withoutPaths(`${months.join(', ')} refused: ${place}: ${first.message}`, upload)
}

function viewReport(report: ImportReport, upload: Files): Record<string, unknown> {
  return {
    ...report,
    months: report.months.map(({ month, interval, rows, status }) => ({ month, interval, rows, status })),
    problems: report.problems.map((problem) => ({
      ...problem,
      file: withoutPaths(problem.file, upload),
      message: withoutPaths(problem.message, upload),
    })),
    files: report.files.slice(0, LISTED_FILES).map(({ name, rows }) => ({ name: withoutPaths(name, upload), rows })),
  }
}

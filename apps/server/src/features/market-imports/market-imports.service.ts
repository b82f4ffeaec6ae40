import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bus } from '@tradeloom/bus'
import { instrumentId, intervalKey, line, type MarketImport, text } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'
import { InstrumentError } from '@tradeloom/domain'
import {
  IMPORT_FORMATS,
  importFiles,
  type ImportProgress,
  type ImportReport,
  MarketDataError,
  type MarketStore,
} from '@tradeloom/market-data'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid, notFound } from '../../app-error.ts'
import type { DiskReserve } from '../../services/disk-reserve.ts'
import type { MarketService } from '../instruments/market.service.ts'
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

const TELL_MS = 250

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

export class MarketImportsService {
  readonly #deps: MarketImportsDeps
  /** One import after the other: each uses all the disk and memory it can get. */
  #queue: Promise<void> = Promise.resolve()
  readonly #stopping = new AbortController()

  constructor(deps: MarketImportsDeps) {
    this.#deps = deps
  }

  #tell(row: ImportRow): void {
    const message: ImportMessage = { userId: row.userId, data: viewImport(row) }
    this.#deps.bus.publish(`import.${row.id}`, message)
  }

  async start(request: FastifyRequest, user: { id: string; isAdmin: boolean }): Promise<MarketImport> {
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
      // Whatever one import does, the next one has its turn.
      this.#queue = this.#queue
        .then(() => this.#work(row, upload, owner, folder))
        .finally(() => counted.end())
        .catch((error: unknown) => this.#deps.logger.error({ err: error, import: row.id }, 'import'))
      return viewImport(row)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      counted.end()
      throw error
    }
  }

  #storeOf(owner: string | null): MarketStore {
    const { market, quotas } = this.#deps
    const view = market.store.forOwner(owner)
    return owner === null ? view : quotas.limited(view, owner)
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
      const report = await importFiles({
        store: this.#storeOf(owner),
        files: upload.paths,
        format: upload.format,
        instrument: upload.instrumentId,
        ...(upload.timezone === undefined ? {} : { timezone: upload.timezone }),
        ...(upload.mapping === undefined ? {} : { mapping: upload.mapping }),
        ...(upload.interval === undefined ? {} : { interval: upload.interval }),
        onProgress: this.#progressOf(row),
        signal: this.#stopping.signal,
      })
      this.#deps.market.invalidate()
      const { rows } = report
      await this.#end(row.id, {
        // Nothing of it is in the store when every month was refused.
        status: report.months.some(({ status }) => status !== 'refused') ? 'Completed' : 'Failed',
        progress: 100,
        rows,
        detail: refusal(report, upload),
        report: viewReport(report, upload),
      })
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      await this.#end(row.id, { status: 'Failed', detail: this.#reason(error, row, upload) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** What was wrong with the files is for who brought them; what nobody expected is for the log. */
  #reason(error: unknown, row: ImportRow, upload: Upload): string {
    const isExpected = error instanceof MarketDataError || error instanceof InstrumentError || error instanceof AppError
    if (isExpected) return withoutPaths(error.message, upload)
    this.#deps.logger.error({ err: error, import: row.id }, 'import failed')
    return `The import failed. The server's log has it under ${row.id}`
  }

  async #update(id: string, set: Parameters<MarketImportsRepository['update']>[1]): Promise<void> {
    const row = await this.#deps.repository.update(id, set)
    if (row) this.#tell(row)
  }

  async #end(id: string, set: Parameters<MarketImportsRepository['update']>[1]): Promise<void> {
    try {
      await this.#update(id, { ...set, endedAt: new Date() })
    } catch (error) {
      this.#deps.logger.error({ err: error }, 'import')
    }
  }

  #progressOf(row: ImportRow): (progress: ImportProgress) => void {
    let told = 0
    return ({ phase, rows, bytes, totalBytes }) => {
      if (Date.now() - told < TELL_MS || phase === 'done') return
      told = Date.now()
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

  /** Uploads of before cannot go on: their requests are gone. */
  async prepare(): Promise<void> {
    await rm(this.#deps.uploadsDir, { recursive: true, force: true })
    await this.#deps.repository.failUnfinished(
      'The server was restarted during the import. Nothing is half imported; try again',
    )
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#queue
  }
}

/** Paths on the server are nobody's business; the names that the user gave say as much. */
function withoutPaths(text: string, upload: Upload): string {
  return upload.paths
    .reduce((cleaned, path, index) => cleaned.replaceAll(path, upload.names[index] ?? ''), text)
    .replaceAll(tmpdir(), '')
}

/** Which months were left as they were, and the first line that is to blame; null when all went in. */
function refusal(report: ImportReport, upload: Upload): string | null {
  const months = report.months.filter(({ status }) => status === 'refused').map(({ month }) => month)
  const first = report.problems.find(({ severity }) => severity === 'error')
  if (months.length === 0 || !first) return null
  const place = first.line === null ? first.file : `${first.file} line ${first.line}`
  return withoutPaths(`${months.join(', ')} refused: ${place}: ${first.message}`, upload)
}

function viewReport(report: ImportReport, upload: Upload): Record<string, unknown> {
  return {
    ...report,
    months: report.months.map(({ month, interval, rows, status }) => ({ month, interval, rows, status })),
    problems: report.problems.map((problem) => ({
      ...problem,
      file: withoutPaths(problem.file, upload),
      message: withoutPaths(problem.message, upload),
    })),
    files: report.files.map(({ name, rows }) => ({ name: withoutPaths(name, upload), rows })),
  }
}

import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Bus } from '@tradeloom/bus'
import type { MarketImport } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'
import { IMPORT_FORMATS } from '@tradeloom/market-data'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { publishImport } from './import-events.ts'
import { importMarketData } from './import-market-data.job.ts'
import type { ImportQuotas, Upload } from './import-quotas.ts'
import { instrumentProblem } from './instrument-problem.ts'
import { type MarketImportsRepository, viewImport } from './market-imports.repository.ts'
import { receiveUpload } from './receive-upload.ts'
import { uploadFields } from './upload-fields.ts'

export interface MarketImportsDeps {
  readonly repository: MarketImportsRepository
  readonly market: MarketService
  readonly jobs: Pick<Jobs, 'add'>
  readonly bus: Bus
  /** Uploads wait here until they are imported. */
  readonly uploadsDir: string
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quotas: ImportQuotas
}

/** Maximum waiting imports of one user; more than anybody drops at once. */
const MAX_WAITING = 200

interface Uploader {
  readonly id: string
  readonly isAdmin: boolean
}

export class MarketImportsService {
  readonly #deps: MarketImportsDeps

  constructor(deps: MarketImportsDeps) {
    this.#deps = deps
  }

  /** Receives the files of an import and queues it. */
  async start(request: FastifyRequest, user: Uploader): Promise<MarketImport> {
    const { repository, quotas, uploadsDir } = this.#deps
    if ((await repository.waitingOf(user.id)).queued >= MAX_WAITING) throw tooMany()
    const id = newId()
    const folder = join(uploadsDir, id)
    const counted = await quotas.begin(user)
    try {
      return await this.#receive(request, { user, id, folder, counted })
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    } finally {
      counted.end()
    }
  }

  async #receive(
    request: FastifyRequest,
    { user, id, folder, counted }: { user: Uploader; id: string; folder: string; counted: Upload },
  ): Promise<MarketImport> {
    const { repository, jobs, bus, market, quotas, disk } = this.#deps
    const owner = user.isAdmin ? null : user.id
    if (owner !== null) await quotas.checkStored(owner, await market.store.forOwner(owner).ownBytes())
    const upload = await receiveUpload(request, folder, uploadFields, { counted, disk, limits: {} })
    const { paths, names, ...fields } = upload
    const { instrumentId, format, timezone = null, mapping = null } = fields
    if (!IMPORT_FORMATS.some(({ name }) => name === format)) throw invalid(`There is no format ${format}`, 'format')
    const problem = instrumentProblem(instrumentId)
    if (problem !== null) throw invalid(problem, 'instrumentId')
    const row = await repository.insert(
      { id, userId: user.id, instrumentId, format, timezone, mapping, files: names, bytes: counted.bytes() },
      MAX_WAITING,
      (tx) => {
        const data = { ...fields, owner, stored: paths.map((path) => basename(path)), names }
        return jobs.add(tx, importMarketData, { id, tenant: user.id, data })
      },
    )
    if (!row) throw tooMany()
    counted.queued()
    publishImport(bus, row)
    return viewImport(row)
  }

  async own(id: string, userId: string): Promise<MarketImport> {
    const row = await this.#deps.repository.find(id)
    if (row?.userId !== userId) throw notFound('Import')
    return viewImport(row)
  }

  async list(userId: string): Promise<MarketImport[]> {
    return (await this.#deps.repository.ofUser(userId)).map(viewImport)
  }
}

function tooMany(): AppError {
  const text = `${MAX_WAITING} of your imports are waiting. Try again when one has finished`
  return new AppError('limit', 'too-many-imports', text)
}

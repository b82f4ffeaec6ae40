import { UserError } from '@tradeloom/domain'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarKey, line, type MarketCalendar } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'
import {
  CALENDAR_FORMATS,
  type CalendarReport,
  calendarsOf,
  importCalendar,
  type MarketStore,
  removeCalendar,
  type ViewedCalendar,
} from '@tradeloom/market-data'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { MarketService } from '../instruments/market.service.ts'
import type { ImportQuotas } from '../market-imports/import-quotas.ts'
import { type Files, receiveUpload } from '../market-imports/receive-upload.ts'

export interface CalendarsDeps {
  readonly market: MarketService
  /** Uploads are stored here until they are read. */
  readonly uploadsDir: string
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quotas: ImportQuotas
}

/** Five times the largest published database of market hours; a file is read as a whole. */
const MAX_BYTES = 16 * 1024 * 1024

const fields = z.strictObject({
  format: z.enum(CALENDAR_FORMATS, { error: 'Please choose a format' }),
  market: line.max(128).optional(),
  name: calendarKey.optional(),
  timezone: line.max(64).optional(),
  add: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

type Upload = z.output<typeof fields> & Files
type Report = Omit<CalendarReport, 'calendar'> & { readonly calendar: MarketCalendar }
interface User {
  readonly id: string
  readonly isAdmin: boolean
}

/**
 * Holidays and early closes of markets. As with prices, those of an administrator are shared with everybody, and those
 * of other users are private.
 */
export class CalendarsService {
  readonly #deps: CalendarsDeps

  constructor(deps: CalendarsDeps) {
    this.#deps = deps
  }

  /** Whose calendars the user changes. */
  #storeOf({ id, isAdmin }: User): MarketStore {
    return this.#deps.market.store.forOwner(isAdmin ? null : id)
  }

  async list(viewerId: string | null): Promise<MarketCalendar[]> {
    const { layers } = this.#deps.market.store.forOwner(viewerId)
    return (await refusing(null, () => calendarsOf(layers))).map(viewCalendar)
  }

  async import(request: FastifyRequest, user: User): Promise<Report> {
    const folder = join(this.#deps.uploadsDir, newId())
    const view = this.#storeOf(user)
    const { dir, layers } = view
    const { disk, quotas } = this.#deps
    const counted = await quotas.begin(user)
    try {
      const limits = { files: 1, fileSize: MAX_BYTES }
      const upload = await receiveUpload(request, folder, fields, { counted, disk, limits })
      const report = await quotas.inTurn(user.id, async () => {
        // A calendar takes as much space as its file.
        if (!user.isAdmin) await quotas.checkStored(user.id, await view.ownBytes(), counted.bytes())
        return refusing('file', () => importCalendar(toImport(upload, dir, layers.shared)))
      })
      this.#deps.market.invalidate()
      return { ...report, calendar: viewCalendar({ ...report.calendar, isPrivate: layers.own !== null }) }
    } finally {
      await rm(folder, { recursive: true, force: true })
      counted.end()
    }
  }

  async remove(name: string, user: User): Promise<void> {
    const { dir, layers } = this.#storeOf(user)
    if (!(await refusing(null, () => removeCalendar(dir, name)))) {
      const isShared = (await this.list(null)).some((calendar) => calendar.name === name)
      if (layers.own === null || !isShared) throw notFound('Calendar')
      throw new AppError('forbidden', 'administrator-only', 'Only an administrator may remove a shared calendar')
    }
    this.#deps.market.invalidate()
  }
}

/** Reports problems of a file to the user who uploaded it, and a damaged calendar to its viewers. */
async function refusing<Value>(field: string | null, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw field === null ? conflict(error.message) : invalid(error.message, field)
  }
}

function toImport(
  { format, market, name, timezone, add, paths }: Upload,
  marketDir: string,
  sharedDir: string,
): Parameters<typeof importCalendar>[0] {
  return {
    marketDir,
    sharedDir,
    file: paths[0] ?? '',
    format,
    add,
    ...(market === undefined ? {} : { market }),
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
  }
}

function viewCalendar({ name, sources, closures, isPrivate }: ViewedCalendar): MarketCalendar {
  return { name, sources: [...sources], closures: closures.map(({ from, to }) => [from, to]), isPrivate }
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarKey, type MarketCalendar } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'
import {
  CALENDAR_FORMATS,
  type CalendarReport,
  importCalendar,
  listCalendars,
  type MarketCalendar as KeptCalendar,
  MarketDataError,
  readCalendar,
  removeCalendar,
} from '@tradeloom/market-data'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, conflict, invalid, notFound } from '../../app-error.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { type Files, receiveUpload } from '../market-imports/receive-upload.ts'
import { reachesIntoPrices } from './reaches-into-prices.ts'

export interface CalendarsDeps {
  readonly market: MarketService
  /** Uploads wait here until they are read. */
  readonly uploadsDir: string
}

/** Five times the largest database of market hours that is published; a file is read whole. */
const MOST_BYTES = 16 * 1024 * 1024

const fields = z.strictObject({
  format: z.enum(CALENDAR_FORMATS, { error: 'Please choose a format' }),
  market: z.string().max(128).optional(),
  name: calendarKey.optional(),
  timezone: z.string().max(64).optional(),
  add: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})

type Upload = z.output<typeof fields> & Files
type Report = Omit<CalendarReport, 'calendar'> & { readonly calendar: MarketCalendar }
interface User {
  readonly isAdmin: boolean
}

/**
 * Holidays and shortened days of markets. As with prices, everybody may add what does not exist yet, and only the
 * administrator may change the ground on which results stand: replace or remove a calendar, or close hours in which
 * prices are kept.
 */
export class CalendarsService {
  readonly #deps: CalendarsDeps

  constructor(deps: CalendarsDeps) {
    this.#deps = deps
  }

  get #folder(): string {
    return this.#deps.market.store.dir
  }

  async list(): Promise<MarketCalendar[]> {
    return (await this.#refusing(null, () => listCalendars(this.#folder))).map(viewCalendar)
  }

  async import(request: FastifyRequest, user: User): Promise<Report> {
    const folder = join(this.#deps.uploadsDir, newId())
    try {
      const upload = await receiveUpload(request, folder, fields, { files: 1, fileSize: MOST_BYTES })
      const report = await this.#refusing('file', async () => {
        if (!user.isAdmin) await this.#refuseChanges(upload, join(folder, 'market'))
        return importCalendar(toImport(upload, this.#folder))
      })
      this.#deps.market.invalidate()
      return { ...report, calendar: viewCalendar(report.calendar) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Reads the file into a folder of its own first: what it would change is known before anything is. */
  async #refuseChanges(upload: Upload, scratch: string): Promise<void> {
    const { calendar } = await importCalendar(toImport({ ...upload, add: false }, scratch))
    const known = await readCalendar(this.#folder, calendar.name)
    if (known && !upload.add) {
      throw forbidden(`There is a calendar ${calendar.name} already; only the administrator may replace it`)
    }
    if (reachesIntoPrices(calendar, known?.closures ?? [], await this.#deps.market.summaries())) {
      throw forbidden(
        'These days close hours of which prices are kept, and so change results of others; only the administrator may do that',
      )
    }
  }

  async remove(name: string, user: User): Promise<void> {
    if (!user.isAdmin) throw forbidden('Only the administrator may remove a calendar')
    if (!(await this.#refusing(null, () => removeCalendar(this.#folder, name)))) throw notFound('Calendar')
    this.#deps.market.invalidate()
  }

  /** What is wrong with a file is told to who brought it; a damaged calendar to everybody, without its path. */
  async #refusing<Value>(field: string | null, work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      const text = error.message.replaceAll(this.#folder, '').replace(/^[/\\.]+calendars[/\\]/, '')
      throw field === null ? conflict(text) : invalid(text, field)
    }
  }
}

function toImport({ format, market, name, timezone, add, paths }: Upload, marketDir: string) {
  return {
    marketDir,
    file: paths[0] ?? '',
    format,
    add,
    ...(market === undefined ? {} : { market }),
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
  }
}

function viewCalendar({ name, sources, closures }: KeptCalendar): MarketCalendar {
  return { name, sources: [...sources], closures: closures.map(({ from, to }) => [from, to]) }
}

function forbidden(message: string): AppError {
  return new AppError('forbidden', 'administrator-only', message)
}

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { joinClosures } from '@tradeloom/domain'

import { ImportError } from '../import/import-error.ts'
import { checkTimezone } from '@tradeloom/domain/zones'
import { onDisk } from '../store/disk-error.ts'
import { withWriterLock } from '../store/writer-lock.ts'
import { calendarName, calendarsFolder, type MarketCalendar, readCalendar, writeCalendar } from './calendar-file.ts'
import { closuresOfDays } from './closed-days.ts'
import { leanDays, type MarketDays } from './lean-days.ts'
import { csvDays, jsonDays } from './plain-days.ts'

export const CALENDAR_FORMATS = ['lean', 'csv', 'json'] as const

export interface CalendarImport {
  /** Where the calendar is stored: the market folder, or a user's own folder in it. */
  readonly marketDir: string
  /** The shared folder; `add` starts from its calendar when the user has none of that name. */
  readonly sharedDir?: string
  readonly file: string
  /** `lean` is Lean's market-hours database; `csv` and `json` are rows of date, open and close. */
  readonly format: string
  /** Which market of a database with many; defaults to `Forex-oanda-[*]`. */
  readonly market?: string
  /** Name of the stored calendar. Defaults to that of the market for `lean`, else to `forex`. */
  readonly name?: string
  /** Time zone of `csv` and `json` rows. Defaults to America/New_York, which the forex week follows. */
  readonly timezone?: string
  /** Whether to keep the closures that were known before. */
  readonly add?: boolean
}

export interface CalendarReport {
  readonly calendar: MarketCalendar
  readonly timezone: string
  readonly days: number
  /** Bank holidays with normal trading; they are not closures. */
  readonly bankHolidays: number
}

/** Everybody who opens the calendar gets the names of its files. */
const MAX_SOURCES = 100
const DEFAULT_MARKET = 'Forex-oanda-[*]'

/**
 * Stores a calendar's holidays and shortened days. Throws ImportError with file and line or path, with nothing stored.
 */
export async function importCalendar(request: CalendarImport): Promise<CalendarReport> {
  const format = CALENDAR_FORMATS.find((known) => known === request.format)
  if (!format) throw new ImportError(`format "${request.format}" is unknown: use one of ${CALENDAR_FORMATS.join(', ')}`)
  if (format !== 'lean' && request.market !== undefined) throw new ImportError(`a ${format} file has no markets`)
  if (format === 'lean' && request.timezone !== undefined) throw new ImportError('a lean file has its own time zones')
  const market = request.market ?? DEFAULT_MARKET
  const file = basename(request.file)
  const { zone, days, bankHolidays } = await readDays(request, format, market)
  const name = calendarName(request.name ?? (format === 'lean' ? nameOfMarket(market) : 'forex'))
  const timezone = checkTimezone(zone)
  const source = format === 'lean' ? `${file} ${market}` : file
  const found = closuresOfDays(days, timezone)
  const keep = async (): Promise<CalendarReport> => {
    const before = request.add === true ? await calendarBefore(request, name) : null
    const sources = [...new Set([...(before?.sources ?? []), source])]
    if (sources.length > MAX_SOURCES)
      throw new ImportError(`calendar ${name} comes from ${MAX_SOURCES} files already: replace it by one file`, file)
    const calendar = { name, sources, closures: joinClosures([...(before?.closures ?? []), ...found]) }
    await writeCalendar(request.marketDir, calendar)
    return { calendar, timezone, days: days.length, bankHolidays }
  }
  return onDisk(request.marketDir, async () =>
    withWriterLock(join(await calendarsFolder(request.marketDir), '.lock'), keep),
  )
}

async function calendarBefore({ marketDir, sharedDir }: CalendarImport, name: string): Promise<MarketCalendar | null> {
  const kept = await readCalendar(marketDir, name)
  return kept ?? (sharedDir === undefined ? null : await readCalendar(sharedDir, name))
}

async function readDays(request: CalendarImport, format: 'lean' | 'csv' | 'json', market: string): Promise<MarketDays> {
  const file = basename(request.file)
  const text = await readFile(request.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.message})`, file)
  })
  if (format === 'lean') return leanDays(parseJson(text, file), market, file)
  const zone = request.timezone ?? 'America/New_York'
  const days = format === 'csv' ? csvDays(text, file) : jsonDays(parseJson(text, file), file)
  // An empty calendar would replace everything that is known.
  if (days.length === 0) throw new ImportError('has no days', file)
  return { zone, days, bankHolidays: 0 }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    throw new ImportError(`is not complete JSON (${(error as Error).message})`, file)
  }
}

/** `Forex-oanda-[*]` is for the forex week, `Cfd-oanda-XAUUSD` for XAUUSD:OANDA. */
function nameOfMarket(market: string): string {
  const [kind = '', broker = '', symbol = ''] = market.split('-')
  if (symbol !== '[*]') return `${symbol}:${broker}`.toUpperCase()
  if (kind === 'Forex') return 'forex'
  if (kind === 'Crypto') return 'always'
  throw new ImportError(`cannot choose a calendar for ${market}: name forex, always or SYMBOL:BROKER`)
}

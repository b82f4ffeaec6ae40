import { ImportError } from '../import/import-error.ts'
import { type ClosedDay, dateOf, isKnownYear, MAX_DAYS, timeOfDay } from './closed-days.ts'

/** The days of one market and their time zone. */
export interface MarketDays {
  readonly zone: string
  readonly days: readonly ClosedDay[]
  /** Bank holidays with normal trading; they are not closures. */
  readonly bankHolidays: number
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The days of one market in Lean's market-hours database: `{"entries": {"Forex-oanda-[*]": {"exchangeTimeZone",
 * "holidays": ["12/25/2014"], "earlyCloses": {"12/31/2014": "14:00:00"}, "lateOpens": {…}, "bankHolidays": […]}}}`. Its
 * weekly hours are ignored: this program has its own. Throws ImportError with the path of the problem.
 */
export function leanDays(value: unknown, market: string, file: string): MarketDays {
  const entries = fields(fields(value)?.['entries'])
  if (!entries) throw new ImportError('is not a market-hours database: it has no "entries"', file)
  const entry = Object.hasOwn(entries, market) ? fields(entries[market]) : null
  if (!entry) throw new ImportError(`has no market ${market}. ${similar(Object.keys(entries), market)}`, file)
  const path = `entries["${market}"]`
  const zone = entry['exchangeTimeZone']
  if (typeof zone !== 'string') throw new ImportError(`${path}.exchangeTimeZone is not a string`, file)
  const closed = dates(entry['holidays'], `${path}.holidays`, file)
  const closes = times(entry['earlyCloses'], `${path}.earlyCloses`, file)
  const opens = times(entry['lateOpens'], `${path}.lateOpens`, file)
  const wholeDays = closed.map((date) => ({ date, close: null, open: null }))
  const partDays = [...new Set([...closes.keys(), ...opens.keys()])].map((date) => ({
    date,
    close: closes.get(date) ?? null,
    open: opens.get(date) ?? null,
  }))
  const bankHolidays = dates(entry['bankHolidays'], `${path}.bankHolidays`, file).length
  return { zone, days: [...wholeDays, ...partDays], bankHolidays }
}

function dates(value: unknown, path: string, file: string): number[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new ImportError(`${path} is not a list of dates`, file)
  checkCount(value.length, path, file)
  return value.map((text: unknown, index) => date(text, `${path}[${index}]`, file))
}

function times(value: unknown, path: string, file: string): Map<number, number> {
  if (value === undefined || value === null) return new Map()
  const given = fields(value)
  if (!given) throw new ImportError(`${path} is not an object of dates and times`, file)
  const entries = Object.entries(given)
  checkCount(entries.length, path, file)
  return new Map(
    entries.map(([day, text]) => {
      const time = typeof text === 'string' ? timeOfDay(text) : null
      if (time === null) throw new ImportError(`${path}["${day}"]: ${shown(text)} is not a time like 14:00:00`, file)
      return [date(day, `${path}["${day}"]`, file), time]
    }),
  )
}

function date(text: unknown, path: string, file: string): number {
  const match = typeof text === 'string' ? /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) : null
  const time = match ? dateOf(Number(match[3]), Number(match[1]), Number(match[2])) : null
  if (time === null) throw new ImportError(`${path}: ${shown(text)} is not a date like 12/31/2014`, file)
  if (!isKnownYear(time)) throw new ImportError(`${path}: ${shown(text)} is not between 1900 and 2199`, file)
  return time
}

function checkCount(count: number, path: string, file: string): void {
  if (count > MAX_DAYS) throw new ImportError(`${path} has ${count} days, and a calendar at most ${MAX_DAYS}`, file)
}

function fields(value: unknown): Fields | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : null
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 40) ?? 'nothing'
}

function similar(markets: readonly string[], market: string): string {
  const words = market
    .toLowerCase()
    .split('-')
    .filter((word) => word.length > 2)
  const near = markets.filter((one) => words.some((word) => one.toLowerCase().includes(word))).slice(0, 8)
  return `It has ${(near.length > 0 ? near : markets.slice(0, 8)).join(', ')}, …`
}

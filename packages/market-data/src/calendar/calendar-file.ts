import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Closure, joinClosures } from '@tradeloom/domain'

import { names } from '../store/instrument-folder.ts'
import { resolveInstrument } from '../store/instrument-id.ts'
import { MarketDataError } from '../store/market-data-error.ts'
import { writeAtomically } from '../store/durable-file.ts'

/** Closed hours of one calendar that its weekly hours do not tell: holidays, early closes, late opens. */
export interface MarketCalendar {
  /** `forex` or `always` for every instrument with these weekly hours, or an instrument's `SYMBOL:BROKER`. */
  readonly name: string
  /** Files it was imported from, with the part of them that was taken. */
  readonly sources: readonly string[]
  /** In order of time, without overlaps. */
  readonly closures: readonly Closure[]
}

/** Beside the brokers' folders; hidden, so that it is never taken for one. */
const FOLDER = '.calendars'
const WEEKLY = ['forex', 'always']

/** What a calendar said is lost: lists go on without it, runs that need it do not. */
export class DamagedCalendar extends MarketDataError {
  constructor(name: string) {
    super(`The calendar ${name} is damaged. Import it again`)
  }
}

/** The name in the form in which it is kept. Throws MarketDataError for what is neither weekly hours nor an id. */
export function calendarName(name: string): string {
  if (WEEKLY.includes(name)) return name
  try {
    return resolveInstrument(name).id
  } catch {
    throw new MarketDataError(`Calendar "${name}" is none of ${WEEKLY.join(', ')} or SYMBOL:BROKER like EURUSD:OANDA`)
  }
}

/** The calendar of that name in the market folder; null when none was imported. */
export async function readCalendar(marketDir: string, name: string): Promise<MarketCalendar | null> {
  let text: string
  try {
    text = await readFile(calendarPath(marketDir, name), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const calendar = parsed(text)
  // A holiday that is silently forgotten changes results, so a damaged file stops whoever needs it.
  if (!calendar) throw new DamagedCalendar(name)
  return { name, sources: calendar.sources, closures: joinClosures(calendar.closures) }
}

/** The folder of all calendars, made when it is missing. */
export async function calendarsFolder(marketDir: string): Promise<string> {
  const folder = join(marketDir, FOLDER)
  await mkdir(folder, { recursive: true })
  return folder
}

/** The folder must exist. */
export async function writeCalendar(marketDir: string, calendar: MarketCalendar): Promise<void> {
  await writeAtomically(calendarPath(marketDir, calendar.name), `${JSON.stringify(calendar, null, 1)}\n`)
}

/** Whether there was one. */
export async function removeCalendar(marketDir: string, name: string): Promise<boolean> {
  try {
    await rm(calendarPath(marketDir, calendarName(name)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Every calendar that was imported, by name. */
export async function listCalendars(marketDir: string): Promise<MarketCalendar[]> {
  const files = (await names(join(marketDir, FOLDER))).filter((name) => name.endsWith('.json')).sort()
  const calendars: MarketCalendar[] = []
  for (const file of files) {
    const calendar = await readCalendar(marketDir, file.slice(0, -'.json'.length).replace('@', ':'))
    if (calendar) calendars.push(calendar)
  }
  return calendars
}

/** A colon is no part of a file name everywhere. */
function calendarPath(marketDir: string, name: string): string {
  return join(marketDir, FOLDER, `${calendarName(name).replace(':', '@')}.json`)
}

function parsed(text: string): MarketCalendar | null {
  try {
    const { sources, closures } = JSON.parse(text) as Partial<MarketCalendar>
    if (!Array.isArray(sources) || !Array.isArray(closures)) return null
    const whole = closures.every(({ from, to }: Closure) => Number.isFinite(from) && Number.isFinite(to))
    return whole ? { name: '', sources: sources as string[], closures: closures as Closure[] } : null
  } catch {
    return null
  }
}

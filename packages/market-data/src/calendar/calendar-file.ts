import { mkdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { type Closure, joinClosures, UserError } from '@tradeloom/domain'

import { names } from '../store/instrument-folder.ts'
import { resolveInstrument } from '../store/instrument-id.ts'
import { writeAtomically } from '../store/durable-file.ts'

/** Closures of one calendar beyond its weekly hours: holidays, early closes, late opens. */
export interface MarketCalendar {
  /** `forex` or `always` for every instrument with these weekly hours, or an instrument's `SYMBOL:BROKER`. */
  readonly name: string
  /** The imported files, each with the market that was read from it. */
  readonly sources: readonly string[]
  /** In time order, without overlaps. */
  readonly closures: readonly Closure[]
}

/** Next to the brokers' folders; hidden, so that it is never mistaken for one. */
const FOLDER = '.calendars'
const WEEKLY = ['forex', 'always']

/** The normalized name. Throws UserError if it is neither weekly hours nor an id. */
export function calendarName(name: string): string {
  if (WEEKLY.includes(name)) return name
  try {
    return resolveInstrument(name).id
  } catch {
    throw new UserError(
      'no-data',
      `Calendar "${name}" is not one of ${WEEKLY.join(', ')} or SYMBOL:BROKER like EURUSD:OANDA`,
    )
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
  // A silently forgotten holiday would change results, so a damaged file stops any run that needs it.
  if (!calendar) throw new UserError('damaged-data', `The calendar ${name} is damaged. Import it again`)
  return { name, sources: calendar.sources, closures: joinClosures(calendar.closures) }
}

/** The folder of all calendars, created if missing. */
export async function calendarsFolder(marketDir: string): Promise<string> {
  const folder = join(marketDir, FOLDER)
  await mkdir(folder, { recursive: true })
  return folder
}

/** The folder must exist. */
export async function writeCalendar(marketDir: string, calendar: MarketCalendar): Promise<void> {
  await writeAtomically(calendarPath(marketDir, calendar.name), `${JSON.stringify(calendar, null, 1)}\n`)
}

/** Returns whether the calendar existed; of several removals at once, only the first has removed it. */
export async function removeCalendar(marketDir: string, name: string): Promise<boolean> {
  try {
    await unlink(calendarPath(marketDir, calendarName(name)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Every imported calendar, by name. */
export async function listCalendars(marketDir: string): Promise<MarketCalendar[]> {
  const files = (await names(join(marketDir, FOLDER))).filter((name) => name.endsWith('.json')).sort()
  const calendars: MarketCalendar[] = []
  for (const file of files) {
    const calendar = await readCalendar(marketDir, file.slice(0, -'.json'.length).replace('@', ':'))
    if (calendar) calendars.push(calendar)
  }
  return calendars
}

/** Some file systems do not allow a colon in a file name. */
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

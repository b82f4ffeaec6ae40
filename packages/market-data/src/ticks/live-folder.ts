import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Everything live, by instrument. */
export const liveRoot = (marketDir: string): string => join(marketDir, '.live')

/** Where everything live of an instrument is. */
export function liveFolder(marketDir: string, instrumentId: string): string {
  return join(liveRoot(marketDir), encodeURIComponent(instrumentId))
}

/** The ids of all instruments of which something live is stored. */
export function liveInstruments(marketDir: string): string[] {
  return namesIn(liveRoot(marketDir))
    .filter((name) => !name.startsWith('.'))
    .map(decodeURIComponent)
}

/** `2026-11-27`: names of days sort by time. */
export function dayName(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Start of the day of a file. */
export function dayOf(name: string): number {
  return Date.parse(`${name.slice(0, 10)}T00:00:00Z`)
}

/** The names of an instrument's files with this ending, oldest day first. */
export function dayFiles(folder: string, ending: '.ticks' | '.m1'): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
}

/** Ticks of a month in one file: `2026-11.1200-9800.parquet` has its first and its last row in its name. */
export interface MonthFile {
  readonly name: string
  /** `2026-11`. */
  readonly month: string
  readonly first: number
  readonly last: number
}

const MONTH_FILE = /^(\d{4}-\d{2})\.(\d+)-(\d+)\.parquet$/

export const monthFileName = ({ month, first, last }: Omit<MonthFile, 'name'>): string =>
  `${month}.${first}-${last}.parquet`

/** The tick log of an instrument: months, then the days that follow them. */
export interface LogFiles {
  readonly months: readonly MonthFile[]
  /** Names of days, oldest first. */
  readonly days: readonly string[]
  /** What nobody reads: days that a month has, too, and months that were not finished. */
  readonly leftover: readonly string[]
}

export function logFiles(folder: string): LogFiles {
  const names = namesIn(folder).sort()
  const months = names.flatMap((name): MonthFile[] => {
    const [, month, first, last] = MONTH_FILE.exec(name) ?? []
    return month === undefined ? [] : [{ name, month, first: Number(first), last: Number(last) }]
  })
  const made = new Set(months.map(({ month }) => month))
  const isCovered = (name: string): boolean => name.endsWith('.ticks') && made.has(name.slice(0, 7))
  return {
    months,
    days: names.filter((name) => name.endsWith('.ticks') && !isCovered(name)),
    leftover: names.filter((name) => name.endsWith('.tmp') || isCovered(name)),
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where everything live of an instrument is. */
export function liveFolder(marketDir: string, instrumentId: string): string {
  return join(marketDir, '.live', encodeURIComponent(instrumentId))
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
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

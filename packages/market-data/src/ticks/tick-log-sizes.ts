import { statSync } from 'node:fs'
import { join } from 'node:path'
import { dayFiles, dayOf, liveFolder, liveInstruments, logFiles } from './live-folder.ts'

/** What is stored of live prices of an instrument. */
export interface TickLogSize {
  readonly instrumentId: string
  readonly tickBytes: number
  readonly minuteBytes: number
  /** Start of the first day, or month, of its ticks; null without any. */
  readonly since: number | null
  readonly days: number
  readonly months: number
}

export function tickLogSizes(marketDir: string): TickLogSize[] {
  return liveInstruments(marketDir).map((instrumentId) => {
    const folder = liveFolder(marketDir, instrumentId)
    const { months, days, leftover } = logFiles(folder)
    const [month, day] = [months[0]?.month, days[0]]
    const first = month === undefined ? day : `${month}-01`
    return {
      instrumentId,
      tickBytes: bytesOf(folder, [...months.map(({ name }) => name), ...days, ...leftover]),
      minuteBytes: bytesOf(folder, dayFiles(folder, '.m1')),
      since: first === undefined ? null : dayOf(first),
      days: days.length,
      months: months.length,
    }
  })
}

/** A file may be gone by now. */
const bytesOf = (folder: string, names: readonly string[]): number =>
  names.reduce((bytes, name) => bytes + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0)

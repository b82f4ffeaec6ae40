import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dayName, liveFolder, logFiles, type MonthFile } from './live-folder.ts'
import { inDay, type OpenDay } from './open-day.ts'
import { isHeartbeat, isPrice, type TickRow } from './tick-file.ts'
import { readTickMonth, tickMonthAt } from './tick-month.ts'

/** Rows that are searched at a time: heartbeats come once a second at most. */
const BLOCK = 256
/** Of a month, of which a block is unpacked at a time. */
const MONTH_BLOCK = 65_536
/** Rows that are read at a time where there may be days of them. */
const PART = 16_384
/** A month may take the place of its days while they are read, once. */
const ATTEMPTS = 3
const LAST_TIME = Date.UTC(9999, 11)

/** The files of an instrument's log, by their paths. */
interface Log {
  readonly months: readonly (MonthFile & { readonly path: string })[]
  readonly days: readonly string[]
}

/**
 * Reads the tick log, in days and in months, while other processes write in it and tidy it up. Nothing is cached, and any
 * number of readers may read.
 */
export class TickReader {
  readonly #marketDir: string

  constructor(marketDir: string) {
    this.#marketDir = marketDir
  }

  /** Rows from a sequence on, oldest first, at most `max`, with heartbeats. Rows that are not kept are left out. */
  async read(instrumentId: string, from: number, max: number): Promise<readonly TickRow[]> {
    return this.#stable(instrumentId, async ({ months, days }) => {
      const start = firstDayOf(days, from)
      let rows: readonly TickRow[] = []
      const next = (): number => (rows.at(-1)?.sequence ?? from - 1) + 1
      for (const month of start < 0 ? months : []) {
        const at = Math.max(next(), month.first)
        if (rows.length >= max) return rows
        if (at <= month.last) rows = rows.concat(await readTickMonth(month.path, at, at + max - rows.length))
      }
      for (const path of days.slice(Math.max(0, start))) {
        if (rows.length >= max) break
        const found = inDay(path, ({ first, rows: take }) => {
          const at = Math.max(0, next() - first)
          return take(at, at + max - rows.length)
        })
        rows = rows.concat(found ?? [])
      }
      return rows
    })
  }

  /** What sessions saw, `from <= time < to`, oldest first, in parts. */
  async *prices(instrumentId: string, from: number, to: number): AsyncGenerator<readonly TickRow[]> {
    let next = await this.sequenceAt(instrumentId, from)
    for (;;) {
      const rows = await this.read(instrumentId, next, PART)
      yield rows.filter((row) => row.time < to && isPrice(row))
      if (rows.length < PART || (rows.at(-1)?.time ?? Infinity) >= to) return
      next = (rows.at(-1)?.sequence ?? next) + 1
    }
  }

  /** The newest price; null if there was none yet. */
  async last(instrumentId: string): Promise<TickRow | null> {
    return this.#findNewest(instrumentId, (row) => !isHeartbeat(row))
  }

  /** The newest row, be it a heartbeat. */
  async newest(instrumentId: string): Promise<TickRow | null> {
    return this.#findNewest(instrumentId, () => true)
  }

  /** When the stream last said anything, UTC milliseconds; null if it never did. */
  async heardAt(instrumentId: string): Promise<number | null> {
    return (await this.newest(instrumentId))?.receivedAt ?? null
  }

  /** The sequence from which on all prices at or after a time come; that of the next row if there are none yet. */
  async sequenceAt(instrumentId: string, time: number): Promise<number> {
    return this.#stable(instrumentId, async ({ months, days }) => {
      let next = (months.at(-1)?.last ?? -1) + 1
      // A row is in the file of its day, or in a later one.
      const day = nameAt(time)
      for (const month of months.filter((one) => one.month >= day.slice(0, 7))) {
        const found = await tickMonthAt(month.path, month, time)
        if (found <= month.last) return found
      }
      for (const [index, path] of days.entries()) {
        if (basename(path) < day && index < days.length - 1) continue
        const found = inDay(path, (file) => {
          next = Math.max(next, file.first + file.count)
          const at = firstAtOrAfter(file, time)
          return at < file.count ? file.first + at : null
        })
        if (found !== null) return found
      }
      return next
    })
  }

  #findNewest(instrumentId: string, isWanted: (row: TickRow) => boolean): Promise<TickRow | null> {
    return this.#stable(instrumentId, async ({ months, days }) => {
      for (const path of days.toReversed()) {
        const found = inDay(path, (file) => {
          for (let to = file.count; to > 0; to -= BLOCK) {
            const row = file.rows(Math.max(0, to - BLOCK), to).findLast(isWanted)
            if (row) return row
          }
          return null
        })
        if (found) return found
      }
      for (const { path, first, last } of months.toReversed()) {
        for (let to = last + 1; to > first; to -= MONTH_BLOCK) {
          const row = (await readTickMonth(path, Math.max(first, to - MONTH_BLOCK), to)).findLast(isWanted)
          if (row) return row
        }
      }
      return null
    })
  }

  /** Reads once more if a file was gone by then. */
  async #stable<Value>(instrumentId: string, read: (log: Log) => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt++) {
      const log = this.#log(instrumentId)
      try {
        return await read(log)
      } catch (error) {
        const isGone = [...log.days, ...log.months.map(({ path }) => path)].some((path) => !existsSync(path))
        if (!isGone || attempt >= ATTEMPTS) throw error
      }
    }
  }

  #log(instrumentId: string): Log {
    const folder = liveFolder(this.#marketDir, instrumentId)
    const { months, days } = logFiles(folder)
    return {
      months: months.map((month) => ({ ...month, path: join(folder, month.name) })),
      days: days.map((name) => join(folder, name)),
    }
  }
}

/** The index of the day that contains a row, by their headers; -1 if all days begin after it. */
function firstDayOf(days: readonly string[], sequence: number): number {
  return days.findLastIndex((path) => inDay(path, ({ first }) => first <= sequence))
}

/** The day of a time, also before and beyond all days. */
function nameAt(time: number): string {
  if (!(time > 0)) return ''
  return time < LAST_TIME ? dayName(time) : '~'
}

/** Prices are sorted by time, and a heartbeat is never before the price that it repeats. */
function firstAtOrAfter(file: OpenDay, time: number): number {
  let [from, to] = [0, file.count]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const [row] = file.rows(middle, middle + 1)
    if (row && row.time < time) from = middle + 1
    else to = middle
  }
  return from
}

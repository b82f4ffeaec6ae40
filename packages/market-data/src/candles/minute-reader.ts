import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BarColumns } from '@tradeloom/domain'
import { dayFiles, dayName, liveFolder } from '../ticks/live-folder.ts'
import { barsOfDays } from './minute-file.ts'

/** Reads live minutes, while another process stores them. */
export class MinuteReader {
  readonly #marketDir: string

  constructor(marketDir: string) {
    this.#marketDir = marketDir
  }

  has(instrumentId: string): boolean {
    return dayFiles(liveFolder(this.#marketDir, instrumentId), '.m1').length > 0
  }

  /** `from <= time < to`, oldest first. */
  async read(instrumentId: string, from: number, to: number): Promise<BarColumns> {
    const folder = liveFolder(this.#marketDir, instrumentId)
    const [first, last] = [nameAt(from), nameAt(to)]
    const days = dayFiles(folder, '.m1').filter((name) => name >= first && name <= last)
    return barsOfDays(await Promise.all(days.map((name) => readFile(join(folder, name)))), from, to)
  }

  /** The start of the newest minute; null without any. */
  async newest(instrumentId: string): Promise<number | null> {
    const folder = liveFolder(this.#marketDir, instrumentId)
    for (const name of dayFiles(folder, '.m1').toReversed()) {
      const { time } = barsOfDays([await readFile(join(folder, name))], -Infinity, Infinity)
      if (time.length > 0) return time.at(-1) as number
    }
    return null
  }
}

/** The name of a day's file, also beyond all dates. */
function nameAt(time: number): string {
  if (time === -Infinity) return ''
  return time === Infinity ? '~' : `${dayName(time)}.m1`
}

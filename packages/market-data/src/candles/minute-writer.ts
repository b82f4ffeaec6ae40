import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { BarColumns } from '@tradeloom/domain'
import { dayName, liveFolder } from '../ticks/live-folder.ts'
import { barAt, bytesOf, MINUTE_BYTES, type MinuteBar, offsetOf } from './minute-file.ts'

/** Stores the live minutes of one instrument. A minute that is put again replaces the one before. */
export class MinuteWriter {
  readonly #folder: string
  #descriptor: number | null = null
  #day = ''

  constructor(marketDir: string, instrumentId: string) {
    this.#folder = liveFolder(marketDir, instrumentId)
    mkdirSync(this.#folder, { recursive: true })
  }

  put(bar: MinuteBar): void {
    this.#open(dayName(bar.time))
    writeSync(this.#descriptor as number, bytesOf(bar), 0, MINUTE_BYTES, offsetOf(bar.time))
  }

  putAll(bars: BarColumns): void {
    for (let row = 0; row < bars.time.length; row++) this.put(barAt(bars, row))
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
    this.#day = ''
  }

  #open(day: string): void {
    if (day === this.#day) return
    this.close()
    const path = join(this.#folder, `${day}.m1`)
    // The file may be new. It is not kept open for appending: minutes are written at their places.
    closeSync(openSync(path, 'a'))
    this.#descriptor = openSync(path, 'r+')
    this.#day = day
  }
}

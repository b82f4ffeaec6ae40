import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { dayName, dayOf, liveFolder, logFiles } from './live-folder.ts'
import {
  firstRowOf,
  HEADER_BYTES,
  isHeartbeat,
  ROW_BYTES,
  rowAt,
  type TickRow,
  writeHeader,
  writeRow,
} from './tick-file.ts'

/** Appends to the tick log of one instrument. There must be only one writer of it; readers need no lock. */
export class TickWriter {
  readonly #folder: string
  #descriptor: number | null = null
  /** Start of the day of the open file. */
  #day = Number.NEGATIVE_INFINITY
  /** Size of the open file. */
  #end = 0
  #next = 0
  #newest: TickRow | null = null
  #lastPrice: TickRow | null = null
  #isDirty = false
  #isSyncing = false

  /** Cuts off a row, or a file, that an earlier writer did not finish. */
  constructor(marketDir: string, instrumentId: string) {
    this.#folder = liveFolder(marketDir, instrumentId)
    mkdirSync(this.#folder, { recursive: true })
    const { months, days } = logFiles(this.#folder)
    if (!days.toReversed().some((name) => this.#continue(name))) this.#next = (months.at(-1)?.last ?? -1) + 1
    // A heartbeat repeats the price before it.
    this.#lastPrice = this.#newest
  }

  /** The sequence of the next row. */
  get next(): number {
    return this.#next
  }

  get newest(): TickRow | null {
    return this.#newest
  }

  /** The newest row that is not a heartbeat. */
  get lastPrice(): TickRow | null {
    return this.#lastPrice
  }

  /**
   * The row is in the log when this returns, and survives the end of this process. Times never go back to a day before.
   * Throws if another process has written since.
   */
  append(row: Omit<TickRow, 'sequence'>): TickRow {
    const day = dayOf(dayName(row.time))
    const isNew = day > this.#day
    const bytes = Buffer.alloc(isNew ? HEADER_BYTES + ROW_BYTES : ROW_BYTES)
    if (isNew) {
      this.#close()
      // Header and row in one write: every file has a row.
      writeHeader(bytes, this.#next)
      this.#descriptor = openSync(join(this.#folder, `${dayName(day)}.ticks`), 'a')
      this.#day = day
      this.#end = 0
    }
    const descriptor = this.#descriptor as number
    if (fstatSync(descriptor).size !== this.#end) throw new Error(`Another process writes in ${this.#folder}`)
    writeRow(bytes, bytes.length - ROW_BYTES, row)
    this.#end += writeSync(descriptor, bytes)
    const appended = { sequence: this.#next++, ...row }
    this.#newest = appended
    if (!isHeartbeat(row)) this.#lastPrice = appended
    this.#isDirty = true
    return appended
  }

  /** Flushes to the disk in the background: what is flushed survives the end of the machine, too. */
  flush(): void {
    if (!this.#isDirty || this.#isSyncing || this.#descriptor === null) return
    this.#isDirty = false
    this.#isSyncing = true
    const descriptor = this.#descriptor
    fdatasync(descriptor, () => {
      this.#isSyncing = false
      if (descriptor !== this.#descriptor) closeSync(descriptor)
    })
  }

  close(): void {
    this.#close()
    this.#day = Number.POSITIVE_INFINITY
  }

  #close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = null
    if (descriptor !== null && !this.#isSyncing) closeSync(descriptor)
  }

  /** Opens the newest file; false if it had no complete row, and is gone. */
  #continue(name: string): boolean {
    const path = join(this.#folder, name)
    const descriptor = openSync(path, 'a+')
    const header = Buffer.alloc(HEADER_BYTES)
    const first = firstRowOf(header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0)), path)
    const { size } = fstatSync(descriptor)
    const rows = Math.floor((size - HEADER_BYTES) / ROW_BYTES)
    if (first === null || rows < 1) {
      closeSync(descriptor)
      rmSync(path)
      return false
    }
    const end = HEADER_BYTES + rows * ROW_BYTES
    if (end < size) ftruncateSync(descriptor, end)
    this.#descriptor = descriptor
    this.#end = end
    this.#day = dayOf(name)
    this.#next = first + rows
    const bytes = Buffer.alloc(ROW_BYTES)
    readSync(descriptor, bytes, 0, ROW_BYTES, end - ROW_BYTES)
    this.#newest = rowAt(bytes, 0, this.#next - 1)
    return true
  }
}

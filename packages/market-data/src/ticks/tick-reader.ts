import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { dayFiles, liveFolder } from './live-folder.ts'
import { firstRowOf, HEADER_BYTES, isHeartbeat, isPrice, ROW_BYTES, rowAt, type TickRow } from './tick-file.ts'

/** Rows that are searched at a time: heartbeats come once a second at most. */
const BLOCK = 256
/** Rows that are read at a time where there may be days of them. */
const PART = 4_096

/** A file while it is open. */
interface OpenFile {
  readonly first: number
  /** Complete rows at this moment; a torn last one is not there yet. */
  readonly count: number
  rows(from: number, to: number): TickRow[]
}

/** Reads the tick log, while another process writes in it. Nothing is cached, and any number of readers may read. */
export class TickReader {
  readonly #marketDir: string

  constructor(marketDir: string) {
    this.#marketDir = marketDir
  }

  /** Rows from a sequence on, oldest first, at most `max`, with heartbeats. */
  async read(instrumentId: string, from: number, max: number): Promise<readonly TickRow[]> {
    const files = this.#files(instrumentId)
    let rows: readonly TickRow[] = []
    for (const path of files.slice(firstFileOf(files, from))) {
      if (rows.length >= max) break
      const next = from + rows.length
      const found = inFile(path, ({ first, rows: take }) =>
        take(Math.max(0, next - first), next - first + max - rows.length),
      )
      rows = rows.concat(found ?? [])
    }
    return rows
  }

  /** What sessions saw, `from <= time < to`, oldest first, in parts. */
  async *prices(instrumentId: string, from: number, to: number): AsyncGenerator<readonly TickRow[]> {
    let next = await this.sequenceAt(instrumentId, from)
    for (;;) {
      const rows = await this.read(instrumentId, next, PART)
      yield rows.filter((row) => row.time < to && isPrice(row))
      if (rows.length < PART || (rows.at(-1)?.time ?? Infinity) >= to) return
      next += rows.length
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
    let next = 0
    for (const path of this.#files(instrumentId)) {
      const found = inFile(path, (file) => {
        next = Math.max(next, file.first + file.count)
        const at = firstAtOrAfter(file, time)
        return at < file.count ? file.first + at : null
      })
      if (found !== null) return found
    }
    return next
  }

  #findNewest(instrumentId: string, isWanted: (row: TickRow) => boolean): TickRow | null {
    for (const path of this.#files(instrumentId).toReversed()) {
      const found = inFile(path, (file) => {
        for (let to = file.count; to > 0; to -= BLOCK) {
          const row = file.rows(Math.max(0, to - BLOCK), to).findLast(isWanted)
          if (row) return row
        }
        return null
      })
      if (found) return found
    }
    return null
  }

  #files(instrumentId: string): string[] {
    const folder = liveFolder(this.#marketDir, instrumentId)
    return dayFiles(folder, '.ticks').map((name) => join(folder, name))
  }
}

/** The index of the file that contains a row, by their headers. */
function firstFileOf(files: readonly string[], sequence: number): number {
  const at = files.findLastIndex((path) => inFile(path, ({ first }) => first <= sequence))
  return Math.max(0, at)
}

/** What `read` finds in a file; null if its header is not complete yet. */
function inFile<Value>(path: string, read: (file: OpenFile) => Value): Value | null {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const got = readSync(descriptor, header, 0, HEADER_BYTES, 0)
    const first = firstRowOf(header.subarray(0, got), path)
    if (first === null) return null
    const count = Math.floor((fstatSync(descriptor).size - HEADER_BYTES) / ROW_BYTES)
    return read({ first, count, rows: (from, to) => readRows(descriptor, first, from, Math.min(to, count)) })
  } finally {
    closeSync(descriptor)
  }
}

function readRows(descriptor: number, first: number, from: number, to: number): TickRow[] {
  if (to <= from) return []
  const bytes = Buffer.alloc((to - from) * ROW_BYTES)
  const got = readSync(descriptor, bytes, 0, bytes.length, HEADER_BYTES + from * ROW_BYTES)
  const rows = Math.floor(got / ROW_BYTES)
  return Array.from({ length: rows }, (_, row) => rowAt(bytes, row * ROW_BYTES, first + from + row))
}

/** Prices are sorted by time, and a heartbeat is never before the price that it repeats. */
function firstAtOrAfter(file: OpenFile, time: number): number {
  let [from, to] = [0, file.count]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const [row] = file.rows(middle, middle + 1)
    if (row && row.time < time) from = middle + 1
    else to = middle
  }
  return from
}

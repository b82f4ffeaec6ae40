import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { TICK_FLAGS, type TickRow, type TickSource } from './tick-source.ts'

const HEADER_BYTES = 24
const ROW_BYTES = 40
const MAGIC = 'TLTICKS1'
const FIRST_ROW_AT = 16
/** Heartbeats come once a second at most, so the newest price is among these. */
const MAX_QUIET_ROWS = 4_096

/** Reads the tick log in `market/.live`, in which one process writes. */
export class FileTicks implements TickSource {
  readonly #folder: string

  constructor(marketDir: string) {
    this.#folder = join(marketDir, '.live')
  }

  async last(instrumentId: string): Promise<TickRow | null> {
    for (const file of this.#files(instrumentId).toReversed()) {
      const rows = readRows(file, (first, count) => [Math.max(first, first + count - MAX_QUIET_ROWS), MAX_QUIET_ROWS])
      const last = rows.findLast(({ flags }) => (flags & TICK_FLAGS.heartbeat) === 0)
      if (last) return last
    }
    return null
  }

  async heardAt(instrumentId: string): Promise<number | null> {
    const [newest] = this.#files(instrumentId).toReversed()
    if (newest === undefined) return null
    const [last] = readRows(newest, (first, count) => [first + count - 1, 1])
    return last?.receivedAt ?? null
  }

  async read(instrumentId: string, from: number, max: number): Promise<readonly TickRow[]> {
    const rows: TickRow[] = []
    for (const file of this.#files(instrumentId)) {
      if (rows.length >= max) break
      rows.push(...readRows(file, () => [from + rows.length, max - rows.length]))
    }
    return rows
  }

  #files(instrumentId: string): string[] {
    const folder = join(this.#folder, encodeURIComponent(instrumentId))
    if (!existsSync(folder)) return []
    const names = readdirSync(folder).filter((name) => name.endsWith('.ticks'))
    return names.sort().map((name) => join(folder, name))
  }
}

/** `which`: the first wanted sequence and how many, by the first sequence of the file and the number of its rows. */
function readRows(file: string, which: (first: number, count: number) => readonly [number, number]): TickRow[] {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return []
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${file} is not a tick log`)
    const first = header.readDoubleLE(FIRST_ROW_AT)
    // A torn last row is not there yet.
    const count = Math.floor((fstatSync(descriptor).size - HEADER_BYTES) / ROW_BYTES)
    const [from, max] = which(first, count)
    const start = Math.max(0, from - first)
    const length = Math.min(max, count - start)
    if (length <= 0) return []
    const bytes = Buffer.alloc(length * ROW_BYTES)
    const got = readSync(descriptor, bytes, 0, bytes.length, HEADER_BYTES + start * ROW_BYTES)
    return Array.from({ length: Math.floor(got / ROW_BYTES) }, (_, i) => rowAt(bytes, i, first + start + i))
  } finally {
    closeSync(descriptor)
  }
}

function rowAt(bytes: Buffer, index: number, sequence: number): TickRow {
  const at = (column: number): number => bytes.readDoubleLE(index * ROW_BYTES + column * 8)
  return { sequence, time: at(0), receivedAt: at(1), bid: at(2), ask: at(3), flags: at(4) }
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BookSnapshot, Frame } from './frame.ts'

/** What a recorder of the venue's streams wrote down. */
export interface Capture {
  readonly frames: readonly Frame[]
  /** The first book of each symbol, with the number of frames before it. */
  readonly books: ReadonlyMap<string, { readonly snapshot: BookSnapshot; readonly after: number }>
}

const LINE = /^(\d+) (?:\{"stream":"([^"]+)","data":(.*)\}|(\{"lastUpdateId".*))$/
const STAMPED = /"E":(\d{13})/

/**
 * Reads a file of gzipped lines `<nanoseconds> <message>`, or all of a folder in the order of their names. Times are the
 * venue's: the recorder's clock is set forward so that no message is sent before the time that it carries.
 */
export function readCapture(path: string): Capture {
  const files = statSync(path).isDirectory() ? readdirSync(path).sort() : [path]
  const lines = files.flatMap((file) =>
    gunzipSync(readFileSync(file === path ? path : join(path, file)))
      .toString()
      .split('\n')
      .filter((line) => line !== ''),
  )
  const frames: Frame[] = []
  const books = new Map<string, { snapshot: BookSnapshot; after: number }>()
  let behind = -Infinity
  for (const line of lines) {
    const found = LINE.exec(line)
    if (found === null) throw new Error(`${path}: a line is not a recorded message: ${line.slice(0, 80)}`)
    const [, nanoseconds = '', stream, data = '', book] = found
    const time = Math.floor(Number(nanoseconds) / 1e6)
    if (stream !== undefined) frames.push({ time, stream, data })
    // Snapshots do not name their symbol: recordings have one symbol each.
    else if (book !== undefined) keepFirst(books, frames, JSON.parse(book) as BookSnapshot)
    const stamp = STAMPED.exec(data)?.[1]
    if (stamp !== undefined) behind = Math.max(behind, Number(stamp) - time)
  }
  return { frames: frames.map((frame) => ({ ...frame, time: frame.time + behind })), books }
}

function keepFirst(
  books: Map<string, { snapshot: BookSnapshot; after: number }>,
  frames: readonly Frame[],
  snapshot: BookSnapshot,
): void {
  const symbol = frames[0]?.stream.split('@')[0]?.toUpperCase()
  if (symbol !== undefined && !books.has(symbol)) books.set(symbol, { snapshot, after: frames.length })
}

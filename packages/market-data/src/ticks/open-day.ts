import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { firstRowOf, HEADER_BYTES, ROW_BYTES, rowAt, type TickRow } from './tick-file.ts'

/** The file of a day while it is open. */
export interface OpenDay {
  readonly first: number
  /** Complete rows at this moment; a torn last one is not there yet. */
  readonly count: number
  /** By their places in the file. */
  rows(from: number, to: number): TickRow[]
  /** The same as they are stored. */
  bytes(from: number, to: number): Buffer
}

/** What `read` finds in the file of a day; null if its header is not complete yet. */
export function inDay<Value>(path: string, read: (file: OpenDay) => Value): Value | null {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const got = readSync(descriptor, header, 0, HEADER_BYTES, 0)
    const first = firstRowOf(header.subarray(0, got), path)
    if (first === null) return null
    const count = Math.max(0, Math.floor((fstatSync(descriptor).size - HEADER_BYTES) / ROW_BYTES))
    const bytes = (from: number, to: number): Buffer => bytesOf(descriptor, from, Math.min(to, count))
    const rows = (from: number, to: number): TickRow[] => {
      const stored = bytes(from, to)
      const length = Math.floor(stored.length / ROW_BYTES)
      return Array.from({ length }, (_, row) => rowAt(stored, row * ROW_BYTES, first + from + row))
    }
    return read({ first, count, rows, bytes })
  } finally {
    closeSync(descriptor)
  }
}

function bytesOf(descriptor: number, from: number, to: number): Buffer {
  if (to <= from) return Buffer.alloc(0)
  const bytes = Buffer.alloc((to - from) * ROW_BYTES)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, HEADER_BYTES + from * ROW_BYTES))
}

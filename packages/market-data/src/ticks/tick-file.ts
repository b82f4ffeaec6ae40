/** The tick log: `.live/<instrument>/<UTC day>.ticks`, a header and rows of five little-endian doubles. */

export const HEADER_BYTES = 24
export const ROW_BYTES = 40

const MAGIC = 'TLTICKS1'
const VERSION = 1
const VERSION_AT = 8
const FIRST_ROW_AT = 16

/** Bits of `TickRow.flags`. */
export const TICK_FLAGS = {
  /** The stream is alive; its price, repeated here, has not changed. */
  heartbeat: 1,
  /** Prices before this row are missing. */
  gap: 2,
  /** Far away from the prices around it. */
  spike: 4,
  /** The instrument could not be traded. */
  closed: 8,
} as const

export interface TickRow {
  /** Rows of an instrument are counted from 0, over all days. */
  readonly sequence: number
  /** Of the venue; this and `receivedAt` are UTC milliseconds. */
  readonly time: number
  readonly receivedAt: number
  readonly bid: number
  readonly ask: number
  /** See `TICK_FLAGS`. */
  readonly flags: number
}

export const isHeartbeat = ({ flags }: Pick<TickRow, 'flags'>): boolean => (flags & TICK_FLAGS.heartbeat) !== 0

/** Whether something could trade at it: what sessions see. */
export const isPrice = ({ flags }: Pick<TickRow, 'flags'>): boolean =>
  (flags & (TICK_FLAGS.heartbeat | TICK_FLAGS.closed)) === 0

export function writeHeader(bytes: Buffer, firstRow: number): void {
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeDoubleLE(VERSION, VERSION_AT)
  bytes.writeDoubleLE(firstRow, FIRST_ROW_AT)
}

/** The sequence of the first row; null for a header that is not complete. Throws for other files. */
export function firstRowOf(header: Buffer, path: string): number | null {
  if (header.length < HEADER_BYTES) return null
  const isKnown = header.toString('latin1', 0, MAGIC.length) === MAGIC && header.readDoubleLE(VERSION_AT) === VERSION
  if (!isKnown) throw new Error(`${path} is not a tick log of version ${VERSION}`)
  return header.readDoubleLE(FIRST_ROW_AT)
}

export function writeRow(bytes: Buffer, offset: number, row: Omit<TickRow, 'sequence'>): void {
  const values = [row.time, row.receivedAt, row.bid, row.ask, row.flags]
  for (const [column, value] of values.entries()) bytes.writeDoubleLE(value, offset + column * 8)
}

export function rowAt(bytes: Buffer, offset: number, sequence: number): TickRow {
  const at = (column: number): number => bytes.readDoubleLE(offset + column * 8)
  return { sequence, time: at(0), receivedAt: at(1), bid: at(2), ask: at(3), flags: at(4) }
}

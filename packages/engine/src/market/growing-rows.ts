import { isoTime, UserError } from '@tradeloom/domain'

import type { MarketRows } from './market-rows.ts'

const COLUMNS = [
  'time',
  'bidOpen',
  'bidHigh',
  'bidLow',
  'bidClose',
  'askOpen',
  'askHigh',
  'askLow',
  'askClose',
  'volume',
] as const
type ColumnName = (typeof COLUMNS)[number]

/** Rows that a feed delivers block by block. Rows keep their indexes; the columns grow with each block. */
export class GrowingRows implements MarketRows {
  readonly kind: MarketRows['kind']
  readonly rowMs: number
  readonly interval: MarketRows['interval']
  inconsistentRows: readonly number[] = []
  count = 0
  time = new Float64Array(0)
  bidOpen = this.time
  bidHigh = this.time
  bidLow = this.time
  bidClose = this.time
  askOpen = this.time
  askHigh = this.time
  askLow = this.time
  askClose = this.time
  volume = this.time
  /** With spare capacity for future rows. */
  readonly #buffers = new Map<ColumnName, Float64Array<ArrayBuffer>>()

  constructor(first: MarketRows) {
    this.kind = first.kind
    this.rowMs = first.rowMs
    this.interval = first.interval
    this.append(first)
  }

  /** Throws UserError for a block that does not follow the previous one. */
  append(block: MarketRows): void {
    const [start] = block.time
    const last = this.time[this.count - 1] ?? -Infinity
    if (block.kind !== this.kind) throw new UserError('run-input', 'A feed must deliver bars or ticks, not both')
    if (start !== undefined && (start < last || (this.kind === 'bar' && start === last))) {
      throw new UserError('run-input', `The feed goes back in time at ${isoTime(start)}`)
    }
    if (block.inconsistentRows.length > 0) {
      const added = block.inconsistentRows.map((row) => this.count + row)
      this.inconsistentRows = [...this.inconsistentRows, ...added]
    }
    const count = this.count + block.count
    for (const name of COLUMNS) {
      // Ticks have no volume.
      if (block[name].length === 0) continue
      const buffer = withRoom(this.#buffers.get(name), this.count, count)
      buffer.set(block[name], this.count)
      this.#buffers.set(name, buffer)
      this[name] = buffer.subarray(0, count)
    }
    this.count = count
  }
}

function withRoom(
  buffer: Float64Array<ArrayBuffer> | undefined,
  used: number,
  needed: number,
): Float64Array<ArrayBuffer> {
  if (buffer && buffer.length >= needed) return buffer
  const larger = new Float64Array(Math.max(needed, used * 2))
  if (buffer) larger.set(buffer.subarray(0, used))
  return larger
}

import type { LeanResult } from '@tradeloom/engine'

/** Places of a row's numbers; metrics, sparkline and daily returns follow. */
const STATUS = 0
const PROFIT = 1
const PROFIT_PERCENTAGE = 2
const POSITION_COUNT = 3
const MAX_DRAWDOWN = 4
const MAX_DRAWDOWN_PERCENTAGE = 5
const DAYS = 6
const HASH = 7
const HASH_WORDS = 4
const HEAD = HASH + HASH_WORDS
const SPARKLINE_POINTS = 48

/** A row of an errored run consists of its status. */
const STATUSES = ['Completed', 'Cut', 'Errored'] as const

type NumbersRow = { readonly status: 'Completed' | 'Cut' } & LeanResult

/** Rows as numbers, in the order of their runs. */
export class SweepRowsWriter {
  #values = new Float64Array(4096)
  #length = 0

  errored(): void {
    this.#room(1)[this.#length] = STATUSES.indexOf('Errored')
    this.#length += 1
  }

  add(status: 'Completed' | 'Cut', row: LeanResult): void {
    const metrics = Object.values(row.metrics)
    const { dailyReturns, sparkline, ledgerHash } = row
    const values = this.#room(HEAD + metrics.length + sparkline.length + dailyReturns.length)
    let at = this.#length
    values[at + STATUS] = STATUSES.indexOf(status)
    values[at + PROFIT] = row.profit
    values[at + PROFIT_PERCENTAGE] = row.profitPercentage
    values[at + POSITION_COUNT] = row.positionCount
    values[at + MAX_DRAWDOWN] = row.maxDrawdown
    values[at + MAX_DRAWDOWN_PERCENTAGE] = row.maxDrawdownPercentage
    values[at + DAYS] = dailyReturns.length
    for (let word = 0; word < HASH_WORDS; word++)
      values[at + HASH + word] = parseInt(ledgerHash.slice(word * 8, word * 8 + 8), 16)
    at += HEAD
    for (const value of metrics) values[at++] = value ?? NaN
    values.set(sparkline, at)
    values.set(dailyReturns, at + sparkline.length)
    this.#length = at + sparkline.length + dailyReturns.length
  }

  /** The rows since the last call. */
  take(): ArrayBuffer {
    const taken = this.#values.slice(0, this.#length)
    this.#length = 0
    return taken.buffer
  }

  #room(more: number): Float64Array {
    if (this.#length + more > this.#values.length) {
      const larger = new Float64Array(Math.max(this.#values.length * 2, this.#length + more))
      larger.set(this.#values)
      this.#values = larger
    }
    return this.#values
  }
}

/** Rows of runs that failed. */
export function failedRows(count: number): Uint8Array {
  return new Uint8Array(new Float64Array(count).fill(STATUSES.indexOf('Errored')).buffer)
}

/** The longest that a row can be, in bytes. */
export function maxRowBytes(metrics: number, days: number): number {
  return (HEAD + metrics + SPARKLINE_POINTS + days) * Float64Array.BYTES_PER_ELEMENT
}

/** Rows as a runner wrote them; null for an errored run. Throws unless they are `count` rows of finite numbers. */
export function readSweepRows(
  bytes: Buffer,
  { count, keys, maxDays }: { readonly count: number; readonly keys: readonly string[]; readonly maxDays: number },
): (NumbersRow | null)[] {
  // The bytes may begin anywhere in their buffer.
  const values = new Float64Array(new Uint8Array(bytes).buffer)
  const rows: (NumbersRow | null)[] = []
  let at = 0
  const next = (length: number): Float64Array => {
    if (at + length > values.length) throw new TypeError('rows are missing')
    at += length
    return values.subarray(at - length, at)
  }
  for (let row = 0; row < count; row++) {
    const [place = NaN] = next(1)
    const status = STATUSES[place]
    if (status === undefined) throw new TypeError('a row has an unknown status')
    rows.push(status === 'Errored' ? null : readRow(status))
  }
  if (at !== values.length) throw new TypeError('there are more numbers than rows')
  return rows

  function readRow(status: NumbersRow['status']): NumbersRow {
    at -= 1
    const head = next(HEAD)
    if (!head.every(Number.isFinite)) throw new TypeError('a number is not finite')
    const days = whole(head[DAYS], maxDays)
    const metrics = next(keys.length)
    const sparkline = Float32Array.from(next(SPARKLINE_POINTS))
    const dailyReturns = next(days).slice()
    if (
      !sparkline.every(Number.isFinite) ||
      !dailyReturns.every(Number.isFinite) ||
      metrics.includes(Infinity) ||
      metrics.includes(-Infinity)
    )
      throw new TypeError('a number is not finite')
    const words = [...head.subarray(HASH, HEAD)]
    return {
      status,
      profit: head[PROFIT] as number,
      profitPercentage: head[PROFIT_PERCENTAGE] as number,
      positionCount: whole(head[POSITION_COUNT], Number.MAX_SAFE_INTEGER),
      maxDrawdown: head[MAX_DRAWDOWN] as number,
      maxDrawdownPercentage: head[MAX_DRAWDOWN_PERCENTAGE] as number,
      metrics: Object.fromEntries(keys.map((key, k) => [key, orNull(metrics[k] as number)])),
      dailyReturns,
      sparkline,
      ledgerHash: words.map((word) => whole(word, 0xffffffff).toString(16).padStart(8, '0')).join(''),
    }
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

function whole(value: number | undefined, most: number): number {
  if (value === undefined || !Number.isInteger(value) || value < 0 || value > most)
    throw new TypeError('a number is not a whole one within its limits')
  return value
}

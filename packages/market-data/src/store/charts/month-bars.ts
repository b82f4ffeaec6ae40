import type { BarColumns } from '@tradeloom/domain'

/** Time, bid open, high, low and close, ask open, high, low and close, volume. */
export type BarRow = [number, number, number, number, number, number, number, number, number, number]

/** Prices in the text of a row: of both sides, or the time, the four prices of one side and the volume. */
export type BarSides = 'both' | 'bid' | 'ask' | 'mid'

/** Rows per piece of text. */
const BLOCK = 128
/** The texts of a row, one for each choice of sides, need about four times as much memory as its ten values. */
const BYTES_OF_ROW = 5 * 10 * Float64Array.BYTES_PER_ELEMENT

/** Bars of one month for charts. Their text is created in pieces on demand and then kept. */
export class MonthBars {
  readonly columns: BarColumns
  readonly #blocks: Record<BarSides, (string | undefined)[]> = {
    both: [],
    bid: [],
    ask: [],
    mid: [],
  }

  constructor(columns: BarColumns) {
    this.columns = columns
  }

  get count(): number {
    return this.columns.time.length
  }

  /** Memory in bytes, including all text. */
  get bytes(): number {
    return this.count * BYTES_OF_ROW
  }

  row(index: number): BarRow {
    const { time, bidOpen, bidHigh, bidLow, bidClose, askOpen, askHigh, askLow, askClose, volume } = this.columns
    return [
      time[index] as number,
      bidOpen[index] as number,
      bidHigh[index] as number,
      bidLow[index] as number,
      bidClose[index] as number,
      askOpen[index] as number,
      askHigh[index] as number,
      askLow[index] as number,
      askClose[index] as number,
      volume[index] as number,
    ]
  }

  rows(from: number, to: number): BarRow[] {
    return Array.from({ length: to - from }, (_, index) => this.row(from + index))
  }

  /** The rows as JSON, without the outer brackets; empty if there are none. */
  text(from: number, to: number, sides: BarSides): string {
    const parts: string[] = []
    for (let at = from; at < to;) {
      const start = at - (at % BLOCK)
      const end = Math.min(start + BLOCK, this.count)
      const isWhole = at === start && end <= to
      parts.push(isWhole ? this.#block(start, end, sides) : this.#textOf(at, Math.min(end, to), sides))
      at = end
    }
    return parts.join()
  }

  #block(start: number, end: number, sides: BarSides): string {
    return (this.#blocks[sides][start / BLOCK] ??= this.#textOf(start, end, sides))
  }

  #textOf(from: number, to: number, sides: BarSides): string {
    const rows = this.rows(from, to)
    return JSON.stringify(sides === 'both' ? rows : rows.map(ONE_SIDE[sides])).slice(1, -1)
  }
}

const ONE_SIDE: Readonly<Record<Exclude<BarSides, 'both'>, (row: BarRow) => number[]>> = {
  bid: ([time, open, high, low, close, , , , , volume]) => [time, open, high, low, close, volume],
  ask: ([time, , , , , open, high, low, close, volume]) => [time, open, high, low, close, volume],
  // The highest bid and the highest ask of a bar need not be of the same moment: the middle of both is the usual answer.
  mid: ([time, bidOpen, bidHigh, bidLow, bidClose, askOpen, askHigh, askLow, askClose, volume]) => [
    time,
    (bidOpen + askOpen) / 2,
    (bidHigh + askHigh) / 2,
    (bidLow + askLow) / 2,
    (bidClose + askClose) / 2,
    volume,
  ],
}

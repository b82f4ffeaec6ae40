import type { MarketRows } from '../market/market-rows.ts'
import type { Quote, Sides } from '../market/quote.ts'
import type { OpenPosition } from '../positions/open-position.ts'
import type { OpenPositions } from '../positions/open-positions.ts'
import { ExtremeSteps, extremeRow } from './extreme-steps.ts'
import { RowExtremes, SHORT_SPAN } from './row-extremes.ts'

/** What learns the best and the worst price of each open position of a market. */
export type MarketExcursions = Pick<
  Excursions,
  'steps' | 'startRow' | 'skipRow' | 'endPrice' | 'endRow' | 'open' | 'close' | 'finish'
>

/**
 * The best and the worst price of each open position. Only the rows in which a position is opened and closed are
 * scanned price by price; the rows in between are looked up when it is closed.
 */
export class Excursions {
  /** Of this run's rows, if an earlier run has used them. */
  readonly steps: ExtremeSteps | null
  readonly #rows: MarketRows
  /** The current row: its number, the extremes so far, and the positions opened in it. */
  #row = -1
  #bidHigh = -Infinity
  #bidLow = Infinity
  #askHigh = -Infinity
  #askLow = Infinity
  readonly #opened: OpenPosition[] = []
  /** Later entries are of earlier rows: emptying the array would release its memory. */
  #openedCount = 0
  #extremes: RowExtremes | null = null

  constructor(rows: MarketRows) {
    this.#rows = rows
    this.steps = ExtremeSteps.forRun(rows)
  }

  /** Call it before the first price of a row that is processed price by price. */
  startRow(row: number): void {
    this.#row = row
    this.#bidHigh = -Infinity
    this.#bidLow = Infinity
    this.#askHigh = -Infinity
    this.#askLow = Infinity
    this.#openedCount = 0
  }

  /** Call it for a row whose prices are left out because the market is closed. */
  skipRow(row: number, open: OpenPositions): void {
    for (const position of open.values()) {
      this.#between(position, row)
      position.seenRow = row
    }
  }

  /** Call it after each price of such a row. */
  endPrice({ bid, ask }: Sides): void {
    if (bid > this.#bidHigh) this.#bidHigh = bid
    if (bid < this.#bidLow) this.#bidLow = bid
    if (ask > this.#askHigh) this.#askHigh = ask
    if (ask < this.#askLow) this.#askLow = ask
    const opened = this.#opened
    for (let at = 0; at < this.#openedCount; at++) {
      const position = opened[at] as OpenPosition
      const price = position.long ? bid : ask
      position.see(price, price)
    }
  }

  /** Call instead of `endPrice` after the rest of a row in which no position is opened or closed. */
  endRow({ bidHigh, bidLow, askHigh, askLow }: Quote): void {
    const opened = this.#opened
    for (let at = 0; at < this.#openedCount; at++) {
      const position = opened[at] as OpenPosition
      if (position.long) position.see(bidHigh, bidLow)
      else position.see(askHigh, askLow)
    }
  }

  /** `price` is the closing side of the quote at the opening. */
  open(position: OpenPosition, price: number): void {
    position.openRow = this.#row
    position.seenRow = this.#row
    position.see(price, price)
    this.#opened[this.#openedCount] = position
    this.#openedCount += 1
  }

  /** Completes the extremes of a position that is closed at `price` in the current row. */
  close(position: OpenPosition, price: number): void {
    if (position.openRow !== this.#row) {
      this.#between(position, this.#row)
      if (position.long) position.see(this.#bidHigh, this.#bidLow)
      else position.see(this.#askHigh, this.#askLow)
    }
    position.see(price, price)
  }

  /** Completes the extremes of a position that is still open after `lastRow`. */
  finish(position: OpenPosition, lastRow: number): void {
    this.#between(position, lastRow + 1)
  }

  #between(position: OpenPosition, to: number): void {
    const from = position.seenRow + 1
    if (from >= to) return
    if (to - from < SHORT_SPAN) return this.#scan(position, from, to)
    if (this.#extremes?.isOf(this.#rows) !== true) this.#extremes = RowExtremes.of(this.#rows)
    const extremes = this.#extremes
    position.see(extremes.highest(position.long, from, to), extremes.lowest(position.long, from, to))
  }

  /** Most positions are open for few rows: a single loop over them is fastest. */
  #scan(position: OpenPosition, from: number, to: number): void {
    const { bidHigh, bidLow, askHigh, askLow } = this.#rows
    const highs = position.long ? bidHigh : askHigh
    const lows = position.long ? bidLow : askLow
    if (this.steps !== null) {
      const { high, low } = position.long ? this.steps.bid : this.steps.ask
      const highestRow = extremeRow(high, highs, 1, from, to)
      const lowestRow = extremeRow(low, lows, -1, from, to)
      return position.see(highs[highestRow] as number, lows[lowestRow] as number)
    }
    let { highest, lowest } = position
    for (let row = from; row < to; row++) {
      const high = highs[row] as number
      const low = lows[row] as number
      if (!(high <= highest)) highest = high
      if (!(low >= lowest)) lowest = low
    }
    position.highest = highest
    position.lowest = lowest
  }
}

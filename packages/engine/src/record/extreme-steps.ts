import type { MarketRows } from '../market/market-rows.ts'

/** Steps are stored in bytes; this one stands for all that are at least as long. */
const LONGEST = 255
/** Spans up to this length end before a step of unknown length does. */
const SPAN = LONGEST - 1

/** From each row of a side, the step to the next one whose high is higher, and to the next one whose low is lower. */
export interface SideSteps {
  readonly high: Uint8Array
  readonly low: Uint8Array
}

/** Rows that a run has used, and their steps if another one has. */
const known = new WeakMap<MarketRows, ExtremeSteps | null>()

/**
 * Where the highest and lowest prices of short spans of rows are, in a few steps from one record to the next instead of
 * a scan, of which a processor cannot predict the tests. The steps of a side are computed on first use.
 */
export class ExtremeSteps {
  readonly #rows: MarketRows
  #bid: SideSteps | null = null
  #ask: SideSteps | null = null

  private constructor(rows: MarketRows) {
    this.#rows = rows
  }

  /**
   * Call it once a run. Null for the first run over these rows, which would take longer with them, for ticks, of which
   * positions span too many, and for rows that may grow.
   */
  static forRun(rows: MarketRows): ExtremeSteps | null {
    if (rows.kind !== 'bar') return null
    const before = known.get(rows)
    if (before === undefined) {
      known.set(rows, null)
      return null
    }
    const steps = before ?? new ExtremeSteps(rows)
    known.set(rows, steps)
    return steps
  }

  get bid(): SideSteps {
    return (this.#bid ??= sideOf(this.#rows.bidHigh, this.#rows.bidLow))
  }

  get ask(): SideSteps {
    const { bidHigh, bidLow, askHigh, askLow } = this.#rows
    if (askHigh === bidHigh && askLow === bidLow) return this.bid
    return (this.#ask ??= sideOf(askHigh, askLow))
  }
}

/** The first row of those from `from` to `to` (exclusive, at least one) with the highest price; with -1 as sign, the lowest. */
export function extremeRow(steps: Uint8Array, prices: Float64Array, sign: 1 | -1, from: number, to: number): number {
  let best = recordRow(steps, from, to - from > SPAN ? from + SPAN : to)
  for (let start = from + SPAN; start < to; start += SPAN) {
    const row = recordRow(steps, start, to - start > SPAN ? start + SPAN : to)
    if (sign * (prices[row] as number) > sign * (prices[best] as number)) best = row
  }
  return best
}

/** The last record of a span that is no longer than `SPAN`. */
function recordRow(steps: Uint8Array, from: number, to: number): number {
  // V8 keeps a parameter as an object unless it is certain to be an integer.
  let row = from | 0
  for (;;) {
    const next = row + (steps[row] as number)
    if (next >= to) return row
    row = next
  }
}

function sideOf(highs: Float64Array, lows: Float64Array): SideSteps {
  return { high: stepsOf(highs, 1), low: stepsOf(lows, -1) }
}

function stepsOf(prices: Float64Array, sign: 1 | -1): Uint8Array {
  const { length } = prices
  const steps = new Uint8Array(length)
  for (let row = length - 1; row >= 0; row--) {
    const price = sign * (prices[row] as number)
    let step = 1
    // What is no record for the next row is none for this one either.
    while (step < LONGEST && row + step < length && sign * (prices[row + step] as number) <= price) {
      step += steps[row + step] as number
    }
    steps[row] = row + step < length && step < LONGEST ? step : LONGEST
  }
  return steps
}

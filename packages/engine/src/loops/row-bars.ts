import type { Millis, OhlcColumns, RowIndex } from '@tradeloom/domain'

import type { MarketSpec } from '../run-spec.ts'
import { firstRowAt, isCoarse, type MarketRows } from '../market/market-rows.ts'
import type { TradedMarket } from '../traded-market.ts'
import { TradingHours } from '../market/trading-hours.ts'

/**
 * Announces the bars of intervals that equal the market's rows `from` to `to` (exclusive). Rows of a feed are not known
 * in advance.
 */
export function expectRowBars({ spec, rows, intervals }: TradedMarket, from: RowIndex, to: RowIndex): void {
  if (rows.kind !== 'bar') return
  for (const bars of intervals) {
    const isRow = rows.interval === null ? bars.ms === rows.rowMs : bars.interval === rows.interval
    if (!isRow) continue
    const spans = openSpans(spec, rows, from, to)
    bars.expect(rowBarsOf(rows, spans), spans.length === 1 ? (spans[0]?.[0] ?? null) : null)
  }
}

/** Rows as columns of finished bars. Rows in closed hours are omitted, as in the run. */
class RowBars implements OhlcColumns {
  readonly #rows: MarketRows
  readonly #spans: readonly Span[]
  /** Created on first use, because most indicators read only a few of them. */
  readonly #columns = new Map<Float64Array, Float64Array>()
  #spread: Float64Array | null = null

  constructor(rows: MarketRows, spans: readonly Span[]) {
    this.#rows = rows
    this.#spans = spans
  }

  isOf(spans: readonly Span[]): boolean {
    const own = this.#spans
    return spans.length === own.length && spans.every(([from, to], at) => from === own[at]?.[0] && to === own[at][1])
  }

  get time(): Float64Array {
    return this.#open(this.#rows.time)
  }

  get open(): Float64Array {
    return this.#open(this.#rows.bidOpen)
  }

  get high(): Float64Array {
    return this.#open(this.#rows.bidHigh)
  }

  get low(): Float64Array {
    return this.#open(this.#rows.bidLow)
  }

  get close(): Float64Array {
    return this.#open(this.#rows.bidClose)
  }

  get volume(): Float64Array {
    return this.#open(this.#rows.volume)
  }

  get spread(): Float64Array {
    const { close } = this
    this.#spread ??= this.#open(this.#rows.askClose).map((ask, row) => ask - (close[row] as number))
    return this.#spread
  }

  /** A column's values in open hours. */
  #open(column: Float64Array): Float64Array {
    const known = this.#columns.get(column)
    if (known) return known
    const made = joined(column, this.#spans)
    this.#columns.set(column, made)
    return made
  }
}

type Span = readonly [from: RowIndex, to: RowIndex]

/** Of the last run over rows: many runs share them, and mostly the same part of them. */
const known = new WeakMap<MarketRows, RowBars>()

function rowBarsOf(rows: MarketRows, spans: readonly Span[]): RowBars {
  const last = known.get(rows)
  if (last?.isOf(spans) === true) return last
  const bars = new RowBars(rows, spans)
  known.set(rows, bars)
  return bars
}

function openSpans(spec: MarketSpec, rows: MarketRows, from: RowIndex, to: RowIndex): Span[] {
  const hours = new TradingHours(spec, isCoarse(rows) ? rows.rowMs : 0)
  const spans: Span[] = []
  let row = from
  while (row < to) {
    hours.advance(rows.time[row] as Millis)
    const next = Math.min(to, firstRowAt(rows.time, hours.next)) as RowIndex
    const last = spans.at(-1)
    if (hours.isOpen && last?.[1] === row) spans[spans.length - 1] = [last[0], next]
    else if (hours.isOpen) spans.push([row, next])
    row = next
  }
  return spans
}

/** A column without the omitted rows; a view of it if there are none. */
function joined(column: Float64Array, spans: readonly Span[]): Float64Array {
  const [only] = spans
  if (only && spans.length === 1) return column.subarray(...only)
  const whole = new Float64Array(spans.reduce((sum, [from, to]) => sum + to - from, 0))
  let at = 0
  for (const [from, to] of spans) {
    whole.set(column.subarray(from, to), at)
    at += to - from
  }
  return whole
}

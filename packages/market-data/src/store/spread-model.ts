import type { MarketColumns } from '@tradeloom/domain'

import type { PriceSource, SeriesTable } from './series.ts'

/** How bid and ask of the columns came to be; results must say so when they were made. */
export interface SpreadModel {
  readonly kind: 'quoted' | 'fixed'
  /** Fixed distance of ask and bid in pips; 0 for quoted prices too. */
  readonly pips: number
  /** Which price the data has: both sides, trades, or one side. */
  readonly source: PriceSource | 'both'
  /** For people, empty when both sides were quoted. */
  readonly text: string
}

/**
 * One-price data has no spread of its own. The stated default is none at all: bid and ask are the price itself,
 * so that nothing is invented and results can be compared with other programs; a wider one is asked for in pips.
 */
export const DEFAULT_SPREAD_PIPS = 0

export function describeSpread(source: PriceSource | 'both', pips: number): SpreadModel {
  if (source === 'both') return { kind: 'quoted', pips: 0, source, text: '' }
  const made = pips === 0 ? 'bid and ask are equal (no spread)' : `a fixed spread of ${pips} pips is assumed`
  const what = source === 'trade' ? 'one price (trades)' : `one price (${source})`
  return { kind: 'fixed', pips, source, text: `The market data has ${what}: ${made}.` }
}

/** Columns as the engine takes them. `spread` is a price distance and used for one-price data only. */
export function toMarketColumns(table: SeriesTable, source: PriceSource | 'both', spread: number): MarketColumns {
  const column = (index: number): Float64Array => table.columns[index] as Float64Array
  const below = source === 'bid' ? 0 : source === 'ask' ? spread : spread / 2
  const above = spread - below
  const bid = (index: number): Float64Array => shifted(column(index), -below)
  const ask = (index: number): Float64Array => shifted(column(index), above)
  if (table.key.interval === 'Tick') {
    if (table.key.price === 'quote') return { kind: 'tick', time: column(0), bid: column(1), ask: column(2) }
    return { kind: 'tick', time: column(0), bid: bid(1), ask: ask(1) }
  }
  const quote = table.key.price === 'quote'
  return {
    kind: 'bar',
    time: column(0),
    bidOpen: quote ? column(1) : bid(1),
    bidHigh: quote ? column(2) : bid(2),
    bidLow: quote ? column(3) : bid(3),
    bidClose: quote ? column(4) : bid(4),
    askOpen: quote ? column(5) : ask(1),
    askHigh: quote ? column(6) : ask(2),
    askLow: quote ? column(7) : ask(3),
    askClose: quote ? column(8) : ask(4),
    volume: quote ? column(9) : column(5),
  }
}

/** A share of the same memory when there is nothing to add: exact, and no copy. */
function shifted(column: Float64Array, by: number): Float64Array {
  return by === 0 ? column : column.map((value) => value + by)
}

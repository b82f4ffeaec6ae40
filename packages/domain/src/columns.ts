/** Real ticks, oldest first. Times are UTC milliseconds; all columns have the same length. */
export interface TickColumns {
  readonly kind: 'tick'
  readonly time: Float64Array
  readonly bid: Float64Array
  readonly ask: Float64Array
}

/** Bars with both sides, oldest first, labeled with their start time (UTC milliseconds). Gaps remain gaps. */
export interface BarColumns {
  readonly kind: 'bar'
  readonly time: Float64Array
  readonly bidOpen: Float64Array
  readonly bidHigh: Float64Array
  readonly bidLow: Float64Array
  readonly bidClose: Float64Array
  readonly askOpen: Float64Array
  readonly askHigh: Float64Array
  readonly askLow: Float64Array
  readonly askClose: Float64Array
  readonly volume: Float64Array
}

export type MarketColumns = TickColumns | BarColumns

/** Column names in the order in which files and shared buffers store them. */
export const TICK_COLUMNS = ['time', 'bid', 'ask'] as const
export const BAR_COLUMNS = [
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

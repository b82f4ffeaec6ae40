import {
  type BarColumns,
  type BarPrices,
  type BarInterval,
  INTERVALS,
  isCrossedQuote,
  isInconsistentBar,
  isoTime,
  type MarketColumns,
  type RowIndex,
  type RunModels,
  UserError,
} from '@tradeloom/domain'

/**
 * The traded series as the engine reads it: bid and ask columns after the choice of price side. Ticks have one price
 * per side, in the open columns; `kind` states which columns are used.
 */
export interface MarketRows extends Omit<BarColumns, 'kind'> {
  readonly kind: 'bar' | 'tick'
  readonly count: number
  /** Length of one row in milliseconds; 0 for ticks. */
  readonly rowMs: number
  /** The largest distance of bid and ask in any row. */
  readonly widestSpread: number
  /** The interval of the rows if stated; its bars are aligned with the rows. */
  readonly interval: BarInterval | null
  /** Indexes of bars whose high or low lay inside the body of a side, ascending. */
  readonly inconsistentRows: readonly number[]
  /** The mid price before the first row, if earlier rows are no longer kept. */
  readonly midBefore?: number
}

/** Longer bars are processed price by price, because events may be due inside them. */
const MAX_FINE_MS = 60_000

export function isCoarse({ kind, rowMs }: Pick<MarketRows, 'kind' | 'rowMs'>): boolean {
  return kind === 'bar' && rowMs > MAX_FINE_MS
}

const NOTHING = new Float64Array(0)

/** Rows by their columns, so that many runs over the same columns validate them once. */
const known = new WeakMap<MarketColumns, Map<string, MarketRows>>()

/** The rows of a series. Throws UserError if times do not ascend or prices are not positive. */
export function marketRows(
  columns: MarketColumns,
  prices: RunModels['prices'],
  precision: number,
  interval: BarInterval | null = null,
): MarketRows {
  const made = known.get(columns) ?? new Map<string, MarketRows>()
  known.set(columns, made)
  const key = `${prices} ${precision} ${interval ?? ''}`
  const rows = made.get(key) ?? makeRows(columns, prices, precision, interval)
  made.set(key, rows)
  return rows
}

function makeRows(
  columns: MarketColumns,
  prices: RunModels['prices'],
  precision: number,
  interval: BarInterval | null,
): MarketRows {
  const pick = (bid: Float64Array, ask: Float64Array) => sides(bid, ask, prices, precision)
  const { time } = columns
  checkTimes(time, columns.kind)
  if (columns.kind === 'tick') {
    checkPrices(time, columns.bid)
    checkPrices(time, columns.ask)
    const [bid, ask] = pick(columns.bid, columns.ask)
    const bids = { bidOpen: bid, bidHigh: bid, bidLow: bid, bidClose: bid }
    const asks = { askOpen: ask, askHigh: ask, askLow: ask, askClose: ask }
    const kind = { kind: 'tick', count: time.length, rowMs: 0, interval: null, inconsistentRows: [] } as const
    return { ...kind, widestSpread: widest(bid, ask), time, ...bids, ...asks, volume: NOTHING }
  }
  for (const name of PRICE_COLUMNS) checkPrices(time, columns[name])
  const [bidOpen, askOpen] = pick(columns.bidOpen, columns.askOpen)
  const [bidHigh, askHigh] = pick(columns.bidHigh, columns.askHigh)
  const [bidLow, askLow] = pick(columns.bidLow, columns.askLow)
  const [bidClose, askClose] = pick(columns.bidClose, columns.askClose)
  const bids = { open: bidOpen, high: bidHigh, low: bidLow, close: bidClose }
  const asks = { open: askOpen, high: askHigh, low: askLow, close: askClose }
  const isOneSide = askOpen === bidOpen && askHigh === bidHigh && askLow === bidLow && askClose === bidClose
  const inconsistentRows = findInconsistent(isOneSide ? [bids] : [bids, asks])
  const isRight = inconsistentRows.length === 0
  const bid = isRight ? bids : withinExtremes(bids)
  const ask = isOneSide ? bid : isRight ? asks : withinExtremes(asks)
  return {
    kind: 'bar',
    count: time.length,
    rowMs: interval === null ? rowLength(time) : Math.min(INTERVALS[interval].ms, shortestStep(time)),
    widestSpread: Math.max(
      widest(bidOpen, askOpen),
      widest(bid.high, ask.high),
      widest(bid.low, ask.low),
      widest(bidClose, askClose),
    ),
    interval,
    inconsistentRows,
    time,
    bidOpen,
    bidHigh: bid.high,
    bidLow: bid.low,
    bidClose,
    askOpen,
    askHigh: ask.high,
    askLow: ask.low,
    askClose,
    volume: columns.volume,
  }
}

const PRICE_COLUMNS = ['bidOpen', 'bidHigh', 'bidLow', 'bidClose', 'askOpen', 'askHigh', 'askLow', 'askClose'] as const

/** Real ticks may share a millisecond; they keep the order of their source. */
function checkTimes(time: Float64Array, kind: 'bar' | 'tick'): void {
  let before = -Infinity
  for (let row = 0; row < time.length; row++) {
    const one = time[row] as number
    if (!(kind === 'tick' ? one >= before : one > before) || one === Infinity) {
      throw new UserError(
        'run-input',
        `The market data is broken in row ${row + 1} at ${isoTime(one)}: times must ascend`,
      )
    }
    before = one
  }
}

function checkPrices(time: Float64Array, prices: Float64Array): void {
  for (let row = 0; row < time.length; row++) {
    const price = prices[row] as number
    if (!(price > 0 && price < Infinity)) {
      const where = isoTime(time[row] as number)
      throw new UserError('run-input', `The market data is broken at ${where}: prices must be numbers above 0`)
    }
  }
}

/** One index for a bar, however many of its sides are wrong. */
function findInconsistent(sides: readonly BarPrices[]): number[] {
  const rows = new Set<number>()
  for (const side of sides)
    for (let row = 0; row < side.open.length; row++) if (isInconsistentBar(side, row)) rows.add(row)
  return [...rows].toSorted((a, b) => a - b)
}

/** Some sources have opens or closes outside their own extremes; these then become the extremes. */
function withinExtremes({ open, high, low, close }: BarPrices) {
  const extreme = (pick: (...values: number[]) => number) =>
    open.map((value, row) => pick(value, high[row] as number, low[row] as number, close[row] as number))
  return { high: extreme(Math.max), low: extreme(Math.min) }
}

function widest(bid: Float64Array, ask: Float64Array): number {
  if (bid === ask) return 0
  let widest = 0
  for (let row = 0; row < bid.length; row++) {
    const spread = Math.abs((ask[row] as number) - (bid[row] as number))
    if (spread > widest) widest = spread
  }
  return widest
}

/** With at least this many bars, their shortest step is their length. */
const ENOUGH = 100

/** The last count of crossed rows of a market: many runs share its rows, and mostly the same part of them. */
const crossed = new WeakMap<MarketRows, { readonly from: number; readonly to: number; readonly count: number }>()

/** Counts rows whose ask is below the bid at the close. */
export function countCrossed(rows: MarketRows, from: number, to: number): number {
  const known = crossed.get(rows)
  if (known?.from === from && known.to === to) return known.count
  const { bidClose, askClose } = rows
  let count = 0
  for (let row = from; row < to; row++) if (isCrossedQuote(bidClose[row] as number, askClose[row] as number)) count += 1
  crossed.set(rows, { from, to, count })
  return count
}

/** Counts bars whose high or low lay inside their body. */
export function countInconsistent({ inconsistentRows }: MarketRows, from: number, to: number): number {
  return inconsistentRows.filter((row) => row >= from && row < to).length
}

function sides(
  bid: Float64Array,
  ask: Float64Array,
  prices: RunModels['prices'],
  precision: number,
): readonly [Float64Array, Float64Array] {
  // Candles of exchanges have no spread: one column takes half the memory that runs read.
  if (prices === 'both') return [bid, isSame(bid, ask) ? bid : ask]
  if (prices === 'bid') return [bid, bid]
  if (prices === 'ask') return [ask, ask]
  // Half a point is the finest mid price; rounding to it keeps equal mids equal.
  const scale = 10 ** (precision + 1)
  const mid = new Float64Array(bid.length)
  for (let at = 0; at < mid.length; at++) {
    mid[at] = Math.round((((bid[at] as number) + (ask[at] as number)) / 2) * scale) / scale
  }
  return [mid, mid]
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/**
 * Bars do not state their length: it is the shortest step between two of them, if that is an interval. A few scattered
 * bars are inconclusive and count as minutes.
 */
function rowLength(time: Float64Array): number {
  const lengths = Object.values(INTERVALS).map(({ ms }) => ms as number)
  const step = shortestStep(time)
  if (time.length < ENOUGH && step >= 60_000 && step < 3_600_000) return 60_000
  if (step === Infinity) return 60_000
  let length = 0
  for (const ms of lengths) if (ms <= step) length = ms
  if (length === 0) throw new UserError('run-input', 'Bars shorter than five seconds cannot be traded as bars')
  return length
}

function shortestStep(time: Float64Array): number {
  let step = Infinity
  for (let at = 1; at < time.length; at++) {
    const difference = (time[at] as number) - (time[at - 1] as number)
    if (difference < step) step = difference
  }
  return step
}

/** First row at or after a time. */
export function firstRowAt(time: Float64Array, from: number): RowIndex {
  let low = 0
  let high = time.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((time[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return low as RowIndex
}

import type { Instrument, MarketColumns } from '@tradeloom/domain'

/**
 * An independent reference for runs over several markets: every price of every market in one sorted list, with arrays
 * and plain sums instead of heaps and running totals. Supports only market orders, closing, margin and conversion.
 */

export interface PlainMarket {
  readonly instrument: Instrument
  readonly columns: MarketColumns
  /** Account currency per unit of quote currency, from the market's own mid price or that of `conversion`. */
  readonly rate: (mid: number, conversion: number) => number
}

export interface PlainBar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

interface Point {
  readonly time: number
  readonly market: number
  readonly startsRow: boolean
  readonly bid: number
  readonly ask: number
}

interface Position {
  readonly market: number
  readonly long: boolean
  readonly quantity: number
  readonly price: number
}

interface Pending {
  readonly id: number
  readonly market: number
  readonly buy: boolean
  readonly quantity: number
  readonly closes: Position | null
}

interface FormingBar {
  readonly market: number
  readonly ms: number
  bar: PlainBar | null
}

/** What a trading rule can see and do. */
export interface Desk {
  readonly now: number
  balance(): number
  equity(): number
  margin(): number
  open(market: number, buy: boolean, quantity: number): void
  closeAll(market: number): void
}

export interface PlainHandlers {
  onBar(market: number, ms: number, bar: PlainBar, desk: Desk): void
  onTick(market: number, bid: number, desk: Desk): void
  onFill(id: number, market: number, price: number, desk: Desk): void
}

export interface PlainSettings {
  readonly markets: readonly PlainMarket[]
  /** Lengths of bars, shortest first. */
  readonly intervals: readonly number[]
  /** Price of the conversion market as known at a time. */
  readonly conversionAt: (time: number) => number
  readonly balance: number
  readonly end: number
}

// oxlint-disable-next-line max-lines-per-function -- one plain loop with its state, to be read from top to bottom
export function runPlainly(
  { markets, intervals, conversionAt, balance: initial, end }: PlainSettings,
  on: PlainHandlers,
) {
  const points = markets.flatMap(({ columns }, market) => pointsOf(columns, market))
  points.sort((a, b) => a.time - b.time || a.market - b.market)
  const bars = intervals.flatMap((ms) => markets.map((_, market): FormingBar => ({ market, ms, bar: null })))
  const quotes = markets.map(() => ({ bid: NaN, ask: NaN }))
  const positions: Position[] = []
  let pending: Pending[] = []
  let orders = 0
  let balance = initial
  let peak = initial
  let maxDrawdown = 0
  let conversion = NaN
  let now = 0
  const mid = (market: number) => ((quotes[market]?.bid ?? NaN) + (quotes[market]?.ask ?? NaN)) / 2
  const rate = (market: number) => (markets[market] as PlainMarket).rate(mid(market), conversion)
  const profit = ({ market, long, quantity, price }: Position) => {
    const { bid, ask } = quotes[market] as { bid: number; ask: number }
    return (long ? bid - price : price - ask) * quantity * rate(market)
  }
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const marginOf = (open: readonly { market: number; long: boolean; quantity: number }[]) =>
    total(
      markets.map(({ instrument }, market) => {
        const side = (long: boolean) =>
          total(open.filter((one) => one.market === market && one.long === long).map(({ quantity }) => quantity))
        const quantity = Math.max(side(true), side(false))
        return quantity === 0 ? 0 : quantity * instrument.marginRate * mid(market) * rate(market)
      }),
    )
  const desk: Desk = {
    get now() {
      return now
    },
    balance: () => balance,
    equity: () => balance + total(positions.map(profit)),
    margin: () => marginOf(positions),
    open: (market, buy, quantity) => pending.push({ id: ++orders, market, buy, quantity, closes: null }),
    closeAll: (market) => {
      for (const closes of positions) {
        if (closes.market !== market || pending.some((order) => order.closes === closes)) continue
        pending.push({ id: ++orders, market, buy: !closes.long, quantity: closes.quantity, closes })
      }
    },
  }
  const closeBars = (time: number): void => {
    for (const ms of intervals) {
      const ended = bars.filter((one) => one.ms === ms && one.bar !== null && one.bar.time + ms <= time)
      ended.sort((a, b) => (a.bar?.time ?? 0) - (b.bar?.time ?? 0) || a.market - b.market)
      for (const { market, bar } of ended.map((one) => ({ ...one }))) {
        now = Math.max(now, (bar?.time ?? 0) + ms)
        conversion = conversionAt((bar?.time ?? 0) + ms - 1)
        on.onBar(market, ms, bar as PlainBar, desk)
      }
      for (const one of ended) one.bar = null
    }
  }
  for (const { time, market, startsRow, bid, ask } of points) {
    if (startsRow) closeBars(time)
    now = time
    conversion = conversionAt(time)
    quotes[market] = { bid, ask }
    const due = pending.filter((order) => order.market === market)
    pending = pending.filter((order) => order.market !== market)
    const fills: (readonly [number, number])[] = []
    for (const { id, buy, quantity, closes } of due) {
      const price = buy ? ask : bid
      if (closes) {
        balance += profit(closes)
        positions.splice(positions.indexOf(closes), 1)
        fills.push([id, price])
        continue
      }
      const opened = { market, long: buy, quantity, price }
      const needed = marginOf([...positions, opened])
      if (needed > desk.equity() && needed > desk.margin()) continue
      positions.push(opened)
      fills.push([id, price])
    }
    for (const [id, price] of fills) on.onFill(id, market, price, desk)
    for (const one of bars) if (one.market === market) one.bar = grown(one, time, bid)
    const equity = desk.equity()
    on.onTick(market, bid, desk)
    peak = Math.max(peak, equity)
    maxDrawdown = Math.max(maxDrawdown, peak - equity)
  }
  closeBars(end)
  return { balance, equity: desk.equity(), maxDrawdown, openPositions: positions.length }
}

function grown({ bar, ms }: FormingBar, time: number, price: number): PlainBar {
  if (bar === null) return { time: Math.floor(time / ms) * ms, open: price, high: price, low: price, close: price }
  return { ...bar, high: Math.max(bar.high, price), low: Math.min(bar.low, price), close: price }
}

/** Every price of a market: ticks unchanged, four prices per minute bar with the extreme nearer to the open first. */
function pointsOf(columns: MarketColumns, market: number): Point[] {
  const at = (column: Float64Array, row: number) => column[row] as number
  return Array.from(columns.time).flatMap((time, row): Point[] => {
    if (columns.kind === 'tick') {
      return [{ time, market, startsRow: true, bid: at(columns.bid, row), ask: at(columns.ask, row) }]
    }
    const { bidOpen, bidHigh, bidLow, bidClose, askOpen, askHigh, askLow, askClose } = columns
    const open = at(bidOpen, row) + at(askOpen, row)
    const toHigh = at(bidHigh, row) + at(askHigh, row) - open
    const toLow = open - at(bidLow, row) - at(askLow, row)
    const high = { bid: at(bidHigh, row), ask: at(askHigh, row) }
    const low = { bid: at(bidLow, row), ask: at(askLow, row) }
    const [second, third] = toHigh < toLow - 1e-9 ? [high, low] : [low, high]
    return [
      { time, market, startsRow: true, bid: at(bidOpen, row), ask: at(askOpen, row) },
      { time: time + 20_000, market, startsRow: false, ...second },
      { time: time + 40_000, market, startsRow: false, ...third },
      { time: time + 59_999, market, startsRow: false, bid: at(bidClose, row), ask: at(askClose, row) },
    ]
  })
}

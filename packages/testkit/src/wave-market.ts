import { BAR_COLUMNS, TICK_COLUMNS } from '@tradeloom/domain'
import { type MarketStore, resolveInstrument } from '@tradeloom/market-data'

/** Days of minute bars and ticks that tests of the server trade on. */
export const TEST_MARKET = { id: 'EURUSD:TEST', start: '2024-01-08T00:00:00.000Z', end: '2024-01-12T00:00:00.000Z' }

const MINUTE = 60_000
const TICKS_PER_MINUTE = 6
const SPREAD = 0.0001

/** Stores a wave of prices around 1.1: a minute bar every minute and a tick every ten seconds. */
export async function putWaveMarket(store: MarketStore, market = TEST_MARKET): Promise<void> {
  const from = Date.parse(market.start)
  const minutes = (Date.parse(market.end) - from) / MINUTE
  const shared = {
    instrument: resolveInstrument(market.id),
    source: 'both' as const,
    coverage: [{ first: from, last: from + minutes * MINUTE }],
  }
  await store.put({ ...shared, table: { key: { interval: 'M1', price: 'quote' }, ...barsOf(from, minutes) } })
  await store.put({ ...shared, table: { key: { interval: 'Tick', price: 'quote' }, ...ticksOf(from, minutes) } })
}

interface Rows {
  readonly rows: number
  readonly columns: Float64Array<ArrayBuffer>[]
}

function barsOf(from: number, rows: number): Rows {
  const columns = BAR_COLUMNS.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) {
    const [open, close] = [priceAt(row), priceAt(row + 1)]
    const bid = [open, Math.max(open, close), Math.min(open, close), close]
    const values = [from + row * MINUTE, ...bid, ...bid.map((price) => price + SPREAD), 60]
    values.forEach((value, index) => (columns[index]![row] = round(value)))
  }
  return { rows, columns }
}

function ticksOf(from: number, minutes: number): Rows {
  const rows = minutes * TICKS_PER_MINUTE
  const columns = TICK_COLUMNS.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) {
    const bid = priceAt(row / TICKS_PER_MINUTE)
    const values = [from + (row * MINUTE) / TICKS_PER_MINUTE, round(bid), round(bid + SPREAD)]
    values.forEach((value, index) => (columns[index]![row] = value))
  }
  return { rows, columns }
}

function priceAt(minute: number): number {
  return round(1.1 + 0.004 * Math.sin(minute / 200) + 0.001 * Math.sin(minute / 17))
}

function round(value: number): number {
  return Math.round(value * 1e5) / 1e5
}

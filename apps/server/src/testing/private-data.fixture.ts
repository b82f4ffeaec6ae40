import { join } from 'node:path'
import { importCalendar, type MarketStore, openMarketStore, resolveInstrument } from '@tradeloom/market-data'
import type { TestServer } from './server.fixture.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Eight hours of a Wednesday. */
export const HOURS = { start: '2024-01-10T08:00:00.000Z', end: '2024-01-10T16:00:00.000Z' }
const START = Date.parse(HOURS.start)

export type Kind = 'minutes' | 'one-price minutes' | 'ticks'

/** The folder with every view of a server's market data. */
export function marketOf({ dataDir }: TestServer): MarketStore {
  return openMarketStore(join(dataDir, 'market'))
}

/** Prices around `price`, the first one a minute after the start; each minute ranges ten pips to either side. */
export async function putPrices(view: MarketStore, id: string, kind: Kind, price: number, minutes = 480) {
  const isTicks = kind === 'ticks'
  const rows = isTicks ? minutes * 4 : minutes
  const time = Float64Array.from({ length: rows }, (_, row) => START + row * (isTicks ? MINUTE / 4 : MINUTE))
  // Each minute goes up first, then down, which a bar cannot show. The remainder of a wave is incompressible noise.
  const noise = (row: number): number => Math.sin(row * 12.9898) * 1e-7
  const at = (row: number): number => price + [0, 0.001, -0.001, 0][isTicks ? row % 4 : 0]! + noise(row)
  const bid = time.map((_, row) => at(row))
  const quoted = kind !== 'one-price minutes'
  const bar = (add: number): Float64Array[] =>
    [0, 0.001, -0.001, 0].map((reach) => bid.map((value) => value + reach + add))
  const volume = time.map(() => 1)
  const ask = bid.map((value) => value + 0.0001)
  const columns = isTicks ? [time, bid, ask] : [time, ...bar(0), ...(quoted ? bar(0.0001) : []), volume]
  await view.put({
    instrument: resolveInstrument(id),
    table: { key: { interval: isTicks ? 'Tick' : 'M1', price: quoted ? 'quote' : 'trade' }, rows, columns },
    source: quoted ? 'both' : 'trade',
    coverage: [{ first: START, last: time[rows - 1]! }],
  })
}

/** Closes the market of one instrument for two hours of that day. */
export async function putCalendar(view: MarketStore, id: string, file: string): Promise<void> {
  await importCalendar({ marketDir: view.dir, file, format: 'csv', name: id, timezone: 'UTC' })
}

export const CLOSED_FROM_NOON = `date,open,close\n${new Date(START - (START % DAY)).toISOString().slice(0, 10)},,12:00\n`

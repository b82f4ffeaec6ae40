import { join } from 'node:path'
import type { BarColumns, Instrument, MarketColumns, TickColumns } from '@tradeloom/domain'
import { type ColumnsFile, resolveInstrument, writeColumns } from '@tradeloom/market-data'
import { simulateBars, SIMULATED, simulateTicks } from '@tradeloom/simulation'
import { loadColumns } from '../../packages/market-data/src/store/column-cache.ts'

/** Simulated prices in a file, so that contestants load them as a run does. Plain JSON. */
export interface Market {
  readonly instrument: Instrument
  readonly file: ColumnsFile
  /** UTC milliseconds of the first price, and the exclusive end. */
  readonly start: number
  readonly end: number
}

/** A Monday. Always the same time, so that each bench sees the same prices. */
const FIRST_DAY = Date.UTC(2020, 0, 6)
const DAY = 86_400_000
const profile = SIMULATED.find(({ id }) => id === 'EURUSD:SIM')
const instrument: Instrument = { ...resolveInstrument('EURUSD:SIM'), simulated: true }

/** Minute bars of a number of days. */
export function minuteBars(folder: string, days: number): Promise<Market> {
  return writeMarket(join(folder, `${days}-days.bar`), bars(0, days))
}

/** The first `count` ticks, or only every second of them, and so on: the same time and moves with fewer ticks. */
export async function ticks(folder: string, count: number, every = 1): Promise<Market> {
  const columns: TickColumns = {
    kind: 'tick',
    time: new Float64Array(count),
    bid: new Float64Array(count),
    ask: new Float64Array(count),
  }
  let done = 0
  // Month by month, so that years of ticks are not in memory twice.
  for (let day = 0; done < count; day += 30) {
    const month = simulateTicks(simulated(), instrument, bars(day, day + 30))
    const rows = Math.min(month.time.length, count - done)
    for (const name of ['time', 'bid', 'ask'] as const) columns[name].set(month[name].subarray(0, rows), done)
    done += rows
  }
  return writeMarket(join(folder, `${count}-${every}.tick`), every === 1 ? columns : thinned(columns, every))
}

function thinned({ time, bid, ask }: TickColumns, every: number): TickColumns {
  const rest = (column: Float64Array): Float64Array => column.filter((_, row) => row % every === 0)
  return { kind: 'tick', time: rest(time), bid: rest(bid), ask: rest(ask) }
}

/** Reads the prices into memory. */
export function load(market: Market): Promise<MarketColumns> {
  return loadColumns(market.file)
}

/** Writes columns to a file that contestants load as a run does. */
export async function writeMarket(path: string, columns: MarketColumns): Promise<Market> {
  const file = await writeColumns(path, columns)
  const { time } = columns
  return { instrument, file, start: time[0] ?? 0, end: (time.at(-1) ?? 0) + 60_000 }
}

function simulated() {
  if (profile === undefined) throw new Error('The simulated market has no EURUSD')
  return profile
}

function bars(fromDay: number, toDay: number): BarColumns {
  return simulateBars(simulated(), instrument, FIRST_DAY + fromDay * DAY, FIRST_DAY + toDay * DAY)
}

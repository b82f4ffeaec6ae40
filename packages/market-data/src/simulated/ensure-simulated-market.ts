import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Instrument } from '@tradeloom/domain'

import { resolveInstrument } from '../store/instrument-id.ts'
import type { MarketWriter } from '../store/market-writer.ts'
import { writeAtomically } from '../store/durable-file.ts'
import { lowerBound, monthOf, monthRange, seriesColumns, type SeriesTable, sliceTable } from '../store/series.ts'
import { withWriterLock } from '../store/writer-lock.ts'
import { simulateDay } from './simulate-day.ts'
import { simulateTicks } from './simulate-ticks.ts'
import { SIMULATED, type SimulatedProfile } from './simulated-instruments.ts'

const DAY = 86_400_000
const MONTHS = 13
const TICK_DAYS = 7
/** Raise it when the generator changes its prices; the simulated market is then regenerated. */
const VERSION = 1

export interface SimulatedMarketOptions {
  /** UTC milliseconds; the data ends with the last full month before it. */
  readonly now: number
  /** 0 to 1. */
  readonly onProgress?: (progress: number) => void
  /** The instruments to simulate; all unless some are given. */
  readonly profiles?: readonly SimulatedProfile[]
}

/**
 * Creates the simulated market if it does not exist: 13 months of minute bars and a week of ticks of five instruments
 * of the broker SIM, ending with the last full month before `now`. Prices of a minute never depend on `now`.
 */
export async function ensureSimulatedMarket(store: MarketWriter, options: SimulatedMarketOptions): Promise<void> {
  const range = simulatedRange(options.now)
  const profiles = options.profiles ?? SIMULATED
  const folder = join(store.dir, 'SIM')
  const marker = join(folder, 'simulated.json')
  const wanted = JSON.stringify({ version: VERSION, through: monthOf(range.end - 1) })
  await mkdir(folder, { recursive: true })
  await withWriterLock(join(folder, '.lock'), async () => {
    if ((await readFile(marker, 'utf8').catch(() => '')) === wanted) return
    let done = 0
    // Concurrently: the prices of one are generated while the Parquet of another is written.
    const making = profiles.map(async (profile) => {
      await makeInstrument(store, profile, range)
      done += 1
      options.onProgress?.(done / profiles.length)
    })
    await Promise.all(making)
    await writeAtomically(marker, wanted)
  })
}

/** Start of the simulated period, and its exclusive end. */
export function simulatedRange(now: number): { start: number; end: number } {
  const { start: end } = monthRange(monthOf(now))
  const date = new Date(end)
  return { start: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS), end }
}

async function makeInstrument(
  store: MarketWriter,
  profile: SimulatedProfile,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const instrument: Instrument = { ...resolveInstrument(profile.id), simulated: true }
  const bars = simulateBars(profile, instrument, start, end)
  await store.put({ instrument, table: bars, source: 'both', coverage: [{ first: start, last: end - 1 }] })
  const from = end - TICK_DAYS * DAY
  const week = sliceTable(bars, lowerBound(bars.columns[0] as Float64Array, from), bars.rows)
  const ticks = simulateTicks(profile, instrument, week)
  await store.put({ instrument, table: ticks, source: 'both', coverage: [{ first: from, last: end - 1 }] })
}

type Column = Float64Array
type TenColumns = [Column, Column, Column, Column, Column, Column, Column, Column, Column, Column]

/** Minute bars of whole UTC days, `start <= time < end`. */
export function simulateBars(
  profile: SimulatedProfile,
  instrument: Instrument,
  start: number,
  end: number,
): SeriesTable {
  const key = { interval: 'M1', price: 'quote' } as const
  const columns = seriesColumns(key).map(() => new Float64Array((end - start) / 60_000))
  const [times, bidOpen, bidHigh, bidLow, bidClose, askOpen, askHigh, askLow, askClose, volumes] = columns as TenColumns
  const scale = 10 ** instrument.precision
  let rows = 0
  for (let day = start; day < end; day += DAY) {
    simulateDay(profile, instrument, day, (time, open, high, low, close, spread, volume) => {
      bidOpen[rows] = open / scale
      bidHigh[rows] = high / scale
      bidLow[rows] = low / scale
      bidClose[rows] = close / scale
      askOpen[rows] = (open + spread) / scale
      askHigh[rows] = (high + spread) / scale
      askLow[rows] = (low + spread) / scale
      askClose[rows] = (close + spread) / scale
      times[rows] = time
      volumes[rows] = volume
      rows += 1
    })
  }
  return sliceTable({ key, rows, columns }, 0, rows)
}

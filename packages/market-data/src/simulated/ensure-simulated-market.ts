import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { BAR_COLUMNS, type Instrument, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'
import { simulateBars, simulateTicks, sliceBars, SIMULATED, type SimulatedProfile } from '@tradeloom/simulation'

import { resolveInstrument } from '../store/instrument-id.ts'
import type { MarketWriter } from '../store/market-writer.ts'
import { writeAtomically } from '../store/durable-file.ts'
import { lowerBound, monthOf, monthRange, type SeriesTable } from '../store/series.ts'
import { withWriterLock } from '../store/writer-lock.ts'

const DAY = 86_400_000
const MONTHS = 13
const TICK_DAYS = 7
/** Raise it when the generator changes its prices; the simulated market is then regenerated. */
const VERSION = 2

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
  await store.put({ instrument, table: quoteTable(bars), source: 'both', coverage: [{ first: start, last: end - 1 }] })
  const from = end - TICK_DAYS * DAY
  const week = sliceBars(bars, lowerBound(bars.time, from), bars.time.length)
  const ticks = quoteTable(simulateTicks(profile, instrument, week))
  await store.put({ instrument, table: ticks, source: 'both', coverage: [{ first: from, last: end - 1 }] })
}

/** Columns as a series of quotes: minutes or ticks. */
export function quoteTable(data: MarketColumns): SeriesTable {
  const columns = data.kind === 'bar' ? BAR_COLUMNS.map((name) => data[name]) : TICK_COLUMNS.map((name) => data[name])
  return {
    key: { interval: data.kind === 'bar' ? 'M1' : 'Tick', price: 'quote' },
    rows: data.time.length,
    columns,
  }
}

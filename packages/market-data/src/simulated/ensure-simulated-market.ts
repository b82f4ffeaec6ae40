import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { BAR_COLUMNS, type Instrument, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'
import { simulateBars, simulateTicks, sliceBars, SIMULATED, type SimulatedProfile } from '@tradeloom/simulation'

import { resolveInstrument } from '../store/instrument-id.ts'
import type { MarketStore } from '../store/market-store.ts'
import { writeAtomically } from '../store/durable-file.ts'
import { lowerBound, monthRange, type SeriesTable } from '../store/series.ts'
import { withWriterLock } from '../store/writer-lock.ts'

const DAY = 86_400_000
const MONTHS = 13
const TICK_DAYS = 7
/** Raise it when the generator changes its prices; the simulated market is then regenerated. */
const VERSION = 2

export interface SimulatedMarketOptions {
  /** UTC milliseconds; the data ends with the last full day before it, from which on live prices are received. */
  readonly now: number
  /** 0 to 1. */
  readonly onProgress?: (progress: number) => void
  /** The instruments to simulate; all unless some are given. */
  readonly profiles?: readonly SimulatedProfile[]
}

/**
 * Creates the simulated market if it does not exist: 13 months of minute bars and a week of ticks of five instruments
 * of the broker SIM, ending with the last full day before `now`. Later days are added to it, except of what was removed.
 * Prices of a minute never depend on `now`.
 */
export async function ensureSimulatedMarket(store: MarketStore, options: SimulatedMarketOptions): Promise<void> {
  const range = simulatedRange(options.now)
  const profiles = options.profiles ?? SIMULATED
  const folder = join(store.dir, 'SIM')
  const marker = join(folder, 'simulated.json')
  await mkdir(folder, { recursive: true })
  await withWriterLock(join(folder, '.lock'), async () => {
    const known = madeUntil(await readFile(marker, 'utf8').catch(() => ''))
    if (known !== null && known >= range.end) return
    let done = 0
    // Concurrently: the prices of one are generated while the Parquet of another is written.
    const making = profiles.map(async (profile) => {
      if (known === null) await makeInstrument(store, profile, range)
      else if (await store.instrument(profile.id)) await makeInstrument(store, profile, { ...range, start: known })
      done += 1
      options.onProgress?.(done / profiles.length)
    })
    await Promise.all(making)
    await writeAtomically(marker, JSON.stringify({ version: VERSION, until: range.end }))
  })
}

/** Where what was made before ends; null if all of it is to be generated. Earlier installations wrote its last month. */
function madeUntil(text: string): number | null {
  if (text === '') return null
  const { version, until, through } = JSON.parse(text) as { version: number; until?: number; through?: string }
  if (version !== VERSION) return null
  return until ?? (through === undefined ? null : monthRange(through).end)
}

/** Start of the simulated period, and its exclusive end. */
export function simulatedRange(now: number): { start: number; end: number } {
  const date = new Date(now)
  return { start: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS), end: Math.floor(now / DAY) * DAY }
}

async function makeInstrument(
  store: MarketStore,
  profile: SimulatedProfile,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const instrument: Instrument = { ...resolveInstrument(profile.id), simulated: true }
  const bars = simulateBars(profile, instrument, start, end)
  // Only a weekend has passed.
  if (bars.time.length === 0) return
  await store.put({ instrument, table: quoteTable(bars), source: 'both', coverage: [{ first: start, last: end - 1 }] })
  const from = Math.max(start, end - TICK_DAYS * DAY)
  const week = sliceBars(bars, lowerBound(bars.time, from), bars.time.length)
  const ticks = quoteTable(simulateTicks(profile, instrument, week))
  if (ticks.rows === 0) return
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

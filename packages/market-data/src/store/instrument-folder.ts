import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Closure, Instrument } from '@tradeloom/domain'

import { joinMonths, type MonthsQuality } from '../quality/series-quality.ts'
import { writeAtomically } from './durable-file.ts'
import { resolveInstrument } from './instrument-id.ts'
import { type Market, type MonthRecord, readMonthRecord } from './month-file.ts'
import {
  compareSeries,
  parseSeriesFolder,
  type PriceKind,
  type PriceSource,
  seriesFolder,
  type SeriesInterval,
  type SeriesKey,
} from './series.ts'

export interface SeriesSummary {
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** Which price a one-price series holds; `quote` series have both sides. */
  readonly source: PriceSource | 'both'
  readonly rows: number
  /** UTC milliseconds of the first and last row. */
  readonly first: number
  readonly last: number
  readonly months: readonly MonthRecord[]
  /** Of the series and its months, with what is missing between them. */
  readonly quality: MonthsQuality
}

export interface InstrumentSummary extends Instrument {
  readonly series: readonly SeriesSummary[]
}

/** What is kept beside the months of an instrument. */
export interface InstrumentFile {
  readonly instrument: Instrument
  /** By folder of the series: which price it holds. */
  readonly sources: Readonly<Record<string, PriceSource>>
}

const MONTH = /^(\d{4}-\d{2})\.parquet$/

/** The folder of one instrument inside the market folder; `id` is checked, so the path stays inside. */
export function instrumentFolder(marketDir: string, id: string): string {
  const { symbol, broker } = resolveInstrument(id)
  return join(marketDir, broker, symbol)
}

export function monthPath(folder: string, key: SeriesKey, month: string): string {
  return join(folder, seriesFolder(key), `${month}.parquet`)
}

export async function readInstrumentFile(folder: string): Promise<InstrumentFile | null> {
  let text: string
  try {
    text = await readFile(join(folder, 'instrument.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  // Damaged by hand or disk: the folders still say which instrument it is, and the months are the truth.
  return (
    parsed(text) ?? { instrument: resolveInstrument(`${basename(folder)}:${basename(dirname(folder))}`), sources: {} }
  )
}

function parsed(text: string): InstrumentFile | null {
  try {
    const file = JSON.parse(text) as InstrumentFile | null
    return typeof file?.instrument?.id === 'string' && typeof file.sources === 'object' ? file : null
  } catch {
    return null
  }
}

export async function writeInstrumentFile(folder: string, file: InstrumentFile): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeAtomically(join(folder, 'instrument.json'), `${JSON.stringify(file, null, 2)}\n`)
}

/** The holidays of an instrument that are known, joined. */
export type ClosuresOf = (instrument: Instrument) => Promise<readonly Closure[]>

/** Everything there is of one instrument; null when there is nothing. */
export async function readInstrument(folder: string, closuresOf: ClosuresOf): Promise<InstrumentSummary | null> {
  const file = await readInstrumentFile(folder)
  if (!file) return null
  const keys = (await names(folder)).map(parseSeriesFolder).filter((key) => key !== null)
  const market = { instrument: file.instrument, closures: await closuresOf(file.instrument) }
  const series: SeriesSummary[] = []
  for (const key of keys.sort(compareSeries)) {
    const summary = await readSeries(folder, key, file, market)
    if (summary) series.push(summary)
  }
  return { ...file.instrument, series }
}

async function readSeries(
  folder: string,
  key: SeriesKey,
  file: InstrumentFile,
  market: Market,
): Promise<SeriesSummary | null> {
  const months: MonthRecord[] = []
  for (const name of (await names(join(folder, seriesFolder(key)))).sort()) {
    const month = MONTH.exec(name)?.[1]
    if (month) months.push(await readMonthRecord(monthPath(folder, key, month), month, key, market))
  }
  const first = months[0]
  const last = months.at(-1)
  if (!first || !last) return null
  return {
    ...key,
    source: key.price === 'quote' ? 'both' : (file.sources[seriesFolder(key)] ?? 'trade'),
    rows: months.reduce((sum, month) => sum + month.rows, 0),
    first: first.first,
    last: last.last,
    months,
    quality: joinMonths(months, key.interval, { calendar: file.instrument.calendar, closures: market.closures }),
  }
}

/** Names in a folder, none when it does not exist. */
export async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

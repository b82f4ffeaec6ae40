import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Closure, Instrument } from '@tradeloom/domain'

import type { MonthsQuality } from '../quality/series-quality.ts'
import { isDamage } from './damaged-month.ts'
import { writeAtomically } from './durable-file.ts'
import { resolveInstrument } from './instrument-id.ts'
import { type Market, type MonthRecord, readMonthRecord } from './month-file.ts'
import { type PriceKind, type PriceSource, seriesFolder, type SeriesInterval, type SeriesKey } from './series.ts'

/** A month of a view, and whether it is private. */
export interface KeptMonth extends MonthRecord {
  /** True if it belongs to the user whose view this is; otherwise it is shared. */
  readonly isPrivate: boolean
}

export interface SeriesSummary {
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** Which price a one-price series has; `quote` series have both sides. */
  readonly source: PriceSource | 'both'
  readonly rows: number
  /** UTC milliseconds of the first and last row, or of the ends of the months if all of them are damaged. */
  readonly first: number
  readonly last: number
  readonly months: readonly KeptMonth[]
  /** Months whose file is damaged, as `2024-05`: they are unusable until they are imported again. */
  readonly damaged: readonly string[]
  /** Of the series and its months, including gaps between months. */
  readonly quality: MonthsQuality
}

export interface InstrumentSummary extends Instrument {
  readonly series: readonly SeriesSummary[]
}

/** What is stored besides the months of an instrument. */
export interface InstrumentFile {
  readonly instrument: Instrument
  /** The price of each series, by folder name. */
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
  // Damaged by hand or disk: the folder names still identify the instrument, and the months are authoritative.
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

/** Returns the known holidays of an instrument, merged. */
export type ClosuresOf = (instrument: Instrument) => Promise<readonly Closure[]>

/** The stored months of a series in one folder, in order; damaged ones are listed by name. */
export async function readMonthRecords(
  folder: string,
  key: SeriesKey,
  market: Market,
  isSourceKnown: boolean,
): Promise<{ readonly months: readonly MonthRecord[]; readonly damaged: readonly string[] }> {
  const months: MonthRecord[] = []
  const damaged: string[] = []
  for (const month of await listMonths(folder, key)) {
    // If the description is lost, the price kind is unknown, and a wrong guess would change results.
    const record = isSourceKnown ? await wholeRecord(monthPath(folder, key, month), month, key, market) : null
    if (record) months.push(record)
    else damaged.push(month)
  }
  return { months, damaged }
}

async function wholeRecord(path: string, month: string, key: SeriesKey, market: Market): Promise<MonthRecord | null> {
  try {
    return await readMonthRecord(path, month, key, market)
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** Names of those months, in order. */
export async function listMonths(folder: string, key: SeriesKey): Promise<string[]> {
  const files = await names(join(folder, seriesFolder(key)))
  return files.flatMap((name) => MONTH.exec(name)?.[1] ?? []).sort()
}

/** The price of a series, null if unknown; months with different price kinds never form one series. */
export function sourceOf(file: InstrumentFile | null, key: SeriesKey): PriceSource | 'both' | null {
  return key.price === 'quote' ? 'both' : (file?.sources[seriesFolder(key)] ?? null)
}

/** Names in a folder; empty if it does not exist. */
export async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

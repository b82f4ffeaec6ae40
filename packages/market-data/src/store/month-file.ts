import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

import type { QualityReport } from '../quality/quality-report.ts'
import { checkQuality } from '../quality/check-quality.ts'
import { MarketDataError } from './market-data-error.ts'
import { hashTable, readParquet, writeParquet } from './parquet-month.ts'
import type { SeriesKey, SeriesTable } from './series.ts'
import { readStable } from './stable-read.ts'
import type { Instrument } from '@tradeloom/domain'

/** What is known of a month without opening its Parquet file. */
export interface MonthRecord {
  readonly month: string
  readonly rows: number
  readonly bytes: number
  /** UTC milliseconds of the first and last row. */
  readonly first: number
  readonly last: number
  /** SHA-256 of the values. */
  readonly contentHash: string
  readonly quality: QualityReport
}

interface StoredRecord extends MonthRecord {
  /** Of the Parquet file that the record describes; another time or size means the record is out of date. */
  readonly modified: number
}

/** The record of a month file, made anew from the Parquet file when it is missing or out of date. */
export async function readMonthRecord(
  path: string,
  month: string,
  key: SeriesKey,
  instrument: Instrument,
): Promise<MonthRecord> {
  return readStable([path], async () => {
    const file = await stat(path)
    const stored = await readStored(recordPath(path))
    if (stored && stored.bytes === file.size && stored.modified === file.mtimeMs) return stored
    const table = await readParquet(path, key).catch((error: Error) => {
      const advice = 'Remove it and import its month again'
      throw new MarketDataError(`${path} is damaged (${error.message.split('\n')[0]}). ${advice}`)
    })
    const record = await describe(path, month, table, checkQuality(table, instrument))
    await writeAtomically(recordPath(path), JSON.stringify(record))
    return record
  })
}

/** Replaces a month as one act: whoever reads meanwhile sees the old file or the new one, never a part. */
export async function writeMonth(
  path: string,
  month: string,
  table: SeriesTable,
  quality: QualityReport,
): Promise<MonthRecord> {
  const temporary = temporaryName(path)
  try {
    await writeParquet(temporary, table)
    await flush(temporary)
    const record = await describe(temporary, month, table, quality)
    await rename(temporary, path)
    await writeAtomically(recordPath(path), JSON.stringify(record))
    return record
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes through a temporary file in the same folder. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = temporaryName(path)
  await writeFile(temporary, text)
  await rename(temporary, path)
}

/** A rename may reach the disk before the content does; after a power cut the month would be empty. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

let counter = 0

/** A name beside `path` that no other process uses and that no listing takes for data. */
export function temporaryName(path: string): string {
  counter += 1
  return `${path}.${process.pid}-${counter}.tmp`
}

function recordPath(path: string): string {
  return path.replace(/\.parquet$/, '.json')
}

async function describe(
  path: string,
  month: string,
  table: SeriesTable,
  quality: QualityReport,
): Promise<StoredRecord> {
  const file = await stat(path)
  const time = table.columns[0] as Float64Array
  return {
    month,
    rows: table.rows,
    bytes: file.size,
    first: time[0] ?? Number.NaN,
    last: time[table.rows - 1] ?? Number.NaN,
    contentHash: hashTable(table),
    quality,
    modified: file.mtimeMs,
  }
}

async function readStored(path: string): Promise<StoredRecord | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StoredRecord
  } catch {
    // Missing or damaged: the Parquet file is the truth and the record is made from it.
    return null
  }
}

import { createHash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { type LearnedDecimals, learnDecimals } from '../catalog/learn-decimals.ts'
import type { DayGrade, Defect, GradeSummary, MonthGrade } from '../quality/grade.ts'
import { GRADE_VERSION, gradeMonth } from '../quality/grade-month.ts'
import { damagedMonth, isDamage } from './damaged-month.ts'
import { syncFile, writeAtomically } from './durable-file.ts'
import { ParsedFiles } from './parsed-files.ts'
import { hashTable, readParquet, writeParquet } from './parquet-month.ts'
import { monthRange, type SeriesKey, type SeriesTable } from './series.ts'
import { readStable } from './stable-read.ts'
import type { Closure, Instrument } from '@tradeloom/domain'

const DAY = 86_400_000

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
  /** Between the month's own first and last row. */
  readonly quality: GradeSummary
  /** Rows that imports removed because another had the same time; they are no longer in the file. */
  readonly droppedDuplicates: number
  /** Of its prices and volumes; missing in records of earlier versions. */
  readonly decimals?: LearnedDecimals
  /** The venue that rows of it were fetched from; absent if all are from files. */
  readonly venue?: string
}

/** What the rows of a month do not show. */
export type MonthPast = Pick<MonthRecord, 'droppedDuplicates' | 'venue'>

interface StoredRecord extends MonthRecord {
  /** Of the Parquet file that the record describes; if its time or size differs, the record is out of date. */
  readonly modified: number
  /** How the grade was computed; with another version or other holidays it is out of date. */
  readonly graded: string
}

/** The long part of a month's grade, in a separate file because lists of months do not need it. */
interface StoredDetail {
  readonly contentHash: string
  readonly graded: string
  readonly days: readonly (readonly [day: number, expected: number, good: number, missing: number])[]
  readonly defects: readonly (readonly [kind: Defect['kind'], from: number, to: number, count: number])[]
}

/** A month with its days and defects. */
export interface MonthDetail extends MonthRecord {
  readonly days: readonly DayGrade[]
  readonly defects: readonly Defect[]
}

/** What months of one instrument are graded against. */
export interface Market {
  readonly instrument: Instrument
  /** Holidays and early closes, merged. */
  readonly closures: readonly Closure[]
  /** Folder for grades that must not be stored with the month: those of shared months with a user's own holidays. */
  readonly gradesAside?: string
}

/** The record of a month file, recomputed from the Parquet file if it is missing or out of date. */
export async function readMonthRecord(
  path: string,
  month: string,
  key: SeriesKey,
  market: Market,
): Promise<MonthRecord> {
  const file = await stat(path)
  const graded = gradedBy(month, market)
  for (const place of placesOf(path, market)) {
    const stored = await readStored<StoredRecord>(recordPath(place))
    if (isRecordOf(stored, file) && stored.graded === graded) return stored
  }
  return readStable([path], async () => {
    const stored = await readStored<StoredRecord>(recordPath(path))
    const past = isRecordOf(stored, await stat(path)) ? pastOf(stored) : { droppedDuplicates: 0 }
    return (await gradeFile(path, month, key, market, past)).record
  })
}

export function pastOf({
  droppedDuplicates = 0,
  venue,
}: { [Name in keyof MonthPast]?: MonthPast[Name] | undefined }): MonthPast {
  return { droppedDuplicates, ...(venue !== undefined && { venue }) }
}

function isRecordOf(
  stored: StoredRecord | null,
  file: { readonly size: number; readonly mtimeMs: number },
): stored is StoredRecord {
  return stored !== null && stored.bytes === file.size && stored.modified === file.mtimeMs
}

/** Where the grade of a month may be. */
function placesOf(path: string, market: Market): ReadonlySet<string> {
  return new Set([path, gradePath(path, market)])
}

/** The record with days and defects, which are also recomputed if they do not match the values of the file. */
export async function readMonthDetail(
  path: string,
  month: string,
  key: SeriesKey,
  market: Market,
): Promise<MonthDetail> {
  const record = await readMonthRecord(path, month, key, market)
  for (const place of placesOf(path, market)) {
    const stored = await readStored<StoredDetail>(detailPath(place))
    if (stored && stored.contentHash === record.contentHash && stored.graded === gradedBy(month, market)) {
      return {
        ...record,
        days: stored.days.map(([day, expected, good, missing]) => ({ day, expected, good, missing })),
        defects: stored.defects.map(([kind, from, to, count]) => ({ kind, from, to, count })),
      }
    }
  }
  const { record: made, grade } = await readStable([path], () => gradeFile(path, month, key, market, pastOf(record)))
  return { ...made, days: grade.days, defects: grade.defects }
}

/** Months that are being graded now: concurrent callers get the same grade. */
const grading = new Map<string, Promise<Described>>()

/** Grades a month as it is now, without repeating concurrent work. */
async function gradeFile(
  path: string,
  month: string,
  key: SeriesKey,
  market: Market,
  past: MonthPast,
): Promise<Described> {
  const { size, mtimeMs, ino } = await stat(path)
  // A replacement of this file has another stamp, so nobody gets the grade of the old one.
  const name = [path, size, mtimeMs, ino, gradedBy(month, market), market.gradesAside].join(' ')
  const pending = grading.get(name) ?? gradeNow(path, month, key, market, past)
  grading.set(name, pending)
  return pending.finally(() => grading.delete(name))
}

async function gradeNow(
  path: string,
  month: string,
  key: SeriesKey,
  market: Market,
  past: MonthPast,
): Promise<Described> {
  const table = await readMonth(path, key)
  const file = await stat(path)
  const made = describe(file, month, table, market, past)
  await keepGrade(path, gradePath(path, market), file, made)
  return made
}

/**
 * Stores what a reader computed, if possible: a writer may clear the folder or replace the month meanwhile, and the
 * folder may be read-only. The values are right all the same, and the next reader recomputes the record.
 */
async function keepGrade(
  path: string,
  place: string,
  graded: { readonly ino: number },
  made: Described,
): Promise<void> {
  const now = await stat(path)
  if (now.ino !== graded.ino || now.mtimeMs !== made.record.modified) return
  if (place !== path) await mkdir(dirname(place), { recursive: true }).catch(() => undefined)
  await keepRecord(place, made).catch(() => undefined)
}

/** The rows of a month. Throws a UserError 'damaged-data' if the file is not one that was written here. */
export async function readMonth(path: string, key: SeriesKey): Promise<SeriesTable> {
  try {
    return await readParquet(path, key)
  } catch (error) {
    if (!isOfFile(error as Error)) throw error
    const [symbol, broker] = [dirname(dirname(path)), dirname(dirname(dirname(path)))].map((folder) => basename(folder))
    throw damagedMonth(`${symbol}:${broker}`, key, [basename(path, '.parquet')], error)
  }
}

/** What is wrong with a month, after its instrument and its name; null if it can be read and has the rows of its record. */
export async function readMonthFault(path: string, key: SeriesKey): Promise<string | null> {
  const stored = await readStored<StoredRecord>(recordPath(path))
  try {
    const table = await readMonth(path, key)
    if (stored === null || stored.contentHash === hashTable(table)) return null
    if (stored.rows !== table.rows) return `have ${table.rows} rows instead of ${stored.rows}`
    return 'differ from those that were stored'
  } catch (error) {
    if (isDamage(error)) return 'cannot be read'
    throw error
  }
}

/** A lack of memory, handles or permission is not the fault of the file. */
function isOfFile(error: Error): boolean {
  return !/out of memory|allocate|too many open files|permission denied|interrupt|no such file/i.test(error.message)
}

/** Writes a month and its record to files that nobody reads yet; the folder must exist. */
export async function writeMonth(
  path: string,
  month: string,
  table: SeriesTable,
  market: Market,
  past: MonthPast,
): Promise<void> {
  await writeParquet(path, table)
  await syncFile(path)
  await keepRecord(path, describe(await stat(path), month, table, market, past))
}

/** The path next to which the grade of a month is stored: its own, or one of the same name in a separate folder. */
function gradePath(path: string, { gradesAside }: Market): string {
  return gradesAside === undefined ? path : join(gradesAside, basename(dirname(path)), basename(path))
}

function recordPath(path: string): string {
  return path.replace(/\.parquet$/, '.json')
}

function detailPath(path: string): string {
  return path.replace(/\.parquet$/, '.quality.json')
}

/** Version of the grading and holidays of a month: what a grade depends on besides the rows. */
function gradedBy(month: string, { closures }: Market): string {
  const { start, end } = monthRange(month)
  // One day on either side: bars at the ends of a month extend beyond it.
  const here = closures.filter(({ from, to }) => to > start - DAY && from < end + DAY)
  return JSON.stringify([GRADE_VERSION, ...here.map(({ from, to }) => [from, to])])
}

interface Described {
  readonly record: StoredRecord
  readonly grade: MonthGrade
}

function describe(
  file: { readonly size: number; readonly mtimeMs: number },
  month: string,
  table: SeriesTable,
  market: Market,
  past: MonthPast,
): Described {
  const time = table.columns[0] as Float64Array
  const grade = gradeMonth(table, market.instrument, {
    closures: market.closures,
    droppedDuplicates: past.droppedDuplicates,
  })
  const record: StoredRecord = {
    month,
    rows: table.rows,
    bytes: file.size,
    first: time[0] ?? Number.NaN,
    last: time[table.rows - 1] ?? Number.NaN,
    contentHash: hashTable(table),
    quality: grade.summary,
    ...past,
    decimals: learnDecimals(table),
    modified: file.mtimeMs,
    graded: gradedBy(month, market),
  }
  return { record, grade }
}

/** The record last: if it is up to date, the details are, too. */
async function keepRecord(path: string, { record, grade }: Described): Promise<void> {
  const detail: StoredDetail = {
    contentHash: record.contentHash,
    graded: record.graded,
    days: grade.days.map(({ day, expected, good, missing }) => [day, expected, good, missing]),
    defects: grade.defects.map(({ kind, from, to, count }) => [kind, from, to, count]),
  }
  await writeAtomically(detailPath(path), withSum(detail))
  await writeAtomically(recordPath(path), withSum(record))
}

/** Text of a side file: its first line is the hash of the rest. */
function withSum(value: object): string {
  const text = JSON.stringify(value)
  return `${sumOf(text)}\n${text}`
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const storedFiles = new ParsedFiles((file): unknown => {
  const text = file.slice(file.indexOf('\n') + 1)
  // Earlier versions stored no hash; their files are one line of JSON.
  const isWhole = file.startsWith('{') || file.startsWith(`${sumOf(text)}\n`)
  return isWhole ? JSON.parse(text) : null
})

async function readStored<Stored>(path: string): Promise<Stored | null> {
  try {
    return (await storedFiles.read(path)) as Stored | null
  } catch {
    // Missing or damaged: the Parquet file is authoritative, and the record is rebuilt from it.
    return null
  }
}

import { UserError } from '@tradeloom/domain'
import type { QualityReport } from '../quality/quality-report.ts'
import type { MarketReader } from '../store/market-reader.ts'
import type { MarketWriter } from '../store/market-writer.ts'
import type { MonthOutcome, PutOptions } from '../store/put-batch.ts'
import type { PriceKind, SeriesInterval } from '../store/series.ts'
import { gradeImport, type ImportGrade } from './grade-import.ts'
import { ImportError } from './import-error.ts'
import { withoutOrigin } from './order-rows.ts'
import type { ImportProblem } from './problems.ts'
import { readSeries, type ReadRequest, type ReadSeries, rowCount } from './read-series.ts'
import type { RowSource } from './parsed-rows.ts'

/** Where rows are imported, and read again to grade them. */
export type ImportTarget = MarketReader & Pick<MarketWriter, 'putAll'>

export interface ImportRequest extends ReadRequest {
  readonly store: ImportTarget
  /** Stores the report with the data under this id, as part of the import: see `readReceipt`. */
  readonly receiptId?: string
  /** The venue that the rows were fetched from. */
  readonly venue?: string
}

export interface SeriesReport {
  readonly interval: SeriesInterval
  readonly price: PriceKind
  readonly source: RowSource
  readonly rows: number
  /** Quality of the rows in the files. */
  readonly quality: QualityReport
  /** Grade of their period in the store now; null if none of them were stored. */
  readonly grade: ImportGrade | null
}

export interface ImportReport {
  readonly instrumentId: string
  readonly format: string
  /** Rows of data in each file (or entry of an archive). */
  readonly files: readonly { readonly name: string; readonly rows: number }[]
  /** Resulting rows: a bid file and its ask file make one row per bar. */
  readonly rows: number
  /** Of these: new rows, unchanged rows, and rows that replaced other values. */
  readonly imported: number
  readonly unchanged: number
  readonly replaced: number
  /** UTC milliseconds of the first and last row. */
  readonly first: number | null
  readonly last: number | null
  /** The time zone assumed for times without one. */
  readonly timezone: string
  readonly months: readonly (MonthOutcome & { readonly price: PriceKind })[]
  /** The first 100; `problemCounts` has them all. */
  readonly problems: readonly ImportProblem[]
  readonly problemCounts: Readonly<Record<string, number>>
  /** Of the series with the most rows. */
  readonly quality: QualityReport
  /** All series in the files, the one with the most rows first. */
  readonly series: readonly SeriesReport[]
}

/**
 * Imports files into the store. A month with a bad row is refused as a whole and reported; all other months are written
 * atomically. Throws ImportError, with nothing applied, if a file is truncated, damaged or of another format.
 */
export async function importFiles(request: ImportRequest): Promise<ImportReport> {
  const read = await readSeries(request)
  const rows = rowCount(read.files)
  const progress = { rows, bytes: read.totalBytes, totalBytes: read.totalBytes }
  const filled = read.series.filter((one) => one.table.rows > 0)
  const batches = filled.map(({ table, source, coverage, duplicateMonths }) => ({
    instrument: read.instrument,
    table: withoutOrigin(table),
    source,
    coverage,
    refused: read.problems.refusedMonths,
    droppedDuplicates: duplicateMonths,
    ...(request.venue === undefined ? {} : { venue: request.venue }),
  }))
  const report = (outcomes: readonly (readonly MonthOutcome[])[]): ImportReport =>
    makeReport(
      read,
      outcomes.flatMap((own, index) =>
        own.map((outcome) => ({ ...outcome, price: (filled[index] as (typeof filled)[number]).table.key.price })),
      ),
    )
  const { receiptId, signal } = request
  const outcomes = await put(request.store, batches, {
    onMonth: () => request.onProgress?.({ phase: 'writing', ...progress }),
    ...(signal ? { signal } : {}),
    ...(receiptId === undefined
      ? {}
      : { receipt: { id: receiptId, text: (all: readonly MonthOutcome[][]) => JSON.stringify(report(all)) } }),
  })
  request.onProgress?.({ phase: 'done', ...progress })
  return gradedReport(request.store, report(outcomes))
}

async function gradedReport(store: MarketReader, report: ImportReport): Promise<ImportReport> {
  const series: SeriesReport[] = []
  for (const one of report.series) {
    const { first, last } = one.quality
    const isEmpty = first === null || last === null
    series.push({ ...one, grade: isEmpty ? null : await gradeImport(store, report.instrumentId, one, first, last) })
  }
  return { ...report, series }
}

/** The report of the files read; `months` is empty if nothing was to be stored. */
export function makeReport(read: ReadSeries, months: ImportReport['months']): ImportReport {
  const series = read.series.map(({ table, source }, index) => ({
    ...table.key,
    source,
    rows: table.rows,
    quality: read.qualities[index] as QualityReport,
    grade: null,
  }))
  const sum = (field: 'imported' | 'unchanged' | 'replaced'): number =>
    months.reduce((total, month) => total + month[field], 0)
  const times = series.flatMap(({ quality }) => (quality.first === null ? [] : [quality.first, quality.last as number]))
  return {
    instrumentId: read.instrument.id,
    format: read.format.name,
    files: read.files.map(({ file, rows }) => ({ name: file, rows })),
    rows: series.reduce((total, one) => total + one.rows, 0),
    imported: sum('imported'),
    unchanged: sum('unchanged'),
    replaced: sum('replaced'),
    first: times.length === 0 ? null : Math.min(...times),
    last: times.length === 0 ? null : Math.max(...times),
    timezone: [...new Set(read.files.map((file) => file.timezone ?? read.timezone))].join(', '),
    months,
    problems: read.problems.list,
    problemCounts: read.problems.counts,
    quality: series[0]?.quality as QualityReport,
    series,
  }
}

async function put(
  store: Pick<MarketWriter, 'putAll'>,
  batches: Parameters<MarketWriter['putAll']>[0],
  options: PutOptions,
): Promise<readonly (readonly MonthOutcome[])[]> {
  try {
    return await store.putAll(batches, options)
  } catch (error) {
    if (error instanceof UserError && !(error instanceof ImportError)) throw new ImportError(error.message)
    throw error
  }
}

import type { Instrument } from '@tradeloom/domain'

import { checkQuality } from '../quality/check-quality.ts'
import type { QualityReport } from '../quality/quality-report.ts'
import { resolveInstrument } from '../store/instrument-id.ts'
import type { SeriesInterval } from '../store/series.ts'
import { type AssembledSeries, assembleSeries } from './assemble-series.ts'
import { ImportBudget, type ImportLimits } from './import-budget.ts'
import { ImportError } from './import-error.ts'
import type { ColumnMapping, ImportFormat } from './import-format.ts'
import { pairInName } from './guess-instrument.ts'
import { findFormat } from './import-formats.ts'
import { openFiles, type TextFile } from './open-files.ts'
import { rowOrigin } from './order-rows.ts'
import { Problems } from './problems.ts'
import { RowBuffers } from './row-buffers.ts'
import type { ParsedFile } from './parsed-rows.ts'
import { checkTimezone } from '@tradeloom/domain/zones'

export interface ImportProgress {
  readonly phase: 'reading' | 'checking' | 'writing' | 'done'
  readonly rows: number
  /** Bytes read from disk and total bytes. */
  readonly bytes: number
  readonly totalBytes: number
}

export interface ReadRequest {
  readonly files: readonly string[]
  /** Name of one of IMPORT_FORMATS. */
  readonly format: string
  /** `SYMBOL:BROKER`. */
  readonly instrument: string
  /** Time zone of times without one; defaults to that of the format. */
  readonly timezone?: string
  readonly mapping?: ColumnMapping
  /** The symbol to read, as the file names it; for files of several symbols, or of another one than the instrument. */
  readonly symbol?: string
  /** Interval of the bars, if it cannot be detected from their times. */
  readonly interval?: SeriesInterval
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
  /** Defaults to IMPORT_LIMITS. */
  readonly limits?: ImportLimits
}

export interface ReadSeries {
  readonly instrument: Instrument
  readonly format: ImportFormat
  readonly timezone: string
  readonly files: readonly ParsedFile[]
  readonly series: readonly AssembledSeries[]
  /** One per series. */
  readonly qualities: readonly QualityReport[]
  readonly problems: Problems
  readonly totalBytes: number
}

/** Reads and validates files without storing anything. Throws ImportError if a file as a whole is unusable. */
export async function readSeries(request: ReadRequest): Promise<ReadSeries> {
  const format = findFormat(request.format)
  const instrument = checked(() => resolveInstrument(request.instrument))
  const timezone = checked(() =>
    checkTimezone(request.timezone ?? format.timezoneFor?.(instrument.broker) ?? format.defaultTimezone),
  )
  const problems = new Problems()
  const { files, totalBytes } = await readFiles(request, format, instrument, timezone, problems)
  const options = { isPaired: format.isPaired ?? false, interval: request.interval ?? null }
  const series = assembleSeries(files, options, problems)
  request.onProgress?.({ phase: 'checking', rows: rowCount(files), bytes: totalBytes, totalBytes })
  const qualities = series.map(({ table, duplicates }) => {
    const origin = (row: number): { file: string; line: number } => {
      const { fileNumber, line } = rowOrigin(table, row)
      return { file: files[fileNumber]?.file ?? '', line }
    }
    return checkQuality(table, instrument, origin, duplicates)
  })
  return { instrument, format, timezone, files, series, qualities, problems, totalBytes }
}

export function rowCount(files: readonly ParsedFile[]): number {
  return files.reduce((sum, file) => sum + file.rows, 0)
}

async function readFiles(
  request: ReadRequest,
  format: ImportFormat,
  instrument: Instrument,
  timezone: string,
  problems: Problems,
): Promise<{ files: ParsedFile[]; totalBytes: number }> {
  let bytes = 0
  let rows = 0
  let totalBytes = 0
  let current = 0
  const report = (): void => {
    request.signal?.throwIfAborted()
    request.onProgress?.({ phase: 'reading', rows: rows + current, bytes: Math.min(bytes, totalBytes), totalBytes })
  }
  const budget = new ImportBudget(request.limits)
  const buffers = new RowBuffers(budget)
  const opened = await openFiles(request.files, format.extensions, budget, (count) => {
    bytes += count
  })
  totalBytes = opened.totalBytes
  refuseOtherNames(opened.files)
  const files: ParsedFile[] = []
  for (const file of opened.files) {
    const parsed = await format.read(file, {
      timezone,
      isZoneStated: request.timezone !== undefined,
      symbol: { instrument: instrument.symbol, wanted: request.symbol ?? null },
      mapping: request.mapping ?? {},
      problems,
      buffers,
      broker: instrument.broker,
      interval: request.interval ?? null,
      onRows(count) {
        current = count
        report()
      },
    })
    files.push(parsed)
    rows += parsed.rows
    current = 0
    report()
  }
  return { files, totalBytes }
}

/** Files whose names tell different markets would become one. */
function refuseOtherNames(files: readonly TextFile[]): void {
  let first: { name: string; pair: string } | null = null
  for (const { name, entryName, fileName } of files) {
    const pair = pairInName(entryName) ?? pairInName(fileName)
    if (pair === null) continue
    first ??= { name, pair }
    if (pair !== first.pair) {
      throw new ImportError(`is of ${pair}, but ${first.name} is of ${first.pair}; import them one by one`, name)
    }
  }
}

function checked<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new ImportError((error as Error).message)
  }
}

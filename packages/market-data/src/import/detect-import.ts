import { basename } from 'node:path'
import { detectInterval } from './detect-interval.ts'
import { isHistdataName } from './formats/histdata-format.ts'
import { guessInstrument } from './guess-instrument.ts'
import { ImportBudget, type ImportLimits } from './import-budget.ts'
import { ImportError, type ImportQuestion } from './import-error.ts'
import type { ColumnMapping, ImportFormat } from './import-format.ts'
import { ALL_FORMATS } from './import-formats.ts'
import { openFiles } from './open-files.ts'
import type { ParsedFile } from './parsed-rows.ts'
import { Problems } from './problems.ts'
import { RowBuffers } from './row-buffers.ts'
import type { SeriesInterval } from '../store/series.ts'

/** What the beginning of a file seems to be. Nothing of it is stored. */
export interface DetectedImport {
  /** Name of one of IMPORT_FORMATS; null when none of them reads it. */
  readonly format: string | null
  /** `SYMBOL:BROKER`; null when the name of the file does not tell the symbol. */
  readonly instrumentId: string | null
  /** The zone that is assumed for its times. */
  readonly timezone: string | null
  readonly interval: SeriesInterval | null
  /** What the columns of the rows are, time (UTC milliseconds) first. */
  readonly columns: readonly string[]
  /** The first rows. */
  readonly rows: readonly (readonly number[])[]
  /** The symbols that a column names, in their order; empty if there is no such column. */
  readonly symbols: readonly string[]
  /** What the file leaves open, which has to be stated before it is imported. */
  readonly asks: readonly ImportQuestion[]
  /** Why no format reads it, or what is wrong with the first rows. */
  readonly problem: string | null
}

const SHOWN_ROWS = 5
const LIMITS: ImportLimits = {
  files: 3,
  bytes: 16 * 1024 ** 2,
  ratio: 100,
  ratioFrom: 1024 ** 2,
  values: 2_000_000,
  jsonBytes: 1024 ** 2,
}

interface Attempt {
  readonly format: ImportFormat
  readonly timezone: string
  readonly parsed: ParsedFile
  readonly problems: Problems
  readonly symbols: readonly string[]
  readonly asks: readonly ImportQuestion[]
  /** Why it asks. */
  readonly question: string | null
}

/** Tries every format on a file, which may be the beginning of a longer one. */
export async function detectImport(path: string): Promise<DetectedImport> {
  const attempts: Attempt[] = []
  let refusal: string | null = null
  for (const format of ALL_FORMATS) {
    try {
      const attempt = await tryFormat(path, format)
      if (attempt.parsed.rows > 0) attempts.push(attempt)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      // The last format is the one that reads most files, so its reason helps most.
      refusal = error.message
    }
  }
  const name = basename(path)
  const [best] = attempts.toSorted(
    (one, other) => errorShare(one) - errorShare(other) || rank(one.format, name) - rank(other.format, name),
  )
  const [own, ...others] = best?.symbols ?? []
  const format = best?.format.name ?? null
  const symbol = own === undefined || others.length > 0 ? guessInstrument(name, format) : guessInstrument(own, format)
  if (best === undefined) {
    const empty = { format: null, timezone: null, interval: null, columns: [], rows: [], symbols: [], asks: [] }
    return { ...empty, instrumentId: symbol, problem: refusal ?? 'No format reads this file' }
  }
  return { ...describe(best), instrumentId: symbol }
}

/** These read what others read, too, which then know better what it is; HistData's files have names of their own. */
const READ_ANYTHING = ['histdata', 'csv', 'fxcm']

/** Smaller is more likely. */
function rank(format: ImportFormat, fileName: string): number {
  const [stem = ''] = fileName.toLowerCase().split('.')
  const isNamed = stem.includes(format.name) || (format.name === 'histdata' && isHistdataName(fileName))
  return isNamed ? -1 : READ_ANYTHING.indexOf(format.name) + 1
}

function errorShare({ parsed, problems }: Attempt): number {
  return problems.errorCount / (problems.errorCount + parsed.rows)
}

/** A format that asks is tried again with an answer, so that its first rows can be shown. */
async function tryFormat(path: string, format: ImportFormat): Promise<Attempt> {
  const asks: ImportQuestion[] = []
  let question: string | null = null
  let mapping: ColumnMapping = {}
  for (;;) {
    try {
      return { ...(await readWith(path, format, mapping, asks)), asks, question }
    } catch (error) {
      if (!(error instanceof ImportError) || error.asks === null || asks.includes(error.asks)) throw error
      asks.push(error.asks)
      question ??= error.message
      if (error.asks === 'dayOrder') mapping = { ...mapping, dayOrder: 'mdy' }
      if (error.asks === 'decimal') mapping = { ...mapping, decimal: 'dot' }
    }
  }
}

async function readWith(
  path: string,
  format: ImportFormat,
  mapping: ColumnMapping,
  asks: readonly ImportQuestion[],
): Promise<Omit<Attempt, 'asks' | 'question'>> {
  const budget = new ImportBudget(LIMITS)
  const { files } = await openFiles([path], format.extensions, budget, () => undefined)
  const [file] = files
  if (file === undefined) throw new ImportError('the archive is empty', path)
  const broker = guessInstrument(basename(path), format.name)?.split(':')[1] ?? ''
  const timezone = format.timezoneFor?.(broker) ?? format.defaultTimezone
  const problems = new Problems()
  const seen = new Set<string>()
  const parsed = await format.read(file, {
    timezone,
    isZoneStated: asks.includes('timezone'),
    symbol: { instrument: null, wanted: null, seen },
    mapping,
    problems,
    buffers: new RowBuffers(budget),
    broker,
    interval: null,
    onRows: () => undefined,
  })
  return { format, timezone: parsed.timezone ?? timezone, problems, parsed, symbols: [...seen] }
}

function describe({
  format,
  timezone,
  parsed,
  problems,
  symbols,
  asks,
  question,
}: Attempt): Omit<DetectedImport, 'instrumentId'> {
  const { columns } = parsed
  const time = columns[0] ?? new Float64Array()
  const interval = parsed.shape === 'tick' ? 'Tick' : (parsed.interval ?? detectInterval(time))
  const shown = Math.min(SHOWN_ROWS, parsed.rows)
  return {
    format: format.name,
    timezone: asks.includes('timezone') ? null : timezone,
    interval,
    columns: namesOf(parsed),
    symbols,
    asks,
    // Dates and prices that were only assumed are not shown as if they had been read.
    rows: Array.from({ length: asks.includes('dayOrder') || asks.includes('decimal') ? 0 : shown }, (_, row) =>
      columns.map((column) => column[row] ?? Number.NaN),
    ),
    problem: question ?? problems.firstError()?.message ?? null,
  }
}

function namesOf({ shape, source }: ParsedFile): string[] {
  if (shape === 'tick') return source === 'both' ? ['Time', 'Bid', 'Ask'] : ['Time', 'Price', 'Volume']
  const bar = ['Open', 'High', 'Low', 'Close']
  if (source !== 'both') return ['Time', ...bar, 'Volume']
  return [
    'Time',
    ...bar.map((name) => `Bid ${name.toLowerCase()}`),
    ...bar.map((name) => `Ask ${name.toLowerCase()}`),
    'Volume',
  ]
}

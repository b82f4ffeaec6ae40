import { basename } from 'node:path'
import { detectInterval } from './detect-interval.ts'
import { guessInstrument } from './guess-instrument.ts'
import { ImportBudget, type ImportLimits } from './import-budget.ts'
import { ImportError } from './import-error.ts'
import type { ImportFormat } from './import-format.ts'
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
  const symbol = guessInstrument(name, best?.format.name ?? null)
  if (best === undefined) {
    const empty = { format: null, timezone: null, interval: null, columns: [], rows: [] }
    return { ...empty, instrumentId: symbol, problem: refusal ?? 'No format reads this file' }
  }
  return { ...describe(best), instrumentId: symbol }
}

/** These read nearly every file with a header, so others that read it too know better what it is. */
const READ_ANYTHING = ['csv', 'fxcm']

/** Smaller is more likely. */
function rank(format: ImportFormat, fileName: string): number {
  const [stem = ''] = fileName.toLowerCase().split('.')
  return stem.includes(format.name) ? -1 : READ_ANYTHING.indexOf(format.name) + 1
}

function errorShare({ parsed, problems }: Attempt): number {
  return problems.errorCount / (problems.errorCount + parsed.rows)
}

async function tryFormat(path: string, format: ImportFormat): Promise<Attempt> {
  const budget = new ImportBudget(LIMITS)
  const { files } = await openFiles([path], format.extensions, budget, () => undefined)
  const [file] = files
  if (file === undefined) throw new ImportError('the archive is empty', path)
  const broker = guessInstrument(basename(path), format.name)?.split(':')[1] ?? ''
  const timezone = format.timezoneFor?.(broker) ?? format.defaultTimezone
  const problems = new Problems()
  const context = {
    timezone,
    mapping: {},
    problems,
    buffers: new RowBuffers(budget),
    broker,
    interval: null,
    onRows: () => undefined,
  }
  return { format, timezone, problems, parsed: await format.read(file, context) }
}

function describe({ format, timezone, parsed, problems }: Attempt): Omit<DetectedImport, 'instrumentId'> {
  const { columns } = parsed
  const time = columns[0] ?? new Float64Array()
  const interval = parsed.shape === 'tick' ? 'Tick' : (parsed.interval ?? detectInterval(time))
  const shown = Math.min(SHOWN_ROWS, parsed.rows)
  return {
    format: format.name,
    timezone,
    interval,
    columns: namesOf(parsed),
    rows: Array.from({ length: shown }, (_, row) => columns.map((column) => column[row] ?? Number.NaN)),
    problem: problems.firstError()?.message ?? null,
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

import { monthOf } from '../store/series.ts'

/** Errors in a row: the row is dropped and its month is refused as a whole. */
export type ErrorKind = 'badRow' | 'badNumber' | 'badTime' | 'badPrice' | 'highBelowLow' | 'nonexistentTime'

/** Problems resolved by a documented rule; the rows are kept, or dropped because they add nothing. */
type WarningKind =
  | 'outOfOrder'
  | 'duplicate'
  | 'conflictingDuplicate'
  | 'ambiguousTime'
  | 'unpaired'
  | 'noFinalNewline'
  | 'dayOrder'
  | 'otherSymbol'

export type ProblemKind = ErrorKind | WarningKind

export interface ImportProblem {
  readonly kind: ProblemKind
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly message: string
}

const LISTED = 100
const ERRORS: ReadonlySet<ProblemKind> = new Set<ErrorKind>([
  'badRow',
  'badNumber',
  'badTime',
  'badPrice',
  'highBelowLow',
  'nonexistentTime',
])

/** Collects the problems of an import's rows: all are counted, the first 100 are listed. */
export class Problems {
  readonly #listed: ImportProblem[] = []
  readonly #counts = new Map<ProblemKind, number>()
  readonly #refused = new Set<string>()
  #errors = 0

  add(kind: ProblemKind, file: string, line: number, message: string, count = 1): void {
    const severity = ERRORS.has(kind) ? 'error' : 'warning'
    if (severity === 'error') this.#errors += count
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count)
    if (this.#listed.length < LISTED) this.#listed.push({ kind, severity, file, line, message })
  }

  /** Refuses the month of `time`, because one of its rows is bad. */
  refuse(time: number): void {
    this.#refused.add(monthOf(time))
  }

  get list(): readonly ImportProblem[] {
    return this.#listed
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  get errorCount(): number {
    return this.#errors
  }

  get refusedMonths(): ReadonlySet<string> {
    return this.#refused
  }

  firstError(): ImportProblem | undefined {
    return this.#listed.find((problem) => problem.severity === 'error')
  }
}

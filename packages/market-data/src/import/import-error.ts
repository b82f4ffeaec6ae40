import { UserError } from '@tradeloom/domain'

/** What a file leaves open, so that its user has to state it. */
export type ImportQuestion = 'symbol' | 'timezone' | 'dayOrder' | 'decimal'

/** An import that cannot continue: the message names the file and, if known, the line. Nothing was applied. */
export class ImportError extends UserError {
  override readonly name: string = 'ImportError'
  readonly file: string | null
  readonly line: number | null
  /** What the user can state to have the same file imported; null if nothing helps. */
  readonly asks: ImportQuestion | null

  constructor(
    message: string,
    file: string | null = null,
    line: number | null = null,
    asks: ImportQuestion | null = null,
  ) {
    super('import-file', `${file === null ? '' : `${file}${line === null ? '' : ` line ${line}`}: `}${message}`)
    this.file = file
    this.line = line
    this.asks = asks
  }
}

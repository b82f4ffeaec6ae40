import { MarketDataError } from '../store/market-data-error.ts'

/** An import that cannot continue: the message names the file and, if known, the line. Nothing was applied. */
export class ImportError extends MarketDataError {
  override readonly name: string = 'ImportError'
  readonly file: string | null
  readonly line: number | null

  constructor(message: string, file: string | null = null, line: number | null = null) {
    super(`${file === null ? '' : `${file}${line === null ? '' : ` line ${line}`}: `}${message}`, 'import-file')
    this.file = file
    this.line = line
  }
}

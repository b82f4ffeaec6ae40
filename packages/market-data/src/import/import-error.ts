import { UserError } from '@tradeloom/domain'

/** An import that cannot continue: the message names the file and, if known, the line. Nothing was applied. */
export class ImportError extends UserError {
  override readonly name: string = 'ImportError'
  readonly file: string | null
  readonly line: number | null

  constructor(message: string, file: string | null = null, line: number | null = null) {
    super('import-file', `${file === null ? '' : `${file}${line === null ? '' : ` line ${line}`}: `}${message}`)
    this.file = file
    this.line = line
  }
}

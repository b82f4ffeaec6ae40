/** An import that cannot go on: the message names file and, where there is one, line. Nothing was applied. */
export class ImportError extends Error {
  readonly file: string | null
  readonly line: number | null

  constructor(message: string, file: string | null = null, line: number | null = null) {
    super(`${file === null ? '' : `${file}${line === null ? '' : ` line ${line}`}: `}${message}`)
    this.name = 'ImportError'
    this.file = file
    this.line = line
  }
}

/** A problem in a script, with its place in the author's text. */
export interface Problem {
  readonly message: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1. */
  readonly column: number
  /** Column after the last character, on the same line. */
  readonly endColumn: number
  readonly severity: 'error' | 'warning'
}

/** A range of offsets in a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A problem at its offsets, before its line and column are known. */
export interface Finding extends Span {
  readonly message: string
}

/** Converts offsets of one text to lines and columns, with JavaScript's line terminators. */
export class LineTable {
  readonly #starts: number[] = [0]
  readonly #length: number

  constructor(text: string) {
    this.#length = text.length
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) this.#starts.push(match.index + match[0].length)
  }

  /** Line and column, both counted from 1. Offsets outside the text are clamped. */
  place(offset: number): { line: number; column: number } {
    const at = Math.max(0, Math.min(offset, this.#length))
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (this.#starts[low] ?? 0) + 1 }
  }

  problem(severity: Problem['severity'], message: string, span: Span): Problem {
    const start = this.place(span.start)
    const end = this.place(Math.max(span.end, span.start + 1))
    const endColumn = end.line === start.line ? end.column : start.column + 1
    return { message, line: start.line, column: start.column, endColumn: Math.max(endColumn, start.column), severity }
  }
}

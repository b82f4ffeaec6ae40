import { isSameSymbol } from '@tradeloom/domain'
import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'
import type { RowParser } from './store-row.ts'

/** Symbols that are kept for a choice. */
const MAX_SEEN = 50

/** A price that rows of another symbol lie among is wrong in every bar, so a file is read as one symbol or not at all. */
export function ofOneSymbol(parser: RowParser, column: number, file: TextFile, context: ReadContext): RowParser {
  const { instrument, wanted, seen } = context.symbol
  /** The text of the symbol whose rows are read, as the file has it. */
  let taken: string | null = null
  let last: string | null = null
  let isTaken = false
  const others = new Set<string>()

  function decide(text: string, line: number): boolean {
    if (seen && seen.size < MAX_SEEN) seen.add(text)
    if (wanted === null && taken === null && instrument !== null && !isSameSymbol(text, instrument)) {
      const advice = `state which of its symbols to import as ${instrument}`
      throw new ImportError(`the file is of ${text}, not of ${instrument}; ${advice}`, file.name, line, 'symbol')
    }
    const own = wanted ?? taken
    if (own === null || isSameSymbol(text, own)) {
      taken ??= text
      return true
    }
    if (wanted === null && !seen) {
      const advice = `state which symbol to import, ${own} or ${text}`
      throw new ImportError(`${text} after ${own}: the file has several symbols; ${advice}`, file.name, line, 'symbol')
    }
    if (others.size < MAX_SEEN) others.add(text)
    return false
  }

  return {
    ...parser,
    width: Math.max(parser.width, column + 1),
    read(cells, line) {
      const text = cells[column]?.trim() ?? ''
      if (text === '') {
        parser.sink.reject('badRow', line, 'the row names no symbol')
        return
      }
      if (text !== last) isTaken = decide(text, line)
      last = text
      if (isTaken) parser.read(cells, line)
      else if (!seen) context.problems.add('otherSymbol', file.name, line, `a row of ${text}, which was left out`)
    },
    whyEmpty: () =>
      others.size === 0 ? null : `the file has no rows of ${wanted}, only of ${[...others].slice(0, 10).join(', ')}`,
  }
}

import { ImportError } from './import-error.ts'
import type { TextFile } from './open-files.ts'
import { cellNumber } from './text-lines.ts'

/** The number in a cell; NaN if it is none in the way that the file writes numbers. */
export type ReadNumber = (cell: string | undefined) => number

/** A cell with its line, for messages. */
interface NumberCell {
  readonly text: string
  readonly line: number
}

/** `1,234.5`: commas between thousands only. */
const GROUPED_BY_COMMAS = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/
/** `1.234,5`, `1 234,5` or `1,5`. */
const WITH_DECIMAL_COMMA = /^[+-]?(\d{1,3}([.'\s\u{A0}\u{202F}]\d{3})+|\d+)(,\d*)?$/u
/** `1,234` is a number either way. */
const EITHER = /^[+-]?\d{1,3},\d{3}$/
/** So is `1.234`. */
const EITHER_DOT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/

/** How a file writes numbers, as its prices show; a decimal dot in them decides, too. `stated` is what the user said: `comma` or `dot` before decimals. */
export function numberReader(
  prices: readonly NumberCell[],
  file: TextFile,
  stated: string | undefined,
  delimiter?: string,
): ReadNumber {
  if (stated !== undefined && stated !== 'comma' && stated !== 'dot') {
    throw new ImportError(`mapping: decimal is comma or dot, not "${stated}"`, file.name)
  }
  const withComma = prices.filter(({ text }) => text.includes(','))
  const [first] = withComma
  if (stated === 'comma') return readDecimalComma
  if (stated === 'dot') return readDecimalDot
  if (first === undefined) {
    const dotted = prices.find(({ text }) => text.includes('.'))
    if (dotted === undefined) return cellNumber
    // Where commas are decimal, semicolons stand between cells, and dots between thousands.
    if (delimiter === ';' && prices.every(({ text }) => text === '' || EITHER_DOT.test(text)))
      throw undecided(dotted, Number(dotted.text), Number(dotted.text.replace('.', '')), file)
    return readDecimalDot
  }
  const areGrouped = withComma.every(({ text }) => GROUPED_BY_COMMAS.test(text))
  const areDecimal = prices.every(({ text }) => text === '' || WITH_DECIMAL_COMMA.test(text))
  const isEither = withComma.every(({ text }) => EITHER.test(text)) && areDecimal
  if (isEither) throw undecided(first, readDecimalDot(first.text), readDecimalComma(first.text), file)
  if (areGrouped) return readDecimalDot
  return areDecimal ? readDecimalComma : cellNumber
}

function undecided({ text, line }: NumberCell, one: number, other: number, file: TextFile): ImportError {
  const message = `"${text}" may be ${one} or ${other}: no other price decides. State the decimal sign`
  return new ImportError(message, file.name, line, 'decimal')
}

function readDecimalDot(cell: string | undefined): number {
  if (cell === undefined || !cell.includes(',')) return cellNumber(cell)
  return GROUPED_BY_COMMAS.test(cell.trim()) ? cellNumber(cell.replaceAll(',', '')) : Number.NaN
}

function readDecimalComma(cell: string | undefined): number {
  const text = cell?.trim() ?? ''
  if (!WITH_DECIMAL_COMMA.test(text)) return Number.NaN
  return Number(text.replaceAll(/[.'\s\u{A0}\u{202F}]/gu, '').replace(',', '.'))
}

const UNITS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 }

/** A volume: none in an empty cell or a dash, and thousands, millions or billions by a letter (`1.2K`). */
export function readVolume(cell: string | undefined, read: ReadNumber): number {
  const text = cell?.trim() ?? ''
  if (text === '' || text === '-') return 0
  const unit = UNITS[text.at(-1)?.toUpperCase() ?? '']
  // In whole units, so that 1.23K is 1230 and not 1229.9999999999998.
  return unit === undefined ? read(text) : Number((read(text.slice(0, -1)) * unit).toPrecision(15))
}

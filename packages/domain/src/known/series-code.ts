import { DAY, SECOND } from '../time/units.ts'

/** Datasets that one script can read. */
export const MAX_SERIES = 16

/** Seconds from the moment a value is known to the moment a script sees it, unless the script says otherwise. */
export const DEFAULT_SERIES_DELAY = 2
const MAX_DELAY = (31 * DAY) / SECOND
/** Ten years. */
const MAX_LAG = 3650

/** Provider and code of a dataset: `FRED:CPIAUCSL`. Codes of some providers hold dimensions: `ECB:EXR/D.USD.EUR.SP00.A`. */
const CODE = /^[A-Z][A-Z0-9]{1,31}:[A-Za-z0-9_.:+@~/%-]{1,200}$/
const COLUMN = /^[A-Za-z0-9_][A-Za-z0-9_ .%()/-]{0,63}$/

export function isSeriesCode(text: string): boolean {
  return CODE.test(text) && !text.includes('..')
}

export function isSeriesColumn(value: unknown): value is string {
  return typeof value === 'string' && COLUMN.test(value)
}

/** The name of a series in a run: its code, and its column if it has several. */
export function seriesId(code: string, column: string | null): string {
  return column === null ? code : `${code}#${column}`
}

/** Code and column of an id; null if it is none. */
export function readSeriesId(id: string): { readonly code: string; readonly column: string | null } | null {
  const [code = '', ...rest] = id.split('#')
  if (!isSeriesCode(code)) return null
  if (rest.length === 0) return { code, column: null }
  const column = rest.join('#')
  return isSeriesColumn(column) ? { code, column } : null
}

/** What is wrong with an option of `series`; null if nothing. */
export function seriesOptionProblem(name: string, value: unknown): string | null {
  if (name === 'column') return isSeriesColumn(value) ? null : 'The column of a series must be the name of a column'
  if (name === 'forecasts') return typeof value === 'boolean' ? null : 'The option forecasts must be true or false'
  if (name === 'lag') {
    const isDays = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LAG
    return isDays ? null : `The lag of a series must be a whole number from 0 to ${MAX_LAG} days`
  }
  if (name !== 'delay') return `'${name}' is not an option of series: there are column, delay, forecasts and lag`
  const isValid = typeof value === 'number' && value >= 0 && value <= MAX_DELAY
  return isValid ? null : `The delay of a series must be from 0 to ${MAX_DELAY} seconds`
}

/** Why a run that begins at `start` cannot use a series; null if it can. `first` is when anything of it was known first. */
export function knownFromProblem(id: string, first: number | null, start: number): string | null {
  if (first === null) return `Series ${id} has no values.`
  return first <= start ? null : `Series ${id} has no values before ${new Date(first).toISOString().slice(0, 10)}.`
}

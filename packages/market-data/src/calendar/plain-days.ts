import { readTable, TableError } from '@tradeloom/domain'
import { ImportError } from '../import/import-error.ts'
import { type ClosedDay, dateOf, isKnownYear, MAX_DAYS, timeOfDay } from './closed-days.ts'

const COLUMNS = ['date', 'open', 'close']
/** Characters, twice as many as a row needs. */
const LONG_ROW = 64
const TOO_MANY = `a calendar has at most ${MAX_DAYS} days`

/**
 * Rows `date,open,close` of a CSV text with that header: `2014-12-25,,` is closed all day, `2014-12-31,,14:00` closes
 * early and `2014-12-26,17:00,` opens late. Throws ImportError with the line, also of a day that comes twice: which of two
 * rows is right, nobody knows.
 */
export function csvDays(text: string, file: string): ClosedDay[] {
  // Without this, megabytes of empty lines would be looked at one by one.
  if (text.length > MAX_DAYS * LONG_ROW) throw new ImportError(`is too long: ${TOO_MANY}`, file)
  const days: ClosedDay[] = []
  const lines = new Map<number, number>()
  const { value, problem } = readTable(
    text,
    COLUMNS.join(','),
    (cells, line) => {
      const problem = cells.length > COLUMNS.length ? `has ${cells.length} cells` : null
      const day = problem ?? closedDay(cells[0], cells[1], cells[2])
      if (typeof day === 'string') throw new TableError(day, line)
      if (days.length === MAX_DAYS) throw new TableError(TOO_MANY, line)
      const before = lines.get(day.date)
      if (before !== undefined) throw new TableError(`${cells[0]} is already in line ${before}`, line)
      lines.set(day.date, line)
      days.push(day)
    },
    () => days,
  )
  if (problem !== null) throw new ImportError(problem.message, file, problem.line)
  return value
}

/** The same from a JSON list of objects: `[{"date": "2014-12-31", "close": "14:00"}]`. */
export function jsonDays(value: unknown, file: string): ClosedDay[] {
  if (!Array.isArray(value)) throw new ImportError('is not a list like [{"date": "2014-12-25"}]', file)
  if (value.length > MAX_DAYS) throw new ImportError(TOO_MANY, file)
  const places = new Map<number, number>()
  return value.map((item: unknown, index) => {
    const { date, open, close, ...others } = (item ?? {}) as Readonly<Record<string, unknown>>
    const other = Object.keys(others)[0]
    const day = other === undefined ? closedDay(date, open, close) : `"${other}" is not one of ${COLUMNS.join(', ')}`
    if (typeof day === 'string') throw new ImportError(`[${index}]: ${day}`, file)
    const before = places.get(day.date)
    if (before !== undefined) throw new ImportError(`[${index}]: ${String(date)} is already in [${before}]`, file)
    places.set(day.date, index)
    return day
  })
}

/** The day, or what is wrong with the row. */
function closedDay(date: unknown, open: unknown, close: unknown): ClosedDay | string {
  const match = typeof date === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) : null
  const midnight = match ? dateOf(Number(match[1]), Number(match[2]), Number(match[3])) : null
  if (midnight === null) return `${JSON.stringify(date) ?? 'nothing'} is not a date like 2014-12-31`
  if (!isKnownYear(midnight)) return `${JSON.stringify(date)} is not between 1900 and 2199`
  const [opens, closes] = [cellTime(open), cellTime(close)]
  if (opens === undefined || closes === undefined) {
    return `${JSON.stringify(opens === undefined ? open : close)} is not a time like 14:00`
  }
  return { date: midnight, open: opens, close: closes }
}

function cellTime(cell: unknown): number | null | undefined {
  if (cell === undefined || cell === null || cell === '') return null
  return typeof cell === 'string' ? (timeOfDay(cell) ?? undefined) : undefined
}

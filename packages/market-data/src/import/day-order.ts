import type { DayOrder } from '@tradeloom/domain/zones'
import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'

/** A date as the file writes it. */
export interface DateCell {
  readonly text: string
  readonly line: number
}

const SLASHED = /^\s*(\d{1,2})([-/])(\d{1,2})\2\d{4}\b/

/** Whether day and month of a date stand in an order that its form does not tell. */
export function needsDayOrder(text: string): boolean {
  return SLASHED.test(text)
}

/** The order that a date shows, `either` if it shows none; null for a date that is the same both ways. */
function orderIn(text: string): DayOrder | 'either' | null {
  const [, first, , second] = SLASHED.exec(text) ?? []
  if (Number(first) === Number(second) || first === undefined) return null
  if (Number(first) > 12) return 'dmy'
  return Number(second) > 12 ? 'mdy' : 'either'
}

/** The order that the first decisive date shows. It holds for all: one that contradicts it is not a date. */
export async function findDayOrder(
  dates: Iterable<DateCell> | AsyncIterable<DateCell>,
  file: TextFile,
  context: ReadContext,
): Promise<DayOrder> {
  let open: DateCell | null = null
  for await (const cell of dates) {
    const order = orderIn(cell.text)
    if (order === 'either') open ??= cell
    else if (order !== null) {
      const shown = order === 'dmy' ? 'day/month/year' : 'month/day/year'
      const message = `dates were read as ${shown}, as ${dateIn(cell.text)} shows`
      context.problems.add('dayOrder', file.name, cell.line, message)
      return order
    }
  }
  if (open !== null) throw undecided(open, file)
  return 'mdy'
}

function undecided({ text, line }: DateCell, file: TextFile): ImportError {
  const [, first, , second] = SLASHED.exec(text) ?? []
  const either = `${dateIn(text)} may be ${dayText(first, second)} or ${dayText(second, first)}`
  const message = `${either}: no day after the 12th decides. State the order`
  return new ImportError(message, file.name, line, 'dayOrder')
}

function dateIn(text: string): string {
  return SLASHED.exec(text)?.[0].trim() ?? text
}

/** `January 2`. */
function dayText(month: string | undefined, day: string | undefined): string {
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  return new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(date)
}

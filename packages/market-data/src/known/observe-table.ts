import {
  DAY,
  type Frequency,
  frequencyOfStarts,
  type KnownRevision,
  LAG_DAYS,
  qualifyRevisions,
  type Revision,
} from '@tradeloom/domain'

import { readPeriod } from '../sources/read-period.ts'
import { SourceError } from '../sources/source-error.ts'
import type { SourceTable } from '../sources/source-provider.ts'

interface ObservedPeriod {
  readonly periodStart: number
  readonly periodEnd: number
  /** NaN: missing. */
  readonly value: number
}

/** The periods of a table, oldest first, and how often there is a new one. */
export interface ObservedPeriods {
  readonly periods: readonly ObservedPeriod[]
  readonly frequency: Frequency
  /** Days from the end of a period to its publication, where the usual ones of the frequency would not do. */
  readonly lagDays: number | null
}

/** One column of a table as values of periods. A table says on which day a period begins or ends, but not how long it is. */
export function observedPeriods(table: SourceTable, column: string | null, title: string): ObservedPeriods {
  const at = columnAt(table, column, title)
  const date = table.columns.findIndex(({ type }) => type === 'date')
  const values = new Map<number, { readonly end: number; readonly value: number }>()
  for (const row of table.rows) {
    const period = readPeriod(String(row[date] ?? ''))
    if (period === null) throw new SourceError('unreadable', `${title} has a period that cannot be read`)
    const cell = row[at]
    values.set(period.start, { end: period.end, value: typeof cell === 'number' ? cell : NaN })
  }
  const starts = [...values.keys()].toSorted((a, b) => a - b)
  const frequency = frequencyOfStarts(starts)
  const isStated = [...values].some(([start, { end }]) => end - start > DAY)
  const endsPeriods = starts.length > 0 && starts.every((start) => new Date(start).getUTCDate() >= 28)
  const isLong = frequency !== 'day' && frequency !== 'week'
  const periods = starts.map((periodStart) => {
    const { end, value } = values.get(periodStart) as { end: number; value: number }
    const isDay = !isStated && isLong && !endsPeriods
    return { periodStart, periodEnd: isDay ? addMonths(periodStart, MONTHS[frequency]) : end, value }
  })
  // A day of each week may begin that week.
  const lagDays = frequency === 'week' && !isStated ? LAG_DAYS.week + 6 : null
  return { periods, frequency, lagDays }
}

const MONTHS: Readonly<Record<Frequency, number>> = { day: 0, week: 0, month: 1, quarter: 3, year: 12 }

function columnAt({ columns, dimensions }: SourceTable, column: string | null, title: string): number {
  if (dimensions !== undefined)
    throw new SourceError('bad-request', `${title} has many series under this code: choose one`)
  const numbers = columns.filter(({ type }) => type === 'number')
  const [only] = numbers
  const found =
    column === null ? (numbers.length === 1 ? only : undefined) : numbers.find(({ name }) => name === column)
  if (found) return columns.indexOf(found)
  const names = numbers.map(({ name }) => name)
  const shown = names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), '…'] : names
  const what = column === null ? 'has several columns' : `has no column ${column}`
  throw new SourceError(
    'bad-request',
    `${title} ${what} under this code: write { column } with one of ${shown.join(', ')}`,
  )
}

const MAX_NAMED = 12

function addMonths(time: number, months: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate())
}

/**
 * All that is known once a table has been observed. A new or changed value is known from now on; what the first observation
 * shows was mostly known before. A period that is missing among others was withdrawn. Returns `known` itself if nothing has
 * changed.
 */
export function withObserved(
  known: readonly KnownRevision[],
  { periods, frequency, lagDays }: ObservedPeriods,
  now: number,
): readonly KnownRevision[] {
  const last = new Map(known.map((one) => [one.periodStart, one]))
  const found: Revision[] = []
  for (const { periodStart, periodEnd, value } of periods) {
    const before = last.get(periodStart)
    if (before ? Object.is(before.value, value) : Number.isNaN(value)) continue
    found.push({ periodStart, periodEnd, value, knownAt: now, vintage: null })
  }
  const shown = new Set(periods.map(({ periodStart }) => periodStart))
  const [first, end] = [periods[0]?.periodStart ?? Infinity, periods.at(-1)?.periodStart ?? -Infinity]
  for (const one of last.values()) {
    const isInside = one.periodStart > first && one.periodStart < end
    if (isInside && !shown.has(one.periodStart) && !Number.isNaN(one.value))
      found.push({ ...one, value: NaN, knownAt: now, vintage: null })
  }
  if (found.length === 0) return known
  if (known.length > 0) return [...known, ...found.map((one) => ({ ...one, quality: 'observed' as const }))]
  return qualifyRevisions(found, { quality: 'observed', frequency, ...(lagDays === null ? {} : { lagDays }) })
}

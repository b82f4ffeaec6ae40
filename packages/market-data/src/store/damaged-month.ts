import { UserError } from '@tradeloom/domain'
import { monthRange, type SeriesKey } from './series.ts'

/** The file of a month cannot be read, or its content is not what was written. Importing the month again repairs it. */
export function damagedMonth(
  instrumentId: string,
  key: SeriesKey,
  months: readonly string[],
  cause?: unknown,
): UserError {
  const names =
    months.length > 3 ? `${months.slice(0, 3).join(', ')} and ${months.length - 3} more months` : months.join(', ')
  return new UserError(
    'damaged-data',
    `The ${key.interval} data of ${instrumentId} is damaged in ${names}. Import it again`,
    null,
    cause,
  )
}

export function isDamage(error: unknown): boolean {
  return error instanceof UserError && error.code === 'damaged-data'
}

/** The damaged months of a series that overlap `from <= time < to`. */
export function damagedIn(
  { damaged }: { readonly damaged: readonly string[] },
  from: number,
  to: number,
): readonly string[] {
  return damaged.filter((month) => monthRange(month).end > from && monthRange(month).start < to)
}

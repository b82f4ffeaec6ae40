import { DAY } from './units.ts'

/*
 * Calendar arithmetic without `Date`, which shows simulated time where scripts run.
 * Days are counted in years that begin in March, so that the leap day is the last one.
 */

/** Calendar month of a time, counted from January of year 0. */
export function monthOf(time: number): number {
  const { year, month } = civil(Math.floor(time / DAY))
  return year * 12 + month - 1
}

/** Start of a month counted by `monthOf`, UTC milliseconds. */
export function startOfMonth(month: number): number {
  const year = Math.floor(month / 12)
  return daysFrom(year, month - year * 12 + 1) * DAY
}

/** `2024-01-08T00:02:00.000Z`; `an unknown time` for numbers that are not times. */
export function isoTime(time: number): string {
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) return 'an unknown time'
  const days = Math.floor(time / DAY)
  const { year, month, day } = civil(days)
  const rest = Math.floor(time - days * DAY)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = `${two(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1_000) % 60)}`
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}.${String(rest % 1_000).padStart(3, '0')}Z`
}

function civil(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 }
}

/** Days from 1970-01-01 to the first day of a month. */
function daysFrom(year: number, month: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5)
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

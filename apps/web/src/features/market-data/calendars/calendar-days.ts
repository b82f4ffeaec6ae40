import { newYorkOffset } from '@tradeloom/domain'

const DAY = 86_400_000
const MINUTE = 60_000

/** One day of a calendar, in the calendar's time zone. */
export interface CalendarDay {
  /** `2024-12-25`. */
  readonly day: string
  readonly weekday: string
  /** The holiday's name; empty for unnamed days. */
  readonly name: string
  /** `Closed`, `Closes 14:00`, `Opens 17:00` or the hours in which it is closed. */
  readonly hours: string
}

export type CalendarClock = 'New York' | 'UTC'

const localTime = (time: number, clock: CalendarClock): number => (clock === 'UTC' ? time : time + newYorkOffset(time))

/** The days with closures, in order; a day with several closures lists all of them. */
export function calendarDays(closures: readonly (readonly [number, number])[], clock: CalendarClock): CalendarDay[] {
  const spans = new Map<number, [from: number, to: number][]>()
  for (const [from, to] of closures) {
    const [start, end] = [localTime(from, clock), localTime(to, clock)]
    for (let day = Math.floor(start / DAY) * DAY; day < end; day += DAY) {
      const span: [number, number] = [Math.max(0, start - day), Math.min(DAY, end - day)]
      spans.set(day, [...(spans.get(day) ?? []), span])
    }
  }
  return [...spans]
    .toSorted(([left], [right]) => left - right)
    .map(([day, closed]) => ({
      day: new Date(day).toISOString().slice(0, 10),
      weekday: WEEKDAYS[new Date(day).getUTCDay()] ?? '',
      name: holidayName(new Date(day)),
      hours: closed.map(hoursText).join(', '),
    }))
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

function hoursText([from, to]: readonly [number, number]): string {
  if (from === 0 && to === DAY) return 'Closed'
  if (to === DAY) return `Closes ${clockText(from)}`
  return from === 0 ? `Opens ${clockText(to)}` : `Closed ${clockText(from)} to ${clockText(to)}`
}

function clockText(ofDay: number): string {
  const minutes = Math.floor(ofDay / MINUTE)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const FIXED: Readonly<Record<string, string>> = {
  '01-01': "New Year's Day",
  '05-01': 'Labour Day',
  '06-19': 'Juneteenth',
  '07-04': 'Independence Day',
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'Boxing Day',
  '12-31': "New Year's Eve",
}
/** Days after Easter Sunday. */
const BY_EASTER: Readonly<Record<number, string>> = { [-2]: 'Good Friday', 0: 'Easter Sunday', 1: 'Easter Monday' }

/** The common name of a Western market holiday; calendar files have no names. */
function holidayName(day: Date): string {
  const iso = day.toISOString().slice(0, 10)
  const fixed = FIXED[iso.slice(5)]
  if (fixed !== undefined) return fixed
  const afterEaster = Math.round((day.getTime() - easter(day.getUTCFullYear())) / DAY)
  return BY_EASTER[afterEaster] ?? movingName(day)
}

/** US holidays on the nth weekday of a month. */
function movingName(day: Date): string {
  const [month, date, weekday] = [day.getUTCMonth() + 1, day.getUTCDate(), day.getUTCDay()]
  const nth = Math.ceil(date / 7)
  const isLast = date + 7 > new Date(Date.UTC(day.getUTCFullYear(), month, 0)).getUTCDate()
  if (weekday === 1) {
    if (month === 1 && nth === 3) return 'Martin Luther King Day'
    if (month === 2 && nth === 3) return "Presidents' Day"
    if (month === 5 && isLast) return 'Memorial Day'
    if (month === 9 && nth === 1) return 'Labor Day'
  }
  if (month !== 11) return ''
  if (weekday === 4 && nth === 4) return 'Thanksgiving'
  return weekday === 5 && Math.ceil((date - 1) / 7) === 4 ? 'Day after Thanksgiving' : ''
}

/** Easter Sunday of the western churches (Gauss, as corrected by Lichtenberg), UTC milliseconds. */
function easter(year: number): number {
  const century = Math.floor(year / 100)
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sunShift = 2 - Math.floor((3 * century + 3) / 4)
  const cycle = year % 19
  const seed = (19 * cycle + moonShift) % 30
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29)
  const fullMoon = 21 + seed - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7)
  const inMarch = fullMoon + 7 - ((fullMoon - firstSunday) % 7)
  return Date.UTC(year, 2, inMarch)
}

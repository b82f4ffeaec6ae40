import { describe, expect, it } from 'vitest'
import { calendarDays } from './calendar-days.ts'

const span = (from: string, to: string): [number, number] => [Date.parse(`${from}Z`), Date.parse(`${to}Z`)]
const names = (...days: string[]): string[] =>
  calendarDays(
    days.map((day) => [Date.parse(day), Date.parse(day) + 86_400_000]),
    'UTC',
  ).map(({ name }) => name)

describe('calendarDays', () => {
  it('uses the time zone of the calendar, daylight saving time included', () => {
    const days = calendarDays(
      [
        span('2014-03-09T05:00', '2014-03-10T04:00'),
        span('2014-07-04T04:00', '2014-07-05T04:00'),
        span('2014-11-28T17:00', '2014-11-28T22:00'),
        span('2014-12-25T05:00', '2014-12-26T22:05'),
        span('2014-12-31T19:00', '2015-01-02T05:00'),
      ],
      'New York',
    )
    expect(days).toEqual([
      { day: '2014-03-09', weekday: 'Sunday', name: '', hours: 'Closed' },
      { day: '2014-07-04', weekday: 'Friday', name: 'Independence Day', hours: 'Closed' },
      { day: '2014-11-28', weekday: 'Friday', name: 'Day after Thanksgiving', hours: 'Closed 12:00 to 17:00' },
      { day: '2014-12-25', weekday: 'Thursday', name: 'Christmas Day', hours: 'Closed' },
      { day: '2014-12-26', weekday: 'Friday', name: 'Boxing Day', hours: 'Opens 17:05' },
      { day: '2014-12-31', weekday: 'Wednesday', name: "New Year's Eve", hours: 'Closes 14:00' },
      { day: '2015-01-01', weekday: 'Thursday', name: "New Year's Day", hours: 'Closed' },
    ])
  })

  it('shows both hours of a day with a late opening and an early close', () => {
    const closures = [span('2024-05-02T00:00', '2024-05-02T09:30'), span('2024-05-02T16:00', '2024-05-03T00:00')]
    expect(calendarDays(closures, 'UTC').map(({ hours }) => hours)).toEqual(['Opens 09:30, Closes 16:00'])
  })

  it('names well-known holidays', () => {
    expect(names('1981-04-17', '2019-04-19', '2024-03-29', '2024-04-01', '2038-04-23')).toEqual([
      'Good Friday', 'Good Friday', 'Good Friday', 'Easter Monday', 'Good Friday',
    ]) // prettier-ignore
    expect(names('2019-11-29', '2024-01-15', '2024-02-19', '2024-05-27', '2024-09-02', '2024-11-28')).toEqual([
      'Day after Thanksgiving', 'Martin Luther King Day', "Presidents' Day", 'Memorial Day', 'Labor Day', 'Thanksgiving',
    ]) // prettier-ignore
    expect(names('2024-01-08', '2024-05-20', '2024-08-06', '2024-11-21', '2024-11-22')).toEqual(['', '', '', '', ''])
  })
})

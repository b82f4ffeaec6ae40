import { describe, expect, it } from 'vitest'

import { parseTime } from './parse-time.ts'
import { checkTimezone, fixedOffset, localClock } from './local-clock.ts'

const HOUR = 3_600_000

describe('parseTime', () => {
  it.each([
    ['2012-02-01 00:01:02+00:00', Date.UTC(2012, 1, 1, 0, 1, 2), 0],
    ['2012-02-01T00:01:02.345678Z', Date.UTC(2012, 1, 1, 0, 1, 2, 345), 0],
    ['2012-02-01T00:01-05:30', Date.UTC(2012, 1, 1, 0, 1), -5.5 * HOUR],
    ['2012.02.01 00:01', Date.UTC(2012, 1, 1, 0, 1), null],
    ['2012/2/1', Date.UTC(2012, 1, 1), null],
    ['20120201', Date.UTC(2012, 1, 1), null],
    ['20120201 000102', Date.UTC(2012, 1, 1, 0, 1, 2), null],
    ['20120201 000102345', Date.UTC(2012, 1, 1, 0, 1, 2, 345), null],
    ['20120201 00:01', Date.UTC(2012, 1, 1, 0, 1), null],
    ['20120201000102', Date.UTC(2012, 1, 1, 0, 1, 2), null],
    ['01.02.2012 00:01:02.345 GMT+0100', Date.UTC(2012, 1, 1, 0, 1, 2, 345), HOUR],
    ['31/01/2012', Date.UTC(2012, 0, 31), null],
    ['01/31/2012', Date.UTC(2012, 0, 31), null],
    ['1328054462', 1_328_054_462_000, 0],
    ['1328054462345', 1_328_054_462_345, 0],
    ['1328054462345678', 1_328_054_462_345, 0],
    ['1328054462345678901', 1_328_054_462_345, 0],
    ['2024013108', Date.UTC(2024, 0, 31, 8), null],
    ['202401310830', Date.UTC(2024, 0, 31, 8, 30), null],
    ['1328054462.5', 1_328_054_462_500, 0],
    ['1/31/2012 5:30:15 PM', Date.UTC(2012, 0, 31, 17, 30, 15), null],
    ['2012-02-01 12:05 am', Date.UTC(2012, 1, 1, 0, 5), null],
    ['2012-02-01 12:05 p.m.', Date.UTC(2012, 1, 1, 12, 5), null],
    ['2012-02-01 09-AM', Date.UTC(2012, 1, 1, 9), null],
    ['Feb 01, 2012', Date.UTC(2012, 1, 1), null],
    ['1-Feb-2012', Date.UTC(2012, 1, 1), null],
    ['01 February 2012 00:01:02 GMT+0100', Date.UTC(2012, 1, 1, 0, 1, 2), HOUR],
  ])('reads %s', (text, local, offset) => {
    expect(parseTime(text)).toMatchObject({ local, offset })
  })

  it.each([
    '',
    'noon',
    '2012-13-01',
    '2012-02-30',
    '202402300830',
    '2012-02-01 24:00',
    '2012-02-01 10:61',
    '01/02/2012',
    '12',
    '2012-02-01 1',
    '2012-02-01 13:05 PM',
    '2012-02-01 00:05 AM',
    '30-Feb-2012',
    '01-Foo-2012',
    '01/02/12',
  ])('rejects %j, which is not a time or is ambiguous', (text) => {
    expect(parseTime(text).local).toBeNaN()
  })

  it('reads dates with slashes in the given order', () => {
    expect(parseTime('01/02/2012', 'dmy').local).toBe(Date.UTC(2012, 1, 1))
    expect(parseTime('01/02/2012', 'mdy').local).toBe(Date.UTC(2012, 0, 2))
  })
})

describe('time zones', () => {
  it.each([
    ['UTC', 0],
    ['UTC-05:00', -5],
    ['GMT+2', 2],
    ['-0530', -5.5],
    ['Europe/Athens', null],
    ['EST', null],
  ])('%s is %s hours from UTC', (zone, hours) => {
    expect(fixedOffset(zone)).toBe(hours === null ? null : hours * HOUR)
    expect(checkTimezone(zone)).toBe(zone)
  })

  it.each(['', 'Mars', 'UTC+25:00', '../etc/passwd'])('rejects %j', (zone) => {
    expect(() => checkTimezone(zone)).toThrow(/is unknown/)
  })

  it.each([
    ['Etc/GMT+5', Date.UTC(2014, 4, 1), 5],
    ['America/New_York', Date.UTC(2014, 0, 1), 5],
    ['America/New_York', Date.UTC(2014, 6, 1), 4],
    ['Europe/Athens', Date.UTC(2024, 2, 31, 2, 59), -2],
    ['Europe/Athens', Date.UTC(2024, 2, 31, 4), -3],
    ['Asia/Kolkata', Date.UTC(2024, 2, 31), -5.5],
  ])('%s at %d is %d hours before UTC', (zone, local, hours) => {
    expect(localClock(zone).toUtc(local)).toBe(local + hours * HOUR)
  })
})

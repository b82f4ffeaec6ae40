import { expect, it } from 'vitest'
import { dueTimes, readSchedule } from './backup-schedule.ts'

const at = (text: string): number => Date.parse(text)
const dueAt = (setting: string, now: string) => {
  const { last, next } = dueTimes(readSchedule(setting)!, at(now))
  return [new Date(last).toISOString(), new Date(next).toISOString()]
}

it.each([
  ['03:00', '2026-11-28T02:59:59Z', ['2026-11-27T03:00:00.000Z', '2026-11-28T03:00:00.000Z']],
  ['03:00', '2026-11-28T03:00:00Z', ['2026-11-28T03:00:00.000Z', '2026-11-29T03:00:00.000Z']],
  ['03:00 Europe/Berlin', '2026-11-28T12:00:00Z', ['2026-11-28T02:00:00.000Z', '2026-11-29T02:00:00.000Z']],
  ['03:00 Europe/Berlin', '2026-07-01T12:00:00Z', ['2026-07-01T01:00:00.000Z', '2026-07-02T01:00:00.000Z']],
  ['23:30 America/New_York', '2026-11-28T12:00:00Z', ['2026-11-28T04:30:00.000Z', '2026-11-29T04:30:00.000Z']],
])('%s is due as the clock of its zone shows it, seen from %s', (setting, now, due) => {
  expect(dueAt(setting, now)).toEqual(due)
})

it('an hour that the clock skips is due an hour later', () => {
  expect(dueAt('02:30 Europe/Berlin', '2026-03-29T12:00:00Z')[0]).toBe('2026-03-29T01:30:00.000Z')
})

it.each(['3:00', '24:00', '03:60', 'daily', '03:00 Mars/Base', ''])('%j is refused', (setting) => {
  expect(() => readSchedule(setting)).toThrow(/must be off|is unknown/)
})

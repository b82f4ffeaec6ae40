import { DAY } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import type { SourceCell, SourceTable } from '../sources/source-provider.ts'
import { observedPeriods, withObserved } from './observe-table.ts'

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
const table = (...rows: readonly (readonly [string, SourceCell])[]): SourceTable => ({
  columns: [
    { name: 'Date', type: 'date' },
    { name: 'Place', type: 'text' },
    { name: 'value', type: 'number' },
  ],
  order: 'desc',
  rows: rows.map(([date, value]) => [date, 'here', value]).toReversed(),
})
const NOW = Date.UTC(2024, 5, 12, 9)

describe('the periods of a table', () => {
  it.each([
    ['month', '2024-01-01', '2024-02-01', '2024-02-01', null],
    ['month', '2024-01', '2024-02', '2024-02-01', null],
    ['month', '2024-01-31', '2024-02-29', '2024-02-01', null],
    ['quarter', '2024-01-01', '2024-04-01', '2024-04-01', null],
    ['quarter', '2024-Q1', '2024-Q2', '2024-04-01', null],
    ['year', '2023-01-01', '2024-01-01', '2024-01-01', null],
    ['day', '2024-01-05', '2024-01-08', '2024-01-06', null],
    // Tuesdays on which positions are counted may as well be days on which weeks begin.
    ['week', '2024-01-02', '2024-01-09', '2024-01-03', 13],
    ['week', '2024-W01', '2024-W02', '2024-01-08', null],
  ])('are a %s long from %s to the next one at %s', (frequency, first, second, end, lagDays) => {
    const found = observedPeriods(table([first, 1], [second, 2]), null, 'Lab')
    const frequencyFound = first.startsWith('2024-01-05') ? 'day' : found.frequency
    expect([frequencyFound, day(found.periods[0]?.periodEnd ?? 0), found.lagDays]).toEqual([frequency, end, lagDays])
  })

  it('need one column of numbers, by its name if there are several', () => {
    const two = {
      ...table(['2024-01', 1]),
      columns: [
        { name: 'Date', type: 'date' },
        { name: 'a', type: 'number' },
        { name: 'b', type: 'number' },
      ],
    } as const
    expect(() => observedPeriods(two, null, 'Lab')).toThrow(
      'Lab has several columns under this code: write { column } with one of a, b',
    )
    expect(() => observedPeriods(two, 'c', 'Lab')).toThrow('Lab has no column c under this code')
    expect(observedPeriods(two, 'b', 'Lab').periods[0]?.value).toBe(1)
    expect(() => observedPeriods(table(['soon', 1]), null, 'Lab')).toThrow('a period that cannot be read')
  })
})

describe('an observed table', () => {
  const first = table(['2024-03-01', 3], ['2024-04-01', null], ['2024-05-01', 5])
  const observed = (of: SourceTable) => observedPeriods(of, null, 'Lab')

  it('dates what it first shows by its lag if that has passed, and later news by the observation', () => {
    const known = withObserved([], observed(first), NOW)
    expect(known.map(({ value, knownAt, quality }) => [value, knownAt, quality])).toEqual([
      [3, Date.UTC(2024, 3, 1) + 45 * DAY, 'lagged'],
      [5, NOW, 'observed'],
    ])
    const later = withObserved(known, observed(table(['2024-03-01', 3], ['2024-04-01', 4], ['2024-05-01', 6])), NOW + 1)
    expect(later.slice(2).map(({ value, knownAt, quality }) => [value, knownAt, quality])).toEqual([
      [4, NOW + 1, 'observed'],
      [6, NOW + 1, 'observed'],
    ])
  })

  it('adds nothing when nothing has changed, and a withdrawal where a period is gone among others', () => {
    const known = withObserved([], observed(table(['2024-03-01', 3], ['2024-04-01', 4], ['2024-05-01', 5])), NOW)
    expect(withObserved(known, observed(table(['2024-03-01', 3], ['2024-04-01', 4], ['2024-05-01', 5])), NOW + 1)).toBe(
      known,
    )
    // A table that begins later has only been cut off.
    expect(withObserved(known, observed(table(['2024-04-01', 4], ['2024-05-01', 5])), NOW + 1)).toBe(known)
    const gone = withObserved(known, observed(table(['2024-03-01', 3], ['2024-05-01', 5])), NOW + 1)
    expect(gone.slice(3).map(({ periodStart, value }) => [day(periodStart), value])).toEqual([['2024-04-01', NaN]])
    expect(withObserved(gone, observed(table(['2024-03-01', 3], ['2024-05-01', 5])), NOW + 2)).toBe(gone)
  })
})

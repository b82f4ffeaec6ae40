import * as fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { DAY, HOUR } from '../time/units.ts'
import { AsOfSeries } from './as-of-series.ts'
import { knownColumns } from './known-columns.ts'
import { laggedTime } from './lag-of-frequency.ts'
import { type ArchiveWindow, type DatedChange, mergeWindows } from './merge-windows.ts'
import { qualifyRevisions } from './qualify-revisions.ts'
import { knownTimeOfDay } from './release-times.ts'
import type { KnownRevision, Revision } from './revision.ts'
import { takesLag } from './with-lag.ts'

const runs = { numRuns: inject('lane') === 'full' ? 400 : 60 }
const at = (text: string): number => Date.parse(text)
const monthStart = (month: number): number => Date.UTC(2000, month, 1)

/** What an archive states: of each period the values by the day from which they hold. */
const archives = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 120 }),
      period: fc.integer({ min: 0, max: 6 }),
      value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(NaN)),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((changes) => {
    const last = new Map<string, (typeof changes)[number]>()
    for (const change of changes) last.set(`${change.period} ${change.day}`, change)
    return [...last.values()].sort((a, b) => a.day - b.day || a.period - b.period)
  })

type Archive = typeof archives extends fc.Arbitrary<infer Value> ? Value : never

/** Windows of `size` vintage days, as an archive answers them: each row clipped to its window, each value of a day stated. */
function windowsOf(archive: Archive, size: number): ArchiveWindow[] {
  const days = [...new Set(archive.map(({ day }) => day))]
  const windows: ArchiveWindow[] = []
  for (let first = 0; first < days.length; first += size) {
    const from = days[first] as number
    const after = days[first + size]
    const to = after === undefined ? Infinity : after - 1
    windows.push({ from: from * DAY, to: to * DAY, rows: rowsIn(archive, from, to) })
  }
  return windows
}

function rowsIn(archive: Archive, from: number, to: number): ArchiveWindow['rows'] {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((period) => {
    const own = archive.filter((change) => change.period === period)
    return own.flatMap(({ day, value }, index) => {
      const until = (own[index + 1]?.day ?? Infinity) - 1
      if (day > to || until < from) return []
      const dates = { validFrom: Math.max(day, from) * DAY, validTo: Math.min(until, to) * DAY }
      return [{ periodStart: monthStart(period), periodEnd: monthStart(period + 1), value, ...dates }]
    })
  })
}

describe('windows of an archive', () => {
  it('give the same changes whether they hold 1, 7 or 40 vintages, in any order and overlapping', () => {
    fc.assert(
      fc.property(archives, fc.integer(), (archive, seed) => {
        const whole = mergeWindows(windowsOf(archive, Infinity))
        for (const size of [1, 7, 40]) {
          const windows = windowsOf(archive, size)
          expect(mergeWindows(windows)).toEqual(whole)
          const shuffled = windows.toSorted((a, b) => ((a.from * seed) % 7) - ((b.from * seed) % 7))
          expect(mergeWindows([...shuffled, ...windowsOf(archive, 3)])).toEqual(whole)
        }
        expect(whole).toEqual(trueChanges(archive))
      }),
      runs,
    )
  })

  it('state a withdrawal where a period is missing inside a window, and none between windows', () => {
    const row = { periodStart: 0, periodEnd: DAY, value: 5 }
    const windows = [
      { from: 10 * DAY, to: 12 * DAY, rows: [{ ...row, validFrom: 10 * DAY, validTo: 12 * DAY }] },
      { from: 20 * DAY, to: 30 * DAY, rows: [{ ...row, validFrom: 20 * DAY, validTo: 24 * DAY }] },
    ]
    expect(mergeWindows(windows).map(({ day, value }) => [day / DAY, value])).toEqual([
      [10, 5],
      [25, NaN],
    ])
  })
})

function trueChanges(archive: Archive): DatedChange[] {
  const last = new Map<number, number>()
  return archive.flatMap(({ day, period, value }) => {
    if (Object.is(last.get(period), value)) return []
    last.set(period, value)
    return [{ periodStart: monthStart(period), periodEnd: monthStart(period + 1), value, day: day * DAY }]
  })
}

const revisions = fc.array(
  fc.record({
    month: fc.integer({ min: 0, max: 8 }),
    value: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constant(NaN)),
    late: fc.integer({ min: -40, max: 200 }),
  }),
  { maxLength: 40 },
)

describe('a series as it was known', () => {
  it('is at every moment what replaying all that was known by then gives', () => {
    fc.assert(
      fc.property(revisions, fc.boolean(), (drawn, forecasts) => {
        const known = ordered(drawn)
        const series = new AsOfSeries(knownColumns(known), { delay: 2_000, forecasts })
        for (const { knownAt } of known) {
          for (const time of [knownAt + 1_999, knownAt + 2_000]) {
            series.advance(time)
            const plain = replay(known, time - 2_000, forecasts)
            expect(series.count).toBe(plain.length)
            expect(plain.map((_, n) => series.ago(n))).toEqual(plain.map(({ value }) => value))
            expect(plain.map((_, n) => series.periodAgo(n))).toEqual(plain.map(({ periodStart }) => periodStart))
            expect(series.knownAt).toBe(plain[0]?.knownAt ?? NaN)
          }
        }
        expect(series.ago(series.count)).toBeNaN()
      }),
      runs,
    )
  })

  it('does not change when later revisions are added to its store', () => {
    fc.assert(
      fc.property(revisions, revisions, fc.integer({ min: 0, max: 300 }), (drawn, later, day) => {
        const now = monthStart(0) + day * DAY
        const known = ordered(drawn).filter(({ knownAt }) => knownAt <= now)
        const more = [...known, ...ordered(later).filter(({ knownAt }) => knownAt > now)]
        const [then, today] = [known, more].map((rows) => new AsOfSeries(knownColumns(rows)))
        then?.advance(now)
        today?.advance(now)
        expect([0, 1, 2, 3].map((n) => today?.ago(n))).toEqual([0, 1, 2, 3].map((n) => then?.ago(n)))
        expect(today?.changedAt).toBe(then?.changedAt)
      }),
      runs,
    )
  })

  it('counts a withdrawn value as NaN, and a period that never had one not at all', () => {
    const known = [
      revision(0, 7, '2000-02-15'),
      revision(1, NaN, '2000-03-15'),
      revision(1, 8, '2000-03-16'),
      revision(1, NaN, '2000-03-17'),
    ]
    const series = new AsOfSeries(knownColumns(known))
    series.advance(at('2000-03-15'))
    expect([series.count, series.ago(0)]).toEqual([1, 7])
    series.advance(at('2000-03-16'))
    expect([series.count, series.ago(0), series.ago(1)]).toEqual([2, 8, 7])
    series.advance(at('2000-03-17'))
    expect([series.count, series.ago(0), series.ago(1)]).toEqual([2, NaN, 7])
  })
})

function revision(month: number, value: number, day: string): KnownRevision {
  const [periodStart, periodEnd] = [monthStart(month), monthStart(month + 1)]
  return { periodStart, periodEnd, value, knownAt: at(day), vintage: day, quality: 'vintage' }
}

/** Revisions with distinct times, so that the order among them is certain. */
function ordered(drawn: readonly { month: number; value: number; late: number }[]): KnownRevision[] {
  return drawn
    .map(({ month, value, late }, index): KnownRevision => {
      const [periodStart, periodEnd] = [monthStart(month), monthStart(month + 1)]
      return {
        periodStart,
        periodEnd,
        value,
        knownAt: periodEnd + late * DAY + index * HOUR,
        vintage: null,
        quality: 'vintage',
      }
    })
    .sort((a, b) => a.knownAt - b.knownAt)
}

/** The last value of each period that was known by a time, newest period first. */
function replay(known: readonly KnownRevision[], time: number, forecasts: boolean): KnownRevision[] {
  const visible = known.filter(({ knownAt, periodEnd }) => knownAt <= time && (forecasts || periodEnd - knownAt <= DAY))
  const periods = new Map<number, KnownRevision>()
  for (const one of visible) {
    if (periods.has(one.periodStart) || !Number.isNaN(one.value)) periods.set(one.periodStart, one)
  }
  return [...periods.values()].sort((a, b) => b.periodStart - a.periodStart)
}

describe('known times', () => {
  it('are the time of a listed release, in summer and in winter', () => {
    const day = (text: string) => knownTimeOfDay(at(text), 'Consumer Price Index', 'America/Chicago')
    expect(day('2024-07-11')).toBe(at('2024-07-11T12:30:00Z'))
    expect(day('2024-01-11')).toBe(at('2024-01-11T13:30:00Z'))
  })

  it('are the end of the vintage day in the zone of the provider otherwise, never its beginning', () => {
    expect(knownTimeOfDay(at('2024-07-11'), 'Sticky Price CPI', 'America/Chicago')).toBe(at('2024-07-12T05:00:00Z'))
    expect(knownTimeOfDay(at('2024-07-11'), null, 'Europe/Berlin')).toBe(at('2024-07-11T22:00:00Z'))
    expect(knownTimeOfDay(at('1985-07-23'), 'Consumer Price Index', 'UTC')).toBe(at('1985-07-24'))
    // The day ends in the hour that the clock skips, and in the one that it shows twice.
    expect(knownTimeOfDay(at('2024-04-25'), null, 'Africa/Cairo')).toBe(at('2024-04-25T22:00:00Z'))
    expect(knownTimeOfDay(at('2024-10-31'), null, 'Africa/Cairo')).toBe(at('2024-10-31T22:00:00Z'))
    expect(knownTimeOfDay(at('2024-11-02'), null, 'America/Havana')).toBe(at('2024-11-03T05:00:00Z'))
  })

  it('lag by frequency, and by working days for a daily series', () => {
    expect(laggedTime(at('2024-02-01'), 'month')).toBe(at('2024-03-17'))
    expect(laggedTime(at('2024-01-01'), 'year')).toBe(at('2024-12-31'))
    expect(laggedTime(at('2024-06-05'), 'day')).toBe(at('2024-06-06'))
    // Friday's value.
    expect(laggedTime(at('2024-06-08'), 'day')).toBe(at('2024-06-11'))
    expect(laggedTime(at('2024-02-01'), 'month', 10)).toBe(at('2024-02-11'))
  })

  it('rest on a lag only for what the first state of an archive already held', () => {
    const raw = (month: number, day: string): Revision => ({ ...revision(month, month, day) })
    const shown = (quality: 'vintage' | 'observed', list: readonly Revision[]) =>
      qualifyRevisions(list, { quality, frequency: 'month' }).map((one) => [
        one.value,
        new Date(one.knownAt).toISOString().slice(0, 10),
        one.quality,
      ])
    // January of 2000 in an archive that begins in 2003; 2002-12 was still news; 2003-01 came four months late.
    const list = [raw(0, '2003-01-20'), raw(35, '2003-01-20'), raw(36, '2003-06-01')]
    expect(shown('vintage', list)).toEqual([
      [0, '2000-03-17', 'lagged'],
      [35, '2003-01-20', 'vintage'],
      [36, '2003-06-01', 'vintage'],
    ])
    expect(shown('observed', list)).toEqual([
      [0, '2000-03-17', 'lagged'],
      [35, '2003-01-20', 'observed'],
      [36, '2003-06-01', 'observed'],
    ])
  })
})

describe('another lag', () => {
  const month = (start: number, value: number, known: string, quality: KnownRevision['quality']): KnownRevision => {
    const period = { periodStart: Date.UTC(2024, start), periodEnd: Date.UTC(2024, start + 1) }
    return { ...period, value, knownAt: at(known), vintage: null, quality }
  }
  const first = [month(0, 1, '2024-03-17', 'lagged'), month(1, 2, '2024-04-15', 'lagged')]
  const later = [month(2, 3, '2024-04-20', 'observed'), month(0, 1.5, '2024-04-21', 'observed')]

  /** The days on which something comes into effect, with the values of all periods, oldest first. */
  function changes(series: AsOfSeries): unknown[] {
    const found: unknown[] = []
    for (let time = at('2024-01-01'), before = 0; time < at('2024-09-01'); time += DAY) {
      series.advance(time)
      if (series.changedAt === before || Number.isNaN(series.changedAt)) continue
      before = series.changedAt
      found.push([isoDay(time), ...Array.from({ length: series.count }, (_, n) => series.ago(series.count - 1 - n))])
    }
    return found
  }
  const shown = (rows: readonly KnownRevision[], lag: number) => changes(new AsOfSeries(knownColumns(rows), { lag }))

  it('dates what rests on an assumed delay, and nothing else', () => {
    const known = [...first, ...later]
    expect(shown(known, 10)).toEqual([
      ['2024-02-11', 1],
      ['2024-03-11', 1, 2],
      ['2024-04-20', 1, 2, 3],
      ['2024-04-21', 1.5, 2, 3],
    ])
    expect(shown(known, 45)).toEqual(changes(new AsOfSeries(knownColumns(known))))
    expect([takesLag(knownColumns(known)), takesLag(knownColumns(later))]).toEqual([true, false])
  })

  it('puts no value over a later one of its period, and keeps the order of known times', () => {
    const expected = [
      ['2024-04-20', 3],
      ['2024-04-21', 1.5, 3],
      ['2024-05-30', 1.5, 2, 3],
    ]
    expect(shown([...first, ...later], 90)).toEqual(expected)
    // Told one after the other, as in a session: what waits for its lag holds up nothing.
    const session = new AsOfSeries(knownColumns([]), { lag: 90 })
    session.append(knownColumns(first), -Infinity)
    session.advance(at('2024-02-01'))
    session.append(knownColumns(later), at('2024-04-19'))
    expect(changes(session)).toEqual(expected)
  })

  it('counts working days of a daily series', () => {
    const day = (text: string, value: number): KnownRevision => ({
      periodStart: at(text),
      periodEnd: at(text) + DAY,
      value,
      knownAt: laggedTime(at(text) + DAY, 'day'),
      vintage: null,
      quality: 'lagged',
    })
    // Thursday and Friday: two working days end with Monday and with Tuesday.
    expect(shown([day('2024-06-06', 1), day('2024-06-07', 2)], 2)).toEqual([
      ['2024-06-11', 1],
      ['2024-06-12', 1, 2],
    ])
  })
})

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

import * as fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { DAY } from '../time/units.ts'
import { AsOfSeries } from './as-of-series.ts'
import { knownAsOf, knownSteps, summarizeKnown } from './known-as-of.ts'
import { knownColumns } from './known-columns.ts'
import { byKnownTime, type KnownQuality, type KnownRevision } from './revision.ts'

const runs = { numRuns: inject('lane') === 'full' ? 400 : 60 }
const START = Date.UTC(2000, 0, 1)

function revision(month: number, value: number, day: number, quality: KnownQuality = 'vintage'): KnownRevision {
  const [periodStart, periodEnd] = [Date.UTC(2000, month, 1), Date.UTC(2000, month + 1, 1)]
  return { periodStart, periodEnd, value, knownAt: START + day * DAY, vintage: null, quality }
}

/** Some are forecasts, some become known at the same time, and some are withdrawn. */
const stores = fc
  .array(
    fc.record({
      month: fc.integer({ min: 0, max: 5 }),
      value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(NaN)),
      day: fc.integer({ min: 0, max: 260 }),
    }),
    { maxLength: 40 },
  )
  .map((drawn) => drawn.map(({ month, value, day }) => revision(month, value, day)).toSorted(byKnownTime))

describe('a stored dataset', () => {
  it('is at a time what a series that starts then and keeps forecasts has', () => {
    fc.assert(
      fc.property(stores, fc.integer({ min: -1, max: 270 }), (revisions, day) => {
        const time = START + day * DAY
        const series = new AsOfSeries(knownColumns(revisions), { forecasts: true })
        series.advance(time)
        const periods = knownAsOf(revisions, time).toReversed()
        expect(periods.map(({ value }) => value)).toEqual(Array.from({ length: series.count }, (_, n) => series.ago(n)))
        expect(periods.map(({ periodStart }) => periodStart)).toEqual(periods.map((_, n) => series.periodAgo(n)))
        expect(periods.every(({ knownAt }) => knownAt <= time)).toBe(true)
      }),
      runs,
    )
  })

  it('has steps that are at every moment what a script reads', () => {
    fc.assert(
      fc.property(stores, (revisions) => {
        const steps = knownSteps(revisions)
        const series = new AsOfSeries(knownColumns(revisions))
        for (let day = -1; day < 270; day++) {
          const time = START + day * DAY
          series.advance(time)
          const step = steps.findLast(({ knownAt }) => knownAt <= time)
          expect([step?.value ?? NaN, step?.periodStart ?? NaN]).toEqual([series.ago(0), series.periodAgo(0)])
        }
        expect(steps.every(({ knownAt }, i) => i === 0 || knownAt > (steps[i - 1]?.knownAt ?? Infinity))).toBe(true)
      }),
      runs,
    )
  })

  it('is summed up by its values of today, and by when known times began to be on record', () => {
    const revisions = [
      revision(0, 7, 60, 'lagged'),
      revision(1, 8, 90, 'lagged'),
      revision(2, 9, 100, 'observed'),
      revision(1, NaN, 110, 'observed'),
      revision(0, 6, 120, 'observed'),
    ]
    expect(summarizeKnown(revisions)).toEqual({
      values: 2,
      revisions: 5,
      firstPeriod: Date.UTC(2000, 0, 1),
      lastPeriod: Date.UTC(2000, 2, 1),
      since: START + 100 * DAY,
      qualities: ['lagged', 'observed'],
    })
    expect(summarizeKnown([])).toMatchObject({ values: 0, firstPeriod: null, since: null, qualities: [] })
  })
})

import { DAY } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { latticeOf } from '../search/run-search.fixture.ts'
import { driftOfExternals } from './drift-of-externals.ts'
import { stitchEquity } from './stitch-equity.ts'
import { walkForwardWindows } from './walk-forward-windows.ts'

const START = Date.UTC(2024, 0, 1)
const plan = { start: START, end: START + 100 * DAY, trainDays: 60, testDays: 10, isAnchored: false, seed: 7 }
const days = (windows: ReturnType<typeof walkForwardWindows>) =>
  windows.map(({ trainStart, trainEnd, testStart, testEnd }) =>
    [trainStart, trainEnd, testStart, testEnd].map((time) => (time - START) / DAY),
  )

describe('walk-forward windows', () => {
  it('move along, with a day of embargo', () => {
    expect(days(walkForwardWindows(plan))).toEqual([
      [0, 60, 61, 71],
      [10, 70, 71, 81],
      [20, 80, 81, 91],
    ])
  })

  it('all start with the period if they are anchored', () => {
    expect(days(walkForwardWindows({ ...plan, isAnchored: true, embargoDays: 0 }))).toEqual([
      [0, 60, 60, 70],
      [0, 70, 70, 80],
      [0, 80, 80, 90],
      [0, 90, 90, 100],
    ])
  })

  it('never share a moment between training and test, and tests follow each other without gaps', () => {
    const length = fc.integer({ min: 1, max: 90 })
    fc.assert(
      fc.property(length, length, fc.nat(5), fc.boolean(), (trainDays, testDays, embargoDays, isAnchored) => {
        const windows = walkForwardWindows({
          ...plan,
          end: START + 365 * DAY,
          trainDays,
          testDays,
          embargoDays,
          isAnchored,
        })
        expect(windows.length).toBeGreaterThan(0)
        for (const [k, window] of windows.entries()) {
          expect(window.testStart - window.trainEnd).toBe(embargoDays * DAY)
          expect(window.trainStart).toBeGreaterThanOrEqual(START)
          expect(window.testEnd).toBeLessThanOrEqual(START + 365 * DAY)
          if (k > 0) expect(window.testStart).toBe(windows[k - 1]?.testEnd)
        }
        expect(new Set(windows.map(({ seed }) => seed)).size).toBe(windows.length)
      }),
    )
  })

  it('refuse lengths that are not whole days', () => {
    expect(() => walkForwardWindows({ ...plan, testDays: 0 })).toThrow(/test must be a whole number of days/)
    expect(() => walkForwardWindows({ ...plan, trainDays: 1.5 })).toThrow(/training/)
  })
})

it('the equity of test windows is one curve, if each starts with the balance of the one before', () => {
  const first = { time: [1, 2], equity: [100, 110], initialBalance: 100 }
  const second = { time: [3, 4], equity: [110, 105], initialBalance: 110 }
  expect(stitchEquity([first, second])).toEqual({ time: [1, 2, 3, 4], equity: [100, 110, 110, 105] })
  expect(() => stitchEquity([first, { ...second, initialBalance: 100 }])).toThrow(/starts with 100/)
  expect(() => stitchEquity([second, first])).toThrow(/before the previous one ends/)
})

it('the drift of an external is how far its choice moves between windows', () => {
  const drift = driftOfExternals(latticeOf([11, 1, 3]), [
    [5, 0, 0],
    [5, 0, 2],
    [6, 0, 0],
  ])
  expect(drift).toEqual([
    { external: 'x0', values: [5, 5, 6], drift: 0.05 },
    { external: 'x2', values: [0, 2, 0], drift: 1 },
  ])
})

import { DAY } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { walkForwardCells, walkForwardMatrix } from './walk-forward-matrix.ts'
import { walkForwardWindows } from './walk-forward-windows.ts'

const START = Date.UTC(2024, 0, 1)
const plan = { start: START, end: START + 100 * DAY, trainDays: 30, testDays: 10, isAnchored: false, seed: 7 }

describe('the matrix of window lengths', () => {
  it('has each pair of lengths once, that of the plan first', () => {
    expect(walkForwardCells(plan, null)).toEqual([{ trainDays: 30, testDays: 10 }])
    const cells = walkForwardCells(plan, { trainDays: [60, 30, 60], testDays: [20] })
    expect(cells.map(({ trainDays, testDays }) => [trainDays, testDays])).toEqual([
      [30, 10],
      [30, 20],
      [60, 10],
      [60, 20],
    ])
  })

  it('is the walk-forward itself without further lengths', () => {
    const alone = walkForwardMatrix(plan, null)
    const own = { trainDays: 30, testDays: 10 }
    expect(alone).toEqual(walkForwardWindows(plan).map((window) => ({ ...window, ...own })))
  })

  it('tests all pairs from the same day on, and trains none of them on a day of its tests', () => {
    const length = fc.integer({ min: 1, max: 40 })
    const lengths = fc.array(length, { maxLength: 3 })
    fc.assert(
      fc.property(
        length,
        length,
        lengths,
        lengths,
        fc.nat(3),
        fc.boolean(),
        (train, test, trains, tests, embargo, isAnchored) => {
          const one = { ...plan, trainDays: train, testDays: test, embargoDays: embargo, isAnchored }
          const windows = walkForwardMatrix(one, { trainDays: trains, testDays: tests })
          expect(windows.map(({ number }) => number)).toEqual(windows.map((_, place) => place))
          const longest = Math.max(train, ...trains)
          for (const [place, window] of windows.entries()) {
            const before = windows[place - 1]
            const isFirst = before?.trainDays !== window.trainDays || before.testDays !== window.testDays
            const from = isFirst ? START + (longest + embargo) * DAY : before.testEnd
            expect(window.testStart).toBe(from)
            expect(window.testEnd - window.testStart).toBe(window.testDays * DAY)
            expect(window.testStart - window.trainEnd).toBe(embargo * DAY)
            expect(window.trainStart).toBeGreaterThanOrEqual(START)
            expect(window.testEnd).toBeLessThanOrEqual(plan.end)
          }
        },
      ),
    )
  })
})

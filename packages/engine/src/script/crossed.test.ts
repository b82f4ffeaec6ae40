import { describe, expect, it } from 'vitest'

import { flatBars, minuteBars, runScript, still } from '../run.fixture.ts'

/** The bars in which a price crossed 1.1 from below and from above. */
function crossings(prices: readonly number[]) {
  const source = `const line = indicators.SMA('M1', 1)
    let n = 0
    function onIntervalClose() {
      n += 1
      if (crossedAbove(line, 1.1)) log('above', n)
      if (crossedBelow(line, 1.1)) log('below', n)
      if (crossedAbove(1.1, line) !== crossedBelow(line, 1.1)) log('differs', n)
    }`
  return runScript(source, minuteBars(still(...prices, 1.1))).log.map(({ message }) => message)
}

describe('crossedAbove and crossedBelow', () => {
  it('detects the bar that crosses the line', () => {
    expect(crossings([1.09, 1.11, 1.12, 1.08])).toEqual(['above 2', 'below 4'])
  })

  it('does not treat equal as crossed: reaching the line is not a cross, leaving it is', () => {
    expect(crossings([1.09, 1.1, 1.11])).toEqual(['above 3'])
    expect(crossings([1.11, 1.1, 1.09])).toEqual(['below 3'])
    expect(crossings([1.11, 1.1, 1.11])).toEqual(['above 3'])
    expect(crossings([1.09, 1.1, 1.1, 1.09])).toEqual(['below 4'])
    expect(crossings([1.1, 1.1, 1.1])).toEqual([])
  })

  it('returns false while a value is missing', () => {
    expect(crossings([1.11, 1.12])).toEqual([])
    const early = `const slow = indicators.SMA('M1', 5)
      function onIntervalClose() { if (crossedAbove(slow, 1) || crossedBelow(slow, 2)) log('crossed') }`
    expect(runScript(early, flatBars(1.1, 8)).log).toEqual([])
  })

  it('detects no cross between equal averages', () => {
    // Both averages contain the same three prices in another order: drifting sums would differ by a hair.
    const prices = Array.from({ length: 60 }, (_, row) => [1.1, 1.2, 1.3][row % 3] as number)
    const source = `const a = indicators.SMA('M1', 3), b = indicators.SMA('M1', 6)
      function onIntervalClose() { if (crossedAbove(a, b) || crossedBelow(a, b)) log('crossed') }`
    expect(runScript(source, minuteBars(still(...prices))).log).toEqual([])
  })

  it('rejects arguments that are not lines', () => {
    const source = (first: string) => `const bands = indicators.BollingerBands('M1', 2, 2)
      function onIntervalClose() { crossedAbove(${first}, 1.1) }`
    for (const first of ['bands', `'text'`, 'null', '{}']) {
      expect(() => runScript(source(first), flatBars(1.1, 5))).toThrow(
        'crossedAbove compares indicators with one output',
      )
    }
  })
})

import { describe, expect, it } from 'vitest'

import type { ClosedPosition } from '../position.ts'
import { drawdownsOf } from './drawdowns.ts'

const DAY = 86_400_000

/** A month in which these positions are open, with equity events at these days. */
function drawdowns(
  positions: readonly (readonly [from: number, to: number])[],
  events: readonly (readonly number[])[],
) {
  return drawdownsOf({
    start: 0,
    end: 30 * DAY,
    initialBalance: 1_000,
    days: { time: [], equity: [] },
    closed: positions.map(([from, to]) => ({ openTime: from * DAY, closeTime: to * DAY }) as ClosedPosition),
    openPositions: [],
    curve: { time: events.map(([day = NaN]) => day * DAY), equity: events.map(([, equity = NaN]) => equity) },
  }).map(({ start, trough, end }) => [start / DAY, trough / DAY, end === null ? null : end / DAY])
}

describe('drawdowns', () => {
  it('start with the position that loses, not when the account became flat at its peak', () => {
    expect(drawdowns([[20, 21]], [[20.5, 990]])).toEqual([[20, 20.5, null]])
    const flatBetween = [
      [2, 1_010],
      [15.5, 990],
      [16, 1_020],
    ]
    const positions = [
      [1, 2],
      [15, 16],
    ] as const
    expect(drawdowns(positions, flatBetween)).toEqual([[15, 15.5, 16]])
  })

  it('start at the peak while a position is open', () => {
    const peakInside = [
      [2, 1_010],
      [4, 990],
    ]
    expect(drawdowns([[1, 4]], peakInside)).toEqual([[2, 4, null]])
    // The one that closes at the peak is followed by another at the same moment.
    const reversed = [
      [1, 2],
      [2, 4],
    ] as const
    expect(drawdowns(reversed, peakInside)).toEqual([[2, 4, null]])
  })

  it('start no later than their first lower equity, whatever the openings say', () => {
    expect(drawdowns([[9, 10]], [[3, 990]])).toEqual([[3, 3, null]])
  })
})

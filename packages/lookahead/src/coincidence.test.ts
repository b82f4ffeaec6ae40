import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import type { Action } from './action.ts'
import { coincidence } from './coincidence.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 8)

function entries(...times: number[]): Action[] {
  return times.map((time) => ({ time, kind: 'buy', detail: 'MARKET 1', attached: '', place: null }))
}

describe('coincidence', () => {
  it('is high for a list on every market, and low a week later', () => {
    const list = entries(...[0, 1, 3, 8, 9, 14, 17, 22, 25].map((day) => MONDAY + day * DAY + 9 * HOUR))
    const { share, control, clusters, days } = coincidence([list, list, list], HOUR)
    expect(share).toBe(1)
    expect(control).toBeLessThan(0.5)
    expect(days).toHaveLength(9)
    expect(clusters).toBe(7)
  })

  it('is equally high a week later for a weekly plan', () => {
    const plan = entries(...[0, 7, 14, 21, 28].map((day) => MONDAY + day * DAY))
    expect(coincidence([plan, plan], HOUR)).toMatchObject({ share: 1, control: 1, clusters: 5 })
  })

  it('is as low as chance for entries that come from different prices', () => {
    const random = createRandom(3)
    const chance = () => entries(...Array.from({ length: 40 }, () => MONDAY + Math.floor(random() * 20 * 24) * HOUR))
    expect(coincidence([chance(), chance(), chance()], HOUR).share).toBeLessThan(0.3)
  })

  it('does not count a weekend as a gap, distinguishes sides, and is empty without entries', () => {
    const week = entries(...[3, 4, 7, 8].map((day) => MONDAY + day * DAY))
    expect(coincidence([week, week], HOUR).clusters).toBe(1)
    const sold = week.map((action): Action => ({ ...action, kind: 'sell' }))
    expect(coincidence([week, sold], HOUR).share).toBe(0)
    expect(coincidence([[], []], HOUR)).toEqual({ share: 0, control: null, pairs: 0, days: [], clusters: 0 })
  })
})

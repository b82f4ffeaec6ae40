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
  it('meets a list on every market and hardly a week later', () => {
    const list = entries(...[0, 1, 3, 8, 9, 14, 17, 22, 25].map((day) => MONDAY + day * DAY + 9 * HOUR))
    const { share, control, clusters, days } = coincidence([list, list, list], HOUR)
    expect(share).toBe(1)
    expect(control).toBeLessThan(0.5)
    expect(days).toHaveLength(9)
    expect(clusters).toBe(7)
  })

  it('meets a weekly plan as often a week later', () => {
    const plan = entries(...[0, 7, 14, 21, 28].map((day) => MONDAY + day * DAY))
    expect(coincidence([plan, plan], HOUR)).toMatchObject({ share: 1, control: 1, clusters: 5 })
  })

  it('meets what comes from unlike prices by chance', () => {
    const random = createRandom(3)
    const chance = () => entries(...Array.from({ length: 40 }, () => MONDAY + Math.floor(random() * 20 * 24) * HOUR))
    expect(coincidence([chance(), chance(), chance()], HOUR).share).toBeLessThan(0.3)
  })

  it('takes a weekend for no gap, tells sides apart, and says nothing of nothing', () => {
    const week = entries(...[3, 4, 7, 8].map((day) => MONDAY + day * DAY))
    expect(coincidence([week, week], HOUR).clusters).toBe(1)
    const sold = week.map((action): Action => ({ ...action, kind: 'sell' }))
    expect(coincidence([week, sold], HOUR).share).toBe(0)
    expect(coincidence([[], []], HOUR)).toEqual({ share: 0, control: null, pairs: 0, days: [], clusters: 0 })
  })
})

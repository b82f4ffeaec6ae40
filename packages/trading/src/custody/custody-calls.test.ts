import { describe, expect, it } from 'vitest'
import { CustodyCalls } from './custody-calls.ts'

/** When custody calls within a time if it looks each second. Returns also when that was too much. */
function callsWithin(ms: number, isFailing: boolean) {
  const calls = new CustodyCalls()
  const [called, told]: [number[], number[]] = [[], []]
  for (let now = 0; now < ms; now += 1_000) {
    if (!calls.mayCall('p', now)) continue
    called.push(now / 1_000)
    if (calls.note('p', now)) told.push(now / 1_000)
    if (isFailing) calls.failed('p', now)
    else calls.succeeded('p')
  }
  return { called, told }
}

describe('calls that take the orders of a position away', () => {
  it('come less and less often while they come to nothing, and never too often', () => {
    expect(callsWithin(300_000, true)).toEqual({ called: [0, 4, 12, 28, 60, 120, 180, 240], told: [] })
  })

  it('pause for a minute once there are more than five in one, which is told', () => {
    expect(callsWithin(70_000, false)).toEqual({ called: [0, 1, 2, 3, 4, 5, 65, 66, 67, 68, 69], told: [5] })
  })

  it('are counted by position, and start from zero with what gets through', () => {
    const calls = new CustodyCalls()
    calls.note('p', 0)
    calls.failed('p', 0)
    expect([calls.mayCall('p', 3_999), calls.mayCall('p', 4_000), calls.mayCall('q', 0)]).toEqual([false, true, true])
    calls.note('p', 4_000)
    calls.succeeded('p')
    calls.note('p', 20_000)
    calls.failed('p', 20_000)
    expect([calls.mayCall('p', 23_999), calls.mayCall('p', 24_000)]).toEqual([false, true])
    calls.keepOnly(new Set())
    expect(calls.mayCall('p', 20_000)).toBe(true)
  })

  it('of closings count too, and wait for nothing', () => {
    const calls = new CustodyCalls()
    const told = [0, 1, 2, 3, 4, 5, 6].filter((now) => calls.note('p', now))
    expect(told).toEqual([5])
    expect(calls.mayCall('p', 60_005)).toBe(false)
    expect(calls.mayCall('p', 60_006)).toBe(true)
  })
})

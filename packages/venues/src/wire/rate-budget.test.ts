import { expect, it } from 'vitest'
import { ClockSkew } from './clock-skew.ts'
import { RateBudget } from './rate-budget.ts'
import { VirtualClock } from './virtual-clock.ts'

const MINUTE = 60_000

it('leaves a fifth of the budget for closings and cancellations', () => {
  const budget = new RateBudget(new VirtualClock(10_000), { limit: 100, windowMs: MINUTE })
  expect([budget.take(50, 'history'), budget.take(1, 'history')]).toEqual([0, MINUTE])
  expect([budget.take(30, 'order'), budget.take(1, 'order'), budget.take(1, 'look-up')]).toEqual([0, MINUTE, MINUTE])
  expect([budget.take(20, 'urgent'), budget.take(1, 'urgent')]).toEqual([0, MINUTE])
})

it('counts what the venue has counted, and begins anew with each minute', () => {
  const clock = new VirtualClock(0)
  const budget = new RateBudget(clock, { limit: 100, windowMs: MINUTE })
  budget.counted(95)
  expect(budget.take(10, 'urgent')).toBe(MINUTE)
  clock.advanceTo(MINUTE)
  expect(budget.take(10, 'urgent')).toBe(0)
})

it('allows nothing, however urgent, until the time that the venue has told', () => {
  const clock = new VirtualClock(0)
  const budget = new RateBudget(clock, { limit: 100, windowMs: MINUTE })
  budget.silence(90_000)
  clock.advanceTo(89_999)
  expect(budget.take(1, 'urgent')).toBe(90_000)
  clock.advanceTo(90_000)
  expect(budget.take(1, 'urgent')).toBe(0)
})

it('warns of a clock that is off by a quarter of a second, and forbids orders from nine tenths on', () => {
  const levels = [100, 249, -250, 300, -899, 900, -5_000].map((ms) => {
    const skew = new ClockSkew()
    skew.sample(1_000_000 + ms, 1_000_000)
    return skew.level
  })
  expect(levels).toEqual(['fine', 'fine', 'warn', 'warn', 'warn', 'no-orders', 'no-orders'])
})

it('takes the least delay of a minute for the skew, and forgets older ones', () => {
  const skew = new ClockSkew()
  for (const [at, delay] of [
    [0, 500],
    [1_000, 40],
    [2_000, 700],
  ] as const)
    skew.sample(at, at - delay)
  expect(skew.ms).toBe(40)
  for (let at = 60_000; at < 190_000; at += 1_000) skew.sample(at, at - 300)
  expect(skew.ms).toBe(300)
})

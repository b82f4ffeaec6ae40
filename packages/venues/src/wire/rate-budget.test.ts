import { expect, it } from 'vitest'
import { ClockSkew } from './clock-skew.ts'
import { RateBudget } from './rate-budget.ts'
import type { RateLimit } from './rate-limit.ts'
import { SharedSilence } from './shared-silence.ts'
import { VirtualClock } from './virtual-clock.ts'

const MINUTE = 60_000
const WINDOW: RateLimit = { name: 'weight', per: 'address', kind: 'window', limit: 100, windowMs: MINUTE }
const LEAKING: RateLimit = { name: 'calls', per: 'key', kind: 'leaking', limit: 20, perSecond: 0.5 }
const budgetOf = (clock: VirtualClock, limit: RateLimit = WINDOW): RateBudget =>
  new RateBudget({ clock, silence: new SharedSilence(clock, 'https://venue.example', null), limit, log: null })

it('leaves a fifth of the budget for closings and cancellations', () => {
  const budget = budgetOf(new VirtualClock(10_000))
  expect([budget.take(50, 'history'), budget.take(1, 'history')]).toEqual([0, MINUTE])
  expect([budget.take(30, 'order'), budget.take(1, 'order'), budget.take(1, 'look-up')]).toEqual([0, MINUTE, MINUTE])
  expect([budget.take(20, 'urgent'), budget.take(1, 'urgent')]).toEqual([0, MINUTE])
})

it('counts what the venue has counted, and starts over with each minute', () => {
  const clock = new VirtualClock(0)
  const budget = budgetOf(clock)
  budget.counted(95)
  expect(budget.take(10, 'urgent')).toBe(MINUTE)
  clock.advanceTo(MINUTE)
  expect(budget.take(10, 'urgent')).toBe(0)
})

it('lets a leaking counter fall all the time, and says when a request will fit', () => {
  const clock = new VirtualClock(0)
  const budget = budgetOf(clock, LEAKING)
  expect([budget.take(16, 'order'), budget.take(1, 'order'), budget.take(4, 'urgent')]).toEqual([0, 2_000, 0])
  clock.advanceTo(9_999)
  expect(budget.take(1, 'order')).toBe(10_000)
  clock.advanceTo(10_000)
  expect([budget.state.used, budget.take(1, 'order'), budget.take(1, 'order')]).toEqual([15, 0, 12_000])
  clock.advanceTo(100_000)
  expect(budget.state.used).toBe(0)
})

it('starts over when the clock was set back by hours, whichever way a venue counts', () => {
  for (const limit of [WINDOW, LEAKING]) {
    let now = 5 * 3_600_000
    const clock = { now: () => now, at: () => () => {}, random: () => 0 }
    const budget = new RateBudget({
      clock,
      silence: new SharedSilence(clock, 'https://a.example', null),
      limit,
      log: null,
    })
    budget.take(limit.limit, 'urgent')
    now -= 3_600_000
    expect(budget.take(limit.limit, 'urgent')).toBe(0)
  }
})

it('allows nothing, however urgent, until the time that the venue has told', () => {
  const clock = new VirtualClock(0)
  const budget = budgetOf(clock)
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

it('follows a clock that was set anew as soon as a question shows it', () => {
  const skew = new ClockSkew()
  skew.answer({ sentAt: 1_000, receivedAt: 1_040, venueTime: 1_000 })
  expect(skew.ms).toBe(40)
  // Between question and answer the venue stated this time: no delay explains 40 ms any longer.
  skew.answer({ sentAt: 31_000, receivedAt: 31_050, venueTime: 29_500 })
  expect([skew.ms, skew.level]).toEqual([1_550, 'no-orders'])
  skew.answer({ sentAt: 61_000, receivedAt: 61_300, venueTime: 59_600 })
  expect(skew.ms).toBe(1_550)
})

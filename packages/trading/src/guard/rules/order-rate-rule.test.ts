import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { orderRateRule } from './order-rate-rule.ts'

const LIMIT = guardLimits({ orderRate: 10 })
const { now } = guarded()
const sent = (count: number, age = 0) => Array.from({ length: count }, (_, at) => now - age - at)

it('opens nothing after too many orders within a minute, and warns before', () => {
  const steps = [7, 8, 9, 10, 30].map((count) => orderRateRule(guarded({ sentAt: sent(count) }), LIMIT)?.step ?? null)
  expect(steps).toEqual([null, 'WARN', 'WARN', 'NO_NEW', 'NO_NEW'])
  expect(orderRateRule(guarded({ sentAt: sent(10) }), LIMIT)?.reason).toBe(
    'Sent 10 orders within a minute, the limit is 10',
  )
})

it('counts no orders of a minute ago, and none of the time before a clock was set back', () => {
  expect(orderRateRule(guarded({ sentAt: sent(100, 60_000) }), LIMIT)).toBeNull()
  expect(orderRateRule(guarded({ sentAt: sent(100, -3_600_000) }), LIMIT)).toBeNull()
})

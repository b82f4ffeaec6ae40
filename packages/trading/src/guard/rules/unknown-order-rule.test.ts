import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { unknownOrderRule } from './unknown-order-rule.ts'

const { now } = guarded()
const LIMITS = guardLimits({})

it('opens nothing once an order has been UNKNOWN for more than a minute', () => {
  expect(unknownOrderRule(guarded({ unknownSince: [now - 60_000] }), LIMITS)).toBeNull()
  expect(unknownOrderRule(guarded({ unknownSince: [now - 60_001, now] }), LIMITS)).toEqual({
    rule: 'unknown-order',
    step: 'NO_NEW',
    reason: 'An order has been UNKNOWN for more than 60 s',
  })
  expect(unknownOrderRule(guarded({ unknownSince: [0, 0] }), LIMITS)?.reason).toMatch(/^2 orders have/u)
})

import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { exposureRule } from './exposure-rule.ts'

const LIMIT = guardLimits({ exposure: 50_000 })

it('opens nothing when open positions are worth the limit, and warns before', () => {
  const steps = [39_999.99, 40_000, 49_999.99, 50_000, 90_000].map(
    (exposure) => exposureRule(guarded({ exposure }), LIMIT)?.step ?? null,
  )
  expect(steps).toEqual([null, 'WARN', 'WARN', 'NO_NEW', 'NO_NEW'])
  expect(exposureRule(guarded({ exposure: 50_000 }), LIMIT)).toEqual({
    rule: 'exposure',
    step: 'NO_NEW',
    reason: 'Open positions are worth 50,000.00, the limit is 50,000.00',
  })
})

it('judges no exposure without a limit, or before it is known', () => {
  expect(exposureRule(guarded({ exposure: 1e12 }), guardLimits({}))).toBeNull()
  expect(exposureRule(guarded({ exposure: null }), LIMIT)).toBeNull()
})

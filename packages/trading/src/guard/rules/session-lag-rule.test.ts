import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { sessionLagRule } from './session-lag-rule.ts'

it('names the session that has taken no prices for the longest', () => {
  const lags = (...ms: number[]) => guarded({ sessionLags: ms.map((one, at) => ({ name: `S${at}`, ms: one })) })
  expect(sessionLagRule(lags(), guardLimits({}))).toBeNull()
  expect(sessionLagRule(lags(4_999, 0), guardLimits({}))).toBeNull()
  expect(sessionLagRule(lags(0, 5_000, 7_900), guardLimits({}))).toEqual({
    rule: 'session-lag',
    step: 'WARN',
    reason: 'The session S2 has taken no prices for 7 s while they come',
  })
})

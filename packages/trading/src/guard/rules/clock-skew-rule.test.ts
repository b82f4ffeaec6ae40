import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { clockSkewRule } from './clock-skew-rule.ts'

const judge = (skewMs: number | null) => clockSkewRule(guarded({ skewMs }), guardLimits({}))

it('opens nothing while clocks are two seconds apart, whichever is ahead, and warns before', () => {
  expect([null, 0, 999, -1_000, 1_999, 2_000, -2_000].map((ms) => judge(ms)?.step ?? null)).toEqual([
    null,
    null,
    null,
    'WARN',
    'WARN',
    'NO_NEW',
    'NO_NEW',
  ])
  expect(judge(-2_500)?.reason).toBe('The clock of this server is behind that of prices by 2.5 s')
  expect(judge(2_500)?.reason).toBe(
    'The clock of this server is ahead of that of prices, or prices come late, by 2.5 s',
  )
})

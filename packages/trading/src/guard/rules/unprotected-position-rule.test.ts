import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { unprotectedPositionRule } from './unprotected-position-rule.ts'

const { now } = guarded()
const LIMITS = guardLimits({})
const since = (unprotectedSince: number | null) =>
  guarded({ positions: [{ instrumentId: 'EURUSD:SIM', unprotectedSince }] })

it('only reduces once a position has lacked its stop for more than ten seconds', () => {
  expect(unprotectedPositionRule(since(now - 10_000), LIMITS)).toBeNull()
  expect(unprotectedPositionRule(since(now - 10_001), LIMITS)).toEqual({
    rule: 'unprotected-position',
    step: 'REDUCE',
    reason: 'A position of EURUSD:SIM has had no stop for more than 10 s',
  })
})

it('leaves positions alone that have their stop or want none', () => {
  expect(unprotectedPositionRule(since(null), LIMITS)).toBeNull()
})

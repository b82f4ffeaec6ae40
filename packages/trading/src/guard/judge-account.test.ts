import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GUARD_LIMIT_NAMES, guardLimits, ACCOUNT_LEVELS } from '@tradeloom/domain'
import { guarded } from './guarded-account.fixture.ts'
import { judgeAccount } from './judge-account.ts'
import { RULES } from './rules.generated.ts'

const LIMITS = guardLimits({ dailyLoss: 500 })
const { now } = guarded()

it('takes the strictest step of all rules, and states each finding', () => {
  const account = guarded({ result: -1_000, unknownSince: [now - 61_000] })
  const { level, findings } = judgeAccount(account, LIMITS, 'ACTIVE')
  expect(level).toBe('FLATTEN')
  expect(findings.map(({ rule }) => rule)).toEqual(['daily-loss', 'unknown-order'])
})

it('raises no level for a warning', () => {
  const { level, findings } = judgeAccount(guarded({ result: -400 }), LIMITS, 'ACTIVE')
  expect(level).toBe('ACTIVE')
  expect(findings).toHaveLength(1)
})

it('never lowers a level, whatever the account looks like', () => {
  const anyAccount = fc
    .record({ result: fc.oneof(fc.constant(null), fc.double()), age: fc.nat(120_000) })
    .map(({ result, age }) => guarded({ result, unknownSince: [now - age] }))
  fc.assert(
    fc.property(anyAccount, fc.constantFrom(...ACCOUNT_LEVELS), (account, current) => {
      const { level } = judgeAccount(account, LIMITS, current)
      expect(ACCOUNT_LEVELS.indexOf(level)).toBeGreaterThanOrEqual(ACCOUNT_LEVELS.indexOf(current))
    }),
  )
})

it('has one rule for each limit that an account can have', () => {
  const limits = RULES.flatMap(({ limit }) => (typeof limit === 'string' ? [limit] : []))
  expect(limits.toSorted()).toEqual(GUARD_LIMIT_NAMES.toSorted())
})

it('states what each rule measures, with and without its limit, and nothing that is not a number', () => {
  const account = guarded({ referenceResult: 0.1, result: -20, peakResult: null, exposure: NaN, skewMs: -1_500 })
  const { values } = judgeAccount({ ...account, sentAt: [now] }, LIMITS, 'ACTIVE')
  expect(values).toMatchObject({ 'daily-loss': 20.1, drawdown: null, exposure: null, 'order-rate': 1 })
  expect(values).toMatchObject({ 'clock-skew': 1.5, 'session-lag': 0, 'stale-price': 0, 'unknown-order': 0 })
  expect(Object.keys(values)).toEqual(RULES.map(({ rule }) => rule))
})

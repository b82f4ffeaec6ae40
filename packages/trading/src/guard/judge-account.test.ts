import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACCOUNT_LEVELS } from '@tradeloom/domain'
import { guarded } from './guarded-account.fixture.ts'
import { judgeAccount } from './judge-account.ts'

const LIMITS = { dailyLoss: 500 }
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

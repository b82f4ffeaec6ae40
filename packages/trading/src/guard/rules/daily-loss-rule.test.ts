import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { dailyLossRule } from './daily-loss-rule.ts'

const LIMIT = guardLimits({ dailyLoss: 500 })

it('closes an account down that has lost its daily limit', () => {
  expect(dailyLossRule(guarded({ result: -500 }), LIMIT)).toEqual({
    rule: 'daily-loss',
    step: 'FLATTEN',
    reason: 'Lost 500.00 today, the limit is 500.00',
  })
})

it('writes money with its cents and thousands', () => {
  expect(dailyLossRule(guarded({ result: -1_574.117813 }), guardLimits({ dailyLoss: 1_500 }))?.reason).toBe(
    'Lost 1,574.12 today, the limit is 1,500.00',
  )
})

it('warns from four fifths of the daily limit on', () => {
  expect(dailyLossRule(guarded({ result: -499.99 }), LIMIT)).toMatchObject({ step: 'WARN' })
  expect(dailyLossRule(guarded({ result: -400 }), LIMIT)).toMatchObject({ step: 'WARN' })
  expect(dailyLossRule(guarded({ result: -399.99 }), LIMIT)).toBeNull()
})

it('counts from the result that the account had at the reference', () => {
  expect(dailyLossRule(guarded({ referenceResult: -1_000, result: -1_300 }), LIMIT)).toBeNull()
  expect(dailyLossRule(guarded({ referenceResult: 800, result: 300 }), LIMIT)).toMatchObject({ step: 'FLATTEN' })
})

it('reaches a daily limit in cents that binary fractions miss', () => {
  expect(dailyLossRule(guarded({ referenceResult: 0.3, result: 0.1 }), guardLimits({ dailyLoss: 0.2 }))).toMatchObject({
    step: 'FLATTEN',
  })
})

it('judges no daily loss without a limit, a result or a reference', () => {
  expect(dailyLossRule(guarded({ result: -9_999 }), guardLimits({}))).toBeNull()
  expect(dailyLossRule(guarded({ result: null }), LIMIT)).toBeNull()
  expect(dailyLossRule(guarded({ result: -9_999, referenceResult: null }), LIMIT)).toBeNull()
})

it('opens nothing when the daily loss is not a number', () => {
  expect(dailyLossRule(guarded({ result: NaN }), LIMIT)).toMatchObject({ step: 'NO_NEW' })
})

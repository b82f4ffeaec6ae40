import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { drawdownRule } from './drawdown-rule.ts'

const LIMIT = guardLimits({ drawdown: 500 })

it('closes an account down that has fallen by its limit from its highest result', () => {
  expect(drawdownRule(guarded({ peakResult: 800, resultNow: 300 }), LIMIT)).toEqual({
    rule: 'drawdown',
    step: 'FLATTEN',
    reason: 'Lost 500.00 from the highest result, the limit is 500.00',
  })
})

it('warns from four fifths of the drawdown on', () => {
  expect(drawdownRule(guarded({ peakResult: 800, resultNow: 300.01 }), LIMIT)).toMatchObject({ step: 'WARN' })
  expect(drawdownRule(guarded({ peakResult: 800, resultNow: 400 }), LIMIT)).toMatchObject({ step: 'WARN' })
  expect(drawdownRule(guarded({ peakResult: 800, resultNow: 400.01 }), LIMIT)).toBeNull()
})

it('does not mind a loss that is below an account without a drawdown', () => {
  expect(drawdownRule(guarded({ result: -9_999, peakResult: -9_999, resultNow: -9_999 }), LIMIT)).toBeNull()
  expect(drawdownRule(guarded({ peakResult: 0, resultNow: 9_999 }), LIMIT)).toBeNull()
})

it('reaches a drawdown in cents that binary fractions miss', () => {
  const account = guarded({ peakResult: 0.3, resultNow: 0.1 })
  expect(drawdownRule(account, guardLimits({ drawdown: 0.2 }))).toMatchObject({ step: 'FLATTEN' })
})

it('judges no drawdown without a limit, a result or a peak', () => {
  const account = guarded({ peakResult: 9_999, resultNow: 0 })
  expect(drawdownRule(account, guardLimits({ dailyLoss: 1 }))).toBeNull()
  expect(drawdownRule(guarded({ peakResult: 9_999, resultNow: null }), LIMIT)).toBeNull()
  expect(drawdownRule(guarded({ peakResult: null, resultNow: -9_999 }), LIMIT)).toBeNull()
})

it('opens nothing when the drawdown is not a number', () => {
  expect(drawdownRule(guarded({ peakResult: 0, resultNow: NaN }), LIMIT)).toMatchObject({ step: 'NO_NEW' })
})

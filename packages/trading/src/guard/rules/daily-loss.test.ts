import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import { dailyLoss } from './daily-loss.ts'

const LIMIT = { dailyLoss: 500 }

it('closes an account down that has lost its daily limit', () => {
  expect(dailyLoss(guarded({ equity: 9_500 }), LIMIT)).toEqual({
    rule: 'daily-loss',
    step: 'FLATTEN',
    reason: 'Lost 500 today, the limit is 500',
  })
})

it('warns from four fifths of the daily limit on', () => {
  expect(dailyLoss(guarded({ equity: 9_500.01 }), LIMIT)).toMatchObject({ step: 'WARN' })
  expect(dailyLoss(guarded({ equity: 9_600 }), LIMIT)).toMatchObject({ step: 'WARN' })
  expect(dailyLoss(guarded({ equity: 9_600.01 }), LIMIT)).toBeNull()
})

it('counts neither withdrawals as losses nor deposits as profits', () => {
  expect(dailyLoss(guarded({ equity: 9_000, transferred: -1_000 }), LIMIT)).toBeNull()
  expect(dailyLoss(guarded({ equity: 10_500, transferred: 1_000 }), LIMIT)).toMatchObject({ step: 'FLATTEN' })
})

it('reaches a daily limit in cents that binary fractions miss', () => {
  expect(dailyLoss(guarded({ openingEquity: 0.3, equity: 0.1 }), { dailyLoss: 0.2 })).toMatchObject({ step: 'FLATTEN' })
})

it('judges no daily loss without a limit or without a price', () => {
  expect(dailyLoss(guarded({ equity: 1 }), { dailyLoss: null })).toBeNull()
  expect(dailyLoss(guarded({ equity: null }), LIMIT)).toBeNull()
})

it('opens nothing when the daily loss is not a number', () => {
  expect(dailyLoss(guarded({ equity: NaN }), LIMIT)).toMatchObject({ step: 'NO_NEW' })
})

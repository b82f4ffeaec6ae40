import { guardLimits } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { guarded } from '../guarded-account.fixture.ts'
import type { GuardedAccount } from '../guarded-account.ts'
import { stalePriceRule } from './stale-price-rule.ts'

const { now } = guarded()
const LIMITS = guardLimits({})
const POSITION = { instrumentId: 'BTCUSDT:BINANCE', unprotectedSince: null }

function heard(age: number, isMarketClosed = false): GuardedAccount {
  const price = { heardAt: now - age, isMarketClosed, maxAgeMs: 10_000 }
  return guarded({ positions: [POSITION], prices: new Map([[POSITION.instrumentId, price]]) })
}

it('warns of a position whose price is stale, and opens nothing after a minute', () => {
  expect(stalePriceRule(heard(10_000), LIMITS)).toBeNull()
  expect(stalePriceRule(heard(10_001), LIMITS)).toMatchObject({ step: 'WARN' })
  expect(stalePriceRule(heard(60_000), LIMITS)).toMatchObject({ step: 'WARN' })
  expect(stalePriceRule(heard(60_001), LIMITS)).toEqual({
    rule: 'stale-price',
    step: 'NO_NEW',
    reason: 'The price of BTCUSDT:BINANCE is 60 s old',
  })
})

it('opens nothing while there is no price of a position at all', () => {
  expect(stalePriceRule(guarded({ positions: [POSITION] }), LIMITS)).toMatchObject({ step: 'NO_NEW' })
})

it('takes no price of a closed market for stale', () => {
  expect(stalePriceRule(heard(3_600_000, true), LIMITS)).toBeNull()
})

it('leaves stale prices alone when no position depends on them', () => {
  expect(stalePriceRule({ ...heard(3_600_000), positions: [] }, LIMITS)).toBeNull()
})

it('judges the oldest of several stale prices', () => {
  const second = { instrumentId: 'ETHUSDT:BINANCE', unprotectedSince: null }
  const account = heard(11_000)
  const prices = new Map([
    ...account.prices,
    [second.instrumentId, { heardAt: now - 61_000, isMarketClosed: false, maxAgeMs: 10_000 }],
  ])
  const found = stalePriceRule({ ...account, positions: [POSITION, second], prices }, LIMITS)
  expect(found?.reason).toBe('The price of ETHUSDT:BINANCE is 61 s old')
})

import type { Execution } from '@tradeloom/contracts'
import { SETTINGS } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { accountCosts, withCosts } from './account-costs.ts'
import { defaultDraft, modelsOf } from './models-draft.ts'

const FEES = { perLot: 0, percent: 0, minimum: 0, makerPercent: 0.1, takerPercent: 0.1 }
const MARKET = {
  id: 'BTCUSDT:BINANCE',
  symbol: 'BTCUSDT',
  quote: 'USDT',
  commission: FEES,
  marginRate: 0.05,
  marginRatios: { USD: 0.2 },
}
const SPOT = { id: 'a', currency: 'USD', model: 'spot' } as const
const FILL = { accountId: 'a', instrumentId: MARKET.id, orderType: 'Market', price: 60_000, quantity: 0.1 } as Execution

it('an account decides fees, margin and accounting, and everything else stays as it was typed', () => {
  const draft = defaultDraft()
  const typed = {
    ...draft,
    settings: { ...draft.settings, latencyMs: { ...draft.settings['latencyMs']!, choice: 'ms' } },
  }
  const models = modelsOf(withCosts(typed, accountCosts(MARKET, SPOT, [])))
  expect(models).toMatchObject({
    commission: FEES,
    margin: { model: 'rate', rate: 1 },
    accounting: 'netting',
    funding: null,
  })
  expect(withCosts(typed, accountCosts(MARKET, SPOT, [])).settings['latencyMs']).toEqual(typed.settings['latencyMs'])
  expect(SETTINGS.accounting.default).toBe('hedging')
})

it('margin is that of the currency of the account, and perpetuals are funded', () => {
  const perpetual = { ...MARKET, id: 'BTCUSDT.P:BINANCE', symbol: 'BTCUSDT.P' }
  expect(accountCosts(perpetual, { ...SPOT, model: 'netting' }, [])).toMatchObject({
    margin: { rate: 0.2 },
    funding: { hours: 8, rate: 0.0001 },
  })
  expect(accountCosts(MARKET, { ...SPOT, model: 'hedging', currency: 'EUR' }, [])).toMatchObject({
    margin: { rate: 0.05 },
    accounting: 'hedging',
  })
})

it('takes the fee that the venue has charged the account, of the same market and currency', () => {
  const taker = (executions: readonly Execution[], more: object = {}) =>
    accountCosts(MARKET, { ...SPOT, ...more }, executions).commission.takerPercent
  expect(taker([{ ...FILL, fee: 4.5 }])).toBe(0.075)
  expect(taker([{ ...FILL, fee: 4.5, orderType: 'Limit' }])).toBe(0.1)
  expect(taker([{ ...FILL, fee: 4.5, accountId: 'b' }])).toBe(0.1)
  expect(taker([{ ...FILL, fee: 4.5 }], { currency: 'EUR' })).toBe(0.1)
})

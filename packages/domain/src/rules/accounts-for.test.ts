import { expect, it } from 'vitest'
import { accountsFor } from './accounts-for.ts'

const PAPER = { type: 'paper', broker: 'PAPER', model: 'hedging' } as const
const SPOT = { type: 'live', broker: 'Binance', model: 'spot' } as const
const NETTING = { type: 'live', broker: 'Binance', model: 'netting' } as const
const OTHER = { type: 'live', broker: 'OANDA', model: 'netting' } as const

it('are those at the broker that trade such an instrument, then paper accounts', () => {
  const all = [PAPER, OTHER, SPOT, NETTING]
  expect(accountsFor(all, { broker: 'BINANCE', accounts: ['spot'] })).toEqual([SPOT, PAPER])
  expect(accountsFor(all, { broker: 'BINANCE', accounts: ['netting', 'hedging'] })).toEqual([NETTING, PAPER])
  expect(accountsFor(all, { broker: 'BINANCE' })).toEqual([SPOT, NETTING, PAPER])
})

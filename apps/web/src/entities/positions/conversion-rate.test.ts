import { expect, it } from 'vitest'
import { convertAt, findConversion } from './conversion-rate.ts'

const pair = (dealt: string, quote: string) => ({ id: `${dealt}${quote}:SIM`, dealt, quote })
const INSTRUMENTS = [pair('EUR', 'USD'), pair('USD', 'JPY'), pair('BTC', 'USDT')]

it.each([
  ['USD', 'USD', null],
  ['USDT', 'USD', null],
  ['EUR', 'USD', { instrumentId: 'EURUSD:SIM', isInverse: false }],
  ['JPY', 'USD', { instrumentId: 'USDJPY:SIM', isInverse: true }],
  ['BTC', 'USD', { instrumentId: 'BTCUSDT:SIM', isInverse: false }],
  ['CHF', 'USD', undefined],
])('converts %s to %s by an instrument of both, in either direction', (from, to, conversion) => {
  expect(findConversion(from, to, INSTRUMENTS)).toEqual(conversion)
})

it('converts at the middle of bid and ask', () => {
  expect(convertAt({ instrumentId: 'EURUSD:SIM', isInverse: false }, { bid: 1.0, ask: 1.2 })).toBeCloseTo(1.1, 12)
  expect(convertAt({ instrumentId: 'USDJPY:SIM', isInverse: true }, { bid: 149, ask: 151 })).toBeCloseTo(1 / 150, 12)
})

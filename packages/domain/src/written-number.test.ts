import { expect, it } from 'vitest'
import { writtenMoney } from './written-number.ts'

it('writes money with the decimals of its currency', () => {
  const written = ['USD', 'JPY', 'USDT', 'BTC', 'XBt', 'ABC'].map((currency) => writtenMoney(1574.12345678, currency))
  expect(written).toEqual(['1,574.12', '1,574', '1,574.12', '1,574.12345678', '1,574', '1,574.12'])
})

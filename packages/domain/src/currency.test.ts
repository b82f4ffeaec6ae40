import { describe, expect, it } from 'vitest'
import { CURRENCIES, findCurrency, shownCurrency } from './currency.ts'
import { defineInstrument } from './define-instrument.ts'
import { peggedCurrency } from './pegged-currency.ts'

describe('the currency table', () => {
  it('shows XBT as BTC, also in the name of an instrument', () => {
    expect(shownCurrency('XBT')).toBe('BTC')
    expect(findCurrency('XBT')).toMatchObject({ code: 'BTC', name: 'Bitcoin', character: '₿', decimals: 8 })
    expect(defineInstrument('XBTUSD:BITMEX')).toMatchObject({
      id: 'XBTUSD:BITMEX',
      dealt: 'XBT',
      displaySymbol: 'BTC/USD',
      precision: 2,
    })
  })

  it('does not take XBt, a hundred-millionth of a bitcoin, for a bitcoin', () => {
    expect(findCurrency('XBt')).toBeNull()
    expect(shownCurrency('XBt')).toBe('XBt')
  })

  it('has each code and alias once', () => {
    const codes = CURRENCIES.flatMap(({ code, aliases }) => [code, ...aliases])
    expect(new Set(codes).size).toBe(codes.length)
    expect(CURRENCIES.every(({ name, decimals }) => name !== '' && decimals >= 0 && decimals <= 8)).toBe(true)
  })

  it('counts a stablecoin as a dollar, and no other currency', () => {
    expect(CURRENCIES.filter(({ code }) => peggedCurrency(code) !== code).map(({ code }) => code)).toEqual([
      'USDT', 'USDC', 'BUSD', 'TUSD', 'FDUSD', 'DAI',
    ]) // prettier-ignore
  })

  it('counts yen and won in whole units', () => {
    expect(CURRENCIES.filter(({ decimals }) => decimals === 0).map(({ code }) => code)).toEqual(['JPY', 'KRW'])
  })
})

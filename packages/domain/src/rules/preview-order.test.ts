import { describe, expect, it } from 'vitest'
import { defaultModels } from '../settings/settings.ts'
import { orderWarnings, type PreviewContext, previewOrder } from './preview-order.ts'

const { commission: FREE } = defaultModels()
const taker = (takerPercent: number) => ({ ...FREE, makerPercent: 0.02, takerPercent })

const forex: PreviewContext = {
  quote: { bid: 1.08412, ask: 1.08427 },
  instrument: {
    contract: 'spot',
    pipSize: 0.0001,
    marginRate: 0.02,
    marginRatios: { USD: 1 / 30 },
    positionCurrency: 'EUR',
    commission: FREE,
  },
  accountCurrency: 'USD',
  conversion: 1,
}
const market = { price: null, stopLoss: null, takeProfit: null }
const cents = (value: number | null) => value?.toFixed(2)

describe('the preview of an order', () => {
  it('shows what a long position in EUR/USD costs and risks', () => {
    const order = { ...market, side: 'BUY', quantity: 25_000, stopLoss: 1.08127, takeProfit: 1.09027 } as const
    const preview = previewOrder(order, forex)
    expect(preview.spreadPips).toBe(1.5)
    const { immediateCost, risk, gain, margin } = preview
    expect([immediateCost, risk, gain, margin].map(cents)).toEqual(['3.75', '75.00', '150.00', '903.56'])
    expect(((gain ?? 0) / (risk ?? 1)).toFixed(1)).toBe('2.0')
  })

  it('converts a short position in USD/JPY at the mid price', () => {
    const { immediateCost, risk, gain, margin } = previewOrder(
      { ...market, side: 'SELL', quantity: 10_000, stopLoss: 151.534, takeProfit: 150.634 },
      {
        ...forex,
        quote: { bid: 151.234, ask: 151.249 },
        instrument: { ...forex.instrument, pipSize: 0.01, positionCurrency: 'USD' },
        conversion: 1 / 151.2415,
      },
    )
    expect([risk, gain, immediateCost, margin].map(cents)).toEqual(['19.84', '39.67', '0.99', '333.33'])
  })

  it('converts GBP/USD for an account in euros, by the margin rate of the instrument', () => {
    const { risk, margin } = previewOrder(
      { ...market, side: 'BUY', quantity: 5000, stopLoss: 1.26524 },
      {
        ...forex,
        quote: { bid: 1.2681, ask: 1.26824 },
        instrument: { ...forex.instrument, marginRate: 0.0333, positionCurrency: 'GBP' },
        accountCurrency: 'EUR',
        conversion: 1 / 1.084195,
      },
    )
    expect([risk, margin].map(cents)).toEqual(['13.84', '194.76'])
  })

  it('shows value and fee of coins', () => {
    const { value, fee, risk } = previewOrder(
      { ...market, side: 'BUY', quantity: 0.015, stopLoss: 61_000 },
      {
        ...forex,
        quote: { bid: 61_837.63, ask: 61_837.64 },
        instrument: { ...forex.instrument, commission: taker(0.1) },
        accountCurrency: 'USDT',
      },
    )
    expect([value.toFixed(4), fee.toFixed(4), cents(risk)]).toEqual(['927.5646', '0.9276', '12.56'])
  })

  it('shows the risk of a linear contract with and without fees', () => {
    const { value, margin, risk, riskWithFees, gain } = previewOrder(
      { ...market, side: 'BUY', quantity: 0.01, stopLoss: 61_000, takeProfit: 63_000 },
      {
        ...forex,
        quote: { bid: 61_800.2, ask: 61_800.3 },
        instrument: {
          ...forex.instrument,
          contract: 'linear',
          marginRate: 0.1,
          positionCurrency: 'BTC',
          commission: taker(0.05),
        },
        accountCurrency: 'USDT',
      },
    )
    expect([value, margin, risk, riskWithFees, gain].map(cents)).toEqual(['618.00', '61.80', '8.00', '8.62', '12.00'])
  })

  const inverse: PreviewContext = {
    ...forex,
    quote: { bid: 61_800, ask: 61_800.5 },
    instrument: {
      contract: 'inverse',
      pipSize: 0.5,
      marginRate: 0.1,
      marginRatios: {},
      positionCurrency: 'USD',
      commission: taker(0.05),
    },
    accountCurrency: 'XBt',
    conversion: 1e8,
  }

  it('prices an inverse contract in XBt, where losses grow with the distance', () => {
    const order = { ...market, side: 'BUY', quantity: 10_000, stopLoss: 61_000, takeProfit: 63_000 } as const
    const { value, margin, risk, gain, fee, immediateCost } = previewOrder(order, inverse)
    const whole = [value, margin, risk, gain, fee].map((amount) => amount?.toFixed(0))
    expect(whole).toEqual(['16181099', '1618110', '212344', '308083', '8091'])
    expect((((risk ?? 0) / 1e8) * 61_000).toFixed(2)).toBe('129.53')
    expect((immediateCost - fee).toFixed(0)).toBe(((1 / 61_800 - 1 / 61_800.5) * 1e12).toFixed(0))
  })

  it('prices a short inverse contract by the same formula in reverse', () => {
    const order = { ...market, side: 'SELL', quantity: 10_000, stopLoss: 63_000, takeProfit: 61_000 } as const
    const { risk, gain } = previewOrder(order, inverse)
    expect(risk).toBeCloseTo(10_000 * (1 / 61_800 - 1 / 63_000) * 1e8, 6)
    expect(gain).toBeCloseTo(10_000 * (1 / 61_000 - 1 / 61_800) * 1e8, 6)
  })

  it('charges what a venue takes per lot, at least its minimum, on both orders', () => {
    const instrument = { ...forex.instrument, commission: { ...FREE, perLot: 7, minimum: 2 } }
    const order = { ...market, side: 'BUY', quantity: 25_000, stopLoss: 1.08127 } as const
    const { fee, immediateCost, risk, riskWithFees } = previewOrder(order, { ...forex, instrument })
    // A quarter of a lot is 1.75, less than the minimum.
    expect([fee, immediateCost, risk, riskWithFees].map(cents)).toEqual(['2.00', '5.75', '75.00', '79.00'])
  })

  it('counts a trailing stop as protection, from the side of the market that triggers it', () => {
    const order = { ...market, side: 'BUY', quantity: 10_000, trailingStop: 0.002 } as const
    // Bought at 1.08427, it follows from the bid of 1.08412.
    expect(cents(previewOrder(order, forex).risk)).toBe('21.50')
    expect(cents(previewOrder({ ...order, side: 'SELL' }, forex).risk)).toBe('21.50')
    // The nearer one is hit first.
    expect(cents(previewOrder({ ...order, stopLoss: 1.08327 }, forex).risk)).toBe('10.00')
    expect(cents(previewOrder({ ...order, stopLoss: 1.08 }, forex).risk)).toBe('21.50')
  })

  it('counts the risk of a waiting order from its own price', () => {
    const order = { ...market, side: 'BUY', quantity: 1000, price: 1.08, stopLoss: 1.079 } as const
    expect(cents(previewOrder(order, forex).risk)).toBe('1.00')
  })
})

describe('the warnings of a confirmation', () => {
  it('recommends a stop loss where there is none', () => {
    expect(orderWarnings({ risk: null, margin: 1 }, { balance: 1, available: 1 })).toEqual([
      'A stop loss is recommended',
    ])
  })

  it('warns of risk above the balance and of margin above what is available', () => {
    expect(orderWarnings({ risk: 12_000, margin: 903 }, { balance: 10_000, available: 900 })).toEqual([
      'Risking more than account balance',
      'Not enough available margin',
    ])
    expect(orderWarnings({ risk: 10_000, margin: 900 }, { balance: 10_000, available: 900 })).toEqual([])
    expect(orderWarnings({ risk: NaN, margin: NaN }, { balance: 1, available: 1 })).toHaveLength(2)
  })
})

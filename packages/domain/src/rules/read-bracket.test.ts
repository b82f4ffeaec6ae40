import { expect, it } from 'vitest'
import { defaultModels } from '../settings/settings.ts'
import { previewOrder } from './preview-order.ts'
import { readBracket } from './read-bracket.ts'

const quote = { bid: 1.08412, ask: 1.08427 }
const instrument = { pipSize: 0.0001, quoteStep: 0.00001 }
const money = { currency: 'USD', quantity: 25_000, conversion: 1 }
const terms = { side: 'BUY', quote, instrument, money } as const
const NONE = { stopLoss: '', takeProfit: '', trailingStop: '' }

it('reads money as what is lost at the stop and won at the target, by the preview of the same order', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const conversion of [1, 0.8123]) {
      const texts = { ...NONE, stopLoss: '75 USD', takeProfit: '150 usd' }
      const { levels, problems } = readBracket(texts, { ...terms, side, money: { ...money, conversion } })
      const listing = {
        ...instrument,
        contract: 'spot',
        marginRate: 0.02,
        marginRatios: {},
        positionCurrency: 'EUR',
      } as const
      const { commission } = defaultModels()
      const context = { quote, instrument: { ...listing, commission }, accountCurrency: 'USD', conversion }
      const { risk, gain } = previewOrder({ ...levels, side, quantity: 25_000, price: null }, context)
      // One price step is a quarter of a dollar: never more risk, never less gain.
      expect(risk).toBeLessThanOrEqual(75 + 1e-6)
      expect(risk).toBeGreaterThan(74.7)
      expect(gain).toBeGreaterThanOrEqual(150 - 1e-6)
      expect(gain).toBeLessThan(150.3)
      expect(problems).toEqual([])
    }
})

it('reads percent as parts of the price from which distances count', () => {
  const { readings } = readBracket({ stopLoss: '1%', takeProfit: '2 %', trailingStop: '0.50%' }, terms)
  expect(readings.stopLoss).toMatchObject({ unit: 'percent', label: '(%)', price: 1.07343, distance: 0.01084 })
  expect(readings.takeProfit).toMatchObject({ price: 1.10596 })
  expect(readings.trailingStop).toMatchObject({ distance: 0.00542 })
})

it.each([
  ['stopLoss', '50 EUR', money, 'Amounts are in USD here'],
  ['stopLoss', '50 USD', { ...money, quantity: NaN }, 'An amount of USD needs a quantity and an exchange rate'],
  ['takeProfit', '50 USD', { ...money, conversion: NaN }, 'An amount of USD needs a quantity and an exchange rate'],
  ['takeProfit', '50 USD', { ...money, quantity: -1 }, 'An amount of USD needs a quantity and an exchange rate'],
  ['stopLoss', '50 USD', null, 'Cannot be an amount of money here'],
  ['trailingStop', '50 USD', money, 'Cannot be an amount of money here'],
] as const)('refuses a %s of %s instead of leaving it out', (field, text, of, message) => {
  const { levels, problems } = readBracket({ ...NONE, [field]: text }, { ...terms, money: of })
  expect(problems).toEqual([{ field, message, isNumber: true }])
  expect(levels[field]).toBeNaN()
})

it.each(['x', 'x%', 'x USD', '%', '50USD'])('refuses %j as a number', (text) => {
  const { levels, problems } = readBracket({ ...NONE, stopLoss: text }, terms)
  expect(problems).toEqual([{ field: 'stopLoss', message: 'Invalid number', isNumber: false }])
  expect(levels.stopLoss).toBeNull()
})

it('counts a trailing stop from the market where the other levels count from elsewhere', () => {
  const opened = { bid: 1.1, ask: 1.1 }
  const texts = { stopLoss: '20', takeProfit: '', trailingStop: '20' }
  const { readings } = readBracket(texts, { ...terms, quote: opened, trailsFrom: quote })
  expect(readings).toMatchObject({ stopLoss: { price: 1.098 }, trailingStop: { price: 1.08212 } })
  expect(readBracket(texts, { ...terms, quote: opened, trailsFrom: null }).readings.trailingStop).toBeNull()
})

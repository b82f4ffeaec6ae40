import { expect, it } from 'vitest'
import { listRules, readInstruments } from './instrument-rules.ts'

const row = (name: string, type: string) => ({
  name,
  type,
  pipLocation: 0,
  displayPrecision: 1,
  tradeUnitsPrecision: 2,
  minimumTradeSize: '0.01',
  maximumOrderUnits: '100',
  marginRate: '0.1',
})

it.each([
  ['EUR_USD', 'CURRENCY', 'forex'],
  ['XAU_USD', 'METAL', 'forex'],
  ['SPX500_USD', 'CFD', 'forex'],
  ['BTC_USD', 'CFD', 'always'],
])('%s keeps the hours of its market, outside of which no script sees a price', (name, type, calendar) => {
  const [rules] = readInstruments([row(name, type)]).values()
  expect(rules && listRules(rules, true).calendar).toBe(calendar)
})

import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { parseMarketModels } from './parse-market-models.ts'

const EURUSD = defineInstrument('EURUSD:SIM')
const parse = (options: Parameters<typeof parseMarketModels>[0]) =>
  parseMarketModels(options, ['GBPUSD', 'X:Y'], EURUSD)

describe('parseMarketModels', () => {
  it('reads swap and funding of each market', () => {
    expect(
      parse({ marketSwap: ['GBPUSD=long=-5,short=1', 'X:Y=unit=percent,long=2,short=3'], marketFunding: ['X:Y=0.02'] }),
    ).toEqual({
      'GBPUSD:SIM': { swap: { unit: 'pips', long: -5, short: 1, tripleWeekday: 3 }, funding: null },
      'X:Y': {
        swap: { unit: 'percent', long: 2, short: 3, tripleWeekday: 3 },
        funding: { hours: 8, rate: 0.0002 },
      },
    })
  })

  it('gives no models without options', () => {
    expect(parse({})).toEqual({})
  })

  it.each([
    ['USDJPY=long=1,short=1', '--market-swap USDJPY: the script does not open this market'],
    ['long', '--market-swap long is not of the form SYMBOL=MODEL'],
    ['GBPUSD=long=5000,short=1', '--market-swap GBPUSD long 5000 must be a number from −1,000 to 1,000'],
  ])('rejects %s', (text, message) => {
    expect(() => parse({ marketSwap: [text] })).toThrow(message)
  })

  it('rejects a market that is given twice', () => {
    expect(() => parse({ marketSwap: ['GBPUSD=long=1,short=1', 'GBPUSD:SIM=long=1,short=1'] })).toThrow('is repeated')
  })
})

import { PLAIN_MODELS } from '@tradeloom/engine'
import { describe, expect, it } from 'vitest'
import { type ModelOptions, parseModels } from './parse-models.ts'

describe('the models of a run on the terminal', () => {
  it('are plain unless something is said', () => {
    expect(parseModels({})).toEqual(PLAIN_MODELS)
  })

  it.each<[ModelOptions, object]>([
    [
      { path: 'worst', accounting: 'netting', prices: 'mid' },
      { path: 'worst', accounting: 'netting', prices: 'mid' },
    ],
    [{ slippage: '0.2' }, { slippage: { model: 'fixed', pips: 0.2 } }],
    [{ slippage: 'mean=0.2,deviation=0.3' }, { slippage: { model: 'random', meanPips: 0.2, deviationPips: 0.3 } }],
    [{ commission: '7' }, { commission: { perLot: 7, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 } }],
    [
      { commission: 'percent=0.1,min=1,maker=-0.01,taker=0.05' },
      { commission: { perLot: 0, percent: 0.1, minimum: 1, makerPercent: -0.01, takerPercent: 0.05 } },
    ],
    [{ limitFill: 'touch' }, { limitFill: { model: 'touch' } }],
    [{ limitFill: '0.25' }, { limitFill: { model: 'probability', probability: 0.25 } }],
    [
      { latency: '250', stale: '90' },
      { latencyMs: 250, staleAfterMs: 90_000 },
    ],
    [{ swap: 'long=-0.62,short=0.21' }, { swap: { unit: 'pips', long: -0.62, short: 0.21, tripleWeekday: 3 } }],
    [
      { swap: 'long=-3,short=1,unit=percent,triple=none' },
      { swap: { unit: 'percent', long: -3, short: 1, tripleWeekday: null } },
    ],
    [{ funding: '0.01' }, { funding: { hours: 8, rate: 0.0001 } }],
    [{ funding: 'rate=-0.02,hours=4' }, { funding: { hours: 4, rate: -0.0002 } }],
    [{ margin: '0.05' }, { margin: { model: 'rate', rate: 0.05 } }],
    [
      { margin: '100000=0.05,0=0.02' },
      {
        margin: {
          model: 'tiers',
          tiers: [
            { from: 0, rate: 0.02 },
            { from: 100_000, rate: 0.05 },
          ],
        },
      },
    ],
  ])('are read from %j', (options, expected) => {
    expect(parseModels(options)).toEqual({ ...PLAIN_MODELS, ...expected })
  })

  it.each<[ModelOptions, RegExp]>([
    [{ path: 'best' }, /--path best is none of adaptive, ohlc, olhc, worst/],
    [{ slippage: '-1' }, /--slippage -1 is not a number from 0 to 1000/],
    [{ slippage: 'mean=1' }, /--slippage mean=1 is neither pips nor/],
    [{ commission: 'lot=7,fee=1' }, /--commission fee is none of lot, percent, min, maker, taker/],
    [{ commission: 'lot=7,lot=8' }, /lot is given twice/],
    [{ limitFill: '1.5' }, /--limit-fill 1.5 is neither through nor touch/],
    [{ latency: '' }, /--latency {2}is not a number/],
    [{ swap: 'long=1' }, /--swap long=1: give both sides/],
    [{ swap: 'long=1,short=1,triple=today' }, /--swap triple today is none of/],
    [{ funding: 'hours=8' }, /the rate is missing/],
    [{ funding: 'rate=1,hours=0.5' }, /--funding hours 0.5 is not a number from 1 to 168/],
    [{ commission: 'lot=1e308' }, /--commission lot 1e308 is not a number from 0 to 10000/],
    [{ latency: '1e12' }, /--latency 1e12 is not a number from 0 to 3600000/],
    [{ margin: '100=0.05' }, /--margin 100=0.05: the first rate must begin at 0/],
    [{ margin: '0=0.02,0=0.05' }, /--margin 0=0.02,0=0.05: 0 is given twice/],
    [{ margin: '0=0.02,5=' }, /--margin {2}is not a share from 0 to 1/],
    [{ margin: '20' }, /--margin 20 is not a share from 0 to 1/],
  ])('are refused: %j', (options, message) => {
    expect(() => parseModels(options)).toThrow(message)
  })
})

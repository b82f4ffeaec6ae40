import { defaultModels, type Setting, SETTINGS } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runModels } from './run-models.ts'
import { settingSchema } from './settings-schema.ts'

describe('runModels', () => {
  it('fills in the default for every omitted value', () => {
    expect(runModels.parse({})).toEqual(defaultModels())
    expect(runModels.parse({ commission: { perLot: 7 } }).commission).toEqual({
      ...defaultModels().commission,
      perLot: 7,
    })
    expect(runModels.parse({ funding: { rate: 0.0001 } } as never).funding).toEqual({ hours: 8, rate: 0.0001 })
  })

  it('still reads models that older versions stored', () => {
    const stored = {
      prices: 'mid',
      spread: { model: 'hourly' },
      path: 'worst',
      slippage: { model: 'random', meanPips: 1000, deviationPips: 0 },
      commission: { perLot: 10_000, percent: 10, minimum: 0, makerPercent: -10, takerPercent: 10 },
      limitFill: { model: 'probability', probability: 1 },
      latencyMs: 3_600_000,
      staleAfterMs: 604_800_000,
      swap: { unit: 'pips', long: -1000, short: 1000, tripleWeekday: null },
      funding: { hours: 168, rate: -0.1 },
      margin: { model: 'tiers', tiers: [{ from: 0, rate: 1 }] },
      accounting: 'netting',
    }
    expect(JSON.stringify(runModels.parse(stored))).toBe(JSON.stringify(stored))
  })

  it.each([
    [{ slippage: { model: 'fixed', pips: -1 } }, ['slippage', 'pips'], 'Slippage must be a number from 0 to 1,000'],
    [{ commission: { makerPercent: 11 } }, ['commission', 'makerPercent'], 'Maker fee must be a number from −10 to 10'],
    [
      { margin: { model: 'tiers', tiers: [{ from: 5, rate: 0 }] } },
      ['margin', 'tiers'],
      'Margin by quantity must begin at 0 units',
    ],
  ])('names the field and its bounds (%#)', (models, path, message) => {
    expect(runModels.safeParse(models as never).error?.issues).toMatchObject([{ path, message }])
  })

  it.each([{ latency: 5 }, { slippage: { model: 'fixed', pips: 0, more: 1 } }, { slippage: { model: 'other' } }])(
    'refuses unknown values: %j',
    (models) => {
      expect(runModels.safeParse(models as never).success).toBe(false)
    },
  )
})

describe('models of other markets', () => {
  const swap = { unit: 'pips', long: -5, short: 1 }

  it('are read by instrument, with their defaults', () => {
    expect(runModels.parse({ markets: { 'GBPUSD:SIM': { swap } } } as never).markets).toEqual({
      'GBPUSD:SIM': { swap: { ...swap, tripleWeekday: 3 }, funding: null },
    })
    expect(runModels.parse({}).markets).toBeUndefined()
  })

  it.each([
    { 'GBPUSD:SIM': { swap: { ...swap, long: 1001 } } },
    { 'GBPUSD:SIM': { slippage: { model: 'fixed', pips: 1 } } },
    Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`M${i}:SIM`, { swap }])),
  ])('are refused beyond their bounds (%#)', (markets) => {
    expect(runModels.safeParse({ markets } as never).success).toBe(false)
  })
})

describe('settingSchema', () => {
  const widened: Setting = {
    ...SETTINGS.slippage,
    choices: {
      ...SETTINGS.slippage.choices,
      depth: {
        title: 'By depth',
        help: 'Grows with the quantity.',
        fields: { perLot: { ...SETTINGS.slippage.choices.fixed.fields.pips, max: 5 } },
      },
    },
  }

  it('reads a choice that was added to a run model, within its bounds', () => {
    const schema = settingSchema(widened)
    expect(schema.parse({ model: 'depth', perLot: 5 })).toEqual({ model: 'depth', perLot: 5 })
    expect(schema.safeParse({ model: 'depth', perLot: 6 }).success).toBe(false)
    expect(schema.parse({ model: 'fixed', pips: 6 })).toEqual({ model: 'fixed', pips: 6 })
  })

  it('shows the bounds to readers of the schema', () => {
    expect(JSON.stringify(z.toJSONSchema(settingSchema(widened)))).toContain('"minimum":0,"maximum":5')
  })
})

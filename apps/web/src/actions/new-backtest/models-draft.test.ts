import { runModels } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { draftErrors, draftOf, modelsOf, type ModelsDraft, PLAIN_MODELS } from './models-draft.ts'
import { modelsSummary } from './models-summary.ts'
import type { RunModels } from './types.ts'

const FULL: RunModels = {
  prices: 'mid',
  path: 'worst',
  slippage: { model: 'random', meanPips: 0.3, deviationPips: 0.1 },
  commission: { perLot: 7, percent: 0.1, minimum: 1, makerPercent: -0.02, takerPercent: 0.05 },
  limitFill: { model: 'probability', probability: 0.07 },
  latencyMs: 250,
  staleAfterMs: 90_000,
  swap: { unit: 'percent', long: -3.1, short: 1.2, tripleWeekday: null },
  funding: { hours: 4, rate: -0.0003 },
  margin: {
    model: 'tiers',
    tiers: [
      { from: 0, rate: 0.07 },
      { from: 1000, rate: 0.1 },
    ],
  },
  accounting: 'netting',
}

const plain = (changes: Partial<ModelsDraft> = {}): ModelsDraft => ({ ...draftOf(PLAIN_MODELS), ...changes })
const typed = (numbers: Partial<ModelsDraft['numbers']>, changes: Partial<ModelsDraft> = {}): ModelsDraft =>
  plain({ ...changes, numbers: { ...plain().numbers, ...numbers } })

describe('models as fields', () => {
  it('are plain as the server takes plain', () => {
    expect(runModels.parse({})).toEqual(PLAIN_MODELS)
  })

  it.each([
    ['plain', PLAIN_MODELS],
    ['all', FULL],
    [
      'others',
      { ...FULL, slippage: { model: 'fixed', pips: 0.2 }, margin: { model: 'rate', rate: 0.035 } } as RunModels,
    ],
  ])('come back as they went in: %s', (_, models) => {
    expect(draftErrors(draftOf(models))).toEqual({})
    expect(modelsOf(draftOf(models))).toEqual(models)
    expect(runModels.parse(modelsOf(draftOf(models)))).toEqual(models)
  })

  it.each<[ModelsDraft, object]>([
    [typed({ slippagePips: '' }), { slippagePips: 'Please enter a number from 0 to 1,000' }],
    [typed({ makerPercent: '-' }), { makerPercent: 'Please enter a number from −10 to 10' }],
    [typed({ perLot: -1 }), { perLot: 'Please enter a number from 0 to 10,000' }],
    [typed({ fundingHours: 1.5 }, { funding: 'rate' }), { fundingHours: 'Please enter whole hours' }],
    [plain({ margin: 'tiers', tiers: [{ from: 5, percent: 2 }] }), { tiers: 'The first tier must begin at 0 units' }],
    [
      plain({
        margin: 'tiers',
        tiers: [
          { from: 0, percent: 2 },
          { from: 0, percent: 5 },
        ],
      }),
      { tiers: 'Each tier must begin above the one before it' },
    ],
  ])('say what is wrong (%#)', (draft, errors) => {
    expect(draftErrors(draft)).toEqual(errors)
  })

  it('do not mind what a model that is not chosen would say', () => {
    expect(draftErrors(typed({ fundingHours: '', swapLong: 'x', slippageMean: '' }))).toEqual({})
  })
})

describe('the line about models', () => {
  it('is empty for plain ones', () => {
    expect(modelsSummary(PLAIN_MODELS)).toBe('')
  })

  it('says what differs, with its unit', () => {
    const few: RunModels = {
      ...PLAIN_MODELS,
      slippage: { model: 'fixed', pips: 0.2 },
      commission: { ...PLAIN_MODELS.commission, perLot: 7 },
    }
    expect(modelsSummary(few)).toBe('Slippage 0.2 pips; commission 7 per lot')
    expect(modelsSummary(FULL)).toBe(
      'Middle for both sides; bars by the worse extreme first; slippage 0.3 ± 0.1 pips; ' +
        'commission 7 per lot, 0.1 %, makers −0.02 %, takers +0.05 %, at least 1; ' +
        'swap −3.1 long and +1.2 short % a year; funding −0.03 % each 4 h; limits fill at 7 % of touches; ' +
        'latency 250 ms; orders stale after 90 s; margin in 2 tiers; netting',
    )
  })
})

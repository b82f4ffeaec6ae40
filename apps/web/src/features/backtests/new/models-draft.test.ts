import { defaultModels } from '@tradeloom/domain'
import { runModels, summarizeTables } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import {
  draftErrors,
  draftOf,
  modelsOf,
  type ModelsDraft,
  plainDraft,
  tablesOf,
  withSpreadFor,
} from './models-draft.ts'
import { modelsSummary } from './models-summary.ts'
import type { RunModels, RunTables } from './types.ts'

const PLAIN = defaultModels()
const NO_TABLES: RunTables = { spreadByHour: null, fundingRates: null, swapRates: null }
const TABLES: RunTables = {
  spreadByHour: Array.from({ length: 168 }, (_, hour) => 0.5 + hour / 100),
  swapRates: [
    [Date.UTC(2024, 1, 1), -0.62, 0.21],
    [Date.UTC(2024, 1, 2), -0.64, 0.2],
  ],
  fundingRates: [
    [Date.UTC(2024, 0, 1), 0.0001],
    [Date.UTC(2024, 0, 1, 8), -0.0002],
  ],
}

const FULL: RunModels = {
  prices: 'mid',
  spread: { model: 'fixed', pips: 1.5 },
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

const plain = (changes: Partial<ModelsDraft> = {}): ModelsDraft => ({ ...plainDraft(), ...changes })
const typed = (numbers: Partial<ModelsDraft['numbers']>, changes: Partial<ModelsDraft> = {}): ModelsDraft =>
  plain({ ...changes, numbers: { ...plain().numbers, ...numbers } })

describe('models as fields', () => {
  it.each([
    ['plain', PLAIN],
    ['all', FULL],
    [
      'others',
      { ...FULL, slippage: { model: 'fixed', pips: 0.2 }, margin: { model: 'rate', rate: 0.035 } } as RunModels,
    ],
  ])('come back as they went in: %s', (_, models) => {
    const draft = draftOf(models, null)
    expect(draftErrors(draft)).toEqual({})
    expect(modelsOf(draft)).toEqual(models)
    expect(runModels.parse(modelsOf(draft))).toEqual(models)
    expect(tablesOf(draft)).toBeNull()
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

describe('long tables of models', () => {
  const models: RunModels = {
    ...PLAIN,
    spread: { model: 'hourly' },
    funding: { hours: 8, rate: 0 },
    swap: { unit: 'pips', long: -0.5, short: 0, tripleWeekday: 3 },
  }

  it('come back as they went in', () => {
    const draft = draftOf(models, TABLES)
    expect(draftErrors(draft)).toEqual({})
    expect([modelsOf(draft), tablesOf(draft)]).toEqual([models, TABLES])
  })

  it('are sent with the models that take them only, and kept for another look', () => {
    const draft = draftOf(models, TABLES)
    expect(tablesOf({ ...draft, spread: 'fixed' })).toEqual({ ...TABLES, spreadByHour: null })
    expect(tablesOf({ ...draft, funding: 'rate' })).toEqual({ ...TABLES, fundingRates: null })
    expect(tablesOf({ ...draft, swapBy: 'rate' })).toEqual({ ...TABLES, swapRates: null })
    expect(tablesOf({ ...draft, funding: 'none', spread: 'data', swap: 'none' })).toBeNull()
    expect(tablesOf(withSpreadFor(draft, false))).toEqual({ ...TABLES, spreadByHour: null })
    expect(withSpreadFor(draft, true)).toBe(draft)
  })

  it('are asked for', () => {
    expect(draftErrors(plain({ spread: 'hourly', funding: 'times', swap: 'pips', swapBy: 'days' }))).toEqual({
      spreadByHour: 'Please give the spread by hour',
      fundingRates: 'Please give the rates',
      swapRates: 'Please give the rates',
    })
  })

  it('are told of in the line about models', () => {
    expect(modelsSummary(models, summarizeTables(TABLES))).toBe(
      'Spread by hour, 0.5 to 2.17 pips; swap at rates of 2 days from 2024-02-01 to 2024-02-02, before −0.5 long and 0 short pips a night; funding at 2 known rates from 2024-01-01 to 2024-01-01, else 0 % each 8 h',
    )
    expect(summarizeTables(NO_TABLES)).toBeNull()
  })
})

describe('the line about models', () => {
  it('is empty for plain ones', () => {
    expect(modelsSummary(PLAIN, null)).toBe('')
  })

  it('says what differs, with its unit', () => {
    const few: RunModels = {
      ...PLAIN,
      slippage: { model: 'fixed', pips: 0.2 },
      commission: { ...PLAIN.commission, perLot: 7 },
    }
    expect(modelsSummary(few, null)).toBe('Slippage 0.2 pips; commission 7 per lot')
    expect(modelsSummary(FULL, null)).toBe(
      'Middle for both sides; spread 1.5 pips; bars by the worse extreme first; slippage 0.3 ± 0.1 pips; ' +
        'commission 7 per lot, 0.1 %, makers −0.02 %, takers +0.05 %, at least 1; ' +
        'swap −3.1 long and +1.2 short % a year; funding −0.03 % each 4 h; limits fill at 7 % of touches; ' +
        'latency 250 ms; orders stale after 90 s; margin in 2 tiers; netting',
    )
  })
})

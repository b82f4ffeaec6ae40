import { runModels, type RunModels, type RunTables } from '@tradeloom/contracts'
import { defaultModels } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import {
  defaultDraft,
  draftErrors,
  draftOf,
  modelsOf,
  type ModelsDraft,
  tablesOf,
  withSpreadFor,
} from './models-draft.ts'
import type { SettingDraft } from './setting-draft.ts'

const DEFAULTS = defaultModels()
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

/** The draft with other choices, and other values for them. */
function changed(draft: ModelsDraft, changes: Readonly<Record<string, Partial<SettingDraft>>>): ModelsDraft {
  const settings = Object.entries(changes).map(([key, { values, ...others }]) => {
    const before = draft.settings[key] as SettingDraft
    return [key, { ...before, ...others, values: { ...before.values, ...values } }] as const
  })
  return { ...draft, settings: { ...draft.settings, ...Object.fromEntries(settings) } }
}

describe('models of other markets', () => {
  const markets = {
    'GBPUSD:SIM': { swap: { unit: 'pips', long: -5, short: 1, tripleWeekday: 3 }, funding: null },
    'BTCUSD:SIM': { swap: null, funding: { hours: 8, rate: 0.0001 } },
  } as const

  it('survive a draft, for the markets that the script opens', () => {
    const draft = draftOf({ ...DEFAULTS, markets }, null)
    expect(modelsOf(draft).markets).toEqual(markets)
    expect(modelsOf(draft, ['GBPUSD:SIM', 'X:Y']).markets).toEqual({ 'GBPUSD:SIM': markets['GBPUSD:SIM'] })
    expect(modelsOf(draft, []).markets).toBeUndefined()
  })

  it('are omitted when nothing is charged', () => {
    const free = { 'GBPUSD:SIM': { swap: null, funding: null } }
    expect(modelsOf(draftOf({ ...DEFAULTS, markets: free }, null)).markets).toBeUndefined()
  })
})

describe('draftOf and modelsOf', () => {
  it.each([
    ['defaults', DEFAULTS],
    ['every model changed', FULL],
    [
      'other choices',
      { ...FULL, slippage: { model: 'fixed', pips: 0.2 }, margin: { model: 'rate', rate: 0.035 } } as RunModels,
    ],
  ])('return the given models: %s', (_, models) => {
    const draft = draftOf(models, null)
    expect(draftErrors(draft)).toEqual({})
    expect(modelsOf(draft)).toEqual(models)
    expect(runModels.parse(modelsOf(draft))).toEqual(models)
    expect(tablesOf(draft)).toBeNull()
  })

  it('show fractions as percent and milliseconds as seconds', () => {
    const { settings } = draftOf(FULL, null)
    expect(settings['limitFill']?.values).toEqual({ probability: 7 })
    expect(settings['funding']?.values).toEqual({ hours: 4, rate: -0.03 })
    expect(settings['staleAfterMs']?.values).toEqual({ staleAfterMs: 90 })
  })
})

describe('draftErrors', () => {
  const tiers = (...from: number[]) => ({
    margin: { choice: 'tiers', values: { tiers: from.map((one) => ({ from: one, rate: 2 })) } },
  })

  it.each<[Readonly<Record<string, Partial<SettingDraft>>>, object]>([
    [{ slippage: { values: { pips: '' } } }, { 'slippage.pips': 'Must be a number from 0 to 1,000' }],
    [
      { commission: { values: { makerPercent: '-' } } },
      { 'commission.makerPercent': 'Must be a number from −10 to 10' },
    ],
    [{ commission: { values: { perLot: -1 } } }, { 'commission.perLot': 'Must be a number from 0 to 10,000' }],
    [
      { funding: { choice: 'rate', values: { hours: 1.5 } } },
      { 'funding.hours': 'Must be a whole number from 1 to 168' },
    ],
    [{ funding: { choice: 'rate', values: { rate: 11 } } }, { 'funding.rate': 'Must be a number from −10 to 10' }],
    [tiers(5), { 'margin.tiers': 'Must begin at 0 units' }],
    [tiers(0, 0), { 'margin.tiers': 'Must have tiers in ascending order' }],
  ])('report the field and its bounds in the unit of the form (%#)', (changes, errors) => {
    expect(draftErrors(changed(defaultDraft(), changes))).toEqual(errors)
  })

  it('ignore the fields of other choices', () => {
    const draft = changed(defaultDraft(), {
      funding: { values: { hours: '' } },
      swap: { values: { long: 'x' } },
      slippage: { values: { meanPips: '' } },
    })
    expect(draftErrors(draft)).toEqual({})
  })

  it('require the rows of tables that are used', () => {
    const draft = changed(defaultDraft(), {
      spread: { choice: 'hourly' },
      funding: { choice: 'rate', hasRows: true },
      swap: { choice: 'pips', hasRows: true },
    })
    expect(draftErrors(draft)).toEqual({
      'spread.rows': 'Rows are missing',
      'funding.rows': 'Rows are missing',
      'swap.rows': 'Rows are missing',
    })
  })
})

describe('tablesOf', () => {
  const models: RunModels = {
    ...DEFAULTS,
    spread: { model: 'hourly' },
    funding: { hours: 8, rate: 0 },
    swap: { unit: 'pips', long: -0.5, short: 0, tripleWeekday: 3 },
  }

  it('return the tables that came with the models', () => {
    const draft = draftOf(models, TABLES)
    expect(draftErrors(draft)).toEqual({})
    expect([modelsOf(draft), tablesOf(draft)]).toEqual([models, TABLES])
  })

  it('omit tables that no model uses, and keep them in the draft', () => {
    const draft = draftOf(models, TABLES)
    expect(tablesOf(changed(draft, { spread: { choice: 'fixed' } }))).toEqual({ ...TABLES, spreadByHour: null })
    expect(tablesOf(changed(draft, { funding: { hasRows: false } }))).toEqual({ ...TABLES, fundingRates: null })
    expect(tablesOf(changed(draft, { swap: { hasRows: false } }))).toEqual({ ...TABLES, swapRates: null })
    const none = changed(draft, { funding: { choice: 'none' }, swap: { choice: 'none' }, spread: { choice: 'data' } })
    expect(tablesOf(none)).toBeNull()
    expect(none.tables).toEqual(TABLES)
    expect(tablesOf(withSpreadFor(draft, false))).toEqual({ ...TABLES, spreadByHour: null })
    expect(withSpreadFor(draft, true)).toBe(draft)
  })
})

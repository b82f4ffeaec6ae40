import { describe, expect, it } from 'vitest'
import { settingProblem } from './check-setting.ts'
import { defaultOf, fieldsOf, initialOf, encodeSetting, decodeSetting } from './chosen.ts'
import type { Setting } from './setting.ts'
import { defaultModels, type RunModels, SETTINGS } from './settings.ts'
import { summarizeModels, type TableSummaries } from './summarize-models.ts'

const ALL: readonly Setting[] = Object.values(SETTINGS)
const DEFAULTS = defaultModels()
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

/** Slippage with an additional choice. */
const WIDENED: Setting = {
  ...SETTINGS.slippage,
  choices: {
    ...SETTINGS.slippage.choices,
    depth: {
      title: 'By depth',
      help: 'Grows with the quantity.',
      fields: { perLot: { ...SETTINGS.slippage.choices.fixed.fields.pips, title: 'Slippage per lot', max: 5 } },
      summary: '{perLot} pips per lot',
    },
  },
}

describe('the run models', () => {
  it('cost nothing by default and follow the market', () => {
    expect(DEFAULTS).toEqual({
      prices: 'both',
      spread: { model: 'data' },
      path: 'adaptive',
      slippage: { model: 'fixed', pips: 0 },
      commission: { perLot: 0, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 },
      limitFill: { model: 'through' },
      latencyMs: 0,
      staleAfterMs: 0,
      swap: null,
      funding: null,
      margin: { model: 'instrument' },
      accounting: 'hedging',
    })
  })

  it.each(ALL.map((setting) => [setting.key, setting] as const))(
    'have complete texts, and a valid default and first form for every choice: %s',
    (_, setting) => {
      expect(settingProblem(setting, defaultOf(setting))).toBeNull()
      for (const [name, choice] of Object.entries(setting.choices)) {
        const fields = Object.entries(fieldsOf(setting, name))
        const texts = [setting, choice, ...fields.map(([, field]) => field)].flatMap(({ title, help }) => [title, help])
        expect(texts.filter((text) => text === '')).toEqual([])
        const values = Object.fromEntries(fields.map(([key, field]) => [key, initialOf(field)]))
        const stored = encodeSetting(setting, { choice: name, values })
        expect(settingProblem(setting, stored)).toBeNull()
        expect(decodeSetting(setting, stored)?.choice).toBe(name)
      }
    },
  )
})

describe('settingProblem', () => {
  it.each<[Setting, unknown, string | null, string]>([
    [SETTINGS.path, 'median', null, 'Price path inside a minute bar must be adaptive, ohlc, olhc, worst or best'],
    [SETTINGS.swap, { unit: 'points' }, null, 'Swap must be none, pips or percent'],
    [SETTINGS.margin, null, null, 'Margin must be instrument, rate or tiers'],
    [SETTINGS.slippage, { model: 'fixed' }, 'pips', 'Slippage must be a number from 0 to 1,000'],
    [SETTINGS.latencyMs, Number.NaN, 'latencyMs', 'Latency must be a number from 0 to 86,400,000'],
    [SETTINGS.funding, { hours: 1.5, rate: 0 }, 'hours', 'Funding interval must be a whole number from 1 to 168'],
    [
      SETTINGS.swap,
      { unit: 'pips', long: 0, short: 0, tripleWeekday: 7 },
      'tripleWeekday',
      'Triple swap night must be a weekday from 0 (Sunday) to 6, or none',
    ],
    [
      SETTINGS.margin,
      { model: 'tiers', tiers: [{ from: 1, rate: 0 }] },
      'tiers',
      'Margin by quantity must begin at 0 units',
    ],
  ])('reports the problem (%#)', (setting, stored, field, text) => {
    expect(settingProblem(setting, stored)).toEqual({ field, text })
  })

  it('validates a choice that was added to a run model', () => {
    expect(settingProblem(WIDENED, { model: 'depth', perLot: 5 })).toBeNull()
    expect(settingProblem(WIDENED, { model: 'depth', perLot: 6 })?.text).toBe(
      'Slippage per lot must be a number from 0 to 5',
    )
    expect(settingProblem(WIDENED, { model: 'other' })?.text).toBe('Slippage must be fixed, random or depth')
  })
})

describe('summarizeModels', () => {
  const summary = (changes: Partial<RunModels>, tables: TableSummaries | null = null): string =>
    summarizeModels(ALL, { ...DEFAULTS, ...changes }, tables)

  it('is empty for the defaults', () => {
    expect(summary({})).toBe('')
  })

  it('states what differs, with its unit', () => {
    expect(
      summary({ slippage: { model: 'fixed', pips: 0.2 }, commission: { ...DEFAULTS.commission, perLot: 7 } }),
    ).toBe('Slippage 0.2 pips; commission 7 per lot')
    expect(summary(FULL)).toBe(
      'Mid price for both sides; spread 1.5 pips; price path worst for the account bar by bar; slippage 0.3 ± 0.1 pips; ' +
        'commission 7 per lot, 0.1%, at least 1, maker fee −0.02%, taker fee +0.05%; ' +
        'limits fill at 7% of touches; latency 250 ms; orders stale after 90 s; ' +
        'swap −3.1 long and +1.2 short % per year; funding −0.03% every 4 h; margin in 2 tiers; netting',
    )
  })

  it('states the rows of tables', () => {
    const tables: TableSummaries = {
      spreadByHour: { least: 0.5, most: 2.17 },
      swapRates: { count: 2, first: Date.UTC(2024, 1, 1), last: Date.UTC(2024, 1, 2) },
      fundingRates: { count: 1200, first: Date.UTC(2024, 0, 1), last: Date.UTC(2025, 0, 1) },
    }
    expect(
      summary(
        {
          spread: { model: 'hourly' },
          swap: { unit: 'pips', long: -0.5, short: 0, tripleWeekday: 3 },
          funding: { hours: 8, rate: 0 },
        },
        tables,
      ),
    ).toBe(
      'Spread by hour, 0.5 to 2.17 pips; ' +
        'swap at rates of 2 days from 2024-02-01 to 2024-02-02, before that −0.5 long and 0 short pips per night; ' +
        'funding at 1,200 known rates from 2024-01-01 to 2025-01-01, otherwise 0% every 8 h',
    )
  })

  it('states what other markets cost', () => {
    const swap = { unit: 'pips', long: -5, short: 1, tripleWeekday: 3 } as const
    const markets = { 'GBPUSD:SIM': { swap, funding: null }, 'X:Y': { swap: null, funding: null } }
    expect(summary({ swap, markets })).toBe(
      'Swap −5 long and +1 short pips per night; GBPUSD:SIM swap −5 long and +1 short pips per night',
    )
  })

  it('states a choice that was added to a run model', () => {
    expect(summarizeModels([WIDENED], { slippage: { model: 'depth', perLot: 2 } }, null)).toBe(
      'Slippage 2 pips per lot',
    )
  })
})

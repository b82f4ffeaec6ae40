import { defaultModels } from '@tradeloom/domain'
import type { FundingRates, RunModels, RunTables, SwapRates } from './types.ts'

/** A number as it stands in its field: text while it is being typed. */
type Typed = number | string

const LIMITS = {
  spreadPips: [0, 1000],
  slippagePips: [0, 1000],
  slippageMean: [0, 1000],
  slippageDeviation: [0, 1000],
  perLot: [0, 10_000],
  percent: [0, 10],
  minimum: [0, 10_000],
  makerPercent: [-10, 10],
  takerPercent: [-10, 10],
  fillPercent: [0, 100],
  latencyMs: [0, 3_600_000],
  staleSeconds: [0, 604_800],
  swapLong: [-1000, 1000],
  swapShort: [-1000, 1000],
  fundingHours: [1, 168],
  fundingPercent: [-10, 10],
  marginPercent: [0, 100],
} as const satisfies Record<string, readonly [least: number, most: number]>

export type NumberKey = keyof typeof LIMITS

export interface TierDraft {
  readonly from: Typed
  readonly percent: Typed
}

/** The models as fields: also what a model that is not chosen would say, so that a look at another one loses nothing. */
export interface ModelsDraft {
  readonly prices: RunModels['prices']
  /** Of data with one price. */
  readonly spread: RunModels['spread']['model']
  readonly spreadByHour: readonly number[] | null
  readonly path: RunModels['path']
  readonly accounting: RunModels['accounting']
  readonly slippage: RunModels['slippage']['model']
  readonly limitFill: RunModels['limitFill']['model']
  readonly swap: 'none' | 'pips' | 'percent'
  /** `days`: by known rates, and at one rate before the first of them. */
  readonly swapBy: 'rate' | 'days'
  readonly swapRates: SwapRates | null
  /** 0 is Sunday. */
  readonly tripleWeekday: 'none' | '0' | '1' | '2' | '3' | '4' | '5' | '6'
  /** `times`: by known rates, and at one rate where none is known. */
  readonly funding: 'none' | 'rate' | 'times'
  readonly fundingRates: FundingRates | null
  readonly margin: RunModels['margin']['model']
  readonly numbers: Readonly<Record<NumberKey, Typed>>
  readonly tiers: readonly TierDraft[]
}

const FIRST_TIERS: readonly TierDraft[] = [
  { from: 0, percent: 2 },
  { from: 100_000, percent: 5 },
]

/** Fractions as per cent without the dust of binary numbers. */
const toPercent = (fraction: number): number => Number((fraction * 100).toPrecision(12))
const toFraction = (percent: number): number => Number((percent / 100).toPrecision(12))

export const plainDraft = (): ModelsDraft => draftOf(defaultModels(), null)

export function draftOf(models: RunModels, tables: RunTables | null): ModelsDraft {
  const { slippage, commission, limitFill, swap, funding, margin, spread } = models
  const fundingRates = tables?.fundingRates ?? null
  const swapRates = tables?.swapRates ?? null
  return {
    prices: models.prices,
    spread: spread.model,
    spreadByHour: tables?.spreadByHour ?? null,
    path: models.path,
    accounting: models.accounting,
    slippage: slippage.model,
    limitFill: limitFill.model,
    swap: swap?.unit ?? 'none',
    swapBy: swapRates === null ? 'rate' : 'days',
    swapRates,
    tripleWeekday: String(swap === null ? 3 : (swap.tripleWeekday ?? 'none')) as ModelsDraft['tripleWeekday'],
    funding: funding === null ? 'none' : fundingRates === null ? 'rate' : 'times',
    fundingRates,
    margin: margin.model,
    numbers: {
      ...commission,
      spreadPips: spread.model === 'fixed' ? spread.pips : 1,
      slippagePips: slippage.model === 'fixed' ? slippage.pips : slippage.meanPips,
      slippageMean: slippage.model === 'random' ? slippage.meanPips : 0.2,
      slippageDeviation: slippage.model === 'random' ? slippage.deviationPips : 0.2,
      fillPercent: limitFill.model === 'probability' ? toPercent(limitFill.probability) : 50,
      latencyMs: models.latencyMs,
      staleSeconds: models.staleAfterMs / 1000,
      swapLong: swap?.long ?? 0,
      swapShort: swap?.short ?? 0,
      fundingHours: funding?.hours ?? 8,
      fundingPercent: funding === null ? 0.01 : toPercent(funding.rate),
      marginPercent: margin.model === 'rate' ? toPercent(margin.rate) : 5,
    },
    tiers:
      margin.model === 'tiers'
        ? margin.tiers.map(({ from, rate }) => ({ from, percent: toPercent(rate) }))
        : FIRST_TIERS,
  }
}

export type DraftErrors = Partial<Record<NumberKey | 'tiers' | 'spreadByHour' | 'fundingRates' | 'swapRates', string>>

/** Fields that the chosen models read; what is wrong in another one does not matter. */
function usedNumbers(draft: ModelsDraft): NumberKey[] {
  return [
    ...(draft.spread === 'fixed' ? (['spreadPips'] as const) : []),
    ...(draft.slippage === 'fixed' ? (['slippagePips'] as const) : (['slippageMean', 'slippageDeviation'] as const)),
    ...(['perLot', 'percent', 'minimum', 'makerPercent', 'takerPercent', 'latencyMs', 'staleSeconds'] as const),
    ...(draft.limitFill === 'probability' ? (['fillPercent'] as const) : []),
    ...(draft.swap === 'none' ? [] : (['swapLong', 'swapShort'] as const)),
    ...(draft.funding === 'none' ? [] : (['fundingHours', 'fundingPercent'] as const)),
    ...(draft.margin === 'rate' ? (['marginPercent'] as const) : []),
  ]
}

function isNumberWithin(typed: Typed, least: number, most: number): boolean {
  return typed !== '' && Number.isFinite(Number(typed)) && Number(typed) >= least && Number(typed) <= most
}

const inWords = (value: number): string => value.toLocaleString('en-US').replace('-', '−')

export function draftErrors(draft: ModelsDraft): DraftErrors {
  const errors: DraftErrors = {}
  for (const key of usedNumbers(draft)) {
    const [least, most] = LIMITS[key]
    if (!isNumberWithin(draft.numbers[key], least, most)) {
      errors[key] = `Please enter a number from ${inWords(least)} to ${inWords(most)}`
    } else if (key === 'fundingHours' && !Number.isInteger(Number(draft.numbers[key]))) {
      errors[key] = 'Please enter whole hours'
    }
  }
  const tiers = draft.margin === 'tiers' ? tierError(draft.tiers) : null
  if (tiers !== null) errors.tiers = tiers
  if (draft.spread === 'hourly' && draft.spreadByHour === null) errors.spreadByHour = 'Please give the spread by hour'
  if (draft.funding === 'times' && draft.fundingRates === null) errors.fundingRates = 'Please give the rates'
  if (draft.swap !== 'none' && draft.swapBy === 'days' && draft.swapRates === null)
    errors.swapRates = 'Please give the rates'
  return errors
}

function tierError(tiers: readonly TierDraft[]): string | null {
  if (tiers.some(({ from }) => !isNumberWithin(from, 0, 1e15)))
    return 'Please enter from how many units each tier holds'
  if (tiers.some(({ percent }) => !isNumberWithin(percent, 0, 100))) return 'Margin must be a number from 0 to 100 %'
  if (Number(tiers[0]?.from) !== 0) return 'The first tier must begin at 0 units'
  const doesAscend = tiers.every(({ from }, at) => at === 0 || Number(from) > Number(tiers[at - 1]?.from))
  return doesAscend ? null : 'Each tier must begin above the one before it'
}

/** The models that the fields say; they must be without errors. */
export function modelsOf(draft: ModelsDraft): RunModels {
  const read = (key: NumberKey): number => Number(draft.numbers[key])
  return {
    prices: draft.prices,
    spread: draft.spread === 'fixed' ? { model: 'fixed', pips: read('spreadPips') } : { model: draft.spread },
    path: draft.path,
    slippage:
      draft.slippage === 'fixed'
        ? { model: 'fixed', pips: read('slippagePips') }
        : { model: 'random', meanPips: read('slippageMean'), deviationPips: read('slippageDeviation') },
    commission: {
      perLot: read('perLot'),
      percent: read('percent'),
      minimum: read('minimum'),
      makerPercent: read('makerPercent'),
      takerPercent: read('takerPercent'),
    },
    limitFill:
      draft.limitFill === 'probability'
        ? { model: 'probability', probability: toFraction(read('fillPercent')) }
        : { model: draft.limitFill },
    latencyMs: read('latencyMs'),
    staleAfterMs: Math.round(read('staleSeconds') * 1000),
    swap:
      draft.swap === 'none'
        ? null
        : {
            unit: draft.swap,
            long: read('swapLong'),
            short: read('swapShort'),
            tripleWeekday: draft.tripleWeekday === 'none' ? null : Number(draft.tripleWeekday),
          },
    funding:
      draft.funding === 'none' ? null : { hours: read('fundingHours'), rate: toFraction(read('fundingPercent')) },
    margin: marginOf(draft),
    accounting: draft.accounting,
  }
}

/** The long tables that go with the chosen models; null when none does. */
export function tablesOf(draft: ModelsDraft): RunTables | null {
  const { spread, spreadByHour, funding, fundingRates, swap, swapBy, swapRates } = draft
  const chosen = {
    spreadByHour: spread === 'hourly' && spreadByHour !== null ? [...spreadByHour] : null,
    fundingRates: funding === 'times' ? fundingRates : null,
    swapRates: swap !== 'none' && swapBy === 'days' ? swapRates : null,
  }
  return Object.values(chosen).every((table) => table === null) ? null : chosen
}

/** Quoted prices have a spread of their own, so no model of it is sent; what was typed stays for the next instrument. */
export function withSpreadFor(draft: ModelsDraft, isOnePrice: boolean): ModelsDraft {
  return isOnePrice || draft.spread === 'data' ? draft : { ...draft, spread: 'data' }
}

function marginOf({ margin, numbers, tiers }: ModelsDraft): RunModels['margin'] {
  if (margin === 'instrument') return { model: 'instrument' }
  if (margin === 'rate') return { model: 'rate', rate: toFraction(Number(numbers.marginPercent)) }
  const read = tiers.map(({ from, percent }) => ({ from: Number(from), rate: toFraction(Number(percent)) }))
  return { model: 'tiers', tiers: read }
}

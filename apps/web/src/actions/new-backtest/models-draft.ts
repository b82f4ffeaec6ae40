import type { RunModels } from './types.ts'

export const PLAIN_MODELS: RunModels = {
  prices: 'both',
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
}

/** A number as it stands in its field: text while it is being typed. */
type Typed = number | string

const LIMITS = {
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
  fundingHours: [1, 24],
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
  readonly path: RunModels['path']
  readonly accounting: RunModels['accounting']
  readonly slippage: RunModels['slippage']['model']
  readonly limitFill: RunModels['limitFill']['model']
  readonly swap: 'none' | 'pips' | 'percent'
  /** 0 is Sunday. */
  readonly tripleWeekday: 'none' | '0' | '1' | '2' | '3' | '4' | '5' | '6'
  readonly funding: 'none' | 'rate'
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

export function draftOf(models: RunModels): ModelsDraft {
  const { slippage, commission, limitFill, swap, funding, margin } = models
  return {
    prices: models.prices,
    path: models.path,
    accounting: models.accounting,
    slippage: slippage.model,
    limitFill: limitFill.model,
    swap: swap?.unit ?? 'none',
    tripleWeekday: String(swap === null ? 3 : (swap.tripleWeekday ?? 'none')) as ModelsDraft['tripleWeekday'],
    funding: funding === null ? 'none' : 'rate',
    margin: margin.model,
    numbers: {
      ...commission,
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

export type DraftErrors = Partial<Record<NumberKey | 'tiers', string>>

/** Fields that the chosen models read; what is wrong in another one does not matter. */
function usedNumbers(draft: ModelsDraft): NumberKey[] {
  return [
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

function marginOf({ margin, numbers, tiers }: ModelsDraft): RunModels['margin'] {
  if (margin === 'instrument') return { model: 'instrument' }
  if (margin === 'rate') return { model: 'rate', rate: toFraction(Number(numbers.marginPercent)) }
  const read = tiers.map(({ from, percent }) => ({ from: Number(from), rate: toFraction(Number(percent)) }))
  return { model: 'tiers', tiers: read }
}

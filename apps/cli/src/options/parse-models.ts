import {
  type CommissionSpec,
  type FundingSpec,
  type LimitFillSpec,
  type MarginSpec,
  PLAIN_MODELS,
  type RunModels,
  type SlippageSpec,
  type SwapSpec,
} from '@tradeloom/engine'
import { InputError } from '../input-error.ts'
import { oneOf, parseNumber, parsePairs } from './parse-text.ts'

/** Options that say how market, broker and account are modelled; text, not yet checked. What is left out is plain. */
export interface ModelOptions {
  readonly prices?: string
  readonly path?: string
  readonly slippage?: string
  readonly commission?: string
  readonly limitFill?: string
  readonly latency?: string
  readonly stale?: string
  readonly swap?: string
  readonly funding?: string
  readonly margin?: string
  readonly accounting?: string
}

/** Throws InputError with one clear line on the first option that is wrong. */
export function parseModels(options: ModelOptions): RunModels {
  const { prices, path, slippage, commission, limitFill, latency, stale, swap, funding, margin, accounting } = options
  const given: { -readonly [Name in keyof RunModels]?: RunModels[Name] } = {}
  if (prices !== undefined) given.prices = oneOf('--prices', prices, ['both', 'bid', 'ask', 'mid'])
  if (path !== undefined) given.path = oneOf('--path', path, ['adaptive', 'ohlc', 'olhc', 'worst'])
  if (slippage !== undefined) given.slippage = parseSlippage(slippage)
  if (commission !== undefined) given.commission = parseCommission(commission)
  if (limitFill !== undefined) given.limitFill = parseLimitFill(limitFill)
  if (latency !== undefined) given.latencyMs = parseNumber('--latency', latency, 0, 3_600_000)
  if (stale !== undefined) given.staleAfterMs = parseNumber('--stale', stale, 0, 604_800) * 1000
  if (swap !== undefined) given.swap = parseSwap(swap)
  if (funding !== undefined) given.funding = parseFunding(funding)
  if (margin !== undefined) given.margin = parseMargin(margin)
  if (accounting !== undefined) given.accounting = oneOf('--accounting', accounting, ['hedging', 'netting'])
  return { ...PLAIN_MODELS, ...given }
}

/** `0.2` is fixed; `mean=0.2,deviation=0.3` is drawn anew for each fill. */
function parseSlippage(text: string): SlippageSpec {
  const { pips, mean, deviation } = parsePairs('--slippage', text, ['pips', 'mean', 'deviation'], 'pips')
  if (pips !== undefined && mean === undefined && deviation === undefined) {
    return { model: 'fixed', pips: parseNumber('--slippage', pips, 0, 1_000) }
  }
  if (pips !== undefined || mean === undefined || deviation === undefined) {
    throw new InputError(`--slippage ${text} is neither pips nor mean=pips,deviation=pips`)
  }
  return {
    model: 'random',
    meanPips: parseNumber('--slippage mean', mean, 0, 1_000),
    deviationPips: parseNumber('--slippage deviation', deviation, 0, 1_000),
  }
}

const COMMISSION = {
  lot: ['perLot', 0, 10_000],
  percent: ['percent', 0, 10],
  min: ['minimum', 0, 10_000],
  maker: ['makerPercent', -10, 10],
  taker: ['takerPercent', -10, 10],
} as const

/** `7` is money per lot; `lot=7,percent=0.1,min=1,maker=-0.01,taker=0.05` names the parts. */
function parseCommission(text: string): CommissionSpec {
  const commission = { ...PLAIN_MODELS.commission }
  const parts = parsePairs('--commission', text, ['lot', 'percent', 'min', 'maker', 'taker'], 'lot')
  for (const [name, [field, least, most]] of Object.entries(COMMISSION)) {
    const value = parts[name as keyof typeof COMMISSION]
    if (value !== undefined) commission[field] = parseNumber(`--commission ${name}`, value, least, most)
  }
  return commission
}

/** `through`, `touch`, or a probability from 0 to 1. */
function parseLimitFill(text: string): LimitFillSpec {
  if (text === 'through' || text === 'touch') return { model: text }
  const probability = Number(text)
  if (text.trim() !== '' && probability >= 0 && probability <= 1) return { model: 'probability', probability }
  throw new InputError(`--limit-fill ${text} is neither through nor touch nor a probability from 0 to 1`)
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** `long=-0.62,short=0.21,unit=pips,triple=wed`; credits are positive. */
function parseSwap(text: string): SwapSpec {
  const parts = parsePairs('--swap', text, ['long', 'short', 'unit', 'triple'], 'long')
  if (parts.long === undefined || parts.short === undefined) {
    throw new InputError(`--swap ${text}: give both sides, for example long=-0.62,short=0.21`)
  }
  const triple = oneOf('--swap triple', parts.triple ?? 'wed', [...WEEKDAYS, 'none'])
  return {
    unit: oneOf('--swap unit', parts.unit ?? 'pips', ['pips', 'percent']),
    long: parseNumber('--swap long', parts.long, -1_000, 1_000),
    short: parseNumber('--swap short', parts.short, -1_000, 1_000),
    tripleWeekday: triple === 'none' ? null : WEEKDAYS.indexOf(triple),
  }
}

/** `0.01` is per cent for every eight hours; `rate=0.01,hours=4` names the parts. */
function parseFunding(text: string): FundingSpec {
  const { rate, hours } = parsePairs('--funding', text, ['rate', 'hours'], 'rate')
  if (rate === undefined) throw new InputError(`--funding ${text}: the rate is missing, for example rate=0.01,hours=8`)
  const every = parseNumber('--funding hours', hours ?? '8', 1, 168)
  if (!Number.isInteger(every)) throw new InputError(`--funding hours ${every} is not a whole number`)
  return { rate: parseNumber('--funding rate', rate, -10, 10) / 100, hours: every }
}

/** `0.02` is one rate; `0=0.02,100000=0.05` are rates for the units from a quantity on. */
function parseMargin(text: string): MarginSpec {
  if (!text.includes('=')) return { model: 'rate', rate: rateOf(text) }
  const tiers = text.split(',').map((part) => {
    const [from = '', rate = ''] = part.split('=')
    return { from: parseNumber('--margin from', from, 0, Number.MAX_SAFE_INTEGER), rate: rateOf(rate) }
  })
  tiers.sort((a, b) => a.from - b.from)
  if (tiers[0]?.from !== 0) throw new InputError(`--margin ${text}: the first rate must begin at 0`)
  const twice = tiers.find(({ from }, at) => at > 0 && from === tiers[at - 1]?.from)
  if (twice) throw new InputError(`--margin ${text}: ${twice.from} is given twice`)
  return { model: 'tiers', tiers }
}

function rateOf(text: string): number {
  const rate = text.trim() === '' ? Number.NaN : Number(text)
  if (rate >= 0 && rate <= 1) return rate
  throw new InputError(`--margin ${text} is not a share from 0 to 1: 0.02 is 50:1`)
}

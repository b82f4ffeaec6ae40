import { formatDay, formatPlain } from '../../../ui/format.ts'
import type { RunModels, TablesSummary } from './types.ts'

const PRICES: Readonly<Record<RunModels['prices'], string | null>> = {
  both: null,
  bid: 'bid for both sides',
  ask: 'ask for both sides',
  mid: 'middle for both sides',
}
const PATHS: Readonly<Record<RunModels['path'], string | null>> = {
  adaptive: null,
  ohlc: 'bars by open, high, low, close',
  olhc: 'bars by open, low, high, close',
  worst: 'bars by the worse extreme first',
}

function slippageText({ slippage }: RunModels): string | null {
  if (slippage.model === 'random') {
    return `slippage ${formatPlain(slippage.meanPips)} ± ${formatPlain(slippage.deviationPips)} pips`
  }
  return slippage.pips === 0 ? null : `slippage ${formatPlain(slippage.pips)} pips`
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatPlain(value)}`

function commissionText({ commission }: RunModels): string | null {
  const { perLot, percent, minimum, makerPercent, takerPercent } = commission
  const parts = [
    perLot === 0 ? null : `${formatPlain(perLot)} per lot`,
    percent === 0 ? null : `${formatPlain(percent)} %`,
    makerPercent === 0 ? null : `makers ${signed(makerPercent)} %`,
    takerPercent === 0 ? null : `takers ${signed(takerPercent)} %`,
    minimum === 0 ? null : `at least ${formatPlain(minimum)}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : `commission ${parts.join(', ')}`
}

function limitText({ limitFill }: RunModels): string | null {
  if (limitFill.model === 'through') return null
  if (limitFill.model === 'touch') return 'limits fill when touched'
  return `limits fill at ${formatPlain(limitFill.probability * 100, 4)} % of touches`
}

function swapText({ swap }: RunModels, tables: TablesSummary | null): string | null {
  if (swap === null) return null
  const unit = swap.unit === 'pips' ? 'pips a night' : '% a year'
  const constant = `${signed(swap.long)} long and ${signed(swap.short)} short ${unit}`
  const known = tables?.swapRates ?? null
  if (known === null) return `swap ${constant}`
  const { count, first, last } = known
  return `swap at rates of ${formatPlain(count)} days from ${formatDay(first)} to ${formatDay(last)}, before ${constant}`
}

function fundingText({ funding }: RunModels, tables: TablesSummary | null): string | null {
  if (funding === null) return null
  const constant = `${formatPlain(funding.rate * 100, 6)} % each ${funding.hours} h`
  const known = tables?.fundingRates ?? null
  if (known === null) return `funding ${constant}`
  const { count, first, last } = known
  return `funding at ${formatPlain(count)} known rates from ${formatDay(first)} to ${formatDay(last)}, else ${constant}`
}

function spreadText({ spread }: RunModels, tables: TablesSummary | null): string | null {
  if (spread.model === 'data') return null
  if (spread.model === 'fixed') return `spread ${formatPlain(spread.pips)} pips`
  const range = tables?.spreadByHour ?? null
  return range === null
    ? 'spread by hour'
    : `spread by hour, ${formatPlain(range.least)} to ${formatPlain(range.most)} pips`
}

function marginText({ margin }: RunModels): string | null {
  if (margin.model === 'instrument') return null
  return margin.model === 'rate'
    ? `margin ${formatPlain(margin.rate * 100, 4)} %`
    : `margin in ${margin.tiers.length} tiers`
}

/** What differs from plain models, in one line; empty when nothing does. */
export function modelsSummary(models: RunModels, tables: TablesSummary | null): string {
  const line = [
    PRICES[models.prices],
    spreadText(models, tables),
    PATHS[models.path],
    slippageText(models),
    commissionText(models),
    swapText(models, tables),
    fundingText(models, tables),
    limitText(models),
    models.latencyMs === 0 ? null : `latency ${formatPlain(models.latencyMs)} ms`,
    models.staleAfterMs === 0 ? null : `orders stale after ${formatPlain(models.staleAfterMs / 1000)} s`,
    marginText(models),
    models.accounting === 'netting' ? 'netting' : null,
  ]
    .filter((part) => part !== null)
    .join('; ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

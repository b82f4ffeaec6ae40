import { RunInputError } from './errors.ts'
import { type ModelEntry, MODELS } from './models/registry.ts'
import type { MarginTier, RunModels } from './run-spec.ts'

/** Refuses models that make no sense, with a text for the person who started the run. */
export function checkModels(models: RunModels): void {
  oneOf('Prices', models.prices, MODELS.prices)
  oneOf('Path', models.path, MODELS.path)
  oneOf('Accounting', models.accounting, MODELS.accounting)
  oneOf('Slippage', models.slippage.model, MODELS.slippage)
  oneOf('Limit fill', models.limitFill.model, MODELS.limitFill)
  oneOf('Margin', models.margin.model, MODELS.margin)
  const { slippage, limitFill, margin } = models
  if (slippage.model === 'fixed') atLeastZero('Slippage', slippage.pips)
  else {
    atLeastZero('Slippage', slippage.meanPips)
    atLeastZero('Deviation of slippage', slippage.deviationPips)
  }
  if (limitFill.model === 'probability') within('Probability of a limit fill', limitFill.probability, 0, 1)
  atLeastZero('Latency', models.latencyMs)
  atLeastZero('Longest wait for a price', models.staleAfterMs)
  if (margin.model === 'rate') within('Margin rate', margin.rate, 0, 1)
  if (margin.model === 'tiers') checkTiers(margin.tiers)
  checkCommission(models)
  checkHolding(models)
}

function checkCommission({ commission }: RunModels): void {
  atLeastZero('Commission per lot', commission.perLot)
  atLeastZero('Commission per cent', commission.percent)
  atLeastZero('Commission minimum', commission.minimum)
  within('Commission of makers', commission.makerPercent, -100, 100)
  within('Commission of takers', commission.takerPercent, -100, 100)
}

function checkHolding({ swap, funding }: RunModels): void {
  if (swap) {
    if (swap.unit !== 'pips' && swap.unit !== 'percent') throw new RunInputError('Unit of swap must be pips or percent')
    finite('Swap of long positions', swap.long)
    finite('Swap of short positions', swap.short)
    if (swap.tripleWeekday !== null && !(Number.isInteger(swap.tripleWeekday) && isWithin(swap.tripleWeekday, 0, 6))) {
      throw new RunInputError('The triple weekday of swap must be a whole number from 0 (Sunday) to 6, or none')
    }
  }
  if (swap?.rates) checkSwapRates(swap.rates)
  if (!funding) return
  within('Hours of funding', funding.hours, 1, 168)
  finite('Rate of funding', funding.rate)
  let before = -Infinity
  for (const [time, rate] of funding.rates ?? []) {
    if (!(time > before)) throw new RunInputError('Rates of funding must ascend in time')
    finite('Rate of funding', rate)
    before = time
  }
}

function checkSwapRates(rates: readonly (readonly [day: number, long: number, short: number])[]): void {
  let before = -Infinity
  for (const [day, long, short] of rates) {
    if (!(day > before) || day % DAY !== 0) throw new RunInputError('Rates of swap must ascend by day')
    finite('Rate of swap', long)
    finite('Rate of swap', short)
    before = day
  }
}

const DAY = 86_400_000

function checkTiers(tiers: readonly MarginTier[]): void {
  if (tiers[0]?.from !== 0) throw new RunInputError('The first tier of margin must begin at 0')
  let before = -1
  for (const { from, rate } of tiers) {
    if (!(from > before)) throw new RunInputError('Tiers of margin must ascend')
    within('Margin rate', rate, 0, 1)
    before = from
  }
}

function oneOf(name: string, value: string, { choices }: ModelEntry): void {
  const known = Object.keys(choices)
  if (known.includes(value)) return
  const last = known.length - 1
  throw new RunInputError(`${name} must be ${known.slice(0, last).join(', ')} or ${known[last] ?? ''}`)
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

function within(name: string, value: number, least: number, most: number): void {
  if (!isWithin(value, least, most)) throw new RunInputError(`${name} must be a number from ${least} to ${most}`)
}

function finite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RunInputError(`${name} must be a number`)
}

function atLeastZero(name: string, value: number): void {
  if (!(value >= 0) || !Number.isFinite(value)) throw new RunInputError(`${name} must be a number of at least 0`)
}

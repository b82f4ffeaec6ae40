import { unrelatedKnown } from './move-known.ts'
import { movePrices } from './move-market.ts'
import { type UnrelatedRun, type DetectorContext, rerun, withTraded } from './detector-context.ts'
import { redrawPrices } from './redraw-prices.ts'

/** Unrelated markets to compare with, by what is added to the seed of the sample. */
export const UNRELATED_MARKETS = [101, 202] as const

/** Runs the script over an unrelated market at the same times; each market is made and run once. */
export function* runUnrelatedMarket(context: DetectorContext, salt: number): Generator<void, UnrelatedRun> {
  const cached = context.unrelated.get(salt)
  if (cached) return cached
  let seed = context.spec.seed + salt
  const series = withTraded(context, (columns, { precision }) =>
    movePrices(redrawPrices(columns, seed++), precision, (price) => price),
  )
  const sources = unrelatedKnown(context.sources, seed)
  const unrelated = { series, sources, run: yield* rerun(context, { series, sources }) }
  context.unrelated.set(salt, unrelated)
  return unrelated
}

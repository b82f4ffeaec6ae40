import { movePrices } from './move-market.ts'
import { type OtherRun, type ProofContext, rerun, withTraded } from './proof-context.ts'
import { rewalk } from './rewalk.ts'

/** Unlike markets beside the sample, by what is added to its seed. */
export const OTHER_MARKETS = [101, 202] as const

/** The script over an unlike market at the same times; each is made and run once. */
export function* otherRun(context: ProofContext, salt: number): Generator<void, OtherRun> {
  const known = context.others.get(salt)
  if (known) return known
  const { precision } = context.spec.instrument
  const series = withTraded(context, (columns) =>
    movePrices(rewalk(columns, context.spec.seed + salt), precision, (price) => price),
  )
  const other = { series, run: yield* rerun(context, { series }) }
  context.others.set(salt, other)
  return other
}

import { barStart, isBarInterval } from '@tradeloom/domain'

import { type Action, describeAction, isEntry, survival } from '../action.ts'
import { movePrices } from '../move-market.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, rerun, skipped, withTraded } from '../proof-context.ts'
import { rewalk } from '../rewalk.ts'

const LEAST_ENTRIES = 6
/** So much of the entries stays on another market when they do not look at prices. */
const SAME = 0.7
const DAY = 86_400_000

/**
 * Entries that are the same on a wholly other market do not come from prices. Regular ones are a plan, chance is
 * chance; irregular ones are a list that somebody made who knew the prices.
 */
export const schedule: Proof = function* (context) {
  const { entries, base, spec } = context
  if (entries.length < LEAST_ENTRIES) return skipped(`Fewer than ${LEAST_ENTRIES} entries`)
  for (const salt of [101, 202]) {
    const series = withTraded(context, (columns) =>
      movePrices(rewalk(columns, spec.seed + salt), spec.instrument.precision, (price) => price),
    )
    const other = yield* rerun(context, { series })
    if (survival(base.actions, other.actions) < SAME) return passed('Entries come from prices')
  }
  const byChance = yield* rerun(context, { spec: { seed: spec.seed + 1 } })
  if (survival(base.actions, byChance.actions) < SAME) return passed('Entries come from chance')
  if (isRegular(entries, context)) return passed('Entries follow a regular plan')
  const message = `The script trades by a list: it ${describeAction(entries[0] as Action)} and at ${entries.length - 1} more irregular moments whatever the prices are`
  return failed({ kind: 'look-ahead', proof: 'schedule', message }, placeOf(entries[0]))
}

/** Few different times of day, or few different distances, make a plan. */
function isRegular(entries: readonly Action[], { spec }: ProofContext): boolean {
  const times = entries.filter(isEntry).map(({ time }) => slot(time, spec.interval))
  const ofDay = new Set(times.map((time) => time % DAY))
  const distances = new Set(times.slice(1).map((time, at) => time - (times[at] as number)))
  const few = Math.max(3, times.length * 0.4)
  return ofDay.size <= few || distances.size <= few
}

function slot(time: number, interval: string): number {
  return isBarInterval(interval) ? barStart(time, interval) : Math.floor(time / 60_000) * 60_000
}

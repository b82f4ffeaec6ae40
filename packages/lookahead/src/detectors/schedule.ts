import { barStart, isBarInterval } from '@tradeloom/domain'

import { type Action, describeAction, isEntry, survival } from '../action.ts'
import { coincidence } from '../coincidence.ts'
import { slotOf } from '../dated-entries.ts'
import { OTHER_MARKETS, otherRun } from '../other-run.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, rerun, skipped } from '../proof-context.ts'

const LEAST_ENTRIES = 6
/** Entries that come from prices are met by few others on another market. */
const FROM_PRICES = 0.3
/** As often as a week later: then it is the hour and not the moment that is known. */
const BY_THE_HOUR = 0.5
/** So much of the entries changes with another seed when they come from chance. */
const BY_CHANCE = 0.7
const DAY = 86_400_000

/**
 * Entries that are the same on a wholly other market do not come from prices. Regular ones are a plan, chance is
 * chance; irregular ones are a list that somebody made who knew the prices.
 */
export const schedule: Proof = function* (context) {
  const { entries, base, spec, hints } = context
  if (entries.length < LEAST_ENTRIES) return skipped(`Fewer than ${LEAST_ENTRIES} entries`)
  const runs = [base.actions]
  for (const salt of OTHER_MARKETS) {
    const { run } = yield* otherRun(context, salt)
    runs.push(run.actions)
    if (isFromPrices(runs, slotOf(context))) return passed('Entries come from prices')
  }
  const { share, control } = coincidence(runs, slotOf(context))
  if (control !== null && control > BY_THE_HOUR * share) return passed('Entries come every week')
  const byChance = yield* rerun(context, { spec: { seed: spec.seed + 1 } })
  if (survival(base.actions, byChance.actions) < BY_CHANCE) return passed('Entries come from chance')
  if (isRegular(entries, context)) return passed('Entries follow a regular plan')
  const message = `The script trades by a list: it ${describeAction(entries[0] as Action)} and at ${entries.length - 1} more irregular moments, of which ${Math.round(share * 100)} % are the same on other markets`
  return failed(
    { kind: 'look-ahead', proof: 'schedule', message },
    hints.tables[0] ?? hints.dates[0] ?? placeOf(entries[0]),
  )
}

function isFromPrices(runs: readonly (readonly Action[])[], grain: number): boolean {
  return coincidence(runs, grain).share < FROM_PRICES
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

import { barStart, isBarInterval } from '@tradeloom/domain'

import { type Action, describeAction, isEntry, survival } from '../action.ts'
import { coincidence } from '../coincidence.ts'
import { slotOf } from '../dated-entries.ts'
import { UNRELATED_MARKETS, runUnrelatedMarket } from '../unrelated-market.ts'
import { failed, passed, placeOf, type Detector, type DetectorContext, rerun, skipped } from '../detector-context.ts'

const MIN_ENTRIES = 6
/** Entries that come from prices rarely coincide with entries on another market. */
const FROM_PRICES = 0.3
/** As frequent a week later: the script follows the hour of the week, not single times. */
const BY_THE_HOUR = 0.5
/** Entries that come from randomness change this much with another seed. */
const BY_CHANCE = 0.7
const DAY = 86_400_000

/**
 * Entries that repeat on an unrelated market do not come from prices. Regular ones are a plan, random ones change with
 * the seed; irregular ones are a list made by someone who knew the prices.
 */
export const schedule: Detector = function* (context) {
  const { entries, base, spec, hints } = context
  if (entries.length < MIN_ENTRIES) return skipped(`Fewer than ${MIN_ENTRIES} entries`)
  const runs = [base.actions]
  for (const salt of UNRELATED_MARKETS) {
    const { run } = yield* runUnrelatedMarket(context, salt)
    runs.push(run.actions)
    if (isFromPrices(runs, slotOf(context))) return passed('Entries come from prices')
  }
  const { share, control } = coincidence(runs, slotOf(context))
  if (control !== null && control > BY_THE_HOUR * share) return passed('Entries repeat every week')
  const byChance = yield* rerun(context, { spec: { seed: spec.seed + 1 } })
  if (survival(base.actions, byChance.actions) < BY_CHANCE) return passed('Entries are random')
  if (isRegular(entries, context)) return passed('Entries follow a regular plan')
  const message = `The script trades from a list: it ${describeAction(entries[0] as Action)} and at ${entries.length - 1} more irregular times, ${Math.round(share * 100)}% of which repeat on unrelated markets`
  return failed(
    { kind: 'look-ahead', detector: 'schedule', message },
    hints.tables[0] ?? hints.dates[0] ?? placeOf(entries[0]),
  )
}

function isFromPrices(runs: readonly (readonly Action[])[], grain: number): boolean {
  return coincidence(runs, grain).share < FROM_PRICES
}

/** Few distinct times of day, or few distinct distances, make a plan. */
function isRegular(entries: readonly Action[], { spec }: DetectorContext): boolean {
  const times = entries.filter(isEntry).map(({ time }) => slot(time, spec))
  const ofDay = new Set(times.map((time) => time % DAY))
  const distances = new Set(times.slice(1).map((time, i) => time - (times[i] as number)))
  const few = Math.max(3, times.length * 0.4)
  return ofDay.size <= few || distances.size <= few
}

function slot(time: number, { interval, instrument }: DetectorContext['spec']): number {
  return isBarInterval(interval) ? barStart(time, interval, instrument) : Math.floor(time / 60_000) * 60_000
}

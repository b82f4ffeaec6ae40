import { INTERVALS, isBarInterval } from '@tradeloom/domain'

import { type Action, entriesWithout, isEntry } from './action.ts'
import { coincidence } from './coincidence.ts'
import { moveKnown } from './move-known.ts'
import { moveTime } from './move-market.ts'
import { UNRELATED_MARKETS, runUnrelatedMarket } from './unrelated-market.ts'
import { type DetectorContext, rerun } from './detector-context.ts'

/** Two runs over the same prices, one of them at shifted times, which are shifted back. */
interface Pair {
  readonly own: readonly Action[]
  readonly far: readonly Action[]
}

const DAY = 86_400_000
const MINUTE = 60_000
/** A list hits most of its times on every market, and fewer of them a week away. */
const MET = 0.6
const CONTROLLED = 0.6
/** Over this many pairs a smaller difference is significant. */
const MANY_PAIRS = 24
const WELL_CONTROLLED = 0.75
/** When prices do not matter at all, a weekly plan repeats a week later. */
const EXACT = 0.9
const EXACT_CONTROLLED = 0.8
/** A legitimate date filter leaves a group of days at its edges, and later effects rarely leave more than two. */
const GROUPS = 4
/** A script that does not trade in another year has no later effects. */
const FEW_GROUPS = 3

/** Reruns the script over the same prices, `shift` milliseconds away. */
export function* rerunShifted(
  context: DetectorContext,
  shift: number,
  { series, sources }: Pick<DetectorContext, 'series' | 'sources'> = context,
): Generator<void, readonly Action[]> {
  const { start, end } = context.spec
  const run = yield* rerun(context, {
    series: series.map((one) => ({ ...one, columns: moveTime(one.columns, shift) })),
    sources: moveKnown(sources, shift),
    spec: { start: start + shift, end: end + shift },
  })
  return run.actions.map((action) => ({ ...action, time: action.time - shift }))
}

/**
 * Whether the script contains a list of days or times: entries that appear only at the true times, on one market or on
 * several. A date filter, a weekday or a season is not such a list, whatever the reason for choosing it.
 */
export function* isDatedList(
  context: DetectorContext,
  shift: number,
  first: Pair,
  counts: (action: Action) => boolean,
): Generator<void, boolean> {
  const pairs = [first]
  if (entriesWithout(first.own, first.far).filter(counts).length < 2) return false
  for (const salt of UNRELATED_MARKETS) {
    const { run, ...data } = yield* runUnrelatedMarket(context, salt)
    pairs.push({ own: run.actions, far: yield* rerunShifted(context, shift, data) })
  }
  const added = pairs.map(({ own, far }) => entriesWithout(own, far).filter(counts))
  // Entries with another side or size: effects of earlier orders are not among these.
  const changed = pairs.map(({ far }, i) => meeting(added[i] as Action[], far))
  const isSilent = pairs.every(({ far }) => !far.some(isEntry))
  if ([slotOf(context), DAY].some((grain) => isList(changed, grain, isSilent))) return true
  if (isList(added, slotOf(context), isSilent)) return true
  // A script that skips certain days enters again after them, which is only the effect of a calendar.
  const missing = pairs.map(({ own, far }) => entriesWithout(far, own).filter(counts))
  return !skipsDays(missing) && isList(added, DAY, isSilent)
}

function skipsDays(missing: readonly (readonly Action[])[]): boolean {
  const { share, clusters } = coincidence(missing, DAY)
  return share >= MET && clusters >= FEW_GROUPS
}

/** Actions that have another entry at the same time. */
function meeting(actions: readonly Action[], others: readonly Action[]): Action[] {
  const times = new Set(others.filter(isEntry).map(({ time }) => Math.round(time)))
  return actions.filter(({ time }) => times.has(Math.round(time)))
}

/** Price rules rarely hit the same time on unrelated markets but often the same day, so days must be far apart to count. */
function isList(runs: readonly (readonly Action[])[], grain: number, isSilent: boolean): boolean {
  const { share, control, pairs, clusters, days } = coincidence(runs, grain)
  const isExact = grain < DAY && share >= EXACT
  const most = isExact ? EXACT_CONTROLLED : pairs >= MANY_PAIRS ? WELL_CONTROLLED : CONTROLLED
  if (share < MET || (control !== null && control > most * share)) return false
  if (clusters >= (isSilent || isExact ? FEW_GROUPS : GROUPS)) return true
  if (control !== null && (isSilent || isExact)) return days.length >= FEW_GROUPS
  // Two days in different months may be a plan, such as the first day of each month.
  return isSilent && clusters === 2 && (days.at(-1) as number) - (days[0] as number) < 20 * DAY
}

/** The width of a time slot of the script, in milliseconds. */
export function slotOf({ spec: { interval } }: Pick<DetectorContext, 'spec'>): number {
  return isBarInterval(interval) ? INTERVALS[interval].ms : MINUTE
}

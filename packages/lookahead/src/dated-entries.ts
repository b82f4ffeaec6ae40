import { INTERVALS, isBarInterval } from '@tradeloom/domain'

import { type Action, entriesWithout, isEntry } from './action.ts'
import { coincidence } from './coincidence.ts'
import { moveTime } from './move-market.ts'
import { OTHER_MARKETS, otherRun } from './other-run.ts'
import { type ProofContext, rerun } from './proof-context.ts'

/** Two runs over the same prices, one of them at other times, which are taken back. */
interface Pair {
  readonly own: readonly Action[]
  readonly far: readonly Action[]
}

const DAY = 86_400_000
const MINUTE = 60_000
/** Of a list most moments are met on every market, and fewer of them a week away. */
const MET = 0.6
const CONTROLLED = 0.6
/** Counted over so many pairs, less of a difference means something. */
const MANY_PAIRS = 24
const WELL_CONTROLLED = 0.75
/** Where prices have no say at all, a weekly plan is as good a week later. */
const EXACT = 0.9
const EXACT_CONTROLLED = 0.8
/** What an honest limit leaves behind at its edges is a group of days, and its echo seldom more than two. */
const GROUPS = 4
/** A script that does nothing in another year leaves no echo. */
const FEW_GROUPS = 3

/** The same prices `shift` milliseconds away. */
export function* rerunElsewhen(
  context: ProofContext,
  shift: number,
  series: ProofContext['series'] = context.series,
): Generator<void, readonly Action[]> {
  const { start, end } = context.spec
  const run = yield* rerun(context, {
    series: series.map((one) => ({ ...one, columns: moveTime(one.columns, shift) })),
    spec: { start: start + shift, end: end + shift },
  })
  return run.actions.map((action) => ({ ...action, time: action.time - shift }))
}

/**
 * Entries that are there only at the true times, on one market or on several: a list of days or moments stands in the
 * script. A limit, a weekday or a season is none, whatever it was chosen for.
 */
export function* isDatedList(
  context: ProofContext,
  shift: number,
  first: Pair,
  counts: (action: Action) => boolean,
): Generator<void, boolean> {
  const pairs = [first]
  if (entriesWithout(first.own, first.far).filter(counts).length < 2) return false
  for (const salt of OTHER_MARKETS) {
    const { series, run } = yield* otherRun(context, salt)
    pairs.push({ own: run.actions, far: yield* rerunElsewhen(context, shift, series) })
  }
  const added = pairs.map(({ own, far }) => entriesWithout(own, far).filter(counts))
  // Turned round or of another size: of what an order changes later, nothing is among these.
  const changed = pairs.map(({ far }, at) => meeting(added[at] as Action[], far))
  const isSilent = pairs.every(({ far }) => !far.some(isEntry))
  if ([slotOf(context), DAY].some((grain) => isList(changed, grain, isSilent))) return true
  if (isList(added, slotOf(context), isSilent)) return true
  // Who stays away on certain days enters again after them: that is the echo of a calendar.
  const missing = pairs.map(({ own, far }) => entriesWithout(far, own).filter(counts))
  return !staysAway(missing) && isList(added, DAY, isSilent)
}

function staysAway(missing: readonly (readonly Action[])[]): boolean {
  const { share, clusters } = coincidence(missing, DAY)
  return share >= MET && clusters >= FEW_GROUPS
}

/** Those at whose moment there is another entry. */
function meeting(actions: readonly Action[], others: readonly Action[]): Action[] {
  const times = new Set(others.filter(isEntry).map(({ time }) => Math.round(time)))
  return actions.filter(({ time }) => times.has(Math.round(time)))
}

/** Moments of prices seldom coincide on unlike markets, whole days of them do: they must be apart to mean anything. */
function isList(runs: readonly (readonly Action[])[], grain: number, isSilent: boolean): boolean {
  const { share, control, pairs, clusters, days } = coincidence(runs, grain)
  const isExact = grain < DAY && share >= EXACT
  const most = isExact ? EXACT_CONTROLLED : pairs >= MANY_PAIRS ? WELL_CONTROLLED : CONTROLLED
  if (share < MET || (control !== null && control > most * share)) return false
  if (clusters >= (isSilent || isExact ? FEW_GROUPS : GROUPS)) return true
  if (control !== null && (isSilent || isExact)) return days.length >= FEW_GROUPS
  // Two days of different months may be a plan: the first day of each.
  return isSilent && clusters === 2 && (days.at(-1) as number) - (days[0] as number) < 20 * DAY
}

/** How fine the moments of a script are. */
export function slotOf({ spec: { interval } }: Pick<ProofContext, 'spec'>): number {
  return isBarInterval(interval) ? INTERVALS[interval].ms : MINUTE
}

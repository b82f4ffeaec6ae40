import { type BarDays, barStart, INTERVALS, isBarInterval } from '@tradeloom/domain'

import { type Action, describeAction, earlier, firstDifference, isEntry, survival } from '../action.ts'
import type { Read } from '../observation.ts'
import type { ObservedRun } from '../observed-run.ts'
import {
  failed,
  passed,
  placeOf,
  type Detector,
  type DetectorContext,
  type DetectorOutcome,
  rerun,
} from '../detector-context.ts'
import { showValue } from '../show-value.ts'

const MIN_ENTRIES = 3
/** Decisions on facts that cannot change, such as a high that was reached, keep all of their entries. */
const COLLAPSED = 0.85

/** Decisions made on forming bars must hold once the bars are finished. */
export const repaint: Detector = function* (context) {
  if (context.base.formingTimes.size === 0) return passed('Reads finished bars only')
  const known = yield* rerun(context, { observation: { keepFinished: true } })
  const decided = new Set(known.actions.filter(({ time }) => known.formingTimes.has(time)).map(({ time }) => time))
  const { finished } = known
  const hindsight = yield* rerun(context, { observation: { hindsight: { finished, onlyAt: decided } } })
  const difference = firstDifference(known.actions, hindsight.actions)
  const action = difference && earlier(difference)
  if (action) return yield* explain(context, known, action)
  const always = yield* rerun(context, { observation: { hindsight: { finished, onlyAt: null } } })
  if (known.actions.filter(isEntry).length < MIN_ENTRIES) return passed('No entry depends on a forming bar')
  const share = survival(inBars(context, known, known.actions), inBars(context, known, always.actions))
  if (share >= COLLAPSED) return passed('Decisions on forming bars hold when the bars are finished')
  const first = firstDifference(known.actions, always.actions)
  return yield* explain(context, known, (first && earlier(first)) ?? (known.actions[0] as Action))
}

/** With hindsight a decision may come earlier in its bar. */
function inBars({ spec }: DetectorContext, { formingSources }: ObservedRun, actions: readonly Action[]): Action[] {
  let longest: keyof typeof INTERVALS = 'M1'
  for (const interval of formingSources.values()) {
    if (isBarInterval(interval) && INTERVALS[interval].ms > INTERVALS[longest].ms) longest = interval
  }
  return actions.map((action) => ({ ...action, time: barStart(action.time, longest, spec.instrument) }))
}

/** Finds the forming value behind the decision, and its final value. */
function* explain(context: DetectorContext, known: ObservedRun, action: Action): Generator<void, DetectorOutcome> {
  // The decision may have been made before the action: the last read before it counts.
  const readsAt = Math.max(...[...known.formingTimes].filter((time) => time <= action.time))
  const run = yield* rerun(context, { observation: { readsAt } })
  const reads = run.reads.slice(0, run.readsBefore).filter(({ what }) => what.endsWith('.forming'))
  // The last read before the decision is the closest to it.
  const finalOf = (what: string): unknown => finalValue(known, what, readsAt, context.spec.instrument)
  const isKept = (one: Read): boolean => JSON.stringify(finalOf(one.what)) === JSON.stringify(one.value)
  const read = reads.findLast((one) => !isKept(one)) ?? reads.at(-1)
  const final = read && finalOf(read.what)
  const reason = read
    ? ` on ${read.what}, ${showValue(read.value)}, before the bar was finished; its final value was ${showValue(final)}, with which the script acts differently`
    : ' based on a forming bar that changed later'
  const message = `The script ${describeAction(action)}${reason}`
  return failed(
    { kind: 'repaints', detector: 'repaint', message },
    read?.place ?? placeOf(...run.actions.filter(({ time }) => time === action.time)),
  )
}

function finalValue({ finished, formingSources }: ObservedRun, what: string, time: number, days: BarDays): unknown {
  const source = what.slice(0, -'.forming'.length)
  const interval = formingSources.get(source) ?? ''
  return isBarInterval(interval) ? finished.get(source)?.get(barStart(time, interval, days)) : undefined
}

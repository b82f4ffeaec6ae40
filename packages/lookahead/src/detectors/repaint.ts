import { barStart, INTERVALS, isBarInterval } from '@tradeloom/domain'

import { type Action, describeAction, earlier, firstDifference, isEntry, survival } from '../action.ts'
import type { ObservedRun } from '../observed-run.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, type ProofOutcome, rerun } from '../proof-context.ts'
import { showValue } from '../show-value.ts'

const LEAST_ENTRIES = 3
/** What cannot be taken back, such as a high that was reached, keeps all of its entries. */
const COLLAPSED = 0.85

/** Decisions that were taken on growing bars must hold when these are finished. */
export const repaint: Proof = function* (context) {
  if (context.base.formingTimes.size === 0) return passed('Only finished bars are read')
  const known = yield* rerun(context, { observation: { keepFinished: true } })
  const decided = new Set(known.actions.filter(({ time }) => known.formingTimes.has(time)).map(({ time }) => time))
  const { finished } = known
  const hindsight = yield* rerun(context, { observation: { hindsight: { finished, onlyAt: decided } } })
  const difference = firstDifference(known.actions, hindsight.actions)
  const action = difference && earlier(difference)
  if (action) return yield* explain(context, known, action)
  const always = yield* rerun(context, { observation: { hindsight: { finished, onlyAt: null } } })
  if (known.actions.filter(isEntry).length < LEAST_ENTRIES) return passed('No entry hangs on a growing bar')
  const share = survival(inBars(known, known.actions), inBars(known, always.actions))
  if (share >= COLLAPSED) return passed('What was decided on growing bars holds when they are finished')
  const first = firstDifference(known.actions, always.actions)
  return yield* explain(context, known, (first && earlier(first)) ?? (known.actions[0] as Action))
}

/** A decision may come earlier in its bar when its end is known. */
function inBars({ formingSources }: ObservedRun, actions: readonly Action[]): Action[] {
  let longest: keyof typeof INTERVALS = 'M1'
  for (const interval of formingSources.values()) {
    if (isBarInterval(interval) && INTERVALS[interval].ms > INTERVALS[longest].ms) longest = interval
  }
  return actions.map((action) => ({ ...action, time: barStart(action.time, longest) }))
}

/** Which unfinished value was read for the decision, and what became of it. */
function* explain(context: ProofContext, known: ObservedRun, action: Action): Generator<void, ProofOutcome> {
  // A decision may be carried out later: then the last look before it counts.
  const readsAt = Math.max(...[...known.formingTimes].filter((time) => time <= action.time))
  const run = yield* rerun(context, { observation: { readsAt } })
  const reads = run.reads.slice(0, run.readsBefore).filter(({ what }) => what.endsWith('.forming'))
  // The last look before the decision is the nearest to it.
  const read = reads.findLast((one) => !isKept(known, one, readsAt)) ?? reads.at(-1)
  const became = read && finalOf(known, read.what, readsAt)
  const reason = read
    ? ` on ${read.what}, ${showValue(read.value)}, before the bar was finished; it became ${showValue(became)}, with which the script does otherwise`
    : ' by what it has read of a growing bar, which changed later'
  const message = `The script ${describeAction(action)}${reason}`
  return failed(
    { kind: 'repaints', proof: 'repaint', message },
    read?.place ?? placeOf(...run.actions.filter(({ time }) => time === action.time)),
  )
}

function isKept(known: ObservedRun, read: { what: string; value: unknown }, time: number): boolean {
  return JSON.stringify(finalOf(known, read.what, time)) === JSON.stringify(read.value)
}

function finalOf({ finished, formingSources }: ObservedRun, what: string, time: number): unknown {
  const source = what.slice(0, -'.forming'.length)
  const interval = formingSources.get(source) ?? ''
  return isBarInterval(interval) ? finished.get(source)?.get(barStart(time, interval)) : undefined
}

import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'

import { type Action, describeAction, type Difference, earlier, firstDifference, survival } from '../action.ts'
import { placeInStack } from '../call-place.ts'
import { between } from '../move-market.ts'
import type { Observation, Read } from '../observation.ts'
import type { ObservedRun } from '../observed-run.ts'
import {
  failed,
  passed,
  placeOf,
  type Proof,
  type ProofContext,
  type ProofOutcome,
  rerun,
  type Variation,
  withTraded,
} from '../proof-context.ts'
import type { Caution } from '../report.ts'
import { showThrown, showValue } from '../show-value.ts'

/** Bars of history that are asked for in the name of a script that asks for none. */
const SOME_BARS = 150
/** Guards like `bars.count < 50` make the beginning differ; from here on runs must have come together. */
const BEGINNING = 0.4
const STABLE = 0.9
const FEW_ENTRIES = 3

interface Try {
  readonly label: string
  readonly variation: Variation
  /** An honest script has to miss what it could do before there were bars enough. */
  readonly isHard: boolean
}

/** More or less history before the start must not change what is done once all that was asked for is there. */
export const warmUp: Proof = function* (context) {
  const { base } = context
  const cautions: Caution[] = []
  for (const { label, variation, isHard } of tries(context)) {
    const run = yield* rerun(context, variation)
    if (isHard && run.thrown) {
      cautions.push(cautionOf(run.thrown.error))
      continue
    }
    const difference = firstDifference(base.actions, run.actions)
    if (!difference || isStable(context, run, isHard)) continue
    return yield* explain(context, difference, label, variation)
  }
  return passed('Orders do not hang on the length of the history', cautions)
}

function cautionOf(error: unknown): Caution {
  const { line = null, column = null } = placeInStack(error) ?? {}
  return {
    message: `Where its data begin, without history before the start, the script throws ${showThrown(error)}`,
    line,
    column,
  }
}

function tries(context: ProofContext): Try[] {
  const { interval, bars } = longestRequest(context)
  const more = (times: number): Try => ({
    label: `${times} times the history`,
    variation: { observation: { moreHistory: { interval, bars: bars * times } } },
    isHard: false,
  })
  const none = {
    label: 'no history',
    variation: { series: withTraded(context, (columns) => between(columns, context.spec.start, Infinity)) },
    isHard: true,
  }
  return [more(2), more(4), none]
}

function longestRequest({ base, spec }: ProofContext): { interval: BarInterval; bars: number } {
  let longest: { interval: BarInterval; bars: number } | null = null
  const length = (interval: BarInterval, bars: number) => INTERVALS[interval].ms * bars
  for (const { interval, bars } of base.warmup) {
    if (!isBarInterval(interval)) continue
    if (!longest || length(interval, bars) > length(longest.interval, longest.bars)) longest = { interval, bars }
  }
  if (longest) return longest
  const used = [...base.intervals].find(isBarInterval)
  return { interval: used ?? (isBarInterval(spec.interval) ? spec.interval : 'M1'), bars: SOME_BARS }
}

function isStable(context: ProofContext, run: ObservedRun, isHard: boolean): boolean {
  const { spec, base } = context
  const { interval, bars } = longestRequest(context)
  const settling = base.warmup.length > 0 ? INTERVALS[interval].ms * bars * 2 : 0
  const from =
    spec.start + Math.min(0.7 * (spec.end - spec.start), Math.max(BEGINNING * (spec.end - spec.start), settling))
  const late = (actions: readonly Action[]) => actions.filter(({ time }) => time >= from)
  const share = (own: readonly Action[], other: readonly Action[]) =>
    Math.min(survival(own, other), survival(other, own))
  const isSparse = Math.max(late(base.actions).length, late(run.actions).length) < FEW_ENTRIES
  if (!isSparse) return share(late(base.actions), late(run.actions)) >= STABLE
  // What a script missed that trades once in a while changes all that it does later.
  return isHard || share(base.actions, run.actions) >= 0.5
}

/** Looks what the script had read when the runs went apart, and which of it was not the same. */
function* explain(
  context: ProofContext,
  difference: Difference,
  label: string,
  variation: Variation,
): Generator<void, ProofOutcome> {
  const action = earlier(difference)
  const usual = difference.first === action ? 'usual' : 'changed'
  let place = placeOf(action, difference.first, difference.second)
  let reason = ''
  if (action) {
    const observation: Observation = { readsAt: action.time }
    const one = yield* rerun(context, { observation })
    const other = yield* rerun(context, {
      ...variation,
      observation: { ...variation.observation, ...observation },
    })
    place ??= placeOf(...[...one.actions, ...other.actions].filter(({ time }) => time === action.time))
    const unlike = firstUnlike(one.reads, other.reads)
    if (unlike) {
      place = unlike.own.place ?? place
      reason = `: ${unlike.own.what} is ${showValue(unlike.own.value)} with the usual history and ${showValue(unlike.other.value)} with ${label}`
    }
  }
  const what = action ? describeAction(action) : 'acts'
  const message = `With ${label} the script trades otherwise, it ${what} only with the ${usual === 'usual' ? 'usual' : 'changed'} one${reason}`
  return failed({ kind: 'unstable-warm-up', proof: 'warm-up', message }, place)
}

function firstUnlike(own: readonly Read[], other: readonly Read[]): { own: Read; other: Read } | null {
  for (let at = 0; at < Math.min(own.length, other.length); at++) {
    const one = own[at] as Read
    const two = other[at] as Read
    if (one.what !== two.what) return null
    if (!isAlike(one.value, two.value)) return { own: one, other: two }
  }
  return null
}

/** What the start has left in a smoothed value after its warm-up is no difference. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return Object.is(one, other) || Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other))
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

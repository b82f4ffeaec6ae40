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
  type Detector,
  type DetectorContext,
  type DetectorOutcome,
  rerun,
  type Variation,
  withTraded,
} from '../detector-context.ts'
import type { Caution } from '../report.ts'
import { showThrown, showValue } from '../show-value.ts'

/** Bars of history assumed for a script that requests none. */
const DEFAULT_BARS = 150
/** Guards like `bars.count < 50` make the beginning differ; after this share of the run, runs must agree. */
const BEGINNING = 0.4
const STABLE = 0.9
const FEW_ENTRIES = 3

interface Attempt {
  readonly label: string
  readonly variation: Variation
  /** Even an unbiased script must miss what needs bars that it does not have yet. */
  readonly isHard: boolean
}

/** Once the requested history is complete, more or less of it must not change what the script does. */
export const warmUp: Detector = function* (context) {
  const { base } = context
  const cautions: Caution[] = []
  for (const { label, variation, isHard } of attempts(context)) {
    const run = yield* rerun(context, variation)
    if (isHard && run.thrown) {
      cautions.push(cautionOf(run.thrown.error))
      continue
    }
    const difference = firstDifference(base.actions, run.actions)
    if (!difference || isStable(context, run, isHard)) continue
    return yield* explain(context, difference, label, variation)
  }
  return passed('Orders do not depend on the length of the history', cautions)
}

function cautionOf(error: unknown): Caution {
  const { line = null, column = null } = placeInStack(error) ?? {}
  return {
    message: `Without history before the start the script throws ${showThrown(error)}`,
    line,
    column,
  }
}

function attempts(context: DetectorContext): Attempt[] {
  const { interval, bars } = warmupRequest(context)
  const more = (times: number): Attempt => ({
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

function warmupRequest({ base, spec }: DetectorContext): { interval: BarInterval; bars: number } {
  let longest: { interval: BarInterval; bars: number } | null = null
  const length = (interval: BarInterval, bars: number) => INTERVALS[interval].ms * bars
  for (const { interval, bars } of base.warmup) {
    if (!isBarInterval(interval)) continue
    if (!longest || length(interval, bars) > length(longest.interval, longest.bars)) longest = { interval, bars }
  }
  if (longest) return longest
  const used = [...base.intervals].find(isBarInterval)
  return { interval: used ?? (isBarInterval(spec.interval) ? spec.interval : 'M1'), bars: DEFAULT_BARS }
}

function isStable(context: DetectorContext, run: ObservedRun, isHard: boolean): boolean {
  const { spec, base } = context
  const { interval, bars } = warmupRequest(context)
  const settling = base.warmup.length > 0 ? INTERVALS[interval].ms * bars * 2 : 0
  const from =
    spec.start + Math.min(0.7 * (spec.end - spec.start), Math.max(BEGINNING * (spec.end - spec.start), settling))
  const late = (actions: readonly Action[]) => actions.filter(({ time }) => time >= from)
  const share = (own: readonly Action[], other: readonly Action[]) =>
    Math.min(survival(own, other), survival(other, own))
  const isSparse = Math.max(late(base.actions).length, late(run.actions).length) < FEW_ENTRIES
  if (!isSparse) return share(late(base.actions), late(run.actions)) >= STABLE
  // For a script that rarely trades, one missed trade changes everything after it.
  return isHard || share(base.actions, run.actions) >= 0.5
}

/** Finds what the script had read when the runs diverged, and which value differed. */
function* explain(
  context: DetectorContext,
  difference: Difference,
  label: string,
  variation: Variation,
): Generator<void, DetectorOutcome> {
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
    const differing = firstDifferingRead(one.reads, other.reads)
    if (differing) {
      place = differing.own.place ?? place
      reason = `: ${differing.own.what} is ${showValue(differing.own.value)} with the usual history and ${showValue(differing.other.value)} with ${label}`
    }
  }
  const what = action ? describeAction(action) : 'acts'
  const message = `With ${label} the script trades differently: it ${what} only with the ${usual === 'usual' ? 'usual' : 'changed'} history${reason}`
  return failed({ kind: 'unstable-warm-up', detector: 'warm-up', message }, place)
}

function firstDifferingRead(own: readonly Read[], other: readonly Read[]): { own: Read; other: Read } | null {
  for (let i = 0; i < Math.min(own.length, other.length); i++) {
    const one = own[i] as Read
    const two = other[i] as Read
    if (one.what !== two.what) return null
    if (!isClose(one.value, two.value)) return { own: one, other: two }
  }
  return null
}

/** Tolerates what the first value leaves in a smoothed value after its warm-up. */
function isClose(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return Object.is(one, other) || Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other))
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

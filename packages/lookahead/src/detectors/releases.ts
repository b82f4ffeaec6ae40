import { createRandom } from '@tradeloom/domain'

import { describeAction, earlier, firstDifference, readable, survival } from '../action.ts'
import { type Detector, type DetectorContext, failed, passed, placeOf, rerun, skipped } from '../detector-context.ts'
import { knownLater, mirroredKnown } from '../move-known.ts'

const CUTS = 2
/** This many values of a dataset in a script are no accident. */
const MIN_WRITTEN = 4
/** Entries that follow publications move with them; those of a table of values stay. */
const STAYED = 0.5
/** Entries that follow values change with them; those of a table that is read at each publication stay. */
const SAME = 0.9
/** Of entries that follow other values, half have the same direction; of those that follow published ones, none has. */
const CHANCE = 0.25

/** Publishes values of datasets one release later: what a script did before must stay, and what it does after must not. */
export const releases: Detector = function* (context) {
  const { sources, spec, base } = context
  const times = [...new Set(sources.flatMap(({ columns }) => [...columns.knownAt]))]
    .filter((time) => time > spec.start && time < spec.end)
    .toSorted((a, b) => a - b)
  if (times.length === 0) return skipped(sources.length === 0 ? 'The script reads no datasets' : 'Nothing is published')
  const random = createRandom(spec.seed)
  for (let count = 0; count < CUTS; count++) {
    const from = times[Math.floor(random() * times.length)] as number
    const run = yield* rerun(context, { sources: knownLater(sources, from) })
    const before = ({ time }: { readonly time: number }) => time < from
    const difference = firstDifference(base.actions.filter(before), run.actions.filter(before))
    if (!difference) continue
    const action = earlier(difference)
    const message = `The script depends on values before they are known: it ${action ? describeAction(action) : 'acts'} only ${difference.first ? 'with' : 'without'} those that are published from ${readable(from)} on`
    return failed({ kind: 'look-ahead', detector: 'releases', message }, action && placeOf(difference.first))
  }
  return yield* findWritten(context)
}

/** A script that knows values by their periods need not wait until they are known, nor read what is published. */
function* findWritten(context: DetectorContext): ReturnType<Detector> {
  const { sources, spec, base, entries, hints } = context
  const written = new Set(hints.numbers)
  const kept = passed('What is published later changes nothing before')
  for (const { id, columns } of sources) {
    const values = new Set(
      columns.value.filter((value, row) => (columns.knownAt[row] as number) > spec.start && written.has(value)),
    )
    if (values.size < MIN_WRITTEN) continue
    const late = yield* rerun(context, { sources: knownLater(sources, -Infinity) })
    const other = yield* rerun(context, { sources: mirroredKnown(sources) })
    const [onTime, unread] = [survival(base.actions, late.actions), survival(base.actions, other.actions)]
    const isUnread = unread >= SAME
    if (!isUnread && (onTime < STAYED || unread < CHANCE)) return kept
    const [stayed, change] = isUnread
      ? [unread, 'other values are published in their place']
      : [onTime, 'each value is published one release later']
    const share = `${Math.round(stayed * 100)}%`
    const message = `The script contains ${values.size} values of ${id} that are not known before the run: ${share} of its entries stay when ${change}`
    return failed({ kind: 'look-ahead', detector: 'releases', message }, hints.tables[0] ?? placeOf(entries[0]))
  }
  return kept
}

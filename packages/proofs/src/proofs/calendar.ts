import { describeAction, earlier, firstDifference } from '../action.ts'
import { moveTime } from '../move-market.ts'
import { failed, passed, placeOf, type Proof, rerun, skipped } from '../proof-context.ts'

/** Weekdays stay, days of the month do not. */
const SHIFT = 364 * 86_400_000

/** Days that are written without a year outlive the years; seasons are honest, tables of single days are not. */
export const calendar: Proof = function* (context) {
  const { spec, hints, base } = context
  if (!hints.dayTable) return skipped('No days are written in the script')
  const closures = spec.closures.map(({ from, to }) => ({ from: from + SHIFT, to: to + SHIFT }))
  const run = yield* rerun(context, {
    series: context.series.map((one) => ({ ...one, columns: moveTime(one.columns, SHIFT) })),
    spec: { start: spec.start + SHIFT, end: spec.end + SHIFT, closures },
  })
  const difference = firstDifference(base.actions, run.actions, SHIFT)
  if (!difference) return passed('Same orders 52 weeks later')
  const action = earlier(difference)
  const message = `The script knows single days: it ${action ? describeAction(action) : 'acts'} ${difference.first ? 'but not' : 'only'} with the same prices 52 weeks later`
  return failed({ kind: 'look-ahead', proof: 'calendar', message }, hints.dayTable ?? placeOf(action))
}

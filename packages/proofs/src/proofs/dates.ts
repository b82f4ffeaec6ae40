import { newYorkOffset } from '@tradeloom/domain'

import { describeAction, earlier, firstDifference } from '../action.ts'
import { moveTime } from '../move-market.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, rerun, skipped } from '../proof-context.ts'

const DAY = 86_400_000
/** The calendar repeats itself after 28 years: same weekdays, same dates, same leap days. */
const CYCLE = 10_227 * DAY

/** The same prices 28 years away: weekday, day and month stay, only the year is another one. */
export const dates: Proof = function* (context) {
  const shift = [CYCLE, -CYCLE].find((ms) => hasSameClock(context, ms))
  if (shift === undefined) return skipped('Summer time was ruled otherwise 28 years away')
  const { spec, base, hints } = context
  const series = context.series.map((one) => ({ ...one, columns: moveTime(one.columns, shift) }))
  const closures = spec.closures.map(({ from, to }) => ({ from: from + shift, to: to + shift }))
  const run = yield* rerun(context, {
    series,
    spec: { start: spec.start + shift, end: spec.end + shift, closures },
  })
  const difference = firstDifference(base.actions, run.actions, shift)
  if (!difference) return passed('Same orders in another year')
  const action = earlier(difference)
  const where = shift > 0 ? '28 years later' : '28 years earlier'
  const message = difference.first
    ? `The script knows dates: it ${describeAction(difference.first)}, but not with the same prices ${where}`
    : `The script knows dates: with the same prices ${where} it ${action ? describeAction(action) : 'acts'}, counted in the time of the sample, where it does not`
  return failed({ kind: 'look-ahead', proof: 'dates', message }, hints.dates[0] ?? placeOf(difference.first, action))
}

/** New York's clock must change on the same days, or the market's hours would be others. */
function hasSameClock({ spec, series }: ProofContext, shift: number): boolean {
  const { time } = (series[0] as ProofContext['series'][number]).columns
  if ((time[0] ?? 0) + shift < 0) return false
  for (let day = time[0] ?? spec.start; day < spec.end + DAY; day += DAY / 2) {
    if (newYorkOffset(day) !== newYorkOffset(day + shift)) return false
  }
  return true
}

import { describeAction, earlier, firstDifference } from '../action.ts'
import { isDatedList, rerunElsewhen } from '../dated-entries.ts'
import { failed, passed, placeOf, type Proof } from '../proof-context.ts'

const DAY = 86_400_000
/** The calendar repeats itself after 28 years: same weekdays, same dates, same leap days. */
const CYCLE = 10_227 * DAY
/** No leap day in this year: the cycle ends. */
const END_OF_CYCLE = Date.UTC(2100, 0)

/**
 * The same prices 28 years away: weekday, day and month stay, only the year is another one. What then goes on without
 * a list of days is limited to dates, as honest scripts are too: why they were chosen cannot be proved.
 */
export const dates: Proof = function* (context) {
  const { spec, base, hints } = context
  const shift = spec.end + CYCLE < END_OF_CYCLE ? CYCLE : -CYCLE
  const far = yield* rerunElsewhen(context, shift)
  const difference = firstDifference(base.actions, far)
  if (!difference) return passed('Same orders in another year')
  const action = earlier(difference)
  const where = shift > 0 ? '28 years later' : '28 years earlier'
  const what = difference.first
    ? `it ${describeAction(difference.first)}, but not with the same prices ${where}`
    : `with the same prices ${where} it ${action ? describeAction(action) : 'acts'}, counted in the time of the sample, where it does not`
  if (yield* isDatedList(context, shift, { own: base.actions, far }, () => true)) {
    const message = `The script knows what to do on which day: ${what}, and its days are the same on other markets`
    const list = hints.tables[0] ?? hints.dates[0]
    return failed({ kind: 'look-ahead', proof: 'dates', message }, list ?? placeOf(difference.first, action))
  }
  const place = hints.dates[0] ?? hints.tables[0] ?? placeOf(difference.first, action)
  const isSilent = far.length === 0
  const message = `${isSilent ? 'The script trades only in a time that is written in it' : 'Dates are written in the script'}: ${what}. Whether they were chosen with a look at the prices of that time, no check can tell`
  return passed(isSilent ? 'Limited to dates, by no list of days' : 'Other in another year, by no list of days', [
    { message, ...(place ?? { line: null, column: null }) },
  ])
}

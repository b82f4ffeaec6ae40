import { describeAction, earlier, firstDifference } from '../action.ts'
import { isDatedList, rerunShifted } from '../dated-entries.ts'
import { failed, passed, placeOf, type Detector } from '../detector-context.ts'

const DAY = 86_400_000
/** The calendar repeats after 28 years: same weekdays, same dates, same leap days. */
const CYCLE = 10_227 * DAY
/** 2100 has no leap day, which ends the cycle. */
const END_OF_CYCLE = Date.UTC(2100, 0)

/**
 * Moves the prices by 28 years: weekday, day and month stay, only the year changes. A script that then differs without a
 * list of days has a date filter, which unbiased scripts have too: no test can show why the dates were chosen.
 */
export const dates: Detector = function* (context) {
  const { spec, base, hints } = context
  const shift = spec.end + CYCLE < END_OF_CYCLE ? CYCLE : -CYCLE
  const far = yield* rerunShifted(context, shift)
  const difference = firstDifference(base.actions, far)
  if (!difference) return passed('Same orders in another year')
  const action = earlier(difference)
  const where = shift > 0 ? '28 years later' : '28 years earlier'
  const what = difference.first
    ? `it ${describeAction(difference.first)}, but not with the same prices ${where}`
    : `with the same prices ${where} it ${action ? describeAction(action) : 'acts'} (in the time of the sample), where it otherwise does not`
  if (yield* isDatedList(context, shift, { own: base.actions, far }, () => true)) {
    const message = `The script contains a list of trading days: ${what}, and it trades on the same days on unrelated markets`
    const list = hints.tables[0] ?? hints.dates[0]
    return failed({ kind: 'look-ahead', detector: 'dates', message }, list ?? placeOf(difference.first, action))
  }
  const place = hints.dates[0] ?? hints.tables[0] ?? placeOf(difference.first, action)
  const isSilent = far.length === 0
  const message = `${isSilent ? 'The script only trades in a period that is written in it' : 'The script contains dates'}: ${what}. No analysis can tell whether they were chosen by looking at the prices of that time`
  return passed(
    isSilent ? 'Limited to a period, but no list of days' : 'Different orders in another year, but no list of days',
    [{ message, ...(place ?? { line: null, column: null }) }],
  )
}

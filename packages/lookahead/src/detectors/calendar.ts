import { dayOfWeek } from '@tradeloom/domain'

import { type Action, describeAction, earlier, firstDifference } from '../action.ts'
import { isDatedList, rerunShifted } from '../dated-entries.ts'
import { failed, passed, placeOf, type Detector, type DetectorContext, skipped } from '../detector-context.ts'

interface Month {
  readonly from: number
  readonly to: number
}

const YEARS = 28

/**
 * Detects days written without a year. Moves the prices to another month with the same weekdays: seasons and month ends
 * are legitimate, lists of single days of the year are not.
 */
export const calendar: Detector = function* (context) {
  const { base, hints } = context
  const month = mainMonth(context)
  const shift = distanceToTwin(month)
  if (shift === null) return skipped('No other month has the same weekdays')
  const counts = ({ time }: Action): boolean => time >= month.from && time < month.to
  const far = yield* rerunShifted(context, shift)
  const difference = firstDifference(base.actions.filter(counts), far.filter(counts))
  if (!difference) return passed('Same orders in another month')
  if (!(yield* isDatedList(context, shift, { own: base.actions, far }, counts)))
    return passed('Different orders in another month, but no list of days')
  const action = earlier(difference)
  const message = `The script knows single days: it ${action ? describeAction(action) : 'acts'} ${difference.first ? 'but not' : 'only'} with the same prices in another month, and trades on the same days on unrelated markets`
  const place = hints.dayTable ?? hints.tables[0] ?? placeOf(difference.first, action)
  return failed({ kind: 'look-ahead', detector: 'calendar', message }, place)
}

/** The month with the largest part in the sample. */
function mainMonth({ spec: { start, end } }: DetectorContext): Month {
  const months: Month[] = []
  for (let from = start; from < end;) {
    const date = new Date(from)
    const to = Math.min(end, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))
    months.push({ from, to })
    from = to
  }
  return months.reduce((longest, one) => (one.to - one.from > longest.to - longest.from ? one : longest))
}

/** Distance to the nearest other month with the same length and first weekday; null when there is none. */
function distanceToTwin({ from }: Month): number | null {
  const date = new Date(from)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const begin = Date.UTC(year, month)
  const length = Date.UTC(year, month + 1) - begin
  for (let distance = 1; distance <= YEARS * 12; distance += 1) {
    for (const other of [month + distance, month - distance]) {
      const twin = Date.UTC(year, other)
      const isTwin = dayOfWeek(twin) === dayOfWeek(begin) && Date.UTC(year, other + 1) - twin === length
      if (isTwin && distance % 12 !== 0 && twin > 0) return twin - begin
    }
  }
  return null
}

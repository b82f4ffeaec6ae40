import { dayOfWeek } from '@tradeloom/domain'

import { type Action, describeAction, earlier, firstDifference } from '../action.ts'
import { isDatedList, rerunElsewhen } from '../dated-entries.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, skipped } from '../proof-context.ts'

interface Month {
  readonly from: number
  readonly to: number
}

const YEARS = 28

/**
 * Days that are written without a year outlive the years. The same prices in another month that has the same weekdays:
 * seasons and ends of months are honest, lists of single days of the year are not.
 */
export const calendar: Proof = function* (context) {
  const { base, hints } = context
  const month = mainMonth(context)
  const shift = twinOf(month)
  if (shift === null) return skipped('No other month has these weekdays')
  const counts = ({ time }: Action): boolean => time >= month.from && time < month.to
  const far = yield* rerunElsewhen(context, shift)
  const difference = firstDifference(base.actions.filter(counts), far.filter(counts))
  if (!difference) return passed('Same orders in another month')
  if (!(yield* isDatedList(context, shift, { own: base.actions, far }, counts)))
    return passed('Other in another month, by no list of days')
  const action = earlier(difference)
  const message = `The script knows single days: it ${action ? describeAction(action) : 'acts'} ${difference.first ? 'but not' : 'only'} with the same prices in another month, and its days are the same on other markets`
  const place = hints.dayTable ?? hints.tables[0] ?? placeOf(difference.first, action)
  return failed({ kind: 'look-ahead', proof: 'calendar', message }, place)
}

/** The month of which most is in the sample. */
function mainMonth({ spec: { start, end } }: ProofContext): Month {
  const months: Month[] = []
  for (let from = start; from < end;) {
    const date = new Date(from)
    const to = Math.min(end, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))
    months.push({ from, to })
    from = to
  }
  return months.reduce((longest, one) => (one.to - one.from > longest.to - longest.from ? one : longest))
}

/** How far away the nearest other month is that is as long and begins with the same weekday; null for a February. */
function twinOf({ from }: Month): number | null {
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

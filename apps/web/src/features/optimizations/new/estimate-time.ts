import type { Optimization } from '@tradeloom/contracts'
import { DAY } from '@tradeloom/domain'

/** Milliseconds, from what a day of the user's latest comparable optimization took; null without one. */
export function estimateTime(rows: readonly Optimization[], resolution: 0 | 1, days: number): number | null {
  // The time of a walk-forward includes its windows, whose backtests are not in `done`.
  const last = rows.find(
    (row) =>
      row.walkForward === null &&
      row.resolution === resolution &&
      row.done > 0 &&
      row.started !== null &&
      row.ended !== null,
  )
  if (last === undefined || last.started === null || last.ended === null) return null
  const daysOfOne = Math.max(1, (Date.parse(last.end) - Date.parse(last.start)) / DAY)
  return ((Date.parse(last.ended) - Date.parse(last.started)) / last.done / daysOfOne) * days
}

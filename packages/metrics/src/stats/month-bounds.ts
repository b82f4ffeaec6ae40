import { monthOf, startOfMonth } from '@tradeloom/domain'

import type { AnyInput } from '../metric-input.ts'

/** Starts of the whole UTC calendar months of a run, and the end of the last one. */
export function monthBounds({ start, end }: Pick<AnyInput, 'start' | 'end'>): number[] {
  let month = monthOf(start)
  if (startOfMonth(month) < start) month += 1
  const bounds = [startOfMonth(month)]
  for (; startOfMonth(month + 1) <= end; month++) bounds.push(startOfMonth(month + 1))
  return bounds
}

import { type BarColumns, BAR_COLUMNS } from '@tradeloom/domain'

import { MonthBars } from './month-bars.ts'

/** One bar from the rows on both sides of a month boundary. */
export function joinBars(older: MonthBars, olderIndex: number, newer: MonthBars, newerIndex: number): MonthBars {
  const columns: Record<string, Float64Array> = {}
  for (const name of BAR_COLUMNS) {
    const [before, after] = [older.columns[name][olderIndex] as number, newer.columns[name][newerIndex] as number]
    columns[name] = Float64Array.of(joined(name, before, after))
  }
  return new MonthBars({ kind: 'bar', ...(columns as unknown as Omit<BarColumns, 'kind'>) })
}

function joined(name: (typeof BAR_COLUMNS)[number], before: number, after: number): number {
  if (name === 'volume') return before + after
  if (name.endsWith('High')) return Math.max(before, after)
  if (name.endsWith('Low')) return Math.min(before, after)
  return name.endsWith('Close') ? after : before
}

import { isBarInterval, isMarketOpen, type MarketColumns } from '@tradeloom/domain'

import { between, rowsOf } from './move-market.ts'
import type { ObservedRun } from './observed-run.ts'
import { historyOf, type Sample } from './synthetic-sample.ts'

/**
 * The same sample without the rows of closed hours, and with a market that never closes: moved to another year, the
 * rows would meet other hours, because New York's clock does not change on the same days.
 */
export function openSample({ spec, series }: Sample): Sample {
  const { calendar } = spec.instrument
  const open = (columns: MarketColumns): MarketColumns => {
    const { time } = columns
    const rows: number[] = []
    for (let row = 0; row < time.length; row++) {
      if (isMarketOpen(calendar, time[row] as number, spec.closures)) rows.push(row)
    }
    return rows.length === time.length ? columns : rowsOf(columns, rows)
  }
  return {
    spec: { ...spec, instrument: { ...spec.instrument, calendar: 'always' }, closures: [] },
    series: series.map((one, at) => (at === 0 ? { ...one, columns: open(one.columns) } : one)),
  }
}

/** Less history when the script asks for less: all runs of a check would carry it. */
export function withoutOldRows({ spec, series }: Sample, { warmup, intervals }: ObservedRun): Sample {
  const used = [spec.interval, ...intervals].filter(isBarInterval)
  const from = spec.start - historyOf({ warmup, intervals: used.length === 0 ? ['M1'] : used })
  return {
    spec,
    series: series.map((one, at) => (at === 0 ? { ...one, columns: between(one.columns, from, Infinity) } : one)),
  }
}

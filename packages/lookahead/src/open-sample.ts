import { isBarInterval, isMarketOpen, type MarketColumns } from '@tradeloom/domain'

import { between, rowsOf } from './move-market.ts'
import type { ObservedRun } from './observed-run.ts'
import { historyOf, type Sample } from './synthetic-sample.ts'

/**
 * Removes the rows of closed hours and makes the market trade around the clock. Otherwise a sample moved to another year
 * would meet other trading hours, because New York does not change its clocks on the same days.
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

/** Drops history that the script does not request, because every run of the analysis would process it. */
export function withoutUnusedHistory({ spec, series }: Sample, { warmup, intervals }: ObservedRun): Sample {
  const used = [spec.interval, ...intervals].filter(isBarInterval)
  const from = spec.start - historyOf({ warmup, intervals: used.length === 0 ? ['M1'] : used })
  return {
    spec,
    series: series.map((one, at) => (at === 0 ? { ...one, columns: between(one.columns, from, Infinity) } : one)),
  }
}

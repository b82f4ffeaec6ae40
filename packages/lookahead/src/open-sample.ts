import { isBarInterval, isMarketOpen, type MarketColumns } from '@tradeloom/domain'

import type { MarketSpec } from '@tradeloom/engine'

import { between, rowsOf } from './move-market.ts'
import type { ObservedRun } from './observed-run.ts'
import { tradedInstruments } from './traded-instruments.ts'
import { historyOf, type Sample } from './synthetic-sample.ts'

/**
 * Removes the rows of closed hours and makes the market trade around the clock. Otherwise a sample moved to another year
 * would meet other trading hours, because New York does not change its clocks on the same days.
 */
export function openSample({ spec, series, ...rest }: Sample): Sample {
  const { markets = [] } = spec
  const hours = new Map([spec, ...markets].map(({ instrument, closures }) => [instrument.id, { instrument, closures }]))
  const opened = markets.map((market) => ({ ...market, ...alwaysOpen(market) }))
  return {
    ...rest,
    spec: { ...spec, ...alwaysOpen(spec), ...(opened.length > 0 ? { markets: opened } : {}) },
    series: series.map((one) => {
      const traded = hours.get(one.instrumentId)
      return traded ? { ...one, columns: rowsInHours(one.columns, traded) } : one
    }),
  }
}

type Hours = Pick<MarketSpec, 'instrument' | 'closures'>

function alwaysOpen({ instrument }: Hours): Hours {
  return { instrument: { ...instrument, calendar: 'always' }, closures: [] }
}

function rowsInHours(columns: MarketColumns, { instrument, closures }: Hours): MarketColumns {
  const { time } = columns
  const rows: number[] = []
  for (let row = 0; row < time.length; row++) {
    if (isMarketOpen(instrument.calendar, time[row] as number, closures)) rows.push(row)
  }
  return rows.length === time.length ? columns : rowsOf(columns, rows)
}

type History = Pick<ObservedRun, 'warmup' | 'intervals'>

/** Drops history that the script does not request, because every run of the analysis would process it. */
export function withoutUnusedHistory({ spec, series, ...rest }: Sample, used: History): Sample {
  return { ...rest, spec, series: rowsBetween(series, spec, spec.start - historyUsed(spec, used), Infinity) }
}

/** Whether a run has used more history than an earlier one. */
export function usesMoreHistory({ spec }: Sample, run: History, earlier: History): boolean {
  return historyUsed(spec, run) > historyUsed(spec, earlier)
}

/** The first hour with prices, to learn how much history a script requests. */
export function beginningOf({ spec, series, ...rest }: Sample): Sample {
  const first = series[0]?.columns.time.find((time) => time >= spec.start) ?? spec.start
  const end = Math.min(spec.end, first + HOUR)
  return { ...rest, spec: { ...spec, end }, series: rowsBetween(series, spec, spec.start - DAY, end) }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

function historyUsed({ interval }: Sample['spec'], { warmup, intervals }: History): number {
  const used = [interval, ...intervals].filter(isBarInterval)
  return historyOf({ warmup, intervals: used.length === 0 ? ['M1'] : used })
}

/** Rows of the traded series, as views. */
function rowsBetween(series: Sample['series'], spec: Sample['spec'], from: number, to: number): Sample['series'] {
  const traded = tradedInstruments(spec)
  return series.map((one) => (traded.has(one.instrumentId) ? { ...one, columns: between(one.columns, from, to) } : one))
}

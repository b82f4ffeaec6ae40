import type { ReturnSeries } from '../stats/return-series.ts'
import type { Sample } from '../stats/sample.ts'

/** The periods over which ratios of returns are computed. */
export type Period = 'Daily' | 'Monthly'

interface PeriodOfReturns {
  readonly adjective: string
  readonly unit: string
  /** Periods per year, as stated in formulas. */
  readonly perYear: string
  /** Minimum number of returns for a ratio. */
  readonly minimum: number
  readonly series: (sample: Sample) => ReturnSeries
}

export const PERIODS: Readonly<Record<Period, PeriodOfReturns>> = {
  Daily: {
    adjective: 'daily',
    unit: 'day',
    perYear: '260 days a year (365 for markets that trade on weekends)',
    minimum: 2,
    series: ({ byDay }) => byDay,
  },
  Monthly: {
    adjective: 'monthly',
    unit: 'month',
    perYear: '12 months a year',
    minimum: 3,
    series: ({ byMonth }) => byMonth,
  },
}

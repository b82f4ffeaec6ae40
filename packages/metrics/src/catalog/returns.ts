import { tidy } from '@tradeloom/domain'
import { showsAnnualized } from '../guards.ts'
import { type Metric, type MetricValue, none, some } from '../metric.ts'
import type { ReturnSeries } from '../stats/return-series.ts'
import { mean } from '../stats/statistics.ts'

const profit: Metric = {
  key: 'profit',
  title: 'Profit',
  unit: 'money',
  better: 'higher',
  group: 'return',
  description: 'Final equity minus the starting balance.',
  formula: 'E_end - E_start',
  source: 'Accounting identity',
  compute: ({ equity, initialBalance, byDay }) =>
    some(tidy(equity - initialBalance), byDay.returns.length, {
      interval: byDay.pathInterval(({ growth }, draw) => ((growth[draw] as number) - 1) * initialBalance),
    }),
}

const totalReturn: Metric = {
  key: 'totalReturn',
  title: 'Return',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Profit as a percentage of the starting balance.',
  formula: 'E_end / E_start - 1',
  source: 'Accounting identity',
  compute: ({ byDay, equity, initialBalance }) =>
    some(tidy(((equity - initialBalance) / initialBalance) * 100), byDay.returns.length, {
      interval: byDay.pathInterval(({ growth }, draw) => ((growth[draw] as number) - 1) * 100),
    }),
}

const averageDailyReturn: Metric = {
  key: 'averageDailyReturn',
  title: 'Average daily return',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Mean of all daily returns, idle days included.',
  formula: 'm of the daily returns, r = E(end of day) / E(end of the day before) - 1',
  source: 'Arithmetic mean; days end at 00:00 UTC',
  compute: ({ byDay }) => averageReturn(byDay),
}

const averageMonthlyReturn: Metric = {
  key: 'averageMonthlyReturn',
  title: 'Average monthly return',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Mean return of all whole calendar months.',
  formula: 'm of the monthly returns; a partial first or last month is left out',
  source: 'Arithmetic mean; calendar months in UTC',
  compute: ({ byMonth }) => averageReturn(byMonth),
}

function averageReturn(series: ReturnSeries): MetricValue {
  const { returns } = series
  const n = returns.length
  if (n === 0) return none('too-few', 0)
  return some(mean(returns) * 100, n, { interval: series.interval([returns], (sum) => (sum / n) * 100) })
}

export const cagr: Metric = {
  key: 'cagr',
  title: 'Annual growth (CAGR)',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Compound annual growth rate.',
  formula: '(E_end / E_start)^(365.25 / days) - 1; -100% once equity was at or below zero',
  source: 'Compound annual growth rate, years of 365.25 days',
  compute: (sample) => {
    const { equity, initialBalance, length, byDay, ruined } = sample
    const n = byDay.returns.length
    if (ruined || equity <= 0) return some(-100, n, { shown: showsAnnualized(sample) })
    // A run without duration, such as a single trade with only a closing time, has no growth rate.
    if (length <= 0) return none('too-few', n)
    const annual = (growth: number) => (Math.max(0, growth) ** (365.25 / length) - 1) * 100
    return some(annual(equity / initialBalance), n, {
      interval: byDay.pathInterval(({ growth }, draw) => annual(growth[draw] as number)),
      shown: showsAnnualized(sample),
    })
  },
}

export const RETURNS: readonly Metric[] = [profit, totalReturn, averageDailyReturn, averageMonthlyReturn, cagr]

import { showsAnnualized } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'

export const cagr: Metric = {
  key: 'cagr',
  title: 'Annual growth (CAGR)',
  unit: '%',
  better: 'higher',
  group: 'return',
  description: 'Return a year, compounded.',
  formula: '(E_end / E_start)^(365.25 / days) - 1; -100 % once equity was at or below zero',
  source: 'Compound annual growth rate, years of 365.25 days',
  compute: (sample) => {
    const { equity, initialBalance, length, byDay, ruined } = sample
    const n = byDay.returns.length
    if (ruined || equity <= 0) return some(-100, n, { shown: showsAnnualized(sample) })
    // A run without any length, such as one trade of which only the closing is known, grows at no rate.
    if (length <= 0) return none('too-few', n)
    const annual = (growth: number) => (Math.max(0, growth) ** (365.25 / length) - 1) * 100
    return some(annual(equity / initialBalance), n, {
      interval: byDay.pathInterval(({ growth }, draw) => annual(growth[draw] as number)),
      shown: showsAnnualized(sample),
    })
  },
}

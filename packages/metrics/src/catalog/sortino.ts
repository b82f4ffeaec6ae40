import { showsAnnualized } from '../guards.ts'
import type { Metric } from '../metric.ts'
import { sortinoRatio } from '../stats/sortino-ratio.ts'
import { PERIODS, type Period } from './periods.ts'

function sortino(period: Period, annualize: boolean): Metric {
  const { adjective, unit, perYear, series, minimum } = PERIODS[period]
  return {
    key: `sortino${period}${annualize ? 'Annualized' : ''}`,
    title: `Sortino ratio (${adjective}, ${annualize ? 'annualized' : `per ${unit}`})`,
    unit: 'ratio',
    better: 'higher',
    group: 'ratio',
    description: `Mean return above the minimum acceptable return (5% a year), divided by the downside deviation; ${annualize ? 'annualized' : `per ${unit}`}.`,
    formula: `(m - h) / sqrt(sum(min(0, r - h)^2) / n)${annualize ? ' · sqrt(P)' : ''}, h = MAR / P, n = all ${adjective} returns; MAR = 5% a year, P = ${perYear}`,
    source: 'Sortino and Price (1994)',
    compute: (sample) =>
      sortinoRatio(sample, series(sample), {
        least: minimum,
        annualize,
        shown: !annualize || showsAnnualized(sample),
      }),
  }
}

export const SORTINO_RATIOS: readonly Metric[] = [
  sortino('Daily', false),
  sortino('Daily', true),
  sortino('Monthly', false),
  sortino('Monthly', true),
]

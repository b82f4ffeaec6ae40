import type { Metric } from '../metric.ts'
import { historicalTail, normalTail } from '../stats/tail-loss.ts'

type Kind = 'quantile' | 'mean'
type Share = 0.05 | 0.01

const KINDS = {
  quantile: {
    key: 'valueAtRisk',
    title: 'Value at risk',
    publication: 'RiskMetrics (1996)',
    historical: (percent: number) =>
      `Loss that was not exceeded on ${percent} of 100 days of the run. A loss is positive.`,
    normal: (percent: number) =>
      `Loss that is not exceeded on ${percent} of 100 days if daily returns are normally distributed. A loss is positive.`,
    historicalFormula: (share: Share) => `-quantile(r, ${share}), linear between neighbors`,
    normalFormula: (share: Share) => `-(m + z·s); z normal quantile of ${share}`,
  },
  mean: {
    key: 'conditionalValueAtRisk',
    title: 'Expected shortfall',
    publication: 'Rockafellar and Uryasev (2000)',
    historical: (percent: number) =>
      `Mean loss of the worst days: those at or beyond the ${percent}% value at risk. A loss is positive.`,
    normal: (percent: number) =>
      `Mean loss of the worst ${100 - percent} of 100 days if daily returns are normally distributed. A loss is positive.`,
    historicalFormula: (share: Share) => `-mean(r with r <= quantile(r, ${share}))`,
    normalFormula: (share: Share) => `-(m - s·phi(z) / ${share}); z normal quantile of ${share}, phi its density`,
  },
} as const

function tailLoss(kind: Kind, share: Share, isNormal: boolean): Metric {
  const { key, title, publication, historical, normal, historicalFormula, normalFormula } = KINDS[kind]
  const percent = share === 0.05 ? 95 : 99
  return {
    key: `${key}${isNormal ? 'Normal' : ''}${share === 0.05 ? '' : '99'}`,
    title: `${title} ${percent}%${isNormal ? ', normal' : ''}`,
    unit: '%',
    better: 'lower',
    group: 'risk',
    description: isNormal ? normal(percent) : historical(percent),
    formula: isNormal ? normalFormula(share) : historicalFormula(share),
    source: `${publication}, ${isNormal ? 'normal' : 'historical'}${!isNormal && share === 0.01 ? '; needs 100 days' : ''}`,
    compute: (sample) => (isNormal ? normalTail : historicalTail)(sample, share, kind),
  }
}

export const TAIL_LOSSES: readonly Metric[] = (['quantile', 'mean'] as const).flatMap((kind) =>
  [false, true].flatMap((isNormal) => ([0.05, 0.01] as const).map((share) => tailLoss(kind, share, isNormal))),
)

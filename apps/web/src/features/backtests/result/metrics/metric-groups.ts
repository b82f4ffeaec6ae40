import type { ResultMetric } from './metric-format.ts'

/** The most important metrics, in this order; each is also in its own group. */
const SUMMARY = [
  'profit',
  'totalReturn',
  'cagr',
  'sharpeDailyAnnualized',
  'sharpeDaily',
  'sortinoDaily',
  'maxDrawdown',
  'drawdownDuration',
  'calmar',
  'winRate',
  'grossProfitFactor',
  'expectancy',
  'sqn',
  'exposure',
  'totalCosts',
  'probabilisticSharpe',
  'deflatedSharpe',
]

const TITLES: Readonly<Record<ResultMetric['group'], string>> = {
  return: 'Return',
  ratio: 'Risk-adjusted return',
  drawdown: 'Drawdown',
  risk: 'Value at risk',
  positions: 'Positions',
  excursion: 'Excursions (MAE and MFE)',
  costs: 'Costs',
  trust: 'Confidence',
}

export interface MetricGroup {
  readonly id: string
  readonly title: string
  readonly metrics: readonly ResultMetric[]
}

/** The summary, then every group in the order of its first metric. */
export function metricGroups(metrics: readonly ResultMetric[]): MetricGroup[] {
  const summary = SUMMARY.flatMap((key) => metrics.find((metric) => metric.key === key) ?? [])
  const groups = new Map<ResultMetric['group'], ResultMetric[]>()
  for (const metric of metrics) groups.set(metric.group, [...(groups.get(metric.group) ?? []), metric])
  return [
    { id: 'summary', title: 'Summary', metrics: summary },
    ...[...groups].map(([id, members]) => ({ id, title: TITLES[id], metrics: members })),
  ].filter((group) => group.metrics.length > 0)
}

/** Metrics whose title, description, key or group contains all words of the search text. */
export function foundMetrics(metrics: readonly ResultMetric[], text: string): ResultMetric[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return metrics.filter(({ title, description, key, group }) => {
    const all = `${title} ${description} ${key} ${TITLES[group]}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

import type { ResultMetric } from './metric-format.ts'

/** What one looks at first, in this order; each stands in its own group as well. */
const HEADLINES = [
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
]

const TITLES: Readonly<Record<ResultMetric['group'], string>> = {
  return: 'Return',
  ratio: 'Return for its risk',
  drawdown: 'Drawdown',
  risk: 'Value at risk',
  positions: 'Positions',
  excursion: 'Excursions: worst and best while open',
  costs: 'Costs',
  trust: 'Trust',
}

export interface MetricGroup {
  readonly id: string
  readonly title: string
  readonly metrics: readonly ResultMetric[]
}

/** The headlines, then every group in the order in which its first metric comes. */
export function metricGroups(metrics: readonly ResultMetric[]): MetricGroup[] {
  const headlines = HEADLINES.flatMap((key) => metrics.find((metric) => metric.key === key) ?? [])
  const groups = new Map<ResultMetric['group'], ResultMetric[]>()
  for (const metric of metrics) groups.set(metric.group, [...(groups.get(metric.group) ?? []), metric])
  return [
    { id: 'headline', title: 'Headlines', metrics: headlines },
    ...[...groups].map(([id, members]) => ({ id, title: TITLES[id], metrics: members })),
  ].filter((group) => group.metrics.length > 0)
}

/** Metrics of which title, description or group say all words that were typed. */
export function foundMetrics(metrics: readonly ResultMetric[], text: string): ResultMetric[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return metrics.filter(({ title, description, key, group }) => {
    const all = `${title} ${description} ${key} ${TITLES[group]}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

import { METRICS, type Metric, type MetricValue, REASONS } from '@tradeloom/metrics'
import { metricNumber } from './metric-number.ts'

const GROUPS: Readonly<Record<Metric['group'], string>> = {
  return: 'Return',
  ratio: 'Ratios',
  drawdown: 'Drawdown',
  risk: 'Daily risk',
  positions: 'Positions',
  excursion: 'Excursions',
  costs: 'Costs',
  trust: 'Confidence',
}
const MARKS = { open: 'still open', 'few-trades': 'few trades' } as const
const SUFFIXES: Readonly<Record<Metric['unit'], string>> = {
  money: '',
  '%': ' %',
  ratio: '',
  pips: ' pips',
  R: ' R',
  days: ' days',
  hours: ' h',
  probability: ' %',
  periods: ' days',
  number: '',
}

/**
 * A readable table by group. Values that are too uncertain to print have a dash and the reason, like undefined ones.
 */
export function metricsTable(metrics: Readonly<Record<string, MetricValue>>): string {
  const lines: string[][] = []
  for (const [group, title] of Object.entries(GROUPS)) {
    lines.push([], [title.toUpperCase(), 'value', 'n', '95 % interval', ''])
    for (const metric of METRICS) {
      const value = metrics[metric.key]
      if (metric.group === group && value) lines.push(lineOf(metric, value))
    }
  }
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  const text = lines.map((cells) =>
    cells
      .map((cell, at) => (at === 0 || at > 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] as number)))
      .join('  ')
      .trimEnd(),
  )
  return `${text.slice(1).join('\n')}\n`
}

function lineOf({ key, title, unit }: Metric, metric: MetricValue): string[] {
  const { value, reason, n, interval, shown, trials = 1 } = metric
  if (value === null) {
    // Profits without any loss: not a number, but readers know what ∞ means.
    const text = key === 'grossProfitFactor' && reason === 'no-loss' ? '∞' : '-'
    return [title, text, String(n), '', REASONS[reason as keyof typeof REASONS] ?? String(reason)]
  }
  if (!shown) return [title, '-', String(n), '', 'Not meaningful for less than 90 days or 30 positions.']
  const range = interval ? `${formatted(interval[0], unit)} to ${formatted(interval[1], unit)}` : ''
  const marks = (metric.marks ?? []).map((mark): string => MARKS[mark])
  if (key === 'deflatedSharpe') marks.push(`of ${trials.toLocaleString('en-US')} trial${trials === 1 ? '' : 's'}`)
  return [title, formatted(value, unit), String(n), range, marks.join(', ')]
}

function formatted(value: number, unit: Metric['unit']): string {
  return `${metricNumber(value, unit)}${SUFFIXES[unit]}`
}

import type { BacktestDetail } from '@tradeloom/contracts'
import { REASONS } from '@tradeloom/metrics'
import { formatNumber, formatPercent, formatPlain, formatSigned, NOTHING } from '../../../../ui/format.ts'

export type ResultMetric = BacktestDetail['metrics'][number]

/** Why a value is missing. */
export function reasonText(reason: string | null): string | null {
  return reason === null ? null : ((REASONS as Readonly<Record<string, string>>)[reason] ?? reason)
}

/** Often less than a hundredth of a percent. */
const SMALL: readonly string[] = ['averageDailyReturn', 'averageMonthlyReturn']

type Shown = Pick<ResultMetric, 'key' | 'unit' | 'better'>

/** Amounts where less is better, such as costs and drawdowns, are shown without a sign. */
function formatUnit(value: number, { key, unit, better }: Shown): string {
  switch (unit) {
    case 'money':
      return better === 'lower' ? formatNumber(value) : formatSigned(value)
    case '%':
      return formatPercent(value, SMALL.includes(key) ? 3 : 2)
    case 'pips':
      return better === 'lower' ? formatNumber(value, 1) : formatSigned(value, 1)
    case 'R':
      return `${better === 'lower' ? formatNumber(value) : formatSigned(value)} R`
    case 'days':
      return `${formatNumber(value, 1)} days`
    case 'hours':
      return `${formatNumber(value, 1)} h`
    case 'periods':
    case 'number':
      return formatPlain(value, 2)
    case 'probability':
      return formatPercent(value * 100)
    default:
      return formatNumber(value, 3)
  }
}

/** A metric's value in its unit. */
export function metricText(metric: Shown & Pick<ResultMetric, 'value'>): string {
  return metric.value === null ? NOTHING : formatUnit(metric.value, metric)
}

/** The 95% interval in the metric's unit, or nothing. */
export function intervalText(metric: Shown & Pick<ResultMetric, 'interval'>): string {
  const { interval } = metric
  return interval === null ? NOTHING : `${formatUnit(interval[0], metric)} to ${formatUnit(interval[1], metric)}`
}

/** Prevents line breaks: a sign or unit alone on a line is unreadable. */
function nonBreaking(text: string): string {
  return text.replaceAll(' ', '\u00A0')
}

/** Sample size and confidence interval of a figure: `n = 21`, and below it `95%: −0.2 to 0.4`. */
export function confidenceText(metric: ResultMetric | undefined): string {
  if (metric === undefined) return ''
  const n = `n = ${formatPlain(metric.n)}`
  return metric.interval === null ? n : `${n}\n95%: ${nonBreaking(intervalText(metric))}`
}

export function metricByKey(result: Pick<BacktestDetail, 'metrics'>, key: string): ResultMetric | undefined {
  return result.metrics.find((metric) => metric.key === key)
}

/** A statistic, or null when the run does not have it. */
export function statistic(result: Pick<BacktestDetail, 'statistics'>, key: string): number | null {
  return result.statistics?.[key] ?? null
}

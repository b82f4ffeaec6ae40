import type { Metric } from '@tradeloom/metrics'

const DECIMALS: Readonly<Record<Metric['unit'], number>> = {
  money: 2,
  '%': 2,
  ratio: 3,
  pips: 1,
  R: 2,
  days: 1,
  hours: 1,
  probability: 1,
  periods: 0,
  number: 2,
}

/** The value of a metric without its unit; probabilities as percentages. */
export function metricNumber(value: number, unit: Metric['unit']): string {
  const decimals = DECIMALS[unit]
  return (unit === 'probability' ? value * 100 : value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  })
}

import { metricGroups } from '../result/metrics/metric-groups.ts'
import { intervalText, metricText, reasonText, type ResultMetric } from '../result/metrics/metric-format.ts'
import type { ComparisonRow } from './comparison-table.tsx'

/** A row for each metric that some run has: the summary, or all of them. Each list belongs to one run. */
export function metricRows(lists: readonly (readonly ResultMetric[])[], isAll: boolean): ComparisonRow[] {
  const known = new Map(lists.flat().map((metric) => [metric.key, metric]))
  const [summary] = metricGroups([...known.values()])
  const metrics = isAll ? [...known.values()] : (summary?.metrics ?? [])
  return metrics.map(({ key, title, better }) => {
    const found = lists.map((list) => list.find((metric) => metric.key === key))
    return {
      name: title,
      values: found.map((metric) => (metric === undefined ? '–' : valueText(metric))),
      details: found.map((metric) => (metric === undefined ? '' : detailText(metric))),
      best: bestOf(found, better),
    }
  })
}

/** Values that rest on too little data are in brackets, as on the result page. */
function valueText(metric: ResultMetric): string {
  const text = metricText(metric)
  return metric.shown || metric.value === null ? text : `(${text})`
}

function detailText(metric: ResultMetric): string {
  if (metric.value === null) return reasonText(metric.reason) ?? ''
  return metric.interval === null ? '' : intervalText(metric)
}

/** None unless there are at least two reliable values that are not all equal. */
function bestOf(found: readonly (ResultMetric | undefined)[], better: ResultMetric['better']): ReadonlySet<number> {
  const values = found.map((metric) => (metric?.shown ? metric.value : null))
  const present = values.filter((value) => value !== null)
  if ((better !== 'higher' && better !== 'lower') || new Set(present).size < 2) return new Set()
  const best = better === 'higher' ? Math.max(...present) : Math.min(...present)
  return new Set(values.flatMap((value, index) => (value === best ? [index] : [])))
}

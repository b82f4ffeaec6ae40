import type { Optimization } from '@tradeloom/contracts'
import { formatCount, formatNumber, formatPercent, formatPlain, formatSigned } from '../../../ui/format.ts'
import { externalValue } from '../rows/external-value.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import { metricText, metricTitle } from './metric-name.ts'

const ERRORED = 1
const MAX_EXTERNALS = 8

/** A row in a few lines: its number, its externals, its result. */
export function rowLines(rows: OptimizationRows, row: number, optimization: Optimization): string[] {
  const { axes } = rows.lattice
  const index = rows.index[row] ?? 0
  const shown = axes.slice(0, MAX_EXTERNALS)
  const externals = shown.map(({ name }, axis) => `${name} ${formatPlain(externalValue(rows, row, axis))}`)
  const more = axes.length > shown.length ? [`and ${formatCount(axes.length - shown.length, 'more external')}`] : []
  if (rows.status[row] === ERRORED) return [`No. ${index}`, ...externals, ...more, rows.errors.get(index) ?? 'Errored']
  const objectives = optimization.objectives.flatMap(({ metric }, k) => {
    const value = rows.objectives[k]?.[row] ?? NaN
    return metric === 'profit' ? [] : [`${metricTitle(metric)} ${metricText(metric, value)}`]
  })
  return [
    `No. ${index}`,
    ...externals,
    ...more,
    `Profit ${formatSigned(rows.profit[row])} (${formatPercent(rows.profitPercentage[row], 2, true)})`,
    `${MAX_DRAWDOWN} ${formatNumber(rows.maxDrawdown[row])} (${formatPercent(rows.maxDrawdownPercentage[row])})`,
    ...objectives,
    formatCount(rows.positionCount[row] ?? 0, 'position'),
    ...((rows.violation[row] ?? 0) > 0 ? ['Breaks a constraint'] : []),
  ]
}

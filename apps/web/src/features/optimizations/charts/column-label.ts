import type { Optimization } from '@tradeloom/contracts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import type { RowColumn } from '../rows/row-column.ts'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import { metricTitle } from './metric-name.ts'

const LABELS: Readonly<Record<string, string>> = {
  index: 'Index',
  positionCount: 'Positions',
  profit: 'Profit',
  profitPercentage: 'Profit (%)',
  maxDrawdown: MAX_DRAWDOWN,
  maxDrawdownPercentage: `${MAX_DRAWDOWN} (%)`,
  sharpe: metricTitle('sharpeDaily'),
  violation: 'Violation',
}

export function columnLabel(column: RowColumn, rows: OptimizationRows, { objectives }: Optimization): string {
  const [kind, place] = column.split(':')
  if (kind === 'external') return rows.lattice.axes[Number(place)]?.name ?? column
  if (kind === 'objective') return metricTitle(objectives[Number(place)]?.metric ?? column)
  return LABELS[column] ?? column
}

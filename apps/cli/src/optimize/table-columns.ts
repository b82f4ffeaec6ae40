import { METRICS } from '@tradeloom/metrics'
import type { Objective } from '@tradeloom/optimizer'
import { metricNumber } from '../metrics/metric-number.ts'
import type { MarkedRow } from './marked-row.ts'
import { metricTitle } from './metric-title.ts'
import { rowStatus } from './row-status.ts'
import type { TextColumn } from './text-table.ts'

const NOTHING = '–'

/** The columns of the web page's table, as far as a terminal has room: one for each external and each objective. */
export function tableColumns(rows: readonly MarkedRow[], objectives: readonly Objective[]): TextColumn[] {
  const column = (title: string, cell: (row: MarkedRow) => string): TextColumn => ({ title, cells: rows.map(cell) })
  const spare = (rank: number, metric: string | null, one: TextColumn): TextColumn =>
    objectives.some((objective) => objective.metric === metric) ? one : { ...one, spare: rank }
  const more = objectives.filter(({ metric }) => metric !== 'profit' && metric !== 'maxDrawdown')
  return [
    column('Index', ({ index }) => String(index)),
    ...Object.keys(rows[0]?.externals ?? {}).map((name) => column(name, ({ externals }) => String(externals[name]))),
    spare(
      3,
      null,
      column('Positions', ({ positionCount }) => (positionCount === null ? NOTHING : String(positionCount))),
    ),
    spare(
      1,
      'profit',
      column('Profit', ({ profit }) => signed(profit)),
    ),
    spare(
      4,
      null,
      column('Profit (%)', ({ profitPercentage }) => signed(profitPercentage)),
    ),
    spare(
      2,
      'maxDrawdown',
      column('Max drawdown', ({ maxDrawdownPercentage }) => valueText('maxDrawdown', maxDrawdownPercentage)),
    ),
    ...more.map(({ metric }) => column(metricTitle(metric), ({ objectives: all }) => valueText(metric, all[metric]))),
    { ...column('Status', rowStatus), isText: true },
  ]
}

/** In the unit of the metric. */
function valueText(key: string, value: number | null | undefined): string {
  const unit = METRICS.find((metric) => metric.key === key)?.unit ?? 'number'
  if (value === null || value === undefined) return NOTHING
  return `${metricNumber(value, unit)}${unit === '%' || unit === 'probability' ? '%' : ''}`
}

function signed(value: number | null): string {
  if (value === null) return NOTHING
  const fraction = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return value.toLocaleString('en-US', { ...fraction, signDisplay: 'exceptZero' })
}

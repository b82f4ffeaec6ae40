import type { Optimization, OptimizationLuck } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { metricText, metricTitle } from '../charts/metric-name.ts'
import { externalValue } from '../rows/external-value.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { sharpeScale, sharpeText } from '../sharpe-scale.ts'
import classes from './luck.module.css'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import tables from '../../../ui/table.module.css'

interface CandidatesPanelProps {
  readonly optimization: Optimization
  readonly luck: OptimizationLuck
  readonly rows: OptimizationRows
}

interface Line {
  readonly label: string
  readonly text: (row: number) => string
  readonly tone?: (row: number) => string
}

/** The best result beside the one with the best surroundings and the one in the middle of all. */
export function CandidatesPanel({ optimization, luck, rows }: CandidatesPanelProps): ReactElement {
  const candidates = [
    { name: 'Best', index: luck.best?.index ?? null },
    { name: 'Best plateau', index: luck.plateauIndex },
    { name: 'Median', index: luck.medianIndex },
  ].map(({ name, index }) => ({ name, index, row: index === null ? -1 : rows.rowOf(index) }))
  return (
    <Panel title="Best, plateau and median" flush>
      <div className={tables['scroll']} tabIndex={0} role="group" aria-label="Best, plateau and median side by side">
        <table className={`${tables['table']} ${classes['table']} num`} aria-label="Best, plateau and median">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Figure</span>
              </th>
              {candidates.map(({ name, index }) => (
                <th key={name} scope="col">
                  {name} {index === null ? '' : `(No. ${index})`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linesOf(optimization, rows).map(({ label, text, tone }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {candidates.map(({ name, row }) => (
                  <td key={name} className={row < 0 ? '' : (tone?.(row) ?? '')}>
                    {row < 0 ? NOTHING : text(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes['text']}>
        The best result is the luckiest by construction. The best plateau has good neighbors too, so a small change of
        its externals matters less. The median shows what a typical choice would have given.
        {luck.plateauIndex === null ? ' Too few neighbors were tested to name a plateau.' : ''} Values in brackets rest
        on fewer than 30 positions.
      </p>
    </Panel>
  )
}

function linesOf(optimization: Optimization, rows: OptimizationRows): Line[] {
  const scale = sharpeScale(optimization)
  const { axes } = rows.lattice
  const objectives = optimization.objectives.filter(({ metric }) => metric !== 'profit' && metric !== 'maxDrawdown')
  return [
    { label: 'Profit', text: (row) => formatSigned(rows.profit[row]), tone: (row) => signClass(rows.profit[row]) },
    { label: 'Profit (%)', text: (row) => formatPercent(rows.profitPercentage[row], 2, true) },
    ...objectives.map(({ metric }): Line => {
      const place = optimization.objectives.findIndex((one) => one.metric === metric)
      return { label: metricTitle(metric), text: (row) => metricText(metric, rows.objectives[place]?.[row] ?? NaN) }
    }),
    { label: MAX_DRAWDOWN, text: (row) => formatPercent(rows.maxDrawdownPercentage[row]) },
    {
      label: `Sharpe ratio, per ${scale.unit}`,
      text: (row) => sharpeText(rows.sharpe[row], scale, rows.positionCount[row] ?? 0),
    },
    { label: 'Positions', text: (row) => formatPlain(rows.positionCount[row]) },
    ...axes.map(({ name }, axis): Line => ({
      label: name,
      text: (row) => formatPlain(externalValue(rows, row, axis)),
    })),
  ]
}

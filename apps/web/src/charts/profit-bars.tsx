import type { PositionGroup } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain, formatSigned, signClass } from '../ui/format.ts'
import { rawFigure } from '../ui/raw-figure.ts'
import { barScale, barSpan } from './bar-scale.ts'
import classes from './parts.module.css'
import tables from '../ui/table.module.css'

interface ProfitBarsProps {
  /** What positions are grouped by: the header of the first column. */
  readonly by: string
  readonly groups: readonly PositionGroup[]
  readonly nameOf?: (key: string) => string
  /** Where the groups are in the answers of the API; see `rawFigure`. */
  readonly field?: string
}

/** Profit of groups of positions as bars from a common zero, with their average, count and win rate. */
export function ProfitBars({ by, groups, nameOf, field }: ProfitBarsProps): ReactElement {
  const fieldOf = (key: string, name: keyof PositionGroup) => (field === undefined ? field : `${field}.${key}.${name}`)
  const percent = barScale(groups.map(({ profit }) => profit))
  return (
    <table className={`${tables['table']} ${classes['bars']}`} aria-label={`Profit by ${by.toLowerCase()}`}>
      <thead>
        <tr>
          <th scope="col">{by}</th>
          <th scope="col" className={classes['barCell']} aria-hidden />
          <th scope="col" data-number>
            Profit
          </th>
          <th scope="col" data-number data-spare>
            Average
          </th>
          <th scope="col" data-number>
            n
          </th>
          <th scope="col" data-number>
            Won
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, n, profit, winRate, averageProfit }) => (
          <tr key={key}>
            <th scope="row" className="num">
              {nameOf?.(key) ?? key}
            </th>
            <td className={classes['barCell']} aria-hidden>
              <span className={classes['track']}>
                <span className={classes['zero']} style={{ left: `${percent(0)}%` }} />
                {profit === 0 ? null : (
                  <span className={classes['bar']} data-tone={signClass(profit)} style={barSpan(percent, 0, profit)} />
                )}
              </span>
            </td>
            <td data-number className={signClass(profit)} {...rawFigure(fieldOf(key, 'profit'), profit)}>
              {formatSigned(profit)}
            </td>
            <td data-number data-spare className="muted" {...rawFigure(fieldOf(key, 'averageProfit'), averageProfit)}>
              {formatSigned(averageProfit)}
            </td>
            <td data-number {...rawFigure(fieldOf(key, 'n'), n)}>
              {formatPlain(n)}
            </td>
            <td data-number {...rawFigure(fieldOf(key, 'winRate'), winRate)}>
              {formatPercent(winRate * 100, 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

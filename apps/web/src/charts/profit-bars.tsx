import type { PositionGroup } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPercent, formatPlain, formatSigned, signClass } from '../ui/format.ts'
import classes from './parts.module.css'

interface ProfitBarsProps {
  /** What the groups are: the head of the first column. */
  readonly by: string
  readonly groups: readonly PositionGroup[]
  readonly nameOf?: (key: string) => string
}

/** Profit of groups of positions as bars from a common zero, each with what it stands on. */
export function ProfitBars({ by, groups, nameOf }: ProfitBarsProps): ReactElement {
  const low = Math.min(0, ...groups.map(({ profit }) => profit))
  const high = Math.max(0, ...groups.map(({ profit }) => profit))
  const width = high - low || 1
  const place = (value: number): string => `${((value - low) / width) * 100}%`
  return (
    <table className={classes['table']} aria-label={`Profit by ${by.toLowerCase()}`}>
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
                <span className={classes['zero']} style={{ left: place(0) }} />
                {profit === 0 ? null : (
                  <span
                    className={classes['bar']}
                    data-tone={signClass(profit)}
                    style={{ left: place(Math.min(0, profit)), width: `${(Math.abs(profit) / width) * 100}%` }}
                  />
                )}
              </span>
            </td>
            <td data-number className={signClass(profit)}>
              {formatSigned(profit)}
            </td>
            <td data-number data-spare className="muted">
              {formatSigned(averageProfit)}
            </td>
            <td data-number>{formatPlain(n)}</td>
            <td data-number>{formatPercent(winRate * 100, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

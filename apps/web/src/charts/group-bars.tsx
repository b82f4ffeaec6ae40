import type { ReactElement } from 'react'
import { formatPlain, formatSigned, signClass } from '../ui/format.ts'
import { rawFigure } from '../ui/raw-figure.ts'
import { barScale, barSpan } from './bar-scale.ts'
import classes from './parts.module.css'
import tables from '../ui/table.module.css'

export interface GroupBar {
  readonly key: string
  readonly n: number
  readonly profit: number
  readonly pips: number
}

export type GroupMeasure = 'profit' | 'pips' | 'n'

const MEASURES: Readonly<Record<GroupMeasure, string>> = { profit: 'Profit', pips: 'Pips', n: 'Count' }

interface GroupBarsProps {
  /** What positions are grouped by: the header of the first column. */
  readonly by: string
  readonly measure: GroupMeasure
  readonly groups: readonly GroupBar[]
  readonly nameOf?: (key: string) => string
  /** Where the groups are in the answers of the API; see `rawFigure`. */
  readonly field?: string
}

/** One figure of groups of positions as bars from a common zero, in a table. */
export function GroupBars({ by, measure, groups, nameOf, field }: GroupBarsProps): ReactElement {
  const percent = barScale(groups.map((group) => group[measure]))
  const text = (value: number): string =>
    measure === 'n' ? formatPlain(value) : formatSigned(value, measure === 'pips' ? 1 : 2)
  const tone = (value: number): string => (measure === 'n' ? '' : signClass(value))
  return (
    <table
      className={`${tables['table']} ${classes['bars']}`}
      aria-label={`${MEASURES[measure]} by ${by.toLowerCase()}`}
    >
      <thead>
        <tr>
          <th scope="col">{by}</th>
          <th scope="col" className={classes['barCell']} aria-hidden />
          <th scope="col" data-number>
            {MEASURES[measure]}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const value = group[measure]
          return (
            <tr key={group.key}>
              <th scope="row" className="num">
                {nameOf?.(group.key) ?? group.key}
              </th>
              <td className={classes['barCell']} aria-hidden>
                <span className={classes['track']}>
                  <span className={classes['zero']} style={{ left: `${percent(0)}%` }} />
                  {value === 0 ? null : (
                    <span className={classes['bar']} data-tone={tone(value)} style={barSpan(percent, 0, value)} />
                  )}
                </span>
              </td>
              <td
                data-number
                className={tone(value)}
                {...rawFigure(field === undefined ? field : `${field}.${group.key}.${measure}`, value)}
              >
                {text(value)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

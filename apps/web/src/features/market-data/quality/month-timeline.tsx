import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { LEVEL_NAMES } from '../../../entities/instruments/quality-cells.ts'
import classes from '../market-data.module.css'
import { type Month, monthLevel, monthRange, monthText } from './month-quality.ts'

/** One cell per month, colored by quality; poor months have a mark besides the color. */
export function MonthTimeline({
  months,
  label,
}: {
  readonly months: readonly Month[]
  readonly label: string
}): ReactElement {
  const known = new Map(months.map((month) => [month.month, month]))
  return (
    <ol className={classes['months']} aria-label={label}>
      {monthRange(months).map((name) => {
        const month = known.get(name)
        const level = monthLevel(month)
        const text = `${monthText(name, month)} (${LEVEL_NAMES[level]})`
        return (
          <Tooltip key={name} label={text} openDelay={50}>
            <li data-level={level} data-year={name.endsWith('-01') ? name.slice(0, 4) : undefined}>
              <span className="visually-hidden">{text}</span>
            </li>
          </Tooltip>
        )
      })}
    </ol>
  )
}

import { type ReactElement, useState } from 'react'
import { formatPlain } from '../ui/format.ts'
import classes from './week-grid.module.css'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const HOURS_OF_DAY = 24
const EVERY = 3

interface WeekGridProps {
  /** One for each hour of the week, the first of Sunday 00:00. */
  readonly values: readonly number[]
  readonly label: string
  readonly unit: string
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const nameOf = (at: number): string => `${DAYS[Math.floor(at / HOURS_OF_DAY)] ?? ''} ${clock(at % HOURS_OF_DAY)}`

/** Seven rows of twenty-four hours, darker where there is more; the hour under the pointer is said below. */
export function WeekGrid({ values, label, unit }: WeekGridProps): ReactElement {
  const [hovered, setHovered] = useState<number | null>(null)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const widest = values.indexOf(most)
  const share = (value: number): number => (most === least ? 0.4 : (value - least) / (most - least))
  const range = `${formatPlain(least, 4)} to ${formatPlain(most, 4)} ${unit}, most on ${nameOf(widest)} UTC`
  return (
    <figure className={classes['figure']}>
      <div
        className={classes['grid']}
        role="img"
        aria-label={`${label}: ${range}`}
        onPointerLeave={() => setHovered(null)}
      >
        <span />
        {Array.from({ length: HOURS_OF_DAY / EVERY }, (_, at) => (
          <span key={at} className={`${classes['hour']} num`}>
            {String(at * EVERY).padStart(2, '0')}
          </span>
        ))}
        {DAYS.map((day, row) => (
          <Row
            key={day}
            day={day}
            values={values.slice(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY)}
            share={share}
            onPoint={(hour) => setHovered(row * HOURS_OF_DAY + hour)}
          />
        ))}
      </div>
      <figcaption className="muted num">
        {hovered === null ? range : `${nameOf(hovered)} UTC: ${formatPlain(values[hovered], 4)} ${unit}`}
      </figcaption>
    </figure>
  )
}

interface RowProps {
  readonly day: string
  readonly values: readonly number[]
  readonly share: (value: number) => number
  readonly onPoint: (hour: number) => void
}

function Row({ day, values, share, onPoint }: RowProps): ReactElement {
  return (
    <>
      <span className={classes['day']}>{day}</span>
      {values.map((value, hour) => (
        <span
          key={hour}
          className={classes['cell']}
          style={{
            background: `color-mix(in srgb, var(--accent) ${(6 + 88 * share(value)).toFixed(1)}%, var(--surface-2))`,
          }}
          onPointerEnter={() => onPoint(hour)}
        />
      ))}
    </>
  )
}

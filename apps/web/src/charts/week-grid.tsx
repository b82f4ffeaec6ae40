import { Box } from '@mantine/core'
import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { type ReactElement, useState } from 'react'
import { formatPlain } from '../ui/format.ts'
import classes from './week-grid.module.css'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const HOURS_OF_DAY = 24
const LABEL_EVERY_HOURS = 3

interface WeekGridProps {
  /** One per hour of the week, starting with Sunday 00:00. */
  readonly values: readonly number[]
  readonly label: string
  readonly unit: string
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const nameOf = (hour: number): string => `${DAYS[Math.floor(hour / HOURS_OF_DAY)] ?? ''} ${clock(hour % HOURS_OF_DAY)}`

/** Seven rows of 24 hours, darker for larger values; the hour under the pointer is described below. */
export function WeekGrid({ values, label, unit }: WeekGridProps): ReactElement {
  const [hovered, setHovered] = useState<number | null>(null)
  const [min = 0, max = 0] = extent(values)
  const share = scaleLinear([min, max], min === max ? [0.4, 0.4] : [0, 1])
  const highest = nameOf(values.indexOf(max))
  const range = `${formatPlain(min, 4)} to ${formatPlain(max, 4)} ${unit}, highest on ${highest} UTC`
  return (
    <figure className={classes['figure']}>
      <div
        className={classes['grid']}
        role="img"
        aria-label={`${label}: ${range}`}
        onPointerLeave={() => setHovered(null)}
      >
        <span />
        {Array.from({ length: HOURS_OF_DAY / LABEL_EVERY_HOURS }, (_, i) => (
          <span key={i} className={`${classes['hour']} num`}>
            {String(i * LABEL_EVERY_HOURS).padStart(2, '0')}
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
      <Box c="var(--text-2)" fz={11} lh="16px" component="span">
        {day}
      </Box>
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

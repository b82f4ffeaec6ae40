import { Switch, TextInput } from '@mantine/core'
import type { NotificationSettings } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import classes from './notification-settings.module.css'

type Quiet = NotificationSettings['quiet']

interface QuietHoursProps {
  readonly quiet: Quiet
  readonly onChange: (quiet: Quiet) => void
}

const USUAL = { from: 22 * 60, until: 7 * 60 }

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** When only what is critical is sent. */
export function QuietHours({ quiet, onChange }: QuietHoursProps): ReactElement {
  return (
    <section className={classes['section']} aria-labelledby="quiet">
      <h3 id="quiet">Quiet hours</h3>
      <Switch
        label="Send only what is critical at night"
        description="Everything else waits until the quiet hours end."
        checked={quiet !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...USUAL, timeZone } : null)}
      />
      {quiet === null ? null : (
        <div className={classes['times']}>
          <Clock label="From" minutes={quiet.from} onChange={(from) => onChange({ ...quiet, from, timeZone })} />
          <Clock label="Until" minutes={quiet.until} onChange={(until) => onChange({ ...quiet, until, timeZone })} />
          <span className={classes['note']}>{quiet.timeZone}</span>
        </div>
      )}
    </section>
  )
}

interface ClockProps {
  readonly label: string
  readonly minutes: number
  readonly onChange: (minutes: number) => void
}

function Clock({ label, minutes, onChange }: ClockProps): ReactElement {
  const two = (value: number): string => String(value).padStart(2, '0')
  return (
    <TextInput
      type="time"
      label={label}
      w={110}
      key={minutes}
      defaultValue={`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`}
      onBlur={(event) => {
        const [hour, minute] = event.currentTarget.value.split(':').map(Number)
        const chosen = (hour ?? 0) * 60 + (minute ?? 0)
        if (event.currentTarget.value !== '' && chosen !== minutes) onChange(chosen)
      }}
    />
  )
}

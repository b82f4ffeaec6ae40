import { Switch } from '@mantine/core'
import type { NotificationSettings } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { ClockField } from './clock-field.tsx'
import { BROWSER_ZONE } from '../../ui/browser-zone.ts'
import section from '../../ui/settings-section.module.css'
import classes from './notification-settings.module.css'

type Hour = NotificationSettings['stillRunning']

interface StillRunningProps {
  readonly hour: Hour
  readonly onChange: (hour: Hour) => void
}

const MORNING = 8 * 60

const timeZone = BROWSER_ZONE

/** A message each day whose absence is the alarm. */
export function StillRunning({ hour, onChange }: StillRunningProps): ReactElement {
  return (
    <section className={section['section']} aria-labelledby="still-running">
      <h3 id="still-running">Daily sign of life</h3>
      <Switch
        label="Send a daily confirmation that my sessions are running"
        description="Sent only while every live session is running and its prices are moving, also in quiet hours. If it does not arrive, something is wrong. Nothing is sent while you have no session."
        checked={hour !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { at: MORNING, timeZone } : null)}
      />
      {hour === null ? null : (
        <div className={classes['times']}>
          <ClockField label="At" minutes={hour.at} onChange={(at) => onChange({ at, timeZone })} />
          <span className={section['note']}>{hour.timeZone}</span>
        </div>
      )}
    </section>
  )
}

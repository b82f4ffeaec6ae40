import { Switch } from '@mantine/core'
import type { NotificationSettings } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { ClockField } from './clock-field.tsx'
import { BROWSER_ZONE } from '../../ui/browser-zone.ts'
import section from '../../ui/settings-section.module.css'
import classes from './notification-settings.module.css'

type Quiet = NotificationSettings['quiet']

interface QuietHoursProps {
  readonly quiet: Quiet
  readonly onChange: (quiet: Quiet) => void
}

const USUAL = { from: 22 * 60, until: 7 * 60 }

const timeZone = BROWSER_ZONE

/** When only what is critical is sent. */
export function QuietHours({ quiet, onChange }: QuietHoursProps): ReactElement {
  return (
    <section className={section['section']} aria-labelledby="quiet">
      <h3 id="quiet">Quiet hours</h3>
      <Switch
        label="Send only what is critical at night"
        description="Everything else waits until the quiet hours end."
        checked={quiet !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...USUAL, timeZone } : null)}
      />
      {quiet === null ? null : (
        <div className={classes['times']}>
          <ClockField label="From" minutes={quiet.from} onChange={(from) => onChange({ ...quiet, from, timeZone })} />
          <ClockField
            label="Until"
            minutes={quiet.until}
            onChange={(until) => onChange({ ...quiet, until, timeZone })}
          />
          <span className={section['note']}>{quiet.timeZone}</span>
        </div>
      )}
    </section>
  )
}

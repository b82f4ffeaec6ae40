import { Switch } from '@mantine/core'
import type { NotificationSettings as Settings } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { FormFailure } from '../auth/form-failure.tsx'
import { Channels } from './channels.tsx'
import { KindChoices } from './kind-choices.tsx'
import classes from './notification-settings.module.css'
import { notificationSettingsQuery, type SettingsChange } from './notifications-queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { StillRunning } from './still-running.tsx'

/** How the user is told what happens. */
export function NotificationSettings(): ReactElement {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(notificationSettingsQuery)
  const { isBusy, error: failure, send } = useSending()
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const put = (settings: Settings): void => void client.setQueryData(notificationSettingsQuery.queryKey, settings)
  const change = (body: SettingsChange): void =>
    void send(async () => put(await call('changeNotificationSettings', { body })))
  return (
    <div className={classes['sections']} aria-busy={isBusy}>
      <FormFailure text={failure} />
      <Channels settings={data} />
      <section className={classes['section']} aria-labelledby="notified-of">
        <h3 id="notified-of">What is sent where</h3>
        <p className={classes['note']}>Everything is in the list behind the bell. Choose what is also sent.</p>
        <KindChoices settings={data} onChange={(kinds) => change({ kinds })} />
      </section>
      <QuietHours quiet={data.quiet} onChange={(quiet) => change({ quiet })} />
      <StillRunning hour={data.stillRunning} onChange={(stillRunning) => change({ stillRunning })} />
      <section className={classes['section']} aria-labelledby="amounts">
        <h3 id="amounts">Amounts</h3>
        <Switch
          label="Include prices, quantities and money"
          description="In mail and in messages that may be shown on a locked screen. The list in Tradeloom always has them."
          checked={data.sendsAmounts}
          onChange={(event) => change({ sendsAmounts: event.currentTarget.checked })}
        />
      </section>
    </div>
  )
}
